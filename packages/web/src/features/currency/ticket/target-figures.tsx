import { priceOf } from '@assay/domain/market/quote.ts';
import { type Fixed, formatFixed, subtract, toFixed } from '@assay/domain/money/fixed.ts';
import { holdingOf, holdingOfLots, resultAt } from '@assay/domain/positions/costs.ts';
import type { OpenDecision } from '@assay/domain/positions/decide-open.ts';
import { lotsOf } from '@assay/domain/positions/targets/targets.ts';
import { useTranslation } from 'react-i18next';
import { ContractResult } from '../../../shared/trading/results/net-result.tsx';
import { useFormat } from '../../../shared/words/format.ts';
import type { Figure } from '../../../ui/figures.tsx';

/** What each target of an order would leave, and the take-profit with what they leave to it, net of all; nothing without targets. */
export function useTargetFigures(): (decision: OpenDecision) => Figure[] {
  const { t } = useTranslation('targets');
  const format = useFormat();
  return ({ terms, opening, targets, stops }) => {
    if (targets.length === 0) return [];
    const price = (ticks: number) => format.price(formatFixed(priceOf(ticks, terms)), terms.priceScale);
    const holding = holdingOf(terms, opening);
    const left = (lots: Fixed, at: number) => (
      <ContractResult result={resultAt(holdingOfLots(holding, lots, terms.lots), at)} />
    );
    const figures = targets.map((target) => ({
      name: t('at', { price: price(target.price), lots: format.quantity(target.lots) }),
      value: left(toFixed(target.lots), target.price),
    }));
    const rest = subtract(terms.lots, lotsOf(targets));
    if (stops.takeProfit === null || rest.units === 0n) return figures;
    const lots = formatFixed(rest);
    const name = t('rest', { price: price(stops.takeProfit), lots: format.quantity(lots) });
    return [...figures, { name, value: left(rest, stops.takeProfit) }];
  };
}
