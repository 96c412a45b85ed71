import type { Ticks } from '../market/quote.ts';
import { isOfOldUnits } from '../splits/split.ts';
import { type AmendRequest, decideAmend } from './decide-amend.ts';
import {
  type ContractDesk,
  type ContractDraft,
  type PositionRow,
  contractDraft,
  limitNow,
  stopsOf,
  withContractQuote,
} from './position.ts';
import { type Refused, isRefused, refused } from './refused.ts';
import { closingPrice } from './terms.ts';

/**
 * Sets or removes stop-loss, take-profit and trailing stop. Allowed outside trading hours too: compared with the last
 * good quote, and nothing is traded by it. `followed` is how far a trailing stop has come. Refusals: 404 not yours, 11008 already ended, 10015 no quote yet, 11005, 11016.
 */
export function amendContract(
  desk: ContractDesk,
  request: AmendRequest,
  row: PositionRow | undefined,
  followed: Ticks | null,
): ContractDraft | Refused {
  const { market } = desk;
  if (row === undefined) return refused('404', 'id');
  if (row.status !== 'awaiting' && row.status !== 'open') return refused('11008');
  const instrument = market.instrument(row.code);
  const quote = market.quote(row.code);
  if (instrument === undefined || quote === undefined || isOfOldUnits(row.splits, quote)) return refused('10015');
  const isOpen = row.status === 'open';
  const stops = decideAmend(request, {
    side: row.side,
    priceScale: row.priceScale,
    reference: isOpen ? closingPrice(row.side, quote) : (limitNow(row) ?? closingPrice(row.side, quote)),
    liquidation: row.liquidationPrice,
    stops: stopsOf({ ...row, trailingBest: followed ?? row.trailingBest }),
    open: isOpen,
  });
  if (isRefused(stops)) return stops;
  const amended: PositionRow = {
    ...row,
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: quote.time,
  };
  return { ...withContractQuote(desk, contractDraft(row), 'amend', { instrument, quote }), row: amended };
}
