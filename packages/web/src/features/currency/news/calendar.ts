import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { calendarItemsMax } from '@assay/contract/vocabulary/calendar.ts';
import { newsCodesMax } from '@assay/contract/vocabulary/limits.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';

const calendarAgeMs = 300_000;

/** From a week ago to a month ahead, in order, of one instrument or of several. */
export function useCalendar(codes: readonly string[]): UseQueryResult<CalendarItem[]> {
  const asked = codes.slice(0, newsCodesMax);
  return useQuery({
    queryKey: ['calendar', ...asked],
    queryFn: ({ signal }) => call(calls.index.calendar, { codes: asked, limit: calendarItemsMax }, { signal }),
    enabled: asked.length > 0,
    staleTime: calendarAgeMs,
    refetchInterval: calendarAgeMs,
  });
}
