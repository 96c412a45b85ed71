import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyDecision } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { PlanFigures } from './plan-figures.tsx';

interface ConfirmPlanProps {
  onClose(): void;
  product: PlanProduct;
  decision: BuyDecision;
  available: string | undefined;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** The last look before the money is bound. */
export function ConfirmPlan({ onClose, product, decision, available, busy, onConfirm, onCancel }: ConfirmPlanProps) {
  const { t } = useTranslation('trading');
  const onAccount = useMoneyLabel();
  const format = useFormat();
  const money = useMoney();
  const { terms } = decision;
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('confirm.title')}
      description={t('confirm.sentence', {
        amount: money(terms.principal),
        product: product.name,
        days: format.span(terms.days, 'day'),
        rate: format.rate(formatFixed(terms.dailyYield)),
      })}
      confirm={onAccount(t('buy'))}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <PlanFigures product={product} decision={decision} available={available} whole />
      <p className="mt-s4 text-caption text-muted">{t('confirm.text')}</p>
    </Confirm>
  );
}
