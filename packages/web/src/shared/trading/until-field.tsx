import { endOfDay } from '@assay/domain/dealing/validity.ts';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useFormat } from '../words/format.ts';
import { type UntilEntry, untilKinds } from './until.ts';

interface UntilFieldProps {
  value: UntilEntry;
  onChange(value: UntilEntry): void;
  wrong: boolean;
  /** Business time; null while it is not known. */
  now: number | null;
}

/** Chooses until when an order waits. */
export function UntilField({ value, onChange, wrong, now }: UntilFieldProps) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-s2">
      <span className="text-caption font-medium text-muted">{t('until.label')}</span>
      <Segmented
        compact
        label={t('until.label')}
        value={value.by}
        onChange={(by) => onChange({ ...value, by })}
        options={untilKinds.map((kind) => ({ value: kind, label: t(`until.${kind}`) }))}
      />
      {value.by === 'day' && now !== null ? (
        <p className="text-caption text-muted">
          {t('until.dayHint', { time: format.dateTime(new Date(endOfDay(now)).toISOString()) })}
        </p>
      ) : null}
      {value.by === 'time' ? (
        <Input
          type="datetime-local"
          label={t('until.at')}
          value={value.at}
          onChange={({ target }) => onChange({ ...value, at: target.value })}
          error={wrong && value.at !== '' ? t('until.wrong') : undefined}
        />
      ) : null}
    </div>
  );
}
