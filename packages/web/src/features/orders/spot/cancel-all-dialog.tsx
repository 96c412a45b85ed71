import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import { amount, formatAmount, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { EndAll } from '../end-all.tsx';

interface CancelAllProps {
  orders: readonly SpotOrder[];
  /** Of one instrument, where the list shows only that. */
  code: string | undefined;
  onDone(): void;
}

/** Withdraws all spot orders that wait, at once. */
export function CancelAllDialog({ orders, code, onDone }: CancelAllProps) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const cancel = useMove(calls.order.cancelAllBb, code ?? '');
  const what = [...(code === undefined ? [] : [code]), t('all.action'), String(orders.length)].join(' · ');
  const send = async () => {
    const ended = await cancel.submit(code === undefined ? {} : { code }, { summary: what });
    if (ended === undefined) return undefined;
    const withdrawn = ended.items.filter(({ status }) => status === 'cancelled').length;
    return { kind: 'success' as const, title: t('all.done', { withdrawn, orders: ended.items.length }) };
  };
  return (
    <EndAll
      title={t('all.title')}
      code={code}
      rows={[
        { name: t('all.orders'), value: <bdi dir="ltr">{orders.length}</bdi> },
        ...heldOf(orders).map(([asset, held]) => ({
          name: `${t('all.frees')} · ${asset}`,
          value: <bdi dir="ltr">{`${format.amount(held, asset)} ${asset}`}</bdi>,
        })),
      ]}
      action={t('all.action')}
      what={what}
      text={t('all.text')}
      cancels
      move={cancel}
      send={send}
      onDone={onDone}
    />
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
