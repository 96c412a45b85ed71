import type { Nft, NftDetail, OwnNft } from '@assay/contract/endpoints/nfts.ts';
import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { useAccountKey, useRefreshAccount } from '../../shared/trading/account.ts';

/**
 * Bids of others are fetched, not pushed: a page that is looked at asks every few seconds, and one in the background not at
 * all. What concerns the person's own money comes over the live feed at once.
 */
const galleryAgeMs = 10_000;
const pieceAgeMs = 3_000;
const ownPerPage = 24;

const key = ['nfts'] as const;

/** Every piece, as the server orders them: what ends next first. */
export function usePieces(): UseQueryResult<Nft[]> {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: [...key, 'list', language],
    queryFn: ({ signal }) => call(calls.index.listNft, {}, { signal }),
    refetchInterval: galleryAgeMs,
  });
}

export function usePiece(id: string): UseQueryResult<NftDetail> {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: [...key, 'piece', id, language],
    queryFn: ({ signal }) => call(calls.index.getNft, { id }, { signal }),
    refetchInterval: pieceAgeMs,
  });
}

/** The person's pieces and bids, by the latest own bid; on the real account alone. */
export function useOwnPieces(): UseInfiniteQueryResult<{
  pages: { items: OwnNft[]; nextCursor: string | null }[];
}> {
  const signedIn = useSession((session) => session.isLogin);
  const language = useSession((session) => session.language);
  const real = useBook() === 'real';
  return useInfiniteQuery({
    queryKey: [...useAccountKey(), 'nfts', language],
    queryFn: ({ signal, pageParam }) =>
      call(calls.user.listNft, pageParam === null ? { limit: ownPerPage } : { limit: ownPerPage, cursor: pageParam }, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: signedIn && real,
  });
}

/** Fetches pieces, own bids and balances anew. */
export function useRefreshPieces(): () => void {
  const client = useQueryClient();
  const account = useRefreshAccount();
  return useCallback(() => {
    account();
    void client.invalidateQueries({ queryKey: key });
  }, [account, client]);
}

/** Keeps everything in step with what happens to the person's own money: a bid released, a piece won. */
export function useAuctionEvents(): void {
  const refresh = useRefreshPieces();
  useFeedEvent('balance', refresh);
  useFeedEvent('notification', refresh);
  useFeedEvent('authenticated', refresh);
}
