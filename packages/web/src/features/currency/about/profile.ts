import type { InstrumentProfile, InstrumentStatistics } from '@assay/contract/endpoints/instruments/about.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useSession } from '../../../shared/client/session.ts';

/** Operators change it seldom. */
const profileAgeMs = 300_000;
const statisticsAgeMs = 60_000;

export function useProfile(code: string): UseQueryResult<InstrumentProfile> {
  const lang = useSession((session) => session.language);
  return useQuery({
    queryKey: ['instrumentProfile', code, lang],
    queryFn: ({ signal }) => call(calls.index.instrumentProfile, { code, lang }, { signal }),
    staleTime: profileAgeMs,
  });
}

/** Null where there are no bars. */
export function useStatistics(code: string): UseQueryResult<InstrumentStatistics | null> {
  return useQuery({
    queryKey: ['instrumentStatistics', code],
    queryFn: ({ signal }) => call(calls.index.instrumentStatistics, { code }, { signal }),
    staleTime: statisticsAgeMs,
    refetchInterval: statisticsAgeMs,
  });
}
