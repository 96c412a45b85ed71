import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { controlBox } from '../../ui/field.tsx';
import type { Dates } from './results/dates.ts';

/** From one day to another, by the device's own calendar; either may stay open. */
export function DatesField({ value, onChange }: { value: Dates; onChange(value: Dates): void }) {
  const { t } = useTranslation('results');
  return (
    <span role="group" aria-label={t('period.dates')} className="grid w-fit grid-cols-2 gap-s2 mobile:w-full">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={cx(controlBox, 'gap-s2 text-caption')}>
          <span className="text-muted">{t(`period.${end}`)}</span>
          <input
            type="date"
            value={value[end]}
            min={end === 'to' && value.from !== '' ? value.from : undefined}
            max={end === 'from' && value.to !== '' ? value.to : undefined}
            onChange={(event) => onChange({ ...value, [end]: event.target.value })}
            className="numbers min-w-0 bg-transparent text-text outline-none"
          />
        </label>
      ))}
    </span>
  );
}
