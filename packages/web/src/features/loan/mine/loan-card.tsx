import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { LoanStatus } from '@assay/contract/vocabulary/loans.ts';
import { isOwed } from '@assay/domain/loans/statuses.ts';
import { FileText, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { Money } from '../../../shared/words/money.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { repaidPercent } from '../preview.ts';
import { ScheduleRows } from '../schedule-rows.tsx';
import { LoanHistory } from './loan-history.tsx';
import { useAgreementFile } from './use-agreement-file.ts';

const tones: Record<LoanStatus, Tone> = {
  pendingReview: 'info',
  repaying: 'accent',
  repaid: 'neutral',
  expired: 'danger',
  rejected: 'warn',
  cancelled: 'neutral',
};

export type LoanTask = 'repay' | 'cancel';

/** One loan: its state, what is owed this moment, when the rest is due, and its history. */
export function LoanCard({ loan, onTask }: { loan: Loan; onTask(task: LoanTask): void }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const { download, busy } = useAgreementFile(loan);
  const { status } = loan;
  const reason = loan.history.find((event) => event.reason !== null)?.reason ?? null;
  return (
    <li className="flex min-w-0 flex-col gap-s4 rounded-middle border border-line bg-surface-0 p-s5">
      <div className="flex items-start justify-between gap-s3">
        <div className="min-w-0">
          <h3 className="numbers text-emphasis font-semibold">
            <bdi dir="ltr">{`${format.amount(loan.amount)} USDT`}</bdi>
          </h3>
          <bdi dir="ltr" className="text-caption text-muted">
            {loan.loanNo}
          </bdi>
        </div>
        <Badge tone={tones[status]} className="whitespace-normal">
          {t(`status.${status}`)}
        </Badge>
      </div>
      {isOwed(status) ? <Living loan={loan} /> : <Terms loan={loan} />}
      {status === 'pendingReview' ? <p className="text-caption text-muted">{t('mine.waits')}</p> : null}
      {reason === null ? null : <p className="text-caption text-warn">{t(`rejection.${reason}`)}</p>}
      <LoanHistory loan={loan} />
      <div className="mt-auto flex flex-wrap gap-s3 *:min-w-[min(100%,120px)] *:flex-1">
        <Button size="small" busy={busy} onClick={() => void download()}>
          <FileText aria-hidden className="size-[1.2em]" />
          {t('mine.agreement')}
        </Button>
        {isOwed(status) ? (
          <Button size="small" look="primary" onClick={() => onTask('repay')}>
            {t('repay.open')}
          </Button>
        ) : null}
        {status === 'pendingReview' ? (
          <Button size="small" look="danger" onClick={() => onTask('cancel')}>
            {t('cancel.open')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** While something is owed. */
function Living({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const percent = repaidPercent(loan);
  return (
    <>
      {loan.overdue ? (
        <p role="alert" className="flex items-start gap-s3 rounded-middle bg-danger-soft px-s4 py-s3 text-caption text-danger">
          <TriangleAlert aria-hidden className="mt-[0.1em] size-icon shrink-0" />
          {t('mine.expired', { date: format.date(loan.repaymentDate), amount: format.cost(loan.owed.total) })}
        </p>
      ) : null}
      <div className="flex flex-col gap-s2">
        <div
          role="progressbar"
          aria-label={t('mine.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(percent)}
          className="h-[6px] overflow-hidden rounded-small bg-surface-3"
        >
          <span className="block h-full rounded-small bg-accent-fill" style={{ width: `${percent}%` }} />
        </div>
        <p className="flex justify-between gap-s4 text-caption text-muted">
          <span>{t('mine.repaidSoFar', { paid: format.amount(loan.principalPaid), amount: format.amount(loan.amount) })}</span>
          {loan.overdue ? null : <span className="text-end">{t('mine.daysLeft', { count: loan.daysLeft })}</span>}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-s4 gap-y-s3 desktop:grid-cols-3">
        <Figure name={t('mine.owedNow')}>
          <Money cost className="font-semibold" value={loan.owed.total} />
        </Figure>
        <Figure name={t('mine.interestNow')}>
          <Money cost className="font-semibold" value={loan.owed.interest} />
        </Figure>
        <Figure name={t('mine.perDay')}>
          <Money cost className="font-semibold" value={loan.interestPerDay} />
        </Figure>
        <Figure name={t('mine.due')}>
          <bdi title={format.dateTime(loan.repaymentDate)}>{format.date(loan.repaymentDate)}</bdi>
        </Figure>
        <Figure name={t('cost.rate')}>
          <bdi dir="ltr">{format.rate(loan.dailyRate)}</bdi>
        </Figure>
        <Figure name={t('mine.interestPaid')}>
          <Money cost className="font-semibold" value={loan.interestPaid} />
        </Figure>
      </dl>
      {loan.overdue ? null : (
        <details className="text-caption">
          <summary className="disclosure min-h-[24px] cursor-pointer py-s1 font-medium text-accent">
            {t('mine.schedule')}
          </summary>
          <div className="mt-s3">
            <ScheduleRows
              label={t('mine.schedule')}
              rows={loan.schedule.map(({ day, until, interest, total }) => ({
                day,
                until: format.date(until),
                interest: format.cost(interest),
                total: format.cost(total),
              }))}
            />
          </div>
        </details>
      )}
    </>
  );
}

/** Before and after: the terms, and what it cost in the end. */
function Terms({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const ended = loan.status === 'repaid';
  return (
    <dl className="grid grid-cols-2 gap-x-s4 gap-y-s3 desktop:grid-cols-3">
      <Figure name={t('form.term')}>{format.span(loan.days, 'day')}</Figure>
      <Figure name={t('cost.rate')}>
        <bdi dir="ltr">{format.rate(loan.dailyRate)}</bdi>
      </Figure>
      <Figure name={t(ended ? 'mine.interestPaid' : 'cost.interest')}>
        <Money cost className="font-semibold" value={ended ? loan.interestPaid : loan.totalInterest} />
      </Figure>
    </dl>
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
