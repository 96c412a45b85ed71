import type { LoanDecision } from '@assay/domain/loans/decide-loan.ts';
import { interestPerDay, yearlyRate } from '@assay/domain/loans/terms.ts';
import { yearlyCost } from '@assay/domain/loans/yearly-cost.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { dayMs } from '@assay/domain/plans/schedule.ts';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useMoney } from '../../../shared/trading/use-money.ts';
import { absent, useFormat } from '../../../shared/words/format.ts';
import { Figures } from '../../../ui/figures.tsx';

/** What the loan costs if it is kept to its term, which is the most that it can cost. */
export function Cost({ decision, now }: { decision: LoanDecision | null; now: number }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const language = useSession((session) => session.language);
  const money = useMoney();
  const of = (show: (decision: LoanDecision) => string) => (decision === null ? absent : show(decision));
  return (
    <div className="flex flex-col gap-s4">
      <p aria-live="polite" className="flex flex-col">
        <span className="text-caption text-muted">{t('cost.repayment')}</span>
        <bdi dir="ltr" className="numbers text-title font-semibold text-accent rtl:text-end">
          {of(({ repaymentAmount }) => money(repaymentAmount))}
        </bdi>
        <span className="text-caption text-muted">
          {decision === null ? absent : t('cost.repayOn', { date: format.date(now + decision.terms.days * dayMs) })}
        </span>
      </p>
      <Figures
        className="text-caption"
        figures={[
          { name: t('cost.paidOut'), value: of(({ terms }) => money(terms.principal)) },
          { name: t('cost.interest'), value: of(({ totalInterest }) => money(totalInterest)), strong: true },
          { name: t('cost.free'), value: of(({ terms }) => format.span(terms.freeDays, 'day')) },
          { name: t('cost.perDay'), value: of(({ terms }) => money(interestPerDay(terms.principal, terms))) },
          { name: t('cost.rate'), value: of(({ terms }) => format.rate(formatFixed(terms.dailyRate))) },
          { name: t('cost.yearly'), value: of(({ terms }) => format.rate(formatFixed(yearlyRate(terms)))) },
          { name: t('cost.yearlyCost'), value: of(({ terms }) => format.rate(formatFixed(yearlyCost(terms, language)))) },
          { name: t('cost.fees'), value: t('cost.noFees') },
        ]}
      />
      {decision === null || decision.terms.freeDays === 0 ? null : (
        <p className="rounded-middle bg-accent-soft px-s4 py-s3 text-caption">
          {t('freeDays', { count: decision.terms.freeDays })}
        </p>
      )}
    </div>
  );
}
