import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerMinute } from '../../../shared/feed/feed.ts';
import { useKycStatus } from '../../../shared/trading/kyc-status.ts';
import { absent } from '../../../shared/words/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { type LoanForm, borrowerOf, firstForm, previewLoan } from '../preview.ts';
import { type Offers, useOffers, useStanding } from '../use-loans.ts';
import { BorrowButton } from './borrow-button.tsx';
import { BorrowForm } from './borrow-form.tsx';
import { Cost } from './cost.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { SignDialog } from './sign-dialog.tsx';

/** The form of a loan, and at once what it costs on every day it may be repaid. */
export function Borrow({ onRequested }: { onRequested(): void }) {
  const { t } = useTranslation('loan');
  const { data, error, isError, refetch } = useOffers();
  if (data === undefined) {
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className="h-[6rem] w-full rounded-large" />;
  }
  if (data.offers.length === 0) {
    return (
      <Panel>
        <EmptyState kind="nothing" title={t('none.title')} text={t('none.text')} />
      </Panel>
    );
  }
  return <Calculator offers={data} onRequested={onRequested} />;
}

function Calculator({ offers: { offers, limits }, onRequested }: { offers: Offers; onRequested(): void }) {
  const { t } = useTranslation('loan');
  const [typed, setForm] = useState<LoanForm>(() => firstForm(offers));
  const [signing, setSigning] = useState(false);
  const standing = useStanding().data;
  const kycStatus = useKycStatus().data;
  const now = useServerMinute();
  // A term that was taken off offer meanwhile is not chosen any more.
  const form = offers.some(({ id }) => id === typed.termId) ? typed : firstForm(offers);
  const preview = previewLoan(form, { offers, limits, ...(standing === undefined ? {} : { borrower: borrowerOf(standing) }) });
  const { decision } = preview;
  return (
    <form
      className="grid items-start gap-s5 desktop:wide:grid-cols-[minmax(0,1fr)_max(5.2rem,380px)]"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.blocker === null && kycStatus === 'verified') setSigning(true);
      }}
    >
      <Panel title={t('form.title')} className="min-w-0">
        <div className="flex flex-col gap-s5 p-s5">
          <BorrowForm offers={offers} form={form} onChange={setForm} outOfRange={preview.blocker === 'range'} />
        </div>
      </Panel>
      <Panel
        title={t('cost.title')}
        className="min-w-0 desktop:wide:sticky desktop:wide:top-[calc(var(--bar-height)+var(--step-5))] desktop:wide:row-span-2"
      >
        <div className="flex flex-col gap-s5 p-s5">
          <Cost decision={decision} now={now} />
          <BorrowButton blocker={preview.blocker} limits={limits} />
        </div>
      </Panel>
      <Panel title={t('schedule.title')} className="min-w-0">
        {decision === null ? <p className="p-s5 text-muted">{absent}</p> : <ScheduleTable decision={decision} now={now} />}
      </Panel>
      {/* Its words come at the press, and the form stays meanwhile. */}
      <Suspense fallback={null}>
        {decision === null || !signing ? null : (
          <SignDialog
            decision={decision}
            termId={form.termId}
            onClose={() => setSigning(false)}
            onRequested={() => {
              setSigning(false);
              onRequested();
            }}
          />
        )}
      </Suspense>
    </form>
  );
}
