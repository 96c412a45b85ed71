import { type AssetClass, assetClasses, marketTypes } from '@assay/contract/vocabulary/markets.ts';
import type { ListedItem } from '../../../shared/trading/market/figures.ts';
import { type Rect, squarify } from './squarify.ts';

export interface Tile {
  readonly item: ListedItem;
  /** Turnover of a day in USDT. */
  readonly turnover: number;
  readonly rect: Rect;
}

export interface Group {
  readonly assetClass: AssetClass;
  /** With its title on top. */
  readonly rect: Rect;
  readonly tiles: readonly Tile[];
}

/** Room for a group's name, and between groups, in pixels. */
export const titlePx = 22;
const gapPx = 4;
/** A smaller tile could neither be read nor hit. */
const tilePxMin = 26 * 26;

/** The market by class, each instrument as large as its turnover; what would be too small to be seen is left out of its class. */
export function groupsOf(
  items: readonly ListedItem[],
  turnoverOf: (code: string) => number,
  box: { readonly width: number; readonly height: number },
): Group[] {
  const classes = assetClasses
    .map((assetClass) => {
      const own = items
        .filter(({ type, nowPrice }) => type === marketTypes[assetClass] && nowPrice !== '')
        .map((item) => ({ item, turnover: turnoverOf(item.code) }))
        .filter(({ turnover }) => turnover > 0)
        .toSorted((a, b) => b.turnover - a.turnover);
      return { assetClass, own, total: sum(own) };
    })
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total);
  const rects = squarify(
    classes.map(({ total }) => total),
    { x: 0, y: 0, ...box },
  );
  return classes.map(({ assetClass, own }, index) => {
    const { x = 0, y = 0, width = 0, height = 0 } = rects[index] ?? {};
    const rect = { x, y, width: Math.max(0, width - gapPx), height: Math.max(0, height - gapPx) };
    const inner = { ...rect, y: y + titlePx, height: Math.max(0, rect.height - titlePx) };
    const shown = largeEnough(own, inner.width * inner.height);
    const tiles = squarify(
      shown.map(({ turnover }) => turnover),
      inner,
    );
    return { assetClass, rect, tiles: shown.map((one, place) => ({ ...one, rect: tiles[place] ?? inner })) };
  });
}

type Sized = Omit<Tile, 'rect'>;

const sum = (all: readonly Sized[]): number => all.reduce((total, { turnover }) => total + turnover, 0);

/** The largest ones, as many as get a tile that can be seen. */
function largeEnough(own: readonly Sized[], area: number): readonly Sized[] {
  let count = own.length;
  let total = sum(own);
  while (count > 1 && ((own[count - 1]?.turnover ?? 0) / total) * area < tilePxMin) {
    count -= 1;
    total -= own[count]?.turnover ?? 0;
  }
  return own.slice(0, count);
}

/** Changes in percent from which on a tile has the next stronger colour. */
export const stepLimits = { slight: 0.25, strong: 2 } as const;
export type Step = -2 | -1 | 0 | 1 | 2;

/** Five steps from falling much to rising much. */
export function stepOf(change: string): Step {
  const percent = Number(change);
  const size = Math.abs(percent) >= stepLimits.strong ? 2 : Math.abs(percent) >= stepLimits.slight ? 1 : 0;
  return size === 0 ? 0 : percent > 0 ? size : size === 2 ? -2 : -1;
}

/** The next tile in the direction of an arrow key; the tile itself where there is none. */
export function neighbour(rects: readonly Rect[], from: number, key: string): number {
  const start = rects[from];
  const way = ways[key];
  if (start === undefined || way === undefined) return from;
  const centre = (rect: Rect) => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  const here = centre(start);
  let [best, nearest] = [from, Infinity];
  rects.forEach((rect, index) => {
    const { x, y } = centre(rect);
    const along = (x - here.x) * way.x + (y - here.y) * way.y;
    const aside = Math.abs((x - here.x) * way.y) + Math.abs((y - here.y) * way.x);
    if (index === from || along < 1) return;
    // Straight on before far aside.
    const distance = along + 2 * aside;
    if (distance < nearest) [best, nearest] = [index, distance];
  });
  return best;
}

const ways: Readonly<Record<string, { readonly x: number; readonly y: number } | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
