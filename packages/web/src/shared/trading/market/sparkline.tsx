import { chartPointsMax } from '@assay/contract/vocabulary/limits.ts';
import { changeOf } from '@assay/domain/market/line.ts';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { gainTone, listedTone } from '../tones.ts';
import { box, pathOf, placeholderLine } from './line.ts';

interface Drawn {
  readonly path: string;
  readonly change: string;
}

/** Of the same list of points, which all who draw a line share, everything is worked out once. */
const known = new WeakMap<readonly number[], Drawn>();

function drawnOf(points: readonly number[]): Drawn {
  const before = known.get(points);
  if (before !== undefined) return before;
  const latest = points.slice(-chartPointsMax);
  const drawn = { path: pathOf(latest), change: changeOf(latest) };
  known.set(points, drawn);
  return drawn;
}

export interface SparklineProps {
  /** Recent prices, oldest first; at most the last 100 are drawn. Undefined while they are on their way. */
  points: readonly number[] | undefined;
  /** The specification's colours of a list, or those of gain and loss where a page is about this price. */
  tone?: 'listed' | 'gain';
  className?: string;
  /** Fills the area under the line. */
  filled?: boolean;
}

/**
 * A small line of recent prices, of the rising colour where its last price is above its first one, of the falling one below: what it
 * shows and what it is coloured by are the same. Without data it shows a placeholder, muted and called one. Time
 * runs left to right.
 */
export const Sparkline = memo(function Sparkline({ points, tone = 'listed', className, filled = false }: SparklineProps) {
  if (points === undefined) return <span className={cx('block', className)} />;
  if (points.length < 2) return <StandIn className={className} />;
  const { path, change } = drawnOf(points);
  return (
    <span dir="ltr" className={cx('relative block', (tone === 'gain' ? gainTone : listedTone)(change), className)}>
      {lineOf(path, filled)}
    </span>
  );
});

function StandIn({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  const [points] = useState(placeholderLine);
  return (
    <span dir="ltr" className={cx('relative block text-muted', className)}>
      {lineOf(drawnOf(points).path, false, 'opacity-25')}
      <span className="absolute inset-0 grid place-items-center text-caption text-muted">{t('state.noData')}</span>
    </span>
  );
}

function lineOf(path: string, filled: boolean, className?: string) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className={cx('size-full', className)}
    >
      {filled ? <path d={`${path}V${box.height}H0Z`} fill="currentColor" opacity={0.1} /> : null}
      <path
        // A stand-in is another one each time.
        suppressHydrationWarning
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
