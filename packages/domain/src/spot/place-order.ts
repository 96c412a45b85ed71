import { houseFor, opensNow, pricesAllowed } from '../dealing/desk.ts';
import { type Asked, draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { spotFilled, spotPlaced } from '../ledger/recipes/spot.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';
import { payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type SpotDecision, type SpotRequest, decideSubmit } from './decide-submit.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, dealt, filledRow } from './order.ts';
import { paidAsset, turnoverAt } from './terms.ts';

export type SpotPlacement = Asked<SpotRequest & { readonly code: string }>;

/**
 * Buys or sells coins at the market, or places a limit order. The price is the last good quote at the moment of
 * decision, whatever the customer saw. `openOrders` counts the account's orders that wait, `id` is the new one's.
 * Refusals: those of `mayOpen` for a purchase, those of `decideSubmit`; 11212 price too old; for a purchase those of
 * the house; 10011 and 11013 too little of what is paid, when it is booked.
 */
export function placeOrder(
  desk: SpotDesk,
  { owner, input, orderNo }: SpotPlacement,
  { id, openOrders }: { readonly id: number; readonly openOrders: number },
): SpotDraft | Refused {
  const { market, mode, view } = desk;
  const stopped = input.side === 'buy' ? view.mayOpen(owner) : undefined;
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined || instrument.spot === null) return refused('11009', 'code');
  const house = houseFor(view, owner);
  const quote = market.quote(input.code);
  if (quote === undefined) return refused('10015');
  const source = market.feedKind(instrument);
  const decision = decideSubmit(input, {
    instrument,
    quote,
    now: view.now,
    // A sale is the way out of coins.
    tradable: input.side === 'buy' ? opensNow(desk, input.code) : market.tradable(input.code),
    pricesAllowed: pricesAllowed(mode, owner.book, source),
    openOrders,
    limits: house?.limitsOf(instrument),
  });
  if (isRefused(decision)) return decision;
  if (!market.fresh(input.code)) return refused('11212');
  const notional = payout(turnoverAt(decision.terms, decision.deal.price), usdt);
  // A sale is the only way out of coins, and ends with what the customer has.
  const fills = decision.kind === 'fill';
  const taking = { owner, instrument, side: 'long', notional, product: 'spot', waits: !fills } as const;
  const beyond = input.side === 'buy' ? house?.refuses(taking) : undefined;
  if (beyond !== undefined) return beyond;

  const { terms, deal } = decision;
  const waiting = newOrder({ id, orderNo, ...owner, orderType: input.type }, { now: view.now, instrument, quote, decision });
  const { row, basis } = fills ? filledRow(desk, waiting, terms, deal) : { row: waiting, basis: null };
  const recipe = fills
    ? spotFilled({ userId: owner.userId, ...dealt(terms, deal), held: null })
    : spotPlaced({ userId: owner.userId, asset: paidAsset(terms), held: deal.paid });
  const use = { moment: fills ? 'fill' : 'place', instrument, quote, source };
  const draft = withQuote(withPosting(draftOf(row, null), view.now, recipe), use);
  return { ...draft, basis };
}

type Named = Pick<SpotRow, 'id' | 'orderNo' | 'userId' | 'book' | 'orderType'>;

interface Decided {
  readonly now: number;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly decision: Omit<SpotDecision, 'kind'>;
}

/** The order as it would wait: one that fills at once never does. */
export function newOrder(
  named: Named,
  { now, instrument, quote, decision: { terms, deal, limit, trigger, expiresAt, sizedBy } }: Decided,
): SpotRow {
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
    triggerPrice: trigger,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    amendments: null,
    createdAt: new Date(now),
    triggeredAt: null,
    status: 'open',
    hold: deal.paid,
    quotedAt: quote.time,
    filledPrice: null,
    paid: null,
    received: null,
    fee: null,
    profit: null,
    cost: null,
    withFees: true,
    reason: null,
    endedAt: null,
    version: 1,
  };
}
