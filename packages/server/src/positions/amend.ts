import { decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import { type Refusal, refusalOf, refuse } from '../platform/refusal.ts';
import type { Amending } from './commands.ts';
import { type Desk, type Draft, draftOf, withQuote } from './draft.ts';
import { type PositionRow, stopsOf } from './row.ts';

/**
 * Sets or removes stop-loss, take-profit and trailing stop. Allowed outside trading hours too: compared with the last
 * good quote, and nothing is traded by it. Refusals: 404 not yours, 11008 already ended, 10015 no quote yet, 11005, 11016.
 */
export function amend(desk: Desk, { input }: Amending, row: PositionRow | undefined): Draft | Refusal {
  const { market } = desk;
  if (row === undefined) return refuse('404', { id: '404' });
  if (row.status !== 'awaiting' && row.status !== 'open') return refuse('11008');
  const instrument = market.instrument(row.code);
  const quote = market.quote(row.code);
  if (instrument === undefined || quote === undefined) return refuse('10015');
  const isOpen = row.status === 'open';
  const stops = decideAmend(input, {
    side: row.side,
    priceScale: row.priceScale,
    reference: isOpen || row.limitPrice === null ? closingPrice(row.side, quote) : row.limitPrice,
    liquidation: row.liquidationPrice,
    stops: stopsOf(row),
    open: isOpen,
  });
  if (isRefused(stops)) return refusalOf(stops);
  const amended: PositionRow = {
    ...row,
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    trailingDistance: stops.trailing?.distance ?? null,
    trailingBest: stops.trailing?.best ?? null,
    quotedAt: quote.time,
  };
  return { ...withQuote(desk, draftOf(row), 'amend', instrument, quote), row: amended };
}
