import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useRefreshAccount } from '../../../shared/trading/account.ts';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { money } from '../preview.ts';

/** Takes a request back that is not paid out yet. */
export function CancelDialog({ loan, onDone }: { loan: Loan; onDone(): void }) {
  const { t } = useTranslation('loan');
  const inWords = useMoney();
  const tellFailed = useTellFailed();
  const refresh = useRefreshAccount();
  const move = useMove(calls.user.cancelLoan, loan.id);
  const done = useWhileHere(onDone);
  const cancel = async () => {
    const summary = `${loan.loanNo} · ${t('cancel.confirm')}`;
    try {
      const cancelled = await move.submit({ id: loan.id }, { summary });
      if (cancelled !== undefined) toast({ kind: 'success', title: t('cancel.done'), text: loan.loanNo });
    } catch (error) {
      tellFailed(error, summary);
    }
    refresh();
    done();
  };
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t('cancel.title')}
      description={<bdi>{`${inWords(money(loan.amount))} · ${loan.loanNo}`}</bdi>}
      confirm={t('cancel.confirm')}
      cancels
      look="danger"
      busy={move.isPending}
      onConfirm={() => void cancel()}
      onCancel={move.cancel}
    >
      <p className="text-muted">{t('cancel.text')}</p>
    </Confirm>
  );
}
