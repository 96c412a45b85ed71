import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Fixed, compare, formatFixed, subtract, toFixed, zero } from '@assay/domain/money/fixed.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { lotsOf } from '@assay/domain/positions/targets/targets.ts';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../../ui/figures.tsx';
import { useFormat } from '../../words/format.ts';
import { closingNow } from '../live-position.ts';
import { ContractResult } from '../results/net-result.tsx';

interface ShareFigureProps {
  order: Position;
  lots: Fixed;
  price: string;
  /** A target, or what targets leave to the take-profit. */
  of: 'at' | 'rest';
}

/** What closing so many lots of an order would leave at a price, each cost taken off; nothing without a price. */
export function ShareFigure({ order, lots, price, of }: ShareFigureProps) {
  const { t } = useTranslation('targets');
  const format = useFormat();
  const closing = compare(lots, zero) <= 0 || compare(lots, toFixed(order.lots)) > 0 ? null : closingNow(order, lots, price);
  if (closing === null) return null;
  const text = formatFixed(lots);
  const name = t(of, { price: format.price(price, order.priceScale), lots: format.quantity(text) });
  return <Figures figures={[{ name, value: <ContractResult result={resultAt(closing.holding, closing.close)} /> }]} />;
}

/** What a take-profit closes behind targets: all that they leave. */
export const leftTo = (order: Pick<Position, 'lots'>, targets: readonly { readonly lots: string }[]): Fixed =>
  subtract(toFixed(order.lots), lotsOf(targets));
