import type { Position } from '@assay/contract/endpoints/order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountKey } from '../../shared/account.ts';
import { useFeedEvent } from '../../shared/feed.ts';
import { useFormat } from '../../shared/format.ts';
import { toast } from '../../ui/toast.tsx';

function isPosition(data: unknown): data is Position {
  return typeof data === 'object' && data !== null && 'orderNo' in data && 'status' in data && 'closeReason' in data;
}

/** Reasons that a person did not give in this window: worth saying aloud. */
const unasked = new Set(['stopLoss', 'takeProfit', 'trailingStop', 'liquidation', 'void']);

/** Says what became of orders while nobody was looking: filled limits, reached stops, liquidations. Draws nothing. */
export function OrderEvents() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const client = useQueryClient();
  const accountKey = useAccountKey();
  const hear = useCallback(
    (data: unknown) => {
      if (!isPosition(data)) return;
      const { id, code, status, closeReason, priceScale } = data;
      const price = (text: string | null) => format.price(text, priceScale);
      if (status === 'open' && waited(client.getQueryData([...accountKey, 'orders', 'awaiting']), id)) {
        toast({ id: `order-${id}`, kind: 'success', title: t('event.filled', { code, price: price(data.openPrice) }) });
      }
      if (closeReason === null || !unasked.has(closeReason)) return;
      const title = t(closeReason === 'liquidation' ? 'event.liquidated' : 'event.closed', {
        code,
        price: price(data.closePrice),
      });
      const text = t('event.result', { reason: t(`reason.${closeReason}`), profit: format.signedAmount(data.profit) });
      toast({ id: `order-${id}`, kind: closeReason === 'liquidation' ? 'error' : 'info', title, text });
    },
    [t, format, client, accountKey],
  );
  useFeedEvent('order', hear);
  return null;
}

/** Whether the list as it was last fetched still has the order waiting. */
function waited(list: unknown, id: string): boolean {
  if (typeof list !== 'object' || list === null || !('items' in list) || !Array.isArray(list.items)) return false;
  return list.items.some((item: unknown) => typeof item === 'object' && item !== null && 'id' in item && item.id === id);
}
