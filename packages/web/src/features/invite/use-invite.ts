import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Invitee, InviteRewards, inviteCalls } from '@assay/contract/endpoints/invite.ts';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';

export type Invite = ResultOf<typeof inviteCalls.invite>;
type Page<Item> = { items: Item[]; nextCursor: string | null };

const perPage = 20;

/** Invitations are the person's, whichever account is in use. */
function useKey(): readonly ['account', string, 'invite'] {
  return ['account', useSession((session) => session.userInfo?.id ?? ''), 'invite'];
}

export function useInvite(): UseQueryResult<Invite> {
  return useQuery({
    queryKey: [...useKey(), 'own'],
    queryFn: ({ signal }) => call(calls.user.invite, {}, { signal }),
  });
}

function pageInput(cursor: string | null): InputOf<typeof inviteCalls.listInvitees> {
  return cursor === null ? { limit: perPage } : { limit: perPage, cursor };
}

export function useInvitees(): UseInfiniteQueryResult<{ pages: Page<Invitee>[] }> {
  return useInfiniteQuery({
    queryKey: [...useKey(), 'invitees'],
    queryFn: ({ signal, pageParam }) => call(calls.user.listInvitees, pageInput(pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useInviteRewards(): UseInfiniteQueryResult<{ pages: Page<InviteRewards>[] }> {
  return useInfiniteQuery({
    queryKey: [...useKey(), 'rewards'],
    queryFn: ({ signal, pageParam }) => call(calls.user.listInviteRewards, pageInput(pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
