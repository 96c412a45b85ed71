import { isOver, readUntil } from '../dealing/validity.ts';
import type { Ticks } from '../market/quote.ts';
import { toFixed } from '../money/fixed.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { amendWaiting } from './amend-waiting.ts';
import { type AmendRequest, decideAmend } from './decide-amend.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  entryNow,
  stopsOf,
  termsOf,
  withContractQuote,
} from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { amendTargets } from './targets/targets.ts';
import { closingPrice } from './terms.ts';
import { changesTerms } from './waiting/decide-waiting.ts';

/**
 * Sets or removes stop-loss, take-profit, targets and trailing stop, and gives an order that waits another price, size, trigger or end.
 * Stops and an end are taken outside trading hours too: compared with the last good quote, and nothing is traded by it.
 * `followed` is how far a trailing stop has come. Refusals: 404 not yours, 11008 already ended, 10015 no quote yet, 11306 does not
 * wait, those of `amendWaiting`, `readUntil` and `readTargets`, 11005, 11016.
 */
export function amendContract(
  desk: ContractDesk,
  request: AmendRequest,
  row: PositionRow | undefined,
  followed: Ticks | null,
): ContractDraft | Refused {
  const { market, view } = desk;
  if (row === undefined) return refused('404', 'id');
  const hasEnded = row.status === 'awaiting' && isOver(row.expiresAt, view.now);
  if ((row.status !== 'awaiting' && row.status !== 'open') || hasEnded) return refused('11008');
  const instrument = market.instrument(row.code);
  const quote = market.quote(row.code);
  if (instrument === undefined || quote === undefined || isOfOldUnits(row.splits, quote)) return refused('10015');
  const isOpen = row.status === 'open';
  if (isOpen && (changesTerms(request) || request.until !== undefined)) return refused('11306');
  const until = readUntil(request.until, view.now);
  if (isRefused(until)) return until;
  const draft = changesTerms(request)
    ? amendWaiting(desk, row, request, { instrument, quote, terms: termsOf(row) })
    : contractDraft(row);
  if (isRefused(draft)) return draft;
  const retermed = draft.row;
  // Stops that go with other terms have been judged with them.
  const own = changesTerms(request) ? { trailingStop: request.trailingStop } : request;
  const { side, priceScale } = row;
  const reference = isOpen ? closingPrice(side, quote) : (entryNow(retermed) ?? closingPrice(side, quote));
  const stops = decideAmend(own, {
    side,
    priceScale,
    reference,
    liquidation: retermed.liquidationPrice,
    stops: stopsOf({ ...retermed, trailingBest: followed ?? row.trailingBest }),
    open: isOpen,
  });
  if (isRefused(stops)) return stops;
  const { lots, parts, targets: now } = retermed;
  const entire = { lots: toFixed(lots), parts, takeProfit: stops.takeProfit, steps: instrument.contract };
  const targets = amendTargets(own, now ?? [], { side, priceScale, reference, ...entire });
  if (isRefused(targets)) return targets;
  const amended: PositionRow = {
    ...retermed,
    expiresAt: request.until === undefined ? row.expiresAt : until === null ? null : new Date(until),
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    targets: targets.length === 0 ? null : targets,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBps: request.trailingStop === undefined ? retermed.trailingBps : null,
    trailingBest: stops.trailing?.best ?? null,
    // Where prices come in late the order may have been judged by later ones, which say nothing of its new terms.
    quotedAt: Math.max(row.quotedAt, quote.time),
  };
  return { ...withContractQuote(desk, draft, 'amend', { instrument, quote }), row: amended };
}
