import type { InputOf, ResultOf, SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import type { PositionStatus } from '@assay/contract/vocabulary/statuses.ts';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call, queryClient } from '../client/api.ts';
import { bookOf, onPageBack, useSession } from '../client/session.ts';
import { onFeedEvent } from '../feed/feed.ts';
import { zoneHere } from '../words/zone-here.ts';
import { type Account, AccountCache } from './account-events.ts';

type List = ResultOf<(typeof order)['listUOrder']>;
type Totals = ResultOf<(typeof order)['getProfitTotal']>;

const pageMax = 100;
const totalsAgeMs = 5_000;

/** Private data is cached under its owner and book, so that a switch of either never shows the other's figures. */
export function useAccountKey(): readonly ['account', string, string] {
  const owner = useSession((session) => session.userInfo?.id ?? '');
  const book = useSession((session) => bookOf(session.virtualStatus));
  return ['account', owner, book];
}

function useSignedIn(): boolean {
  return useSession((session) => session.isLogin);
}

/** The available balance in USDT as a plain decimal; undefined until known. */
export function useAvailable(): UseQueryResult<string> {
  return useDollars(({ available }) => available);
}

/** Principal of loans that is not repaid, in USDT as a plain decimal; undefined until known. */
export function useOwed(): UseQueryResult<string> {
  return useDollars(({ owed = '0' }) => owed);
}

function useDollars(pick: (balance: { available: string; owed?: string | undefined }) => string): UseQueryResult<string> {
  return useQuery({
    queryKey: [...useAccountKey(), 'balance'],
    queryFn: ({ signal }) => call(calls.order.getAssestInfo, { code: 'USDT' }, { signal }),
    select: ({ balances }) => pick(balances.find(({ asset }) => asset === 'USDT') ?? { available: '0' }),
    enabled: useSignedIn(),
  });
}

export function useTotals(): UseQueryResult<Totals> {
  const zone = zoneHere();
  return useQuery({
    queryKey: [...useAccountKey(), 'totals', zone],
    queryFn: ({ signal }) => call(calls.order.getProfitTotal, { zone }, { signal }),
    enabled: useSignedIn(),
    // Equity moves with every price; the server adds it up.
    refetchInterval: totalsAgeMs,
  });
}

/** All that lives of a kind, in as many pages as that takes: living orders are limited in number. */
export async function everyPage<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<{ items: Item[]; nextCursor: null }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await read({ limit: pageMax, ...(cursor !== null && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { items, nextCursor: null };
}

/** Open positions or waiting orders, of one instrument or of all. */
export function useLivingOrders(status: 'open' | 'awaiting', code?: string): UseQueryResult<List> {
  return useQuery({
    queryKey: [...useAccountKey(), 'orders', status],
    queryFn: ({ signal }) => everyPage((page) => call(calls.order.listUOrder, { status, ...page }, { signal })),
    select: (list) => (code === undefined ? list : { ...list, items: list.items.filter((item) => item.code === code) }),
    enabled: useSignedIn(),
  });
}

/** One of the positions and waiting orders, as the lists know it. */
export function useOrder(id: string): Position | undefined {
  const open = useLivingOrders('open').data;
  const waiting = useLivingOrders('awaiting').data;
  return [...(open?.items ?? []), ...(waiting?.items ?? [])].find((each) => each.id === id);
}

/** Of which period the endings are wanted. */
export type Span = Pick<InputOf<(typeof order)['listUOrder']>, 'from' | 'to'>;

/** Ended orders, newest ending first, a page at a time. */
export function useOrderHistory(
  status: readonly PositionStatus[],
  code: string | undefined,
  span: Span,
): UseInfiniteQueryResult<{ pages: List[] }> {
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'orders', 'history', status, code ?? '', span],
    queryFn: ({ signal, pageParam }) => {
      const input: SentTo<(typeof order)['listUOrder']> = { status: [...status], limit: 20, sort: 'ended', ...span };
      if (code !== undefined) input.code = code;
      if (pageParam !== null) input.cursor = pageParam;
      return call(calls.order.listUOrder, input, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: useSignedIn(),
  });
}

const cache = new AccountCache(queryClient, (milliseconds, run) => void setTimeout(run, milliseconds));

function accountNow(): Account {
  const { userInfo, virtualStatus } = useSession.getState();
  return ['account', userInfo?.id ?? '', bookOf(virtualStatus)];
}

/** Fetches orders and balances anew; for what just moved money. */
export function useRefreshAccount(): () => void {
  return refreshAccount;
}

function refreshAccount(): void {
  cache.changed('all');
}

/**
 * Takes in an order as a call has just answered it, for the account that the page shows; null where it is not known what the
 * call has changed.
 */
export function useLearnOrder(): (row: object | null) => void {
  const account = useAccountKey();
  return (row) => (row === null ? cache.changed('contracts', 'options', 'spot', 'money') : cache.learn(account, row));
}

/** The account of the connection's events: one that arrives after a switch may still be of the previous account. */
const heard: { of: Account | null } = { of: null };

/** Whether the feed's events are of the account that the page shows. */
export function isOfThisAccount(): boolean {
  return heard.of !== null && isShown(heard.of);
}

/** Whether an account is the one that the page shows by now. */
export function isShown(account: Account): boolean {
  return accountNow().every((part, place) => part === account[place]);
}

/** Keeps private data in step with the server's events; after a reconnect, and on a page that comes back, all is fetched anew. */
export function startAccountEvents(): void {
  onFeedEvent('authenticated', (data) => {
    heard.of = accountOf(data);
  });
  for (const event of ['order', 'balance', 'authenticated'] as const) {
    onFeedEvent(event, (data) => {
      const { of } = heard;
      // Other listeners still find the lists as they were.
      if (of !== null) queueMicrotask(() => cache.hear(of, { event, data }));
    });
  }
  onPageBack(refreshAccount);
}

/** What the server says of the user signed in on the connection. */
function accountOf(data: unknown): Account | null {
  if (typeof data !== 'object' || data === null || !('userId' in data) || !('book' in data)) return null;
  const { userId, book } = data;
  return typeof userId === 'string' && (book === 'demo' || book === 'real') ? ['account', userId, book] : null;
}
