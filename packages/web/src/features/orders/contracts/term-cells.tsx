import { useTranslation } from 'react-i18next';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { isMobile } from '../../../ui/device.ts';
import { type CellProps, PriceCell } from './cells.tsx';

/** What an order waits for: its trigger, its limit, or one after the other; and until when. */
export function WaitsForCell({ position }: CellProps) {
  const { t } = useTranslation('waiting');
  const { orderType, side, limitPrice, triggerPrice, triggeredAt, expiresAt } = position;
  const format = useFormat();
  const trigger = orderType === 'limit' ? null : triggerPrice;
  return (
    <span className="inline-flex flex-col items-end leading-tight mobile:items-start">
      {trigger === null ? null : (
        <span dir="ltr" className="inline-flex items-center gap-s1">
          {triggeredAt === null ? <bdi>{side === 'long' ? '≥' : '≤'}</bdi> : <Badge tone="info">{t('resting')}</Badge>}
          {triggeredAt === null ? <PriceCell position={position} value={trigger} /> : null}
        </span>
      )}
      {limitPrice === null ? null : (
        <span dir="ltr" className="inline-flex items-center gap-s1">
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

/** Stop-loss over take-profit, with how many targets come before it and the nearest of them, and the trailing stop where there is one. */
export function StopsCell({ position }: CellProps) {
  const words = useTranslation('targets').t;
  const { stopLoss, takeProfit, targets, trailingStopPrice, trailingStop } = position;
  const trailing = trailingStopPrice ?? trailingStop;
  if (stopLoss === null && takeProfit === null && targets.length === 0 && trailing === null) return absent;
  return (
    <span className="inline-flex flex-col items-end text-caption leading-tight mobile:items-start">
      <PriceCell position={position} value={stopLoss} />
      <span className="inline-flex items-baseline gap-s1 mobile:flex-col-reverse mobile:items-start mobile:gap-0">
        {targets.length === 0 ? null : (
          <span className="text-gain">
            <span className="sr-only">{words('title')} </span>
            <bdi dir="ltr">
              {/* A desktop's row has room for how many; the chart shows where. */}
              {`+${targets.length} `}
              <span className={isMobile ? '' : 'sr-only'}>
                <PriceCell position={position} value={targets[0]?.price ?? null} />
              </span>
            </bdi>
          </span>
        )}
        <PriceCell position={position} value={takeProfit} />
      </span>
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
