import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import { LivePrice } from '../cells.tsx';
import { Levels, SpotCell } from './spot-cell.tsx';

/** Withdrawing a spot order that waits. Allowed at any time, whatever the market does. */
export function CancelSpotDialog({ order, onDone }: { order: SpotOrder; onDone(): void }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const cancel = useMove(calls.order.cancelBb, order.id);
  const done = useWhileHere(onDone);
  const { code, held, heldAsset } = order;
  const withdraw = async () => {
    const summary = `${code} · ${t('cancel.confirm')}`;
    try {
      const ended = await cancel.submit({ id: order.id }, { summary });
      if (ended === undefined) return;
      tellOfOrders({ kind: 'success', title: `${code} · ${t('cancel.done')}` });
      learnOrder(ended);
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
    done();
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('cancel.title')}
      description={<SpotCell order={order} />}
      rows={[
        { name: t('column.limit'), value: <Levels order={order} /> },
        { name: t('column.last'), value: <LivePrice order={order} /> },
        { name: t('column.held'), value: <bdi dir="ltr">{`${format.amount(held, heldAsset)} ${heldAsset}`}</bdi> },
      ]}
      confirm={t('cancel.confirm')}
      cancels
      busy={cancel.isPending}
      onConfirm={() => void withdraw()}
      onCancel={cancel.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('cancel.text')}</p>
    </MoneyConfirm>
  );
}
