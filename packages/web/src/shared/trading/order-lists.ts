import type { ResultOf, SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { OptionStatus, SpotStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';
import { useSession } from '../client/session.ts';
import { type Span, everyPage, useAccountKey } from './account.ts';

type Options = ResultOf<(typeof order)['listOptionsOrder']>;
type SpotOrders = ResultOf<(typeof order)['listBbOrder']>;
type Assets = ResultOf<(typeof order)['getAssestInfo']>;

const pageSize = 20;

/** Options that run, of one instrument or of all. */
export function useOpenOptions(code?: string): UseQueryResult<Options> {
  return useQuery({
    queryKey: [...useAccountKey(), 'options', 'open'],
    queryFn: ({ signal }) => everyPage((page) => call(calls.order.listOptionsOrder, { status: 'open', ...page }, { signal })),
    select: (list) => only(list, code),
    enabled: useSession((session) => session.isLogin),
  });
}

/** Settled options, newest settlement first, a page at a time. */
export function useOptionHistory(
  status: readonly OptionStatus[],
  code: string | undefined,
  span: Span,
): UseInfiniteQueryResult<{ pages: Options[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'options', 'history', status, code ?? '', span],
    queryFn: ({ signal, pageParam }) => {
      const input: SentTo<(typeof order)['listOptionsOrder']> = {
        status: [...status],
        limit: pageSize,
        sort: 'ended',
        ...span,
      };
      if (code !== undefined) input.code = code;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.order.listOptionsOrder, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useSession((session) => session.isLogin),
  });
}

/** Spot orders that wait for their limit, of one pair or of all. */
export function useOpenSpotOrders(code?: string): UseQueryResult<SpotOrders> {
  return useQuery({
    queryKey: [...useAccountKey(), 'spot', 'open'],
    queryFn: ({ signal }) => everyPage((page) => call(calls.order.listBbOrder, { status: 'open', ...page }, { signal })),
    select: (list) => only(list, code),
    enabled: useSession((session) => session.isLogin),
  });
}

/** Filled and withdrawn spot orders, newest ending first, a page at a time. */
export function useSpotHistory(
  status: readonly SpotStatus[],
  code: string | undefined,
  span: Span,
): UseInfiniteQueryResult<{ pages: SpotOrders[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'spot', 'history', status, code ?? '', span],
    queryFn: ({ signal, pageParam }) => {
      const input: SentTo<(typeof order)['listBbOrder']> = { status: [...status], limit: pageSize, sort: 'ended', ...span };
      if (code !== undefined) input.code = code;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.order.listBbOrder, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useSession((session) => session.isLogin),
  });
}

/** Both balances of a pair and its day's prices; nothing is asked without a pair. */
export function usePairAssets(code: string | null): UseQueryResult<Assets> {
  return useQuery({
    queryKey: [...useAccountKey(), 'pair', code],
    queryFn: ({ signal }) => call(calls.order.getAssestInfo, { code: code ?? '' }, { signal }),
    enabled: useSession((session) => session.isLogin) && code !== null,
  });
}

function only<Item extends { readonly code: string }, List extends { readonly items: Item[] }>(
  list: List,
  code?: string,
): List {
  return code === undefined ? list : { ...list, items: list.items.filter((item) => item.code === code) };
}
