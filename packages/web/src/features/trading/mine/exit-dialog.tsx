import { ApiRefusal } from '@assay/contract/client.ts';
import type { SmartOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { exitFigures } from '../preview.ts';
import { useRefreshPlans } from '../use-plans.ts';

/**
 * Leaving a plan, with the exact amount that returns. The server gets the amount that was shown and refuses if another
 * would return: then the dialog stays and shows the new one.
 */
export function ExitDialog({ plan, onDone }: { plan: SmartOrder; onDone(): void }) {
  const { t } = useTranslation('trading');
  const onAccount = useMoneyLabel();
  const money = useMoney();
  const tellFailed = useTellFailed();
  const refresh = useRefreshPlans();
  const stop = useMove(calls.order.stopSmart, plan.id);
  const done = useWhileHere(onDone);
  const waits = plan.status === 'waiting';
  const { penalty, income, returned } = exitFigures(plan);
  const principal = parseAmount(plan.amount, usdt);

  const leave = async () => {
    const summary = `${plan.product} · ${t(waits ? 'leave.withdraw' : 'leave.exit')}`;
    try {
      const left = await stop.submit({ id: plan.id, seenReturn: plan.returnedIfExitedNow }, { summary });
      if (left !== undefined)
        toast({ kind: 'success', title: t('follow.left', { amount: money(returned) }), text: plan.product });
      done();
    } catch (error) {
      tellFailed(error, summary);
      if (!(error instanceof ApiRefusal && error.code === '11018')) done();
    }
    refresh();
  };
  const rows = [
    { name: t('mine.amount'), value: principal === undefined ? plan.amount : money(principal) },
    ...(waits
      ? []
      : [
          { name: t('leave.penalty'), value: <bdi dir="ltr">{money(minus(nothing, penalty))}</bdi> },
          { name: t('leave.income'), value: <bdi dir="ltr">{money(minus(nothing, income))}</bdi> },
        ]),
    { name: t('leave.returned'), value: <strong className="text-emphasis">{money(returned)}</strong> },
  ];
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t(waits ? 'leave.withdrawTitle' : 'leave.exitTitle')}
      description={<bdi>{`${plan.product} · ${plan.orderNo}`}</bdi>}
      rows={rows}
      confirm={onAccount(t(waits ? 'leave.withdraw' : 'leave.exit'))}
      cancels={waits}
      look={waits ? 'primary' : 'danger'}
      busy={stop.isPending}
      onConfirm={() => void leave()}
      onCancel={stop.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t(waits ? 'leave.withdrawText' : 'leave.exitText')}</p>
    </Confirm>
  );
}
