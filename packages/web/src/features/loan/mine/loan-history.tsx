import type { Loan } from '@assay/contract/endpoints/loans.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';

/** Everything that happened to a loan, newest first, each payment with its parts. */
export function LoanHistory({ loan }: { loan: Loan }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  return (
    <details className="text-caption">
      <summary className="disclosure min-h-[24px] cursor-pointer py-s1 font-medium text-accent">{t('mine.history')}</summary>
      <ol className="mt-s2 flex flex-col divide-y divide-line">
        {loan.history.toReversed().map(({ status, time, interest, principal }, place) => (
          <li key={place} className="flex flex-wrap items-baseline justify-between gap-x-s4 py-s2">
            <span>
              {t(`event.${status}`)}
              {interest === null ? null : (
                <span className="block text-muted">
                  {t('mine.parts', { interest: format.cost(interest), principal: format.amount(principal) })}
                </span>
              )}
            </span>
            <time dateTime={time} className="numbers text-muted">
              {format.dateTime(time)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
