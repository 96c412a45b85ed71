import { houseFor, opensNow, pricesAllowed } from '../dealing/desk.ts';
import { type Asked, withPosting } from '../dealing/draft.ts';
import { contractOpened, limitPlaced } from '../ledger/recipes/contracts.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';
import { type Amount, payout } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { conversionOf, withConversion } from './conversion.ts';
import { type OpenDecision, type OpenRequest, decideOpen } from './decide-open.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, contractDraft, withContractQuote } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';

export type ContractRequest = Asked<OpenRequest & { readonly code: string }>;

/**
 * Opens a leveraged contract at the market, or places a limit order. The price is the last good quote at the moment of
 * decision, whatever the customer saw. `openOrders` counts the account's living orders, `id` is the new one's;
 * `available` is what may be spent, where not having it ends no more than this. Refusals: those of `mayOpen`, 11009 no
 * such instrument, those of `decideOpen`; 11212 price too old, those of the house; 10011 balance, when it is booked.
 */
export function openContract(
  desk: ContractDesk,
  { owner, input, orderNo }: ContractRequest,
  { id, openOrders, available }: { readonly id: number; readonly openOrders: number; readonly available?: Amount },
): ContractDraft | Refused {
  const { market, mode, view } = desk;
  const stopped = view.mayOpen(owner);
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined) return refused('11009', 'code');
  const house = houseFor(view, owner);
  const quote = market.quote(input.code);
  const conversion = conversionOf(market, instrument);
  if (quote === undefined || conversion === undefined) return refused('10015');
  const decision = decideOpen(input, {
    instrument,
    quote,
    now: view.now,
    conversion: conversion.rate,
    tradable: opensNow(desk, input.code),
    pricesAllowed: pricesAllowed(mode, owner.book, market.feedKind(instrument)),
    openOrders,
    ...(available !== undefined && { available }),
    limits: house?.limitsOf(instrument),
  });
  if (isRefused(decision)) return decision;
  if (!market.fresh(input.code)) return refused('11212');
  const notional = payout(decision.opening.notional, usdt);
  const opens = decision.kind === 'open';
  const beyond = house?.refuses({ owner, instrument, side: input.side, notional, product: 'contract', waits: !opens });
  if (beyond !== undefined) return beyond;

  const { margin, fee } = decision.opening;
  const recipe = opens ? contractOpened : limitPlaced;
  const trailingBps = opens ? null : (input.trailingBps ?? null);
  const row = rowOf(
    { id, orderNo, ...owner, orderType: input.type, trailingBps },
    { now: view.now, instrument, quote, decision },
  );
  const posted = withPosting(contractDraft(row, null), view.now, recipe({ userId: owner.userId, margin, fee }));
  const converted = withConversion(desk, posted, conversion);
  return withContractQuote(desk, converted, opens ? 'open' : 'place', { instrument, quote });
}

type Named = Pick<PositionRow, 'id' | 'orderNo' | 'userId' | 'book' | 'orderType' | 'trailingBps'>;

interface Decided {
  readonly now: number;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly decision: OpenDecision;
}

function rowOf(named: Named, { now, instrument, quote, decision }: Decided): PositionRow {
  const { terms, opening, stops, targets } = decision;
  const opens = decision.kind === 'open';
  const at = new Date(now);
  return {
    ...named,
    instrumentId: instrument.id,
    code: instrument.code,
    side: terms.side,
    leverage: terms.leverage,
    lots: formatFixed(terms.lots),
    lotSize: formatFixed(terms.lotSize),
    priceScale: terms.priceScale,
    feeRate: formatFixed(terms.feeRate),
    maintenanceRate: formatFixed(terms.maintenanceRate),
    financingRate: formatFixed(terms.financingRate),
    limitPrice: decision.limit,
    triggerPrice: decision.trigger,
    createdAt: at,
    expiresAt: decision.until === null ? null : new Date(decision.until),
    triggeredAt: null,
    amendments: 0,
    conversion: formatFixed(terms.conversion),
    openPrice: opens ? opening.price : null,
    openedAt: opens ? at : null,
    margin: opening.margin,
    maintenance: opening.maintenance,
    openFee: opening.fee,
    status: opens ? 'open' : 'awaiting',
    hold: opens ? 0n : decision.hold,
    marginTaken: 0n,
    financing: 0n,
    financedUntil: opens ? at : null,
    liquidationPrice: decision.liquidation,
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    targets: targets.length === 0 ? null : targets,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: quote.time,
    closeReason: null,
    closePrice: null,
    closedAt: null,
    closeFee: null,
    profit: null,
    gap: 0n,
    marginWarned: false,
    splits: null,
    partOf: null,
    parts: 0,
    version: 1,
  };
}
