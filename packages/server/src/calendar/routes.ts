import { index } from '@assay/contract/endpoints/index.ts';
import type { CalendarItem } from '@assay/contract/endpoints/instruments/calendar.ts';
import { calendarDaysMax } from '@assay/contract/vocabulary/calendar.ts';
import type { Market } from '../market/index.ts';
import { type Http, serve } from '../platform/http.ts';
import { refuse } from '../platform/refusal.ts';
import { readActions } from './actions.ts';
import type { Asked } from './asked.ts';
import { readEconomy } from './economy.ts';
import { daysOfRest } from './rest.ts';

const dayMs = 86_400_000;
const usual = { before: 7 * dayMs, after: 30 * dayMs };

/** GET /index/calendar */
export function serveCalendar(http: Http, market: Pick<Market, 'instrument'>): void {
  serve(http, index.calendar, async (_, { codes, from, to, limit }) => {
    const now = http.clock.now();
    const start = from ?? now - usual.before;
    const until = to ?? Math.max(start, now) + usual.after;
    if (until < start || until - start > calendarDaysMax * dayMs) return refuse('400', { to: '400' });
    const instruments = [...new Set(codes)].flatMap((code) => market.instrument(code) ?? []);
    const asked: Asked = { instruments, from: start, until, limit };
    const told = [await readEconomy(http.db, asked), await readActions(http.db, asked), daysOfRest(asked)].flat();
    return told.toSorted(inOrder).slice(0, limit);
  });
}

const inOrder = (one: CalendarItem, other: CalendarItem): number =>
  Date.parse(one.at) - Date.parse(other.at) || (other.importance ?? 0) - (one.importance ?? 0);
