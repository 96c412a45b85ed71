import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';

interface Row {
  readonly day: number;
  readonly until: string;
  readonly interest: string;
  readonly total: string;
}

/** Day by day what settles a loan, the due date last. */
export function ScheduleRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  const { t } = useTranslation('loan');
  const head = 'px-s3 py-s2 text-end font-medium first:text-start';
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-auto rounded-middle border border-line">
      <table className="w-full border-collapse text-caption">
        <thead className="bg-surface-2 text-muted">
          <tr>
            {(['day', 'until', 'interest', 'total'] as const).map((column) => (
              <th key={column} scope="col" className={cx(head, column === 'until' && 'mobile:hidden')}>
                {t(`schedule.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="numbers">
          {rows.map(({ day, until, interest, total }, place) => (
            <tr key={day} className={cx('border-t border-line', place === rows.length - 1 && 'font-semibold')}>
              <th scope="row" className={cx('px-s3 py-s2 text-start', place < rows.length - 1 && 'font-normal')}>
                {day}
              </th>
              <td className="px-s3 py-s2 text-end mobile:hidden">{until}</td>
              <td className="px-s3 py-s2 text-end">
                <bdi dir="ltr">{interest}</bdi>
              </td>
              <td className="px-s3 py-s2 text-end">
                <bdi dir="ltr">{total}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
