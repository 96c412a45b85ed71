import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { SpotRequest } from '@assay/domain/spot/decide-submit.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useOrderView } from '../../../../shared/trading/order-view.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { type Submission, useSubmission } from '../use-submission.ts';

type SpotInput = SentTo<(typeof order)['submit']>;

/** Buys and sells the coin of a pair; the list of orders turns to spot. */
export function useSubmitSpot({ code, base, priceScale }: MarketInfo): Submission<SpotInput> {
  const { t } = useTranslation('spot');
  const words = useTranslation('currency').t;
  const format = useFormat();
  const show = useOrderView((view) => view.show);
  return useSubmission(calls.order.submit, code, {
    about: ({ side, quantity, turnover }) => {
      const size = quantity === undefined ? `${format.amount(turnover)} USDT` : `${format.quantity(quantity)} ${base}`;
      return `${t(`action.${side}`, { base })} · ${size}`;
    },
    tell: (placed) => {
      show('spot');
      const price = (text: string | null) => format.price(text, priceScale);
      const title =
        placed.status === 'open'
          ? words('follow.waiting', { price: price(placed.price) })
          : words('follow.filled', { price: price(placed.filledPrice) });
      const quantity = `${format.quantity(placed.quantity)} ${base}`;
      return { orderId: placed.id, title, text: `${t(`action.${placed.side}`, { base })} · ${quantity}` };
    },
  });
}

/** The request with its instrument, and without missing fields: the wire has no undefined. */
export function spotInput(
  code: string,
  { side, type, price, trigger, until, quantity, turnover, seenPrice, maxSlippageBps }: SpotRequest,
): SpotInput {
  return {
    code,
    side,
    type,
    ...(price === undefined ? {} : { price }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(until === undefined || until === null ? {} : { until }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(turnover === undefined ? {} : { turnover }),
    ...(seenPrice === undefined ? {} : { seenPrice }),
    ...(maxSlippageBps === undefined ? {} : { maxSlippageBps }),
  };
}
