import type { Position } from '@assay/contract/endpoints/order.ts';
import { type Amount, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../../ui/figures.tsx';
import { BeforeAfter } from '../before-after.tsx';

/** What an order that waits holds now, margin and fee, and what it would hold. */
export function HeldFigure({ before, after }: { before: Position; after: Position }) {
  const { t } = useTranslation('waiting');
  const held = (order: Position): Amount => sum(money(order.marginUsed), money(order.openFee));
  const [was, becomes] = [held(before), held(after)];
  const value = <BeforeAfter before={was} after={becomes} asset={usdt} />;
  return <Figures figures={[{ name: t('change.held'), value }]} />;
}

const money = (text: string): Amount => parseAmount(text, usdt) ?? nothing;
