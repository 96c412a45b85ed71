import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { isParameter, useChartMemory } from './chart-memory.ts';
import { type IndicatorName, usualParameters } from './tools.ts';

/** With what an indicator is computed, on every chart of the person. */
export function ParametersDialog({ name, onClose }: { name: IndicatorName; onClose(): void }) {
  const { t } = useTranslation('terminal');
  const chosen = useChartMemory(({ parameters }) => parameters[name]);
  const keep = useChartMemory(({ setParameters }) => setParameters);
  const [texts, setTexts] = useState(() => (chosen ?? usualParameters[name]).map(String));
  const values = texts.map(Number);
  const wrong = !values.every(isParameter);
  const close = (parameters: readonly number[] | null) => {
    keep(name, parameters);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('chart.settings', { name })}
      onSubmit={() => {
        if (!wrong) close(values);
      }}
      footer={
        <>
          <Button onClick={() => close(null)}>{t('chart.usual')}</Button>
          <Button type="submit" look="primary" disabled={wrong}>
            {t('chart.apply')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-s4">
        {texts.map((text, at) => (
          <NumberField
            key={at}
            label={t('chart.parameter', { number: at + 1 })}
            value={text}
            onChange={(next) => setTexts(texts.with(at, next))}
            decimals={0}
          />
        ))}
      </div>
      <p className={wrong ? 'mt-s3 text-caption text-warn' : 'mt-s3 text-caption text-muted'}>{t('chart.parameterHint')}</p>
    </Dialog>
  );
}
