import { type Amount, formatAmount, minus, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import type { BuyDecision } from '@assay/domain/plans/decide-buy.ts';
import type { PlanProduct } from '@assay/domain/plans/product.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { cx } from '../../../ui/cx.ts';

interface FiguresProps {
  product: PlanProduct;
  /** Null while the form is no plan: the names stand there already, so that nothing jumps while an amount is typed. */
  decision: BuyDecision | null;
  /** Free USDT of the real account, where it is known. */
  available: string | undefined;
}

/** What a plan pays and when, before it is bought; every figure is what the server would decide this second. */
export function PlanFigures({ product, decision, available }: FiguresProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const money = useMoney();
  const of = (show: (decision: BuyDecision) => ReactNode): ReactNode => (decision === null ? absent : show(decision));
  const time = (at: number) => <span className="whitespace-nowrap">{format.dateTime(at)}</span>;
  const before = available === undefined ? undefined : parseAmount(available, usdt);
  return (
    <dl className="flex flex-col gap-s1 text-caption">
      <Row name={t('figure.dailyIncome')} value={of(({ terms }) => money(terms.dailyIncome))} />
      <Row
        name={t('figure.wholeIncome')}
        value={decision === null ? absent : <span className="text-accent">{`+${money(decision.wholeIncome)}`}</span>}
        strong
      />
      <Row name={t('figure.opens')} value={of(({ kind, opensAt }) => (kind === 'open' ? t('figure.atOnce') : time(opensAt)))} />
      <Row name={t('figure.firstIncome')} value={of(({ firstIncomeAt }) => time(firstIncomeAt))} />
      <Row name={t('figure.matures')} value={of(({ maturesAt }) => time(maturesAt))} />
      <Row
        name={t('figure.penalty', { rate: format.rate(formatFixed(product.penaltyRate)) })}
        value={of(({ terms }) => money(terms.penalty))}
      />
      {before === undefined ? null : (
        <Row
          name={t('figure.balance')}
          value={decision === null ? absent : <BeforeAfter before={before} after={minus(before, decision.terms.principal)} />}
        />
      )}
    </dl>
  );
}

function Row({ name, value, strong = false }: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-s4 py-[1px]">
      <dt className="text-muted">{name}</dt>
      <dd className={cx('numbers text-end', strong && 'font-semibold')}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function BeforeAfter({ before, after }: { before: Amount; after: Amount }) {
  const format = useFormat();
  return (
    <span dir="ltr" className="inline-flex flex-wrap items-center justify-end gap-x-s1">
      <span className="text-muted">{format.amount(formatAmount(before, usdt))}</span>
      <ArrowRight aria-hidden className="size-[1em] text-muted" />
      <span className={cx('font-semibold', after < 0n && 'text-danger')}>{format.amount(formatAmount(after, usdt))}</span>
    </span>
  );
}
