import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { instrumentPath, useLiveFigures, useLivePoints, useMarket } from '../../shared/trading/market.ts';
import { Change, Price } from '../../shared/trading/price.tsx';
import { listedTone } from '../../shared/trading/tones.ts';
import { cx } from '../../ui/cx.ts';
import { picturedItems } from './selection.ts';

const ridges = 8;
const box = { width: 400, height: 100, top: 8 };

/** Several markets behind each other like a range of hills, each line the last hundred minutes, moving as prices do. */
export function MarketPicture({ className }: { className?: string }) {
  const { t } = useTranslation('home');
  const { data: items } = useMarket();
  const shown = items === undefined ? [] : picturedItems(items, ridges);
  return (
    <figure className={cx('flex flex-col justify-end', className)}>
      <ul className="flex flex-col">
        {shown.map((item, index) => (
          <Ridge key={item.code} item={item} first={index === 0} />
        ))}
      </ul>
      <figcaption className="mt-s3 text-end text-caption text-muted">
        {shown.length === 0 ? null : t('hero.picture')}
      </figcaption>
    </figure>
  );
}

/** Each hill hides the foot of the one behind it, so that eight markets fit where three would. */
function Ridge({ item, first }: { item: MarketItem; first: boolean }) {
  const { price, scale, change } = useLiveFigures(item);
  const { line, end } = outline(useLivePoints(item));
  const tone = listedTone(change);
  const fade = useId();
  return (
    <li className={cx('relative', !first && '-mt-[0.44rem]')}>
      <Link
        to={instrumentPath(item)}
        className="group grid grid-cols-[max(0.8rem,56px)_minmax(0,1fr)_max(1.1rem,84px)_max(0.9rem,68px)] items-end gap-s3 rounded-small"
      >
        <bdi dir="ltr" className="pb-s1 text-caption font-medium text-muted group-hover:text-text rtl:text-end">
          {item.code.replace(/USDT$/, '')}
        </bdi>
        <span dir="ltr" className={cx('relative block h-[0.96rem]', tone)}>
          <svg
            aria-hidden
            viewBox={`0 0 ${box.width} ${box.height}`}
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity="0.34" />
              <stop offset="1" stopColor="currentColor" stopOpacity="0" />
            </linearGradient>
            <path d={`${line}V${box.height}H0Z`} fill="var(--surface-0)" />
            <path
              d={`${line}V${box.height}H0Z`}
              fill={`url(#${fade})`}
              className="opacity-70 transition-quick group-hover:opacity-100"
            />
            <path
              d={line}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <span
            aria-hidden
            className="absolute -end-[3px] size-[6px] -translate-y-1/2 rounded-large bg-current"
            style={{ top: `${end}%` }}
          />
        </span>
        <span className="pb-s1 text-end text-caption font-semibold">
          <Price listed value={price} scale={scale} />
        </span>
        <span className="pb-s1 text-end text-caption">
          <Change value={change} />
        </span>
      </Link>
    </li>
  );
}

/** The line in the box, and where it ends, in percent from above. */
function outline(points: readonly number[]): { line: string; end: number } {
  const low = Math.min(...points);
  const range = Math.max(...points) - low;
  const inner = box.height * 0.8 - box.top;
  const at = (point: number) => box.top + (range === 0 ? inner / 2 : inner - ((point - low) / range) * inner);
  const line = points
    .map(
      (point, index) =>
        `${index === 0 ? 'M' : 'L'}${((index / Math.max(points.length - 1, 1)) * box.width).toFixed(1)} ${at(point).toFixed(1)}`,
    )
    .join('');
  return { line, end: at(points.at(-1) ?? 0) };
}
