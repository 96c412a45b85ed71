import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { type LoanStatus, loanStatuses } from '@assay/contract/vocabulary/loans.ts';
import { isOwed } from '@assay/domain/loans/statuses.ts';
import { formatAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { StatusList, itemsOf } from '../../../ui/lists/paged-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { mayCancel, money } from '../preview.ts';
import { useLoans, useStanding } from '../use-loans.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { LoanCard, type LoanTask } from './loan-card.tsx';
import { RepayDialog } from './repay-dialog.tsx';

interface Task {
  readonly kind: LoanTask;
  readonly id: string;
}

/** The person's loans by status: what is owed now, when it is due, and what happened to each. */
export function MyLoans() {
  const { t } = useTranslation('loan');
  const [only, setOnly] = useState<LoanStatus | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const list = useLoans(only);
  const chosen = itemsOf(list).find(({ id, status }) => id === task?.id && isOpenTo(task.kind, status));
  // A loan that was repaid or decided while its dialog was open leaves nothing to do, and no other list brings the dialog back.
  if (task !== null && chosen === undefined) setTask(null);
  return (
    <Panel title={t('mine.title')} action={<Owed />} className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <StatusList
        list={list}
        statuses={loanStatuses}
        only={only}
        onOnly={setOnly}
        picture="orders"
        words={{
          filter: t('mine.filter'),
          all: t('mine.all'),
          status: (status) => t(`status.${status}`),
          emptyTitle: t('mine.emptyTitle'),
          emptyText: t('mine.emptyText'),
          noMatch: t('mine.noMatch'),
          showAll: t('mine.showAll'),
          more: t('mine.more'),
        }}
      >
        {(items) => (
          <ul
            aria-label={t('mine.title')}
            className="grid items-start gap-s4 px-s5 pb-s5 mobile:px-side desktop:wide:grid-cols-2"
          >
            {items.map((loan) => (
              <LoanCard key={loan.id} loan={loan} onTask={(kind) => setTask({ kind, id: loan.id })} />
            ))}
          </ul>
        )}
      </StatusList>
      {chosen === undefined || task === null ? null : (
        <TaskDialog task={task.kind} loan={chosen} onDone={() => setTask(null)} />
      )}
    </Panel>
  );
}

const isOpenTo = (task: LoanTask, status: LoanStatus): boolean => (task === 'repay' ? isOwed(status) : mayCancel(status));

function TaskDialog({ task, loan, onDone }: { task: LoanTask; loan: Loan; onDone(): void }) {
  const Asked = task === 'repay' ? RepayDialog : CancelDialog;
  return <Asked loan={loan} onDone={onDone} />;
}

/** What all loans together owe now. */
function Owed() {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const loans = useStanding().data;
  if (loans === undefined) return null;
  const total = sum(...loans.map(({ owed }) => money(owed.total)));
  if (total === 0n) return null;
  return (
    <p className="text-end text-caption">
      <span className="block text-muted">{t('mine.owed')}</span>
      <bdi dir="ltr" className="numbers font-semibold">{`${format.cost(formatAmount(total, usdt))} USDT`}</bdi>
    </p>
  );
}
