import { chartPointsMax } from '@assay/contract/vocabulary/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { gainTone, listedTone } from '../tones.ts';
import { changeOf, placeholderLine } from './line.ts';

const box = { width: 100, height: 32, margin: 2 };

function pathOf(points: readonly number[]): string {
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const inner = box.height - 2 * box.margin;
  return points
    .map((point, index) => {
      const x = (index / Math.max(points.length - 1, 1)) * box.width;
      const y = range === 0 ? box.height / 2 : box.margin + inner - ((point - low) / range) * inner;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    })
    .join('');
}

interface SparklineProps {
  /** Recent prices, oldest first; at most the last 100 are drawn. */
  points: readonly number[];
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
export function Sparkline({ points, tone = 'listed', className, filled = false }: SparklineProps) {
  const { t } = useTranslation();
  const [standIn] = useState(placeholderLine);
  const missing = points.length < 2;
  const drawn = missing ? standIn : points.slice(-chartPointsMax);
  const path = pathOf(drawn);
  return (
    <span
      dir="ltr"
      className={cx(
        'relative block',
        missing ? 'text-muted' : (tone === 'gain' ? gainTone : listedTone)(changeOf(drawn)),
        className,
      )}
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        className={cx('size-full', missing && 'opacity-25')}
      >
        {filled ? <path d={`${path}V${box.height}H0Z`} fill="currentColor" opacity={0.1} /> : null}
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {missing ? (
        <span className="absolute inset-0 grid place-items-center text-caption text-muted">{t('state.noData')}</span>
      ) : null}
    </span>
  );
}
