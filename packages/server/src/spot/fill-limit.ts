import type { Quote } from '@assay/domain/market/quote.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { decideSpotFill } from '@assay/domain/spot/decide-fill.ts';
import { mayBecome } from '@assay/domain/spot/statuses.ts';
import { type Deal, type SpotTerms, paidAsset, receivedAsset } from '@assay/domain/spot/terms.ts';
import type { Resting } from '../engine/index.ts';
import { recipes } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { announce } from './announce.ts';
import { bookCancelling } from './book-cancelling.ts';
import type { SpotContext } from './context.ts';
import { countDeal } from './costs.ts';
import { postFor } from './outcome.ts';
import { restingOf } from './resting.ts';
import { type SpotRow, columns, limitOf, lockRow, termsOf } from './row.ts';
import { tellFilled } from './tell.ts';

/**
 * What the engine calls when a quote reached an order's limit: fills it at that quote, at the limit or better, in one
 * transaction. The row under its lock decides: an order that was withdrawn meanwhile is left alone. Answers what the order is
 * now; undefined when there is none.
 */
export function fillLimit(context: SpotContext, id: number, quote: Quote): Promise<Resting | undefined> {
  return context.db.transact(async (tx) => {
    const row = await lockRow(tx, id);
    if (row === undefined) return undefined;
    const deal = row.status === 'open' ? decideSpotFill(termsOf(row), limitOf(row), quote) : null;
    if (deal === null) return restingOf(row);
    // A buyer who has stopped trading meanwhile gets the money back, and no coins.
    const stopped = row.side === 'buy' ? await context.mayOpen(tx, row.userId, row.book) : undefined;
    if (stopped === undefined) return restingOf(await bookFill(context, tx, row, quote, deal));
    await bookCancelling(context, tx, row);
    return restingOf((await lockRow(tx, id)) ?? row);
  });
}

async function bookFill(context: SpotContext, tx: Transaction, row: SpotRow, quote: Quote, deal: Deal): Promise<SpotRow> {
  const { market, clock } = context;
  const instrument = market.instrument(row.code);
  if (instrument === undefined) throw new Error(`spot order ${row.id} is on ${row.code}, which is not in the catalogue`);
  if (!mayBecome(row.status, 'filled')) throw new Error(`spot order ${row.id} is ${row.status} and can't be filled`);
  const terms = termsOf(row);
  const now = clock.now();
  const recipe = recipes.spotFilled({ userId: row.userId, ...dealt(terms, deal), held: amount(row.hold) });
  const posted = await postFor(tx, row, now, recipe);
  const sale = await countDeal(tx, row, terms, deal);
  const [filled] = await tx.query<SpotRow>(
    `update spot_orders set status = 'filled', hold = 0, quoted_at = $2, filled_price = $3, paid = $4, received = $5, fee = $6,
       profit = $7, cost = $8, ended_at = $9
     where id = $1 and status = 'open' returning ${columns}`,
    [
      row.id,
      quote.time,
      deal.price,
      deal.paid,
      deal.received,
      deal.fee,
      sale?.profit ?? null,
      sale?.cost ?? null,
      new Date(now),
    ],
  );
  if (filled === undefined) throw new Error(`spot order ${row.id} was open under lock and is not any more`);
  const source = market.feedKind(instrument);
  await market.recordUsedQuote(tx, { reference: row.orderNo, moment: 'fill', instrument, quote, source });
  tellFilled(context, tx, filled);
  announce(context, tx, filled, posted);
  return filled;
}

/** The deal in the ledger's terms. */
export function dealt(terms: SpotTerms, { paid, received, fee }: Deal): Pick<recipes.FilledSpot, 'paid' | 'received' | 'fee'> {
  return {
    paid: { asset: paidAsset(terms), amount: paid },
    received: { asset: receivedAsset(terms), amount: received },
    fee,
  };
}
