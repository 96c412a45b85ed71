import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/panel.tsx';

const rules = ['free', 'daily', 'early', 'due', 'late'] as const;

/** The rules of all loans in plain words, and what borrowing risks. */
export function HowItWorks() {
  const { t } = useTranslation('loan');
  return (
    <Panel title={t('rules.title')}>
      <ol className="grid gap-x-s6 gap-y-s4 p-s5 desktop:wide:grid-cols-5">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-s3 desktop:wide:flex-col">
            <span aria-hidden className="numbers font-semibold text-accent">
              {index + 1}
            </span>
            <p className="text-caption">
              <span className="block font-semibold">{t(`rules.${rule}.title`)}</span>
              <span className="text-muted">{t(`rules.${rule}.text`)}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-s5 py-s3 text-caption text-muted">{t('risk')}</p>
    </Panel>
  );
}
