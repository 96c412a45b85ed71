import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';

const calendarAgeMs = 300_000;

/** From a week ago to a month ahead, in order. */
export function useCalendar(code: string): UseQueryResult<CalendarItem[]> {
  return useQuery({
    queryKey: ['calendar', code],
    queryFn: ({ signal }) => call(calls.index.calendar, { codes: code }, { signal }),
    staleTime: calendarAgeMs,
    refetchInterval: calendarAgeMs,
  });
}
