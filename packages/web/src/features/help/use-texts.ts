import type { index } from '@assay/contract/endpoints/index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import type { z } from 'zod';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';

/** Published texts change seldom. */
const staleTime = 600_000;

export type Text = z.output<typeof index.getContentsById.result>;

/** All texts of a type with their bodies, in the person's language: 4 FAQ, 5 notice, 6 news and products; as nodes where they are shown whole. */
export function useTextsOf(type: 4 | 5 | 6, shown?: 'whole') {
  const lang = useSession((session) => session.language);
  return useQuery({
    queryKey: ['texts', type, lang, shown],
    queryFn: ({ signal }) =>
      call(calls.index.searchContents, { type, lang, ...(shown !== undefined && { nodes: '1' }) }, { signal }),
    staleTime,
  });
}

/** Texts that have every word of the query; nothing is requested until there are two characters, or one of Chinese. */
export function useFoundTexts(query: string) {
  const lang = useSession((session) => session.language);
  const q = query.trim();
  return useQuery({
    queryKey: ['found texts', lang, q],
    queryFn: ({ signal }) => call(calls.index.searchContents, { q, lang }, { signal }),
    enabled: q.length > 1 || /\p{Script=Han}/u.test(q),
    placeholderData: keepPreviousData,
    staleTime,
  });
}

/** One text by its id, or by the slug of what the product ships. */
export function useText(id: string) {
  const lang = useSession((session) => session.language);
  return useQuery({
    queryKey: ['text', id, lang],
    queryFn: ({ signal }) => call(calls.index.getContentsById, { id, lang, nodes: '1' }, { signal }),
    enabled: /^[A-Za-z0-9_-]{1,64}$/.test(id),
    staleTime,
  });
}
