import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import type { PositionRow, Superseded } from '@assay/domain/positions/position.ts';
import type { Queryable } from '../platform/database.ts';

type Step = Receipt['steps'][number];
type Terms = Pick<Superseded, 'lots' | 'limitPrice' | 'triggerPrice'>;
type Had = Terms & Pick<Superseded, 'hold'>;

/** Terms that an order had while it waited, oldest first. */
export function readSuperseded(db: Queryable, id: number): Promise<Had[]> {
  return db.query(
    `select lots::text, limit_price as "limitPrice", trigger_price as "triggerPrice", hold
     from superseded_terms where position_id = $1 order by number`,
    [id],
  );
}

/** What an order held under each of the terms that it had; nothing for one that was never given others. */
export function heldSteps(row: PositionRow, superseded: readonly Had[], transfers: Receipt['transfers']): Step[] {
  if (superseded.length === 0) return [];
  return [...superseded, { ...row, hold: heldAtLast(transfers) }].map((terms, place) => ({
    name: place === 0 ? 'placed' : 'amended',
    formula: 'lots × lotSize × price × conversion: margin and fee, each rounded up',
    numbers: { lots: formatFixed(toFixed(terms.lots)), ...priceOfEntry(row, terms) },
    result: formatAmount(amount(terms.hold), usdt),
  }));
}

/** The price that money is held for. */
function priceOfEntry(row: PositionRow, { limitPrice, triggerPrice }: Terms): Record<string, string> {
  const text = (ticks: number) => formatFixed(priceOf(ticks, row), row.priceScale);
  if (limitPrice !== null) return { limitPrice: text(limitPrice) };
  return triggerPrice === null ? {} : { triggerPrice: text(triggerPrice) };
}

/** What the ledger held for it once its terms were its last. */
function heldAtLast(transfers: Receipt['transfers']): Amount {
  return transfers.reduce((held, { reason, to, amount: text }) => {
    const moved = parseAmount(text, usdt) ?? nothing;
    if (reason !== 'contract.placed' && reason !== 'contract.amended') return held;
    return to === 'order' ? sum(held, moved) : minus(held, moved);
  }, nothing);
}
