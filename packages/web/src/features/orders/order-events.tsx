import type { Option, SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeedEvent } from '../../shared/feed/feed.ts';
import { isOfThisAccount, useAccountKey } from '../../shared/trading/account.ts';
import { endedResult, netText } from '../../shared/trading/live-position.ts';
import { isOption, isPosition, isSpotOrder } from '../../shared/trading/order-events.ts';
import { useOrderView } from '../../shared/trading/order-view.ts';
import { useFormat } from '../../shared/words/format.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { type ToastContent, tellOfOrders } from '../../ui/toasts/toast.tsx';

const ReceiptDialog = lazyPage(() => import('./receipt-dialog.tsx').then((module) => module.ReceiptDialog));

const WayOutDialog = lazyPage(() => import('./contracts/way-out.tsx').then((module) => module.WayOutDialog));

/** Announces events of orders in the background, and shows the requested receipt or remedy, on any page. */
export function OrderEvents() {
  const client = useQueryClient();
  const accountKey = useAccountKey();
  const { contract, option, spot } = useWords();
  const receipt = useOrderView((view) => view.receipt);
  const closeReceipt = useOrderView((view) => view.closeReceipt);
  const helped = useOrderView((view) => view.helped);
  const hear = useCallback(
    (data: unknown) => {
      if (!isOfThisAccount()) return;
      const waited = (list: readonly string[], id: string) => hasItem(client.getQueryData([...accountKey, ...list]), id);
      if (isPosition(data)) contract(data, waited(['orders', 'awaiting'], data.id));
      else if (isOption(data)) option(data);
      else if (isSpotOrder(data)) spot(data, waited(['spot', 'open'], data.id));
    },
    [contract, option, spot, client, accountKey],
  );
  useFeedEvent('order', hear);
  return (
    <>
      {receipt === null ? null : (
        <ErrorBoundary key={receipt} what="nothing">
          <Suspense fallback={null}>
            <ReceiptDialog id={receipt} onClose={closeReceipt} />
          </Suspense>
        </ErrorBoundary>
      )}
      {helped === null ? null : (
        <ErrorBoundary key={helped.id} what="nothing">
          <Suspense fallback={null}>
            <WayOutDialog id={helped.id} way={helped.way} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Reasons that a person did not give in this window: worth saying aloud. */
const unasked = new Set(['stopLoss', 'takeProfit', 'trailingStop', 'liquidation', 'void']);

/** A toast for each thing that happens to an order by itself; the order keeps its toast. */
function useWords() {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const openReceipt = useOrderView((view) => view.openReceipt);
  const tell = useCallback(
    (id: string, content: Omit<ToastContent, 'id' | 'action'>) =>
      tellOfOrders({ id, ...content, action: { label: t('action.receipt'), run: () => openReceipt(id) } }),
    [t, openReceipt],
  );

  const contract = useCallback(
    (position: Position, waited: boolean) => {
      const { id, code, status, closeReason, priceScale, openPrice, closePrice, partOf } = position;
      if (status === 'open' && waited) {
        tell(id, { kind: 'success', title: t('event.filled', { code, price: format.price(openPrice, priceScale) }) });
      }
      if (closeReason === null || !unasked.has(closeReason)) return;
      const liquidated = closeReason === 'liquidation';
      const price = format.price(closePrice, priceScale);
      tell(id, {
        kind: liquidated ? 'error' : 'info',
        title: t(liquidated ? 'event.liquidated' : partOf === null ? 'event.closed' : 'event.parted', { code, price }),
        text: t('event.result', { reason: t(`reason.${closeReason}`), profit: format.result(netText(endedResult(position))) }),
      });
    },
    [t, format, tell],
  );
  const option = useCallback(
    ({ id, code, status, priceScale, strike, settlement, profit, voidReason }: Option) => {
      // The person requested a demo reset.
      if (status === 'open' || voidReason === 'reset') return;
      const prices = `${format.price(strike, priceScale)} → ${format.price(settlement, priceScale)}`;
      tell(id, {
        kind: status === 'won' ? 'success' : 'info',
        title: t('event.settled', { code, result: t(`optionStatus.${status}`), profit: format.result(profit) }),
        ...(settlement === null ? {} : { text: prices }),
      });
    },
    [t, format, tell],
  );
  const spot = useCallback(
    ({ id, code, status, priceScale, filledPrice }: SpotOrder, waited: boolean) => {
      if (status !== 'filled' || !waited) return;
      tell(id, { kind: 'success', title: t('event.filled', { code, price: format.price(filledPrice, priceScale) }) });
    },
    [t, format, tell],
  );
  return { contract, option, spot };
}

/** Whether a list as it was last fetched has the order. */
function hasItem(list: unknown, id: string): boolean {
  if (typeof list !== 'object' || list === null || !('items' in list) || !Array.isArray(list.items)) return false;
  return list.items.some((item: unknown) => typeof item === 'object' && item !== null && 'id' in item && item.id === id);
}
