import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { OpenRequest } from '@assay/domain/positions/decide-open.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useFormat } from '../../../shared/words/format.ts';
import { type Submission, useSubmission } from './use-submission.ts';

type ContractOrder = SentTo<(typeof order)['buyU']>;

/** Opens contracts on an instrument. */
export function usePlaceOrder(info: MarketInfo): Submission<ContractOrder> {
  const { t } = useTranslation('currency');
  const format = useFormat();
  return useSubmission(calls.order.buyU, info.code, {
    about: ({ code, lots }) => `${code} · ${format.quantity(lots)}`,
    tell: (order) => {
      const price = (text: string | null) => format.price(text, info.priceScale);
      const title =
        order.status === 'awaiting'
          ? t('follow.waiting', { price: price(order.triggerPrice ?? order.limitPrice) })
          : t('follow.filled', { price: price(order.openPrice) });
      return { orderId: order.id, title, text: `${order.code} · ${order.orderNo}` };
    },
  });
}

/** The request with its instrument, and without missing fields: the wire has no undefined. */
export function orderInput(code: string, request: OpenRequest) {
  const {
    price,
    trigger,
    until,
    stopLoss,
    takeProfit,
    targets,
    trailingStop,
    trailingBps,
    seenPrice,
    maxSlippageBps,
    ...rest
  } = request;
  return {
    code,
    ...rest,
    ...(price === undefined ? {} : { price }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(until === undefined ? {} : { until }),
    ...(trailingStop === undefined ? {} : { trailingStop }),
    ...(trailingBps === undefined ? {} : { trailingBps }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(targets === undefined ? {} : { targets: [...targets] }),
    ...(seenPrice === undefined ? {} : { seenPrice }),
    ...(maxSlippageBps === undefined ? {} : { maxSlippageBps }),
  };
}
