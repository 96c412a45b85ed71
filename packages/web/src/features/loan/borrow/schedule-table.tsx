import type { LoanDecision } from '@assay/domain/loans/decide-loan.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/words/format.ts';
import { scheduleOf } from '../preview.ts';
import { ScheduleRows } from '../schedule-rows.tsx';

/** What repaying earlier would cost, by the rules that will decide it. */
export function ScheduleTable({ decision, now }: { decision: LoanDecision; now: number }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const money = (value: (typeof rows)[number]['total']) => format.exactAmount(formatAmount(value, usdt));
  const rows = scheduleOf(decision, now);
  return (
    <div className="flex flex-col gap-s3 p-s5">
      <p className="text-caption text-muted">{t('schedule.text')}</p>
      <ScheduleRows
        label={t('schedule.title')}
        rows={rows.map(({ day, until, interest, total }) => ({
          day,
          until: format.date(until),
          interest: money(interest),
          total: money(total),
        }))}
      />
    </div>
  );
}
