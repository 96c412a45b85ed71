import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { changeOf } from '../../shared/trading/market/line.ts';

export const moverKinds = ['gainers', 'losers', 'active', 'fresh'] as const;
export type MoverKind = (typeof moverKinds)[number];

export interface Mover {
  readonly item: MarketItem;
  /** In percent, over the hours that its list is about. */
  readonly change: string;
}

/** Points of the small line in an hour. */
const hourPoints = 4;
/** With fewer hours than these nobody can say what is usual. */
const hoursMin = 6;

/**
 * What moves, of what trades now: the largest rises and falls of a day, the largest turnovers, and what has moved most in the last
 * hour beside what it usually moves in one. `live` answers a day's change of this moment.
 */
export function moversOf(
  items: readonly MarketItem[],
  turnoverOf: (code: string) => number,
  live: (item: MarketItem) => { readonly change: string; readonly open: boolean },
  count: number,
): Readonly<Record<MoverKind, readonly Mover[]>> {
  const day = items.flatMap((item) => {
    const { change, open } = live(item);
    return open && item.nowPrice !== '' ? [{ item, change, percent: Number(change) }] : [];
  });
  const fresh = day
    .map(({ item }) => ({ item, ...lastHourOf(item.hundred) }))
    .filter(({ beyondUsual }) => beyondUsual > 0)
    .toSorted((a, b) => b.beyondUsual - a.beyondUsual);
  return {
    gainers: day
      .filter(({ percent }) => percent > 0)
      .toSorted((a, b) => b.percent - a.percent)
      .slice(0, count),
    losers: day
      .filter(({ percent }) => percent < 0)
      .toSorted((a, b) => a.percent - b.percent)
      .slice(0, count),
    active: day.toSorted((a, b) => turnoverOf(b.item.code) - turnoverOf(a.item.code)).slice(0, count),
    fresh: fresh.slice(0, count),
  };
}

/** The change of the last hour of a day's line, and its size over the usual size of an hour; 0 while nothing is usual. */
function lastHourOf(points: readonly number[]): { change: string; beyondUsual: number } {
  const hours = Math.floor((points.length - 1) / hourPoints);
  const at = (hoursAgo: number) => points.at(-1 - hoursAgo * hourPoints) ?? 0;
  const sizes = Array.from({ length: hours }, (_, hour) => Math.abs(at(hour) / at(hour + 1) - 1));
  const [last = 0, ...others] = sizes;
  const usual = others.reduce((sum, size) => sum + size, 0) / Math.max(others.length, 1);
  const change = changeOf([at(1), at(0)]);
  return { change, beyondUsual: hours < hoursMin || usual === 0 || Number(change) === 0 ? 0 : last / usual };
}

/** Coins of which less than this is traded in a day, in USDT: what one order of a larger customer moves. */
const smallTurnover = 2_000_000;

/** Whether a coin's market is small; where nobody tells turnovers none is. */
export function isSmall(turnover: number, largest: number): boolean {
  return largest >= smallTurnover && turnover < smallTurnover;
}
