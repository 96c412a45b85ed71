import type { Block, Limits } from '@assay/contract/endpoints/limits.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { call } from '../client/api.ts';
import { useBook, useSession } from '../client/session.ts';
import { useFormat } from '../words/format.ts';

/** A pause ends by the clock, without any event. */
const limitsAgeMs = 30_000;
/** Beyond this the day is shown with its year, and without its time. */
const farMs = 14 * 86_400_000;

/**
 * The person's own limits concern both accounts, so they are cached under their owner alone; every call that moves money
 * fetches them again.
 */
export function useLimitsKey(): readonly string[] {
  const owner = useSession((session) => session.userInfo?.id ?? '');
  return ['account', owner, 'limits'];
}

export function useLimits(): UseQueryResult<Limits> {
  return useQuery({
    queryKey: useLimitsKey(),
    queryFn: ({ signal }) => call(calls.user.limits, {}, { signal }),
    enabled: useSession((session) => session.isLogin),
    refetchInterval: limitsAgeMs,
  });
}

/** Which of the person's own limits keeps the account from opening anything, in words; null when none does. */
export function useStopped(): string | null {
  const { data } = useLimits();
  const { t } = useTranslation('limits');
  const book = useBook();
  const time = useMoment();
  const block: Block | null = data?.blocked[book] ?? null;
  return block === null ? null : t(`stopped.${block.code}`, { time: time(block.until) });
}

/** Day and time in the person's notation, kept in one piece whichever way the sentence runs. */
export function useMoment(): (when: string | null) => string {
  const format = useFormat();
  return (when) => {
    const far = when !== null && Date.parse(when) - Date.now() > farMs;
    return `\u2068${far ? format.date(when) : format.dateTime(when)}\u2069`;
  };
}
