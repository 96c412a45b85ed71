import type { Position } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { useQuote } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { PriceCell } from './cells.tsx';

/** What is left of the way from the opening to the liquidation becomes a warning, and an alarm, below these. */
const warnShare = 0.5;
const alarmShare = 0.2;

/** The liquidation price, and as a bar how much of the way to it is left. */
export function DistanceCell({ position }: { position: Position }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const live = liveResult(position, useQuote(position.code));
  const { liquidationPrice, openPrice } = position;
  if (liquidationPrice === null || openPrice === null || live === null) return absent;
  const [now, end, start] = [live.price, liquidationPrice, openPrice].map(Number);
  const away = distance(now ?? 0, end ?? 0);
  const share = Math.min(1, away / Math.max(distance(start ?? 0, end ?? 0), Number.MIN_VALUE));
  const tone = share < alarmShare ? 'bg-danger' : share < warnShare ? 'bg-warn' : 'bg-line-strong';
  const words = t('row.distance', { percent: format.rate(away.toFixed(3)) });
  return (
    <span className="inline-flex flex-col items-end gap-[3px] leading-tight mobile:items-start" title={words}>
      <PriceCell position={position} value={liquidationPrice} />
      <span
        role="meter"
        aria-label={t('row.distanceLabel')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={words}
        className="relative h-[3px] w-[56px] overflow-hidden rounded-large bg-surface-3"
      >
        <span
          className={cx('absolute inset-y-0 start-0 rounded-large', tone)}
          style={{ width: `${(share * 100).toFixed(1)}%` }}
        />
      </span>
    </span>
  );
}

const distance = (from: number, to: number) => (from === 0 ? 0 : Math.abs(from - to) / from);
