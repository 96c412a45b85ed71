import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { useMode } from '../../../shared/client/queries.ts';
import { useBook } from '../../../shared/client/session.ts';

/** A real account trades on no simulated prices where the deployment is live. */
export function usePricesAllowed({ feed }: Pick<MarketInfo, 'feed'>): boolean {
  const mode = useMode();
  const book = useBook();
  return mode !== 'live' || book === 'demo' || feed === 'live';
}
