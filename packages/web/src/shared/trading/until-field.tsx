import { validDaysMax } from '@assay/domain/dealing/validity.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useServerMinute } from '../feed/feed.ts';
import { useFormat } from '../words/format.ts';
import { type Until, endShown } from './until.ts';

interface UntilFieldProps {
  value: Until;
  onChange(until: Until): void;
  wrong: boolean;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How long an order that waits is good for. It is added to a form by a press: the form does not wait for its texts. */
export function UntilField(props: UntilFieldProps) {
  return (
    <Suspense fallback={null}>
      <Choice {...props} />
    </Suspense>
  );
}

function Choice({ value, onChange, wrong }: UntilFieldProps) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  const now = useServerMinute();
  const kind = value === '' || value === 'day' ? value : 'date';
  const end = endShown(value, now);
  return (
    <div className="flex flex-col gap-s2">
      <span className="text-caption font-medium text-muted">{t('until.label')}</span>
      <Segmented
        compact
        label={t('until.label')}
        value={kind}
        onChange={(next) => onChange(next === 'date' ? new Date(now + dayMs + minuteMs).toISOString() : next)}
        options={[
          { value: '', label: t('until.cancelled') },
          { value: 'day', label: t('until.day') },
          { value: 'date', label: t('until.time') },
        ]}
      />
      {kind === 'date' ? (
        <Input
          type="datetime-local"
          dir="ltr"
          label={t('until.at')}
          value={localText(value)}
          min={localText(new Date(now + 2 * minuteMs).toISOString())}
          max={localText(new Date(now + validDaysMax * dayMs).toISOString())}
          error={wrong ? t('until.wrong') : undefined}
          onChange={({ target }) => {
            const time = Date.parse(target.value);
            onChange(Number.isNaN(time) ? 'date' : new Date(time).toISOString());
          }}
        />
      ) : end === null ? null : (
        <p className="text-caption text-muted">
          <bdi>{t('until.ends', { time: format.dateTime(end) })}</bdi>
        </p>
      )}
    </div>
  );
}

/** A moment as the field of the browser writes it, in the person's own time; empty for none. */
function localText(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '';
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
