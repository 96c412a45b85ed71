import { minus, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyDecision } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '../../../shared/trading/before-after.tsx';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { type Figure, Figures } from '../../../ui/figures.tsx';

interface FiguresProps {
  product: PlanProduct;
  /** Null while the form is no plan: the names are shown already, so that nothing jumps while an amount is typed. */
  decision: BuyDecision | null;
  /** Free USDT of the real account, where it is known. */
  available: string | undefined;
  /** What is agreed to, in the question before it is bought. */
  whole?: boolean;
}

/** What a plan pays and when, before it is bought; every figure is what the server would decide this second. */
export function PlanFigures({ product, decision, available, whole = false }: FiguresProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const money = useMoney();
  const of = (show: (decision: BuyDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const time = (at: number) => format.dateTime(at);
  const before = available === undefined ? undefined : parseAmount(available, usdt);
  const figures: (Figure | false)[] = [
    { name: t('figure.dailyIncome'), value: of(({ terms }) => money(terms.dailyIncome)) },
    {
      name: t('figure.wholeIncome'),
      value: decision === null ? absent : <span className="text-accent">{`+${money(decision.wholeIncome)}`}</span>,
      strong: true,
    },
    {
      name: t('figure.opens'),
      value: of(({ kind, opensAt }) => (kind === 'open' ? t('figure.atOnce') : time(opensAt))),
    },
    { name: t('figure.firstIncome'), value: of(({ firstIncomeAt }) => time(firstIncomeAt)) },
    { name: t('figure.matures'), value: of(({ maturesAt }) => time(maturesAt)) },
    {
      name: t('figure.penalty', { rate: format.rate(formatFixed(product.penaltyRate)) }),
      value: of(({ terms }) => money(terms.penalty)),
    },
    before !== undefined && {
      name: t('figure.balance'),
      value:
        decision === null ? (
          absent
        ) : (
          <BeforeAfter before={before} after={minus(before, decision.terms.principal)} asset={usdt} />
        ),
    },
  ];
  return <Figures figures={figures.filter((figure) => figure !== false)} dense={!whole} />;
}
