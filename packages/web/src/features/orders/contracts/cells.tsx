import type { Position } from '@assay/contract/endpoints/order.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuote, useQuoted } from '../../../shared/feed/feed.ts';
import { liveResult } from '../../../shared/trading/live-position.ts';
import { ContractParts, NetText, ResultButton } from '../../../shared/trading/results/net-result.tsx';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Instrument, PriceText } from '../cells.tsx';

interface CellProps {
  position: Position;
}

/** What was traded: direction, instrument, leverage. */
export function InstrumentCell({ position }: CellProps) {
  const { t } = useTranslation('orders');
  const { code, side, leverage, instrumentId } = position;
  return (
    <Instrument
      code={code}
      instrumentId={instrumentId}
      badge={<Badge tone={side === 'long' ? 'gain' : 'loss'}>{t(`side.${side}`)}</Badge>}
      note={<bdi dir="ltr">{leverage}×</bdi>}
    />
  );
}

export const PriceCell = memo(function PriceCell({ position, value }: CellProps & { value: string | null }) {
  return <PriceText value={value} scale={position.priceScale} />;
});

/** What an order waits for: its trigger, its limit, or one after the other; and until when. */
export function WaitsForCell({ position }: CellProps) {
  const { t } = useTranslation('waiting');
  const { orderType, side, limitPrice, triggerPrice, triggeredAt, expiresAt } = position;
  const format = useFormat();
  const trigger = orderType === 'limit' ? null : triggerPrice;
  return (
    <span className="inline-flex flex-col items-end leading-tight">
      {trigger === null ? null : (
        <span className="inline-flex items-center gap-s1">
          {triggeredAt === null ? (
            <bdi dir="ltr">{side === 'long' ? '≥' : '≤'}</bdi>
          ) : (
            <Badge tone="info">{t('resting')}</Badge>
          )}
          {triggeredAt === null ? <PriceCell position={position} value={trigger} /> : null}
        </span>
      )}
      {limitPrice === null ? null : (
        <span className="inline-flex items-center gap-s1">
          {trigger === null ? null : <span aria-hidden>→</span>}
          <PriceCell position={position} value={limitPrice} />
        </span>
      )}
      {expiresAt === null ? null : (
        <span className="text-caption text-muted">
          {t('until.label')} {format.dateTime(expiresAt)}
        </span>
      )}
    </span>
  );
}

/** The price at which the position would close now. */
export function CurrentPrice({ position }: CellProps) {
  const format = useFormat();
  const price = useQuoted(position.code, (quote) => liveResult(position, quote)?.price) ?? position.currentPrice;
  return <bdi dir="ltr">{price === null ? absent : format.price(price, position.priceScale)}</bdi>;
}

/** What closing at this moment would leave, every cost taken off, in USDT and in percent of the margin. */
export function LiveProfitCell({ position }: CellProps) {
  const isKnown = useQuoted(position.code, (quote) => liveResult(position, quote) !== null);
  return isKnown ? <ResultButton shown={<LiveNet position={position} />} parts={<LiveParts position={position} />} /> : absent;
}

/** All of the button that a quote draws. */
function LiveNet({ position }: CellProps) {
  const format = useFormat();
  const live = liveResult(position, useQuote(position.code));
  if (live === null) return absent;
  return (
    <NetText net={live.result.net}>
      <bdi dir="ltr" className="text-caption">
        {format.change(live.percent)}
      </bdi>
    </NetText>
  );
}

function LiveParts({ position }: CellProps) {
  const live = liveResult(position, useQuote(position.code));
  return live === null ? absent : <ContractParts result={live.result} />;
}

/** Stop-loss over take-profit, with how many targets come before and the nearest of them, and the trailing stop where there is one. */
export function StopsCell({ position }: CellProps) {
  const words = useTranslation('targets').t;
  const { stopLoss, takeProfit, targets, trailingStopPrice, trailingStop } = position;
  const trailing = trailingStopPrice ?? trailingStop;
  return (
    <span className="inline-flex flex-col items-end text-caption leading-tight mobile:flex-row mobile:flex-wrap mobile:gap-x-s2">
      <PriceCell position={position} value={stopLoss} />
      <span aria-hidden className="desktop:hidden">
        /
      </span>
      <PriceCell position={position} value={takeProfit} />
      {targets.length === 0 ? null : (
        <span className="text-gain">
          <span className="sr-only">{words('title')} </span>
          <bdi dir="ltr">
            {/* A desktop's row has room for how many; the chart shows where. */}
            {targets.length}×{' '}
            <span className="desktop:sr-only">
              <PriceCell position={position} value={targets[0]?.price ?? null} />
            </span>
          </bdi>
        </span>
      )}
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
