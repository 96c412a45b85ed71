import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useOrderView } from '../../../../shared/trading/order-view.ts';
import { useFormat } from '../../../../shared/words/format.ts';
import { type Submission, useSubmission } from '../use-submission.ts';

type Purchase = SentTo<(typeof order)['buyOptions']>;

/** Buys options on an instrument; the list of orders turns to them. */
export function useBuyOption({ code, priceScale }: MarketInfo): Submission<Purchase> {
  const { t } = useTranslation('options');
  const words = useTranslation('orders').t;
  const format = useFormat();
  const show = useOrderView((view) => view.show);
  return useSubmission(calls.order.buyOptions, code, {
    about: ({ direction, amount }) => `${code} · ${words(`direction.${direction}`)} · ${format.amount(amount)} USDT`,
    tell: (option) => {
      show('option');
      return {
        orderId: option.id,
        title: t('follow.bought', { strike: format.price(option.strike, priceScale) }),
        text: t('follow.until', { code, time: format.dateTime(option.expiresAt) }),
      };
    },
  });
}
