import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import { changeOf } from '@assay/domain/market/line.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { gainTone } from '../../../shared/trading/tones.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { isMobile } from '../../../ui/device.ts';
import type { ExampleReceipt } from './receipt.ts';

/** The name of the chart is in the upper part; on a desktop the drawing leaves room for the receipt beside it. */
const box = { width: 600, height: 300, top: isMobile ? 105 : 56, foot: 40, gap: isMobile ? 0 : 30 };
const percent = (share: number) => `${share * 100}%`;

interface HeroChartProps {
  info: Pick<MarketInfo, 'code' | 'hundred' | 'feed' | 'priceScale'>;
  receipt: Pick<ExampleReceipt, 'open' | 'close'>;
  className?: string;
}

/** One instrument over one day: its name, period and source are on it, its ends are labelled with their prices. */
export function HeroChart({ info: { code, hundred, feed, priceScale }, receipt, className }: HeroChartProps) {
  const { t } = useTranslation('visitor');
  const format = useFormat();
  const fade = useId();
  // Time runs from left to right everywhere; the receipt is at the end of the text.
  const isLeft = useSession((session) => session.language === 'ar');
  const [from, to] = isLeft ? [box.gap, box.width] : [0, box.width - box.gap];
  const low = Math.min(...hundred);
  const range = Math.max(...hundred) - low;
  const inner = box.height - box.top - box.foot;
  const place = (point: number) => box.top + (range === 0 ? inner / 2 : inner - ((point - low) / range) * inner);
  const points = hundred.map((point, index) => ({ x: from + (index / (hundred.length - 1)) * (to - from), y: place(point) }));
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const [first, last] = [points[0]?.y ?? 0, points.at(-1)?.y ?? 0];
  const end = (y: number, price: string, side: 'start' | 'end') => (
    <span
      className="absolute flex -translate-y-1/2 items-center"
      style={{
        top: percent(y / box.height),
        ...(side === 'start' ? { left: percent(from / box.width) } : { right: percent(1 - to / box.width) }),
      }}
    >
      <span
        className={cx(
          'size-[9px] rounded-[50%] border-2 border-surface-0 bg-current',
          side === 'start' ? '-ms-[4px]' : '-me-[4px]',
        )}
      />
      <bdi
        className={cx(
          'numbers absolute rounded-small bg-surface-2 px-s2 py-[1px] text-caption font-semibold whitespace-nowrap text-text',
          side === 'start' ? 'left-[6px]' : 'right-[6px]',
          y > box.height / 2 ? 'top-[10px]' : 'bottom-[10px]',
        )}
      >
        {format.price(price, priceScale)}
      </bdi>
    </span>
  );
  return (
    <figure dir="ltr" className={cx('relative', gainTone(changeOf(hundred)), className)}>
      <figcaption className="absolute top-0 flex flex-col leading-tight" style={{ left: percent(from / box.width) }}>
        <bdi className="font-semibold text-text">{code}</bdi>
        <span className="text-caption text-muted">{t('chart.span', { source: t(`chart.${feed}`) })}</span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.26" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        <path d={`${line}V${box.height}H${from}Z`} fill={`url(#${fade})`} />
        <path
          d={isLeft ? `M${to} ${last}H${box.width * -0.2}` : `M0 ${last}H${box.width * 1.2}`}
          stroke="var(--line)"
          strokeDasharray="4 5"
          vectorEffect="non-scaling-stroke"
          className="mobile:hidden"
        />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {end(first, receipt.open, 'start')}
      {end(last, receipt.close, 'end')}
    </figure>
  );
}
