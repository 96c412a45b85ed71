import type { NewsItem } from '@assay/contract/endpoints/instruments/about.ts';
import { newsCodesMax } from '@assay/contract/vocabulary/limits.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useLivingOrders } from '../account.ts';
import { useWatchlist } from '../market/watchlist.ts';

/** Published texts change seldom. */
const staleTime = 300_000;

/** Notices and news about instruments, the latest first, in the person's language. */
export function useNews(codes: readonly string[], limit: number): UseQueryResult<NewsItem[]> {
  const lang = useSession((session) => session.language);
  const asked = [...new Set(codes)].slice(0, newsCodesMax).toSorted();
  return useQuery({
    queryKey: ['news', lang, limit, ...asked],
    queryFn: ({ signal }) => call(calls.index.listNews, { codes: asked, lang, limit }, { signal }),
    enabled: asked.length > 0,
    staleTime,
  });
}

/** What a person holds, then what it watches, the latest star first. */
export function useConcerned(): readonly string[] {
  const { data } = useLivingOrders('open');
  const watchlist = useWatchlist((stars) => stars.watchlist);
  return [...new Set([...(data?.items ?? []).map(({ code }) => code), ...watchlist.toReversed()])];
}
