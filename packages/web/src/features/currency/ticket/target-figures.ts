import { priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, subtract } from '@assay/domain/money/fixed.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { lotsOf, profitAtTarget } from '@assay/domain/positions/targets/targets.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import type { Figure } from '../../../ui/figures.tsx';

/** What each target of an order would bring, and the take-profit with what they leave; nothing without targets. */
export function useTargetFigures(): (decision: OpenDecision) => Figure[] {
  const { t } = useTranslation('targets');
  const ticket = useTranslation('currency').t;
  const format = useFormat();
  return ({ terms, opening, targets, stops, profitAtTakeProfit }) => {
    if (targets.length === 0) return [];
    const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, terms)), terms.priceScale);
    const profit = (value: Amount) => `${format.result(formatAmount(value, usdt))} USDT`;
    const figures = targets.map((target) => ({
      name: t('at', { price: price(target.price), lots: format.quantity(target.lots) }),
      value: profit(profitAtTarget(terms, opening.price, target)),
    }));
    if (stops.takeProfit === null || profitAtTakeProfit === null) return figures;
    const lots = format.quantity(formatFixed(subtract(terms.lots, lotsOf(targets))));
    const name = `${ticket('ticket.takeProfit')} ${price(stops.takeProfit)} · ${lots} ${ticket('ticket.lots')}`;
    return [...figures, { name, value: profit(profitAtTakeProfit) }];
  };
}
