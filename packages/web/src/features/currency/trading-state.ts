import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';

export type TradingState = 'open' | 'closed' | 'suspended';

/**
 * Whether the instrument trades. The feed knows first that it does not, the instrument's page knows why; a market
 * without closing time is never closed, so there it is suspended.
 */
export function tradingState(
  info: Pick<MarketInfo, 'open' | 'suspended' | 'hours'>,
  live: FeedQuote | undefined,
): TradingState {
  const open = live === undefined ? info.open : live.halted !== true;
  if (open) return 'open';
  const neverCloses = info.hours.opensAt === null && info.hours.closesAt === null;
  return info.suspended || neverCloses ? 'suspended' : 'closed';
}
