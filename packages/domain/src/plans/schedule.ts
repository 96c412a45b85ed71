export const dayMs = 86_400_000;

/** When a plan bought now opens: at the start date, or in this very second. Incomes fall due to the second, UTC. */
export function opensAt(startsAt: number | null, now: number): number {
  const thisSecond = Math.floor(now / 1000) * 1000;
  return startsAt === null || startsAt <= now ? thisSecond : startsAt;
}

/** When the income of a day falls due: the first one day after opening, then daily. The last is when the plan matures. */
export function incomeAt(openedAt: number, day: number): number {
  return openedAt + day * dayMs;
}

/** How many incomes have fallen due by now. A day is 24 hours: UTC knows no other. */
export function incomesDue(openedAt: number, days: number, now: number): number {
  return Math.max(0, Math.min(days, Math.floor((now - openedAt) / dayMs)));
}
