import type { HoursId } from '@assay/contract/vocabulary/markets.ts';

/**
 * How fast a market lives, hour by hour of a week from Monday 00:00 UTC: the variance of its prices is spread over the
 * week by these weights. Openings and closings need not be exact here; `hours.ts` decides when there are quotes.
 */
const hourly: Record<HoursId, (weekday: number, hour: number) => number> = {
  always: (weekday, hour) => (weekday > 5 ? 0.6 : 1) * (hour >= 13 && hour < 21 ? 1.5 : hour < 6 ? 0.8 : 1),
  forex: aroundTheClock,
  metal: aroundTheClock,
  usFuture: aroundTheClock,
  usEquity: (weekday, hour) => {
    if (weekday > 5) return 0.02;
    if (hour < 13 || hour > 20) return 0.12;
    return hour <= 14 ? 3 : hour >= 19 ? 2.2 : 1.6;
  },
};

function aroundTheClock(weekday: number, hour: number): number {
  const weekend = weekday === 6 || (weekday === 5 && hour >= 22) || (weekday === 7 && hour < 21);
  if (weekend) return 0.01;
  if (hour >= 22 || hour < 7) return 0.5;
  return hour < 13 ? 1.1 : hour < 17 ? 1.9 : 0.8;
}

const hours = 168;
const weekSeconds = 604_800;
/** 1970-01-05, a Monday. */
const firstMonday = 345_600;

/** Per market: seconds of market time before each hour of the week; the last is the whole week. */
const elapsedByHours = new Map<HoursId, Float64Array>();

function elapsedOf(id: HoursId): Float64Array {
  const known = elapsedByHours.get(id);
  if (known !== undefined) return known;
  const weights = Array.from({ length: hours }, (_, hour) => hourly[id](Math.floor(hour / 24) + 1, hour % 24));
  const scale = weekSeconds / weights.reduce((total, weight) => total + weight, 0);
  const elapsed = new Float64Array(hours + 1);
  weights.forEach((weight, hour) => {
    elapsed[hour + 1] = (elapsed[hour] ?? 0) + weight * scale;
  });
  elapsedByHours.set(id, elapsed);
  return elapsed;
}

/** Seconds of market time since 1970-01-05: it runs fast in busy hours and nearly stands still in closed ones. */
export function marketSeconds(id: HoursId, time: number): number {
  const seconds = time / 1000 - firstMonday;
  const week = Math.floor(seconds / weekSeconds);
  const inWeek = seconds - week * weekSeconds;
  const hour = Math.min(hours - 1, Math.floor(inWeek / 3600));
  const elapsed = elapsedOf(id);
  const before = elapsed[hour] ?? 0;
  const after = elapsed[hour + 1] ?? 0;
  return week * weekSeconds + before + (after - before) * (inWeek / 3600 - hour);
}

/** Seconds of market time that pass in a second. */
export function activity(id: HoursId, time: number): number {
  const hour = Math.floor((time / 1000 - firstMonday) / 3600) % hours;
  const elapsed = elapsedOf(id);
  return ((elapsed[hour + 1] ?? 0) - (elapsed[hour] ?? 0)) / 3600;
}
