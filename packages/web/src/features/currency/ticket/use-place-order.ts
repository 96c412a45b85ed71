import { ApiRefusal } from '@assay/contract/client.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import type { OpenRequest } from '@assay/domain/positions/decide-open.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useLivingOrders, useRefreshAccount } from '../../../shared/account.ts';
import { NoAnswer, call } from '../../../shared/api.ts';
import { useFormat } from '../../../shared/format.ts';
import { useMove } from '../../../shared/move.ts';
import { useErrorText } from '../../../ui/states.tsx';
import { dismissToast, toast } from '../../../ui/toast.tsx';
import { findOrder } from './find-order.ts';

export type Outcome = 'opened' | 'requote' | 'refused' | 'unknown' | 'ignored';

export interface PlaceOrder {
  /** Sends one order and follows it in one toast. A press while one is under way is ignored. */
  place(request: OpenRequest): Promise<Outcome>;
  readonly busy: boolean;
  /** An order whose answer never came. Sent again it keeps its key, so that it has one effect. */
  readonly unanswered: OpenRequest | null;
  forget(): void;
}

export function usePlaceOrder(info: MarketInfo): PlaceOrder {
  const { t } = useTranslation('currency');
  const format = useFormat();
  const errorText = useErrorText();
  const refresh = useRefreshAccount();
  const move = useMove(calls.order.buyU);
  const open = useLivingOrders('open').data;
  const waiting = useLivingOrders('awaiting').data;
  const [unanswered, setUnanswered] = useState<OpenRequest | null>(null);
  /** The toast of the order that is not answered: sending it again goes on in the same one. */
  const lastToast = useRef<string | null>(null);

  const tellOpened = (id: string, order: Position) => {
    const price = (text: string | null) => format.price(text, info.priceScale);
    const title =
      order.status === 'awaiting'
        ? t('follow.waiting', { price: price(order.limitPrice) })
        : t('follow.filled', { price: price(order.openPrice) });
    toast({ id, kind: 'success', title, text: `${order.code} · ${order.orderNo}` });
    setUnanswered(null);
    refresh();
  };

  const lookUp = async (id: string, request: OpenRequest): Promise<Outcome> => {
    toast({ id, kind: 'progress', title: t('follow.lookingUp') });
    const known = new Set([...(open?.items ?? []), ...(waiting?.items ?? [])].map((order) => order.id));
    const found = await call(calls.order.listUOrder, { code: info.code, limit: 20 }).then(
      ({ items }) => findOrder(request, info.code, known, items),
      () => undefined,
    );
    if (found !== undefined) {
      tellOpened(id, found);
      return 'opened';
    }
    setUnanswered(request);
    lastToast.current = id;
    toast({ id, kind: 'error', title: t('unknown.title'), text: t('unknown.text') });
    return 'unknown';
  };

  const place = async (request: OpenRequest): Promise<Outcome> => {
    const again = request === unanswered && lastToast.current !== null ? { id: lastToast.current } : {};
    const id = toast({ ...again, kind: 'progress', title: t('follow.submitting'), text: `${info.code} · ${request.lots}` });
    try {
      const order = await move.submit(orderInput(info.code, request));
      if (order === undefined) {
        dismissToast(id);
        return 'ignored';
      }
      tellOpened(id, order);
      return 'opened';
    } catch (error) {
      if (error instanceof NoAnswer) return lookUp(id, request);
      setUnanswered(null);
      if (error instanceof ApiRefusal && error.code === '11004') {
        // The question with the new price says it all.
        dismissToast(id);
        return 'requote';
      }
      toast({ id, kind: 'error', title: t('follow.refused'), text: errorText(error) });
      return 'refused';
    }
  };
  return { place, busy: move.isPending, unanswered, forget: () => setUnanswered(null) };
}

/** The request with its instrument, and without the fields that are not there: the wire knows no undefined. */
function orderInput(code: string, request: OpenRequest) {
  const { price, stopLoss, takeProfit, seenPrice, maxSlippageBps, ...rest } = request;
  return {
    code,
    ...rest,
    ...(price === undefined ? {} : { price }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(seenPrice === undefined ? {} : { seenPrice }),
    ...(maxSlippageBps === undefined ? {} : { maxSlippageBps }),
  };
}
