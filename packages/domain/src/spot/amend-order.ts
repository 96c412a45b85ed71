import { houseFor, opensNow, pricesAllowed } from '../dealing/desk.ts';
import { draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { spotAmended, spotFilled } from '../ledger/recipes/spot.ts';
import type { Instrument } from '../market/instrument.ts';
import { type Ticks, priceOf } from '../market/quote.ts';
import { amount, formatAmount, minus, nothing, payout } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { formatFixed, toFixed } from '../money/fixed.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { type SpotDecision, type SpotRequest, type SpotSituation, decideSubmit } from './decide-submit.ts';
import { type SpotDesk, type SpotDraft, type SpotRow, dealt, filledRow, hasExpired, limitOf, termsOf } from './order.ts';
import { paidAsset, turnoverAt } from './terms.ts';

/** An order changes so often at most; beyond it 11307. */
export const amendmentsMax = 100;

/** What a field left out says stays as it is. */
export interface SpotAmendment {
  readonly price?: string | undefined;
  readonly trigger?: string | undefined;
  readonly quantity?: string | undefined;
  /** Null has it wait till it is withdrawn. */
  readonly until?: string | null | undefined;
}

/** What an amendment looks at of an order; on the wire and in a row it is written differently. */
export interface Amendable {
  readonly side: SpotRequest['side'];
  readonly type: SpotRequest['type'];
  /** A stop-limit order that has begun is a limit order now. */
  readonly triggered: boolean;
  readonly price: string;
  readonly trigger: string | null;
  readonly quantity: string;
}

/**
 * Decides what a waiting order is after an amendment, as if it were placed anew at the price of the moment: a limit that this
 * has reached fills it. Fee and instrument stay as they were. Refusals: those of `decideSubmit`, 11321 for a trigger that has
 * been reached already.
 */
export function decideAmendment(
  { price, trigger, quantity, until }: SpotAmendment,
  order: Amendable,
  situation: SpotSituation,
): SpotDecision | Refused {
  const type = order.triggered ? 'limit' : order.type;
  if (type === 'limit' && trigger !== undefined) return refused('11321', 'trigger');
  return decideSubmit(
    {
      side: order.side,
      type,
      price: price ?? order.price,
      ...(type !== 'limit' && { trigger: trigger ?? order.trigger ?? undefined }),
      quantity: quantity ?? order.quantity,
      until,
    },
    situation,
  );
}

/**
 * Amends a waiting order. Refusals: 404 not yours, 11008 ended, or its time has run out, 11307 amended too often, for a purchase
 * that fills or becomes dearer those of `mayOpen`, for one that becomes dearer also those of the house; 10015 no price, those of
 * `decideAmendment`, 10011 and 11013 too little of what is paid, when it is booked.
 */
export function amendOrder(desk: SpotDesk, request: SpotAmendment, row: SpotRow | undefined): SpotDraft | Refused {
  const { market, mode, view } = desk;
  if (row === undefined) return refused('404', 'id');
  if (row.status !== 'open' || hasExpired(row, view.now)) return refused('11008');
  if ((row.amendments ?? []).length >= amendmentsMax) return refused('11307');
  const instrument = market.instrument(row.code);
  if (instrument === undefined || instrument.spot === null) return refused('11009');
  const quote = market.quote(row.code);
  if (quote === undefined) return refused('10015');
  const source = market.feedKind(instrument);
  const house = houseFor(view, row);
  const decision = decideAmendment(request, amendableOf(row), {
    instrument: { ...instrument, spot: { ...instrument.spot, feeRate: toFixed(row.feeRate) } },
    quote,
    now: view.now,
    tradable: row.side === 'buy' ? opensNow(desk, row.code) : market.tradable(row.code),
    pricesAllowed: pricesAllowed(mode, row.book, source),
    limits: house?.limitsOf(instrument),
  });
  if (isRefused(decision)) return decision;
  if (!market.fresh(row.code)) return refused('11212');
  const beyond = beyondGrant(desk, row, { instrument, decision });
  if (beyond !== undefined) return beyond;

  const { kind, terms, deal } = decision;
  const asset = paidAsset(terms);
  const moved = spotAmended({ userId: row.userId, asset, held: amount(row.hold), becomes: deal.paid });
  const use = { instrument, quote, source };
  const amended = withQuote(withPosting({ ...draftOf(row), basis: null }, view.now, moved), { moment: 'amend', ...use });
  const after = rowAfter(row, { request, decision, now: view.now, quotedAt: quote.time });
  if (kind === 'await') return { ...amended, row: after };
  const recipe = spotFilled({ userId: row.userId, ...dealt(terms, deal), held: deal.paid });
  const draft = withQuote(withPosting(amended, view.now, recipe), { moment: 'fill', ...use });
  return { ...draft, ...filledRow(desk, after, terms, deal) };
}

/**
 * A customer who has stopped buys nothing, at any price, and raises no order beyond what it has set aside. The house limits
 * apply only to what a purchase would take beyond what it has been granted.
 */
function beyondGrant(
  { view }: SpotDesk,
  row: SpotRow,
  { instrument, decision: { kind, terms, deal } }: { readonly instrument: Instrument; readonly decision: SpotDecision },
): Refused | undefined {
  if (row.side !== 'buy' || (kind === 'await' && deal.paid <= row.hold)) return undefined;
  const stopped = view.mayOpen(row);
  if (stopped !== undefined) return stopped;
  const notional = minus(payout(turnoverAt(terms, deal.price), usdt), amount(row.hold));
  if (notional <= nothing) return undefined;
  const owner = { userId: row.userId, book: row.book };
  return houseFor(view, row)?.refuses({ owner, instrument, side: 'long', notional, product: 'spot', waits: kind === 'await' });
}

function amendableOf(row: SpotRow): Amendable {
  const price = (ticks: Ticks) => formatFixed(priceOf(ticks, row));
  const { side, orderType, triggerPrice, triggeredAt } = row;
  if (orderType === 'market' || orderType === 'dust') throw new Error(`spot order ${row.id} never waits`);
  return {
    side,
    type: orderType,
    triggered: triggeredAt !== null,
    price: price(limitOf(row)),
    trigger: triggerPrice === null ? null : price(triggerPrice),
    quantity: formatAmount(termsOf(row).quantity, assetOf(row.base)),
  };
}

interface After {
  readonly request: SpotAmendment;
  readonly decision: SpotDecision;
  readonly now: number;
  readonly quotedAt: number;
}

/** The order under its new terms; those before are kept. */
function rowAfter(row: SpotRow, { request, decision, now, quotedAt }: After): SpotRow {
  const { terms, limit, trigger, expiresAt, deal } = decision;
  const before = {
    at: new Date(now).toISOString(),
    quantity: String(row.quantity),
    limitPrice: limitOf(row),
    triggerPrice: row.triggerPrice,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    hold: String(row.hold),
  };
  return {
    ...row,
    quantity: terms.quantity,
    sizedBy: request.quantity === undefined ? row.sizedBy : 'quantity',
    limitPrice: limit,
    triggerPrice: row.triggeredAt === null ? trigger : row.triggerPrice,
    expiresAt: request.until === undefined ? row.expiresAt : expiresAt === null ? null : new Date(expiresAt),
    amendments: [...(row.amendments ?? []), before],
    hold: deal.paid,
    // Where prices come in late the order may have been judged by later ones, which say nothing of its new terms.
    quotedAt: Math.max(row.quotedAt, quotedAt),
  };
}
