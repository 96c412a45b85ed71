import type { DepositReason, WithdrawalReason, WithdrawalStatus } from '@assay/contract/vocabulary/funds.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';

const tones: Record<WithdrawalStatus, Tone> = {
  pendingReview: 'warn',
  approved: 'info',
  completed: 'accent',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
};
const dots: Record<Tone, string> = {
  neutral: 'bg-muted',
  accent: 'bg-accent-fill',
  gain: 'bg-gain',
  loss: 'bg-loss',
  warn: 'bg-warn',
  info: 'bg-info',
  danger: 'bg-danger',
};

export function StatusBadge({ status }: { status: WithdrawalStatus }) {
  const { t } = useTranslation('funds');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

export interface Step {
  readonly status: WithdrawalStatus;
  readonly time: string;
  readonly reason: DepositReason | WithdrawalReason | null;
}

/** Every step with its time and, where there is one, the reason; the next step is at the end. */
export function Timeline({ history }: { history: readonly Step[] }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  const last = history.at(-1)?.status;
  return (
    <div className="flex flex-col gap-s3">
      <ol aria-label={t('record.history')} className="flex flex-col">
        {history.map(({ status, time, reason }, index) => (
          <li key={`${status}/${time}`} className="relative flex gap-s3 pb-s3 last:pb-0">
            {index === history.length - 1 ? null : (
              <span aria-hidden className="absolute start-[4px] top-[1.2em] bottom-[-0.2em] w-px bg-line-strong" />
            )}
            <span aria-hidden className={cx('mt-[0.45em] size-[9px] shrink-0 rounded-large', dots[tones[status]])} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="flex flex-wrap items-baseline justify-between gap-x-s4">
                <span className="font-medium">{t(`status.${status}`)}</span>
                <time dateTime={time} className="numbers text-caption text-muted">
                  <bdi>{format.dateTime(time)}</bdi>
                </time>
              </span>
              {reason === null ? null : <span className="text-caption text-muted">{t(`reason.${reason}`)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {last === 'pendingReview' || last === 'approved' ? <p className="text-caption text-muted">{t(`next.${last}`)}</p> : null}
    </div>
  );
}
