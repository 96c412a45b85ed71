import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { templateNameMax, templatesMax, useChartMemory } from './chart-memory.ts';

/** Sets of indicators under names of the person's own: put on any chart by a press, kept from this one under a name. */
export function TemplatesDialog({ code, onClose }: { code: string; onClose(): void }) {
  const { t } = useTranslation('terminal');
  const templates = useChartMemory((memory) => memory.chartTemplates);
  const keepTemplate = useChartMemory((memory) => memory.keepTemplate);
  const putTemplate = useChartMemory((memory) => memory.putTemplate);
  const dropTemplate = useChartMemory((memory) => memory.dropTemplate);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = (): void => {
    const wanted = name.trim();
    const isNew = templates.every((one) => one.name !== wanted);
    if (wanted === '') return setError(t('chart.templates.enter'));
    if (isNew && templates.length >= templatesMax) return setError(t('chart.templates.full'));
    keepTemplate(code, wanted);
    setName('');
    setError(undefined);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('chart.templates.title')}
      description={t('chart.templates.text')}
      onSubmit={save}
      footer={
        <Button type="submit" look="primary">
          {t('chart.templates.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-s5">
        {templates.length === 0 ? null : (
          <ul aria-label={t('chart.templates.title')} className="flex flex-col divide-y divide-line">
            {templates.map(({ name: kept, indicators }) => (
              <li key={kept} className="flex items-center justify-between gap-s3 py-s2">
                <span className="flex min-w-0 flex-col">
                  <bdi className="truncate font-medium">{kept}</bdi>
                  <bdi dir="ltr" className="truncate text-caption text-muted rtl:text-end">
                    {indicators.join(' · ')}
                  </bdi>
                </span>
                <span className="flex shrink-0 items-center gap-s1">
                  <Button
                    size="small"
                    aria-label={`${t('chart.apply')}: ${kept}`}
                    onClick={() => {
                      putTemplate(code, kept);
                      onClose();
                    }}
                  >
                    {t('chart.apply')}
                  </Button>
                  <IconButton label={t('chart.templates.delete', { name: kept })} onClick={() => dropTemplate(kept)}>
                    <Trash2 aria-hidden />
                  </IconButton>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Input
          label={t('chart.templates.name')}
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          maxLength={templateNameMax}
        />
      </div>
    </Dialog>
  );
}
