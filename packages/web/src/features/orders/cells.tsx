import type { Position } from '@assay/contract/endpoints/order.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuote } from '../../shared/feed.ts';
import { absent, useFormat } from '../../shared/format.ts';
import { useMarket, instrumentPath } from '../../shared/market.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { changeTone } from '../../ui/price.tsx';
import { liveProfit } from './live-position.ts';

interface CellProps {
  position: Position;
}

/** What was traded: direction, instrument, leverage. The name leads to the instrument's screen. */
export function InstrumentCell({ position }: CellProps) {
  const { t } = useTranslation('orders');
  const { data: items } = useMarket();
  const { code, side, leverage, instrumentId } = position;
  const item = items?.find((one) => one.id === instrumentId);
  return (
    <span className="flex items-center gap-s2 whitespace-nowrap">
      <Badge tone={side === 'long' ? 'rise' : 'fall'}>{t(`side.${side}`)}</Badge>
      {item === undefined ? (
        <bdi dir="ltr" className="font-medium">
          {code}
        </bdi>
      ) : (
        <Link to={instrumentPath(item)} className="rounded-small font-medium hover:text-accent">
          <bdi dir="ltr">{code}</bdi>
        </Link>
      )}
      <bdi dir="ltr" className="text-caption text-muted">
        {leverage}×
      </bdi>
    </span>
  );
}

export function PriceCell({ position, value }: CellProps & { value: string | null }) {
  const format = useFormat();
  return <bdi dir="ltr">{value === null ? absent : format.price(value, position.priceScale)}</bdi>;
}

/** The price at which the position would close now. */
export function CurrentPrice({ position }: CellProps) {
  const live = liveProfit(position, useQuote(position.code));
  return <PriceCell position={position} value={live?.price ?? position.currentPrice} />;
}

export function LastPrice({ position }: CellProps) {
  return <PriceCell position={position} value={useQuote(position.code)?.price ?? position.lastPrice} />;
}

/** Profit of this moment in USDT and in percent of the margin. */
export function LiveProfitCell({ position }: CellProps) {
  const format = useFormat();
  const live = liveProfit(position, useQuote(position.code));
  if (live === null) return absent;
  return (
    <Profit value={live.profit}>
      <bdi dir="ltr" className="text-caption">
        {format.change(live.percent)}
      </bdi>
    </Profit>
  );
}

export function Profit({ value, children }: { value: string; children?: ReactNode }) {
  const format = useFormat();
  return (
    <span className={cx('inline-flex flex-col items-end leading-tight whitespace-nowrap', changeTone(value))}>
      <bdi dir="ltr" className="font-semibold">
        {format.signedAmount(value)}
      </bdi>
      {children}
    </span>
  );
}

/** Stop-loss over take-profit, with the trailing stop where there is one. */
export function StopsCell({ position }: CellProps) {
  const { stopLoss, takeProfit, trailingStopPrice, trailingStop } = position;
  const trailing = trailingStopPrice ?? trailingStop;
  return (
    <span className="inline-flex flex-col items-end text-caption leading-tight mobile:flex-row mobile:flex-wrap mobile:gap-x-s2">
      <PriceCell position={position} value={stopLoss} />
      <span aria-hidden className="desktop:hidden">
        /
      </span>
      <PriceCell position={position} value={takeProfit} />
      {trailing === null ? null : (
        <span className="text-warn">
          ↝ <PriceCell position={position} value={trailing} />
        </span>
      )}
    </span>
  );
}

const statusTones = {
  awaiting: 'info',
  open: 'accent',
  closed: 'neutral',
  liquidated: 'danger',
  closedEarly: 'neutral',
  cancelled: 'neutral',
} as const;

/** The status as the specification words it, and why it came to that. */
export function StatusCell({ position }: CellProps) {
  const { t } = useTranslation('orders');
  const { status, closeReason } = position;
  return (
    <span className="inline-flex flex-col items-start gap-[2px]">
      <Badge tone={statusTones[status]} className="whitespace-normal">
        {t(`status.${status}`)}
      </Badge>
      {closeReason === null || status === 'closedEarly' ? null : (
        <span className="text-caption text-muted">{t(`reason.${closeReason}`)}</span>
      )}
    </span>
  );
}

export function TimeCell({ time }: { time: string | null }) {
  const format = useFormat();
  return <bdi className="text-caption whitespace-nowrap text-muted">{format.dayTime(time)}</bdi>;
}
