import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '../../../shared/feed/countdown.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import { Money } from '../../../shared/words/money.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { mayLeave } from '../preview.ts';

const tones: Record<SmartOrder['status'], Tone> = {
  waiting: 'info',
  inIncome: 'accent',
  profitDivided: 'neutral',
  closed: 'warn',
  closedSuccessfully: 'neutral',
  expired: 'neutral',
};

interface PlanCardProps {
  plan: SmartOrder;
  onTask(task: 'exit' | 'receipt'): void;
}

/** One plan: its state, what it has paid, what comes next, and what leaving it now would return. */
export function PlanCard({ plan, onTask }: PlanCardProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { status, days, incomeDays } = plan;
  const running = mayLeave(status);
  return (
    <li className="flex flex-col gap-s4 rounded-middle border border-line bg-surface-0 p-s5">
      <div className="flex items-start justify-between gap-s3">
        <div className="min-w-0">
          <h3 className="font-semibold">
            <bdi>{plan.product}</bdi>
          </h3>
          <bdi dir="ltr" className="text-caption text-muted">
            {plan.orderNo}
          </bdi>
        </div>
        <Badge tone={tones[status]} className="whitespace-normal">
          {t(`status.${status}`)}
        </Badge>
      </div>
      <div className="flex flex-col gap-s2">
        <div
          role="progressbar"
          aria-label={t('mine.progress')}
          aria-valuemin={0}
          aria-valuemax={days}
          aria-valuenow={incomeDays}
          className="h-[6px] overflow-hidden rounded-small bg-surface-3"
        >
          <span className="block h-full rounded-small bg-accent-fill" style={{ width: `${(incomeDays / days) * 100}%` }} />
        </div>
        <p className="flex justify-between gap-s4 text-caption text-muted">
          <span>{t('mine.incomes', { paid: incomeDays, days })}</span>
          {running ? <NextIncome plan={plan} /> : null}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-s4 gap-y-s3 desktop:grid-cols-3">
        <Figure name={t('mine.amount')}>
          <Money className="font-semibold" value={plan.amount} />
        </Figure>
        <Figure name={t('mine.cumulative')}>
          <Money className="font-semibold" value={plan.cumulativeIncome} />
        </Figure>
        <Figure name={t('dailyYield')}>
          <bdi dir="ltr">{format.rate(plan.dailyYield)}</bdi>
        </Figure>
        <Figure name={t('mine.runTime')}>{format.span(plan.runTime, 'day')}</Figure>
        <Figure name={t('mine.accruesFrom')}>
          <bdi title={format.dateTime(plan.accruesFrom)}>{format.date(plan.accruesFrom)}</bdi>
        </Figure>
        <Figure name={t(running ? 'mine.returnedNow' : 'mine.returned')}>
          {status === 'profitDivided' || status === 'expired' ? (
            <Money className="font-semibold" value={plan.amount} />
          ) : (
            <Money className="font-semibold" value={plan.returnedIfExitedNow} />
          )}
        </Figure>
      </dl>
      <div className="mt-auto flex gap-s3 *:flex-1">
        <Button size="small" onClick={() => onTask('receipt')}>
          <ReceiptText aria-hidden className="size-[1.2em]" />
          {t('mine.receipt')}
        </Button>
        {running ? (
          <Button size="small" look="danger" onClick={() => onTask('exit')}>
            {t(status === 'waiting' ? 'leave.withdraw' : 'leave.exit')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** When the next income falls due; a plan that waits first counts down to its opening. */
function NextIncome({ plan: { status, accruesFrom, nextIncomeAt } }: { plan: SmartOrder }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const at = status === 'waiting' ? accruesFrom : nextIncomeAt;
  if (at === null) return null;
  return (
    <span title={format.dateTime(at)} className="text-end">
      {t(status === 'waiting' ? 'mine.opensIn' : 'mine.nextIn')} <Countdown until={at} over={t('mine.due')} />
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  );
}
