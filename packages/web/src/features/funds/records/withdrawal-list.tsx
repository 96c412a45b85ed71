import type { Withdrawal } from '@assay/contract/endpoints/funds.ts';
import { type WithdrawalStatus, withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Address } from '../../../ui/address.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useWithdrawals } from '../use-funds.ts';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';

/** Withdrawals with their states; one that no operator has opened yet can be cancelled. */
export function WithdrawalList({ title }: { title: string }) {
  const { t } = useTranslation('funds');
  const format = useFormat();
  const [only, setOnly] = useState<WithdrawalStatus | null>(null);
  const [leaving, setLeaving] = useState<Withdrawal | null>(null);
  const list = useWithdrawals(only);
  const money = (amount: string, asset: string) => `${format.exactAmount(amount, asset)} ${asset}`;
  return (
    <>
      <RecordList title={title} statuses={withdrawalStatuses} only={only} onOnly={setOnly} list={list}>
        {(withdrawal) => (
          <RecordCard
            key={withdrawal.id}
            {...withdrawal}
            coin={withdrawal.asset}
            facts={[
              { name: t('record.number'), value: withdrawal.id },
              { name: t('fee'), value: money(withdrawal.fee, withdrawal.asset) },
              { name: t('actual'), value: money(withdrawal.actualAmount, withdrawal.asset) },
              { name: t('withdraw.to'), value: withdrawal.label },
              ...(withdrawal.network === null ? [] : [{ name: t('network'), value: withdrawal.network }]),
              {
                name: t(withdrawal.method === 'coin' ? 'method.address' : 'method.cardNumber'),
                value: withdrawal.method === 'coin' ? <Address>{withdrawal.address}</Address> : withdrawal.address,
              },
              ...(withdrawal.hash === null
                ? []
                : [
                    {
                      name: t(withdrawal.method === 'coin' ? 'hash' : 'record.bankReference'),
                      value: withdrawal.method === 'coin' ? <Address>{withdrawal.hash}</Address> : withdrawal.hash,
                    },
                  ]),
            ]}
            action={
              withdrawal.status === 'pendingReview' ? (
                <Button size="small" className="self-start" onClick={() => setLeaving(withdrawal)}>
                  {t('withdraw.cancel')}
                </Button>
              ) : null
            }
          />
        )}
      </RecordList>
      {leaving === null ? null : <CancelDialog withdrawal={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function CancelDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose(): void }) {
  const { t } = useTranslation('funds');
  const onAccount = useMoneyLabel();
  const format = useFormat();
  const tellFailed = useTellFailed();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.cancelWithdrawal, withdrawal.id);
  const done = useWhileHere(onClose);
  const cancel = async () => {
    const amount = `${format.exactAmount(withdrawal.amount, withdrawal.asset)} ${withdrawal.asset}`;
    const summary = `${t('withdraw.cancel')} · ${amount}`;
    try {
      const cancelled = await move.submit({ id: withdrawal.id }, { summary });
      if (cancelled !== undefined) toast({ kind: 'success', title: t('withdraw.cancelled') });
    } catch (error) {
      tellFailed(error, summary);
    }
    refresh();
    done();
  };
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('withdraw.cancelTitle')}
      description={t('withdraw.cancelText')}
      rows={[{ name: t('amount'), value: `${format.exactAmount(withdrawal.amount, withdrawal.asset)} ${withdrawal.asset}` }]}
      confirm={onAccount(t('withdraw.cancel'))}
      look="danger"
      busy={move.isPending}
      onConfirm={() => void cancel()}
      onCancel={move.cancel}
    />
  );
}
