import { houseFor, opensNow, pricesAllowed } from '../dealing/desk.ts';
import { withPosting } from '../dealing/draft.ts';
import { userAccount } from '../ledger/accounts.ts';
import { orderAmended } from '../ledger/recipes/contracts.ts';
import type { Instrument } from '../market/instrument.ts';
import { type Quote, type Ticks, priceOf } from '../market/quote.ts';
import { amount, minus, payout, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { formatFixed } from '../money/fixed.ts';
import { conversionOf, withConversion } from './conversion.ts';
import type { OpenDecision } from './decide-open.ts';
import { type ContractDesk, type ContractDraft, type PositionRow, contractDraft } from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { type Terms, notionalAt } from './terms.ts';
import { type StopChange, type Waiting, type WaitingChange, decideWaiting, frozenTerms } from './waiting/decide-waiting.ts';

/** Beyond so many changes its receipt would be too long to read: it must be withdrawn and placed again. */
export const amendmentsMax = 100;

/**
 * Gives an order that waits another price, size or trigger. Refusals: 11307 changed too often, or lived through a
 * split; 10015 not tradable, 11212 price too old; of what makes it larger those of `mayOpen` and of the house; those of
 * `decideWaiting`.
 */
export function amendWaiting(
  desk: ContractDesk,
  row: PositionRow,
  change: WaitingChange & StopChange,
  { instrument, quote, terms }: { readonly instrument: Instrument; readonly quote: Quote; readonly terms: Terms },
): ContractDraft | Refused {
  const { market, mode, view } = desk;
  if (row.amendments >= amendmentsMax || row.splits !== null) return refused('11307');
  const conversion = conversionOf(market, instrument);
  if (conversion === undefined) return refused('10015');
  const house = houseFor(view, row);
  const available = view.balanceOf(row.book, userAccount(row.userId, 'available'), usdt);
  const decision = decideWaiting(waitingOf(row), change, {
    instrument: frozenTerms(instrument, terms),
    quote,
    now: view.now,
    conversion: conversion.rate,
    tradable: opensNow(desk, row.code),
    pricesAllowed: pricesAllowed(mode, row.book, market.feedKind(instrument)),
    available: sum(available, amount(row.hold)),
    limits: house?.limitsOf(instrument),
  });
  if (isRefused(decision)) return decision;
  if (!market.fresh(row.code)) return refused('11212');
  const more = minus(payout(decision.opening.notional, usdt), payout(notionalOf(row, terms), usdt));
  if (more > 0n) {
    const taking = { owner: row, instrument, side: row.side, notional: more, product: 'contract', waits: true } as const;
    const beyond = view.mayOpen(row) ?? house?.refuses(taking);
    if (beyond !== undefined) return beyond;
  }
  const recipe = orderAmended({ userId: row.userId, before: amount(row.hold), after: decision.hold });
  const draft = withConversion(desk, withPosting(contractDraft(row), view.now, recipe), conversion);
  return { ...draft, row: withTerms(row, decision), superseded: supersededOf(row, view.now) };
}

function withTerms(row: PositionRow, decision: OpenDecision): PositionRow {
  const { terms, limit, trigger, opening, hold, liquidation, stops, targets } = decision;
  return {
    ...row,
    lots: formatFixed(terms.lots),
    limitPrice: limit,
    triggerPrice: row.triggeredAt === null ? trigger : row.triggerPrice,
    conversion: formatFixed(terms.conversion),
    margin: opening.margin,
    maintenance: opening.maintenance,
    openFee: opening.fee,
    hold,
    liquidationPrice: liquidation,
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    targets: targets.length === 0 ? null : targets,
    trailingDistance: stops.trailing?.distance ?? null,
    amendments: row.amendments + 1,
  };
}

function supersededOf(row: PositionRow, now: number): ContractDraft['superseded'] {
  const { id, lots, limitPrice, triggerPrice, conversion, hold } = row;
  return {
    positionId: id,
    number: row.amendments + 1,
    lots,
    limitPrice,
    triggerPrice,
    conversion,
    hold,
    until: new Date(now),
  };
}

function waitingOf(row: PositionRow): Waiting {
  const price = (ticks: Ticks | null) => (ticks === null ? null : formatFixed(priceOf(ticks, row), row.priceScale));
  return {
    side: row.side,
    orderType: row.orderType,
    lots: row.lots,
    leverage: row.leverage,
    limitPrice: price(row.limitPrice),
    triggerPrice: price(row.triggerPrice),
    triggered: row.triggeredAt !== null,
    stopLoss: price(row.stopLoss),
    takeProfit: price(row.takeProfit),
    targets: (row.targets ?? []).map((target) => ({ ...target, price: price(target.price) ?? '' })),
    trailingStop: price(row.trailingDistance),
    trailingBps: row.trailingBps,
  };
}

const notionalOf = ({ limitPrice, triggerPrice }: PositionRow, terms: Terms) =>
  notionalAt(terms, limitPrice ?? triggerPrice ?? 0);
