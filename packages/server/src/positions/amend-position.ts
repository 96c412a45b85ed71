import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { announce } from './announce.ts';
import type { PositionsContext, Owner } from './context.ts';
import { refusalOf } from './outcome.ts';
import { recordQuote } from './quotes-used.ts';
import { lockOwn, type PositionRow, columns, stopsOf } from './row.ts';

/**
 * Sets or removes stop-loss, take-profit and trailing stop. Allowed outside trading hours too: compared with the last
 * good quote, and nothing is traded by it. Refusals: 404 not yours, 11008 already ended, 10015 no quote yet, 11005, 11016.
 */
export async function amendPosition(
  context: PositionsContext,
  tx: Transaction,
  owner: Owner,
  input: InputOf<typeof order.amendU>,
): Promise<Position | Refusal> {
  const { market } = context;
  const row = await lockOwn(tx, owner, input.id);
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.status !== 'awaiting' && row.status !== 'open') return refuse('11008');
  const instrument = market.instrument(row.code);
  const quote = market.quote(row.code);
  if (instrument === undefined || quote === undefined) return refuse('10015');
  const open = row.status === 'open';
  const stops = decideAmend(input, {
    side: row.side,
    priceScale: row.priceScale,
    reference: open || row.limitPrice === null ? closingPrice(row.side, quote) : row.limitPrice,
    liquidation: row.liquidationPrice,
    stops: stopsOf(row),
    open,
  });
  if (isRefused(stops)) return refusalOf(stops);
  const [amended] = await tx.query<PositionRow>(
    `update positions set stop_loss = $2, take_profit = $3, trailing_distance = $4, trailing_best = $5, quoted_at = $6
     where id = $1 returning ${columns}`,
    [row.id, stops.stopLoss, stops.takeProfit, stops.trailing?.distance ?? null, stops.trailing?.best ?? null, quote.time],
  );
  if (amended === undefined) throw new Error(`order ${row.id} was locked and is gone`);
  await recordQuote(context, tx, row.orderNo, 'amend', instrument, quote);
  return announce(context, tx, amended);
}
