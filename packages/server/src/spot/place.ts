import { pricesAllowed } from '@assay/domain/dealing/desk.ts';
import { draftOf, withPosting, withQuote } from '@assay/domain/dealing/draft.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type SpotDecision, decideSubmit } from '@assay/domain/spot/decide-submit.ts';
import { paidAsset } from '@assay/domain/spot/terms.ts';
import { type Refusal, refuse, refusalOf } from '../platform/refusal.ts';
import type { Placing } from './commands.ts';
import { type Desk, type Draft, dealt, filledRow } from './draft.ts';
import type { SpotRow } from './row.ts';

/**
 * Buys or sells coins at the market, or places a limit order. The price is the last good quote at the moment of decision,
 * whatever the customer saw. `openOrders` counts the account's orders that wait, `id` is the new one's. Refusals: those of
 * `mayOpen` for a purchase, those of `decideSubmit`; 10011 and 11013 too little of what is paid, when it is booked.
 */
export function place(desk: Desk, { owner, input, orderNo }: Placing, id: number, openOrders: number): Draft | Refusal {
  const { market, mode, view } = desk;
  const stopped = input.side === 'buy' ? view.mayOpen(owner) : undefined;
  if (stopped !== undefined) return refusalOf(stopped);
  const instrument = market.instrument(input.code);
  if (instrument === undefined || instrument.spot === null) return refuse('11009', { code: '11009' });
  const quote = market.quote(input.code);
  if (quote === undefined) return refuse('10015');
  const source = market.feedKind(instrument);
  const decision = decideSubmit(input, {
    instrument,
    quote,
    tradable: market.tradable(input.code),
    pricesAllowed: pricesAllowed(mode, owner.book, source),
    openOrders,
  });
  if (isRefused(decision)) return refusalOf(decision);

  const { terms, deal } = decision;
  const fills = decision.kind === 'fill';
  const waiting = rowOf({ id, orderNo, ...owner, orderType: input.type }, { now: view.now, instrument, quote, decision });
  const { row, basis } = fills ? filledRow(desk, waiting, terms, deal) : { row: waiting, basis: null };
  const recipe = fills
    ? recipes.spotFilled({ userId: owner.userId, ...dealt(terms, deal), held: null })
    : recipes.spotPlaced({ userId: owner.userId, asset: paidAsset(terms), held: deal.paid });
  const use = { moment: fills ? 'fill' : 'place', instrument, quote, source };
  const draft = withQuote(withPosting(draftOf(row, null), view.now, recipe), use);
  return { ...draft, basis };
}

type Named = Pick<SpotRow, 'id' | 'orderNo' | 'userId' | 'book' | 'orderType'>;

interface Decided {
  readonly now: number;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly decision: SpotDecision;
}

/** The order as it would wait: one that fills at once never does. */
function rowOf(named: Named, { now, instrument, quote, decision: { terms, deal, limit, sizedBy } }: Decided): SpotRow {
  return {
    ...named,
    instrumentId: instrument.id,
    code: instrument.code,
    side: terms.side,
    base: terms.base.code,
    quantity: terms.quantity,
    sizedBy,
    priceScale: terms.priceScale,
    feeRate: formatFixed(terms.feeRate),
    limitPrice: limit,
    createdAt: new Date(now),
    status: 'open',
    hold: deal.paid,
    quotedAt: quote.time,
    filledPrice: null,
    paid: null,
    received: null,
    fee: null,
    profit: null,
    cost: null,
    endedAt: null,
    version: 1,
  };
}
