import { type Ticks, priceOf } from '@assay/domain/market/quote.ts';
import { type Amount, formatAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type Holding, breakEvenPrice, financingADay, resultAt } from '@assay/domain/positions/costs.ts';
import { useTranslation } from 'react-i18next';
import { type Figure, Figures } from '../../../ui/figures.tsx';
import { absent, useFormat } from '../../words/format.ts';
import { ContractResult } from './net-result.tsx';

interface CostBlockProps {
  /** What is held, or would be; null until it is known: its names are shown already, so that nothing jumps. */
  holding: Holding | null;
  /** The price at which the closing fee is shown: of this moment, or the one that a dialog is about. */
  closing: Ticks | null;
  stopLoss?: Ticks | null;
  takeProfit?: Ticks | null;
  dense?: boolean;
}

/** Everything that a contract costs, before it is owed: the same block wherever one is opened, changed or closed. */
export function CostBlock({ dense = false, ...props }: CostBlockProps) {
  return <Figures figures={useCostFigures(props)} dense={dense} />;
}

/** Both fees, a night, the price from which something is won, and what is left at stop and target. Costs are rounded up. */
export function useCostFigures({ holding, closing, stopLoss, takeProfit }: Omit<CostBlockProps, 'dense'>): Figure[] {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const cost = (value: Amount) => `${format.cost(formatAmount(value, usdt))} USDT`;
  const closeFee = holding === null || closing === null ? null : resultAt(holding, closing).closeFee;
  const price = (ticks: Ticks) =>
    holding === null ? absent : format.price(formatFixed(priceOf(ticks, holding.terms)), holding.terms.priceScale);
  const breakEven = holding === null ? null : breakEvenPrice(holding);
  const figures: Figure[] = [
    {
      name: holding === null ? t('openingFee') : t('openFee', { rate: format.rate(formatFixed(holding.terms.feeRate)) }),
      value: holding === null ? absent : cost(holding.paid.openFee),
    },
    {
      name: closing === null ? t('closingFee') : t('closeFee', { price: price(closing) }),
      value: closeFee === null ? absent : cost(closeFee),
    },
    { name: t('perDay'), value: holding === null ? absent : <Financing amount={financingADay(holding)} /> },
    {
      name: t('breakEven'),
      value: holding === null ? absent : breakEven === null ? t('none') : price(breakEven),
      strong: true,
    },
  ];
  for (const [name, at] of [
    ['atStopLoss', stopLoss],
    ['atTakeProfit', takeProfit],
  ] as const) {
    if (holding === null || at === null || at === undefined) continue;
    figures.push({ name: t(name, { price: price(at) }), value: <ContractResult result={resultAt(holding, at)} /> });
  }
  return figures;
}

/** What a night costs or brings. */
function Financing({ amount }: { amount: Amount }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  if (amount === 0n) return t('none');
  const positive = amount < 0n ? minus(nothing, amount) : amount;
  // As every other amount reads, though within a sentence.
  const text = `\u2066${format.cost(formatAmount(positive, usdt))} USDT\u2069`;
  return t(amount > 0n ? 'paid' : 'received', { amount: text });
}
