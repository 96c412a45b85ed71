import { cx } from '../cx.ts';
import { ingotPath } from './ingot.ts';

/** From bronze to white gold: the face of an ingot, its light and its edge. */
const tints = [
  ['#a96a3d', '#d39a6c', '#7b4a27'],
  ['#b67f3f', '#e2b273', '#855a27'],
  ['#c79a3d', '#f0cc77', '#8f6a1f'],
  ['#d8ab3f', '#f7d98a', '#9a7420'],
  ['#e3bd5d', '#fbe6ab', '#a6832f'],
  ['#d9cfae', '#fbf6e2', '#9c9170'],
] as const;

/** Where the ingots of each size lie: left, top and width, those below first. */
const heaps = [
  [[9, 13.2, 14]],
  [[6.5, 12.2, 19]],
  [[4, 11.2, 24]],
  [
    [2.4, 13.4, 13.2],
    [16.4, 13.4, 13.2],
  ],
  [
    [2.4, 16.2, 13.2],
    [16.4, 16.2, 13.2],
    [9.4, 10.3, 13.2],
  ],
  [
    [1.4, 19.6, 9.6],
    [11.2, 19.6, 9.6],
    [21, 19.6, 9.6],
    [6.3, 15.2, 9.6],
    [16.1, 15.2, 9.6],
    [11.2, 10.8, 9.6],
  ],
] as const;

/** The upper bound of each emblem, in USDT: the more a plan takes, the more gold. */
const upTo = [2_000, 5_000, 10_000, 20_000, 50_000];

/** The emblem of a yield plan by the most that it takes: an ingot, larger or in a heap. The name beside it says what it is. */
export function PlanEmblem({ amountMax, className }: { amountMax: number; className?: string }) {
  const found = upTo.findIndex((most) => amountMax <= most);
  const rank = found < 0 ? heaps.length - 1 : found;
  const [face, light, edge] = tints[rank] ?? tints[0];
  return (
    <svg
      aria-hidden
      viewBox="0 0 32 32"
      className={cx('size-[max(0.36rem,28px)] shrink-0 rounded-large bg-surface-3 mobile:size-[max(0.64rem,32px)]', className)}
    >
      {(heaps[rank] ?? heaps[0]).map(([x, y, width]) => {
        const height = width * 0.4;
        const slope = width * 0.16;
        return (
          <g key={`${x} ${y}`}>
            <path
              d={ingotPath({ x, y, width, height, slope })}
              fill={face}
              stroke={edge}
              strokeWidth="0.7"
              strokeLinejoin="round"
            />
            <path
              d={`M${x + slope} ${y}h${width - 2 * slope}l${slope * 0.4} ${height * 0.38}h${-(width - 1.2 * slope)}z`}
              fill={light}
            />
          </g>
        );
      })}
    </svg>
  );
}
