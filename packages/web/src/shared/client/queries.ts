import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { useTakenOver } from '../first-page.ts';
import { call, queryClient } from './api.ts';
import { useSession } from './session.ts';

/** A public parameter; refused with 10018 when the operator has not set it. */
export function fetchParam(key: string): Promise<string> {
  return call(calls.index.getParamByKey, { key }).then(({ paramValue }) => paramValue);
}

export const modes = ['sandbox', 'replay', 'live'] as const;

const modeQuery = queryOptions({ queryKey: ['param', 'mode'], queryFn: () => fetchParam('mode'), staleTime: Infinity });

/** Asks for it beside the first texts: a banner that comes after the first draw moves the whole page. */
export function fetchModeAhead(): void {
  queryClient.query(modeQuery).catch(() => undefined);
}

/** How this deployment runs; undefined until known, and while a page is taken over that was drawn without it. */
export function useMode(): (typeof modes)[number] | undefined {
  const { data } = useQuery(modeQuery);
  const isTakenOver = useTakenOver();
  return isTakenOver ? modes.find((mode) => mode === data) : undefined;
}

/** Titles of the published contents in the person's language: 1 company, 2 policy, 3 other. */
export function useContents() {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: ['contents', language],
    queryFn: ({ signal }) =>
      call(calls.index.listContents, { languageType: language === 'zh' ? '1' : '2', lang: language }, { signal }),
    staleTime: 600_000,
  });
}

/** The address of a content page, as the specification has it. */
export function detailPath({ id, title }: { id: string; title: string }): string {
  return `/detail?${new URLSearchParams({ id, title })}`;
}
