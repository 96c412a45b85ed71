import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { amount, formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';

interface CancelAllProps {
  orders: readonly SpotOrder[];
  /** Of one instrument, where the list shows only that. */
  code: string | undefined;
  onDone(): void;
}

/** Withdraws all spot orders that wait, at once. Allowed at any time, whatever the market does. */
export function CancelAllDialog({ orders, code, onDone }: CancelAllProps) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const errorText = useErrorText();
  const learnOrder = useLearnOrder();
  const cancel = useMove(calls.order.cancelAllBb, code ?? '');
  const done = useWhileHere(onDone);
  const withdraw = async () => {
    try {
      const ended = await cancel.submit(code === undefined ? {} : { code }, { summary: t('all.action') });
      if (ended === undefined) return;
      const withdrawn = ended.items.filter(({ status }) => status === 'cancelled').length;
      toast({ kind: 'success', title: t('all.done', { withdrawn, orders: ended.items.length }) });
    } catch (error) {
      toast({ kind: 'error', title: t('all.action'), text: errorText(error) });
    }
    learnOrder(null);
    done();
  };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={t('all.title')}
      rows={[
        { name: t('all.orders'), value: <bdi dir="ltr">{orders.length}</bdi> },
        ...heldOf(orders).map(([asset, held]) => ({
          name: `${t('all.frees')} · ${asset}`,
          value: <bdi dir="ltr">{`${format.amount(held, asset)} ${asset}`}</bdi>,
        })),
      ]}
      confirm={t('all.action')}
      cancels
      busy={cancel.isPending}
      onConfirm={() => void withdraw()}
      onCancel={cancel.cancel}
    >
      <p className="mt-s3 text-caption text-muted">{t('all.text')}</p>
    </MoneyConfirm>
  );
}

/** What orders hold together, by asset. */
function heldOf(orders: readonly SpotOrder[]): [string, string][] {
  const sums = new Map<string, bigint>();
  for (const { held, heldAsset } of orders) {
    sums.set(heldAsset, (sums.get(heldAsset) ?? 0n) + (parseAmount(held, assetOf(heldAsset)) ?? 0n));
  }
  return [...sums].map(([asset, units]) => [asset, formatAmount(amount(units), assetOf(asset))]);
}
