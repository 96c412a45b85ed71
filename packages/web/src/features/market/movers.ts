import type { MarketDay } from '@assay/contract/endpoints/index.ts';
import type { ListedItem } from '../../shared/trading/market/figures.ts';

export const moverKinds = ['gainers', 'losers', 'active', 'fresh'] as const;
export type MoverKind = (typeof moverKinds)[number];

export interface Mover {
  readonly item: ListedItem;
  /** In percent, over the hours that its list is about. */
  readonly change: string;
}

/** The lines of a day by code: of all that is listed, drawn or not. */
export interface Told {
  turnoverOf(code: string): number;
  /** Change of the last hour in percent, and its size over the usual one; 0 while nothing is usual. */
  hourOf(code: string): MarketDay['hour'] | undefined;
}

/**
 * What moves, of what trades now: the largest rises and falls of a day, the largest turnovers, and what has moved most in the last
 * hour beside what it usually moves in one. `live` answers a day's change of this moment.
 */
export function moversOf(
  items: readonly ListedItem[],
  { turnoverOf, hourOf }: Told,
  live: (item: ListedItem) => { readonly change: string; readonly open: boolean },
  count: number,
): Readonly<Record<MoverKind, readonly Mover[]>> {
  const day = items.flatMap((item) => {
    const { change, open } = live(item);
    return open && item.nowPrice !== '' ? [{ item, change, percent: Number(change) }] : [];
  });
  const fresh = day
    .flatMap(({ item }) => {
      const hour = hourOf(item.code);
      return hour !== undefined && hour.beyondUsual > 0 ? [{ item, ...hour }] : [];
    })
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

/** Coins of which less than this is traded in a day, in USDT: what one order of a larger customer moves. */
const smallTurnover = 2_000_000;

/** Whether a coin's market is small; none is where turnovers are unknown. */
export function isSmall(turnover: number, largest: number): boolean {
  return largest >= smallTurnover && turnover < smallTurnover;
}
