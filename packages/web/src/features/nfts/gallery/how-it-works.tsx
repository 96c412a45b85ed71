import { Gavel, HeartHandshake, TimerReset, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';

const steps = [
  ['bid', Gavel],
  ['outbid', Undo2],
  ['late', TimerReset],
  ['won', HeartHandshake],
] as const;

/** The auction in four sentences. */
export function HowItWorks() {
  const { t } = useTranslation('nfts');
  return (
    <Panel title={t('how.title')}>
      <ol className="grid gap-s5 p-s5 wide:grid-cols-4">
        {steps.map(([step, Icon]) => (
          <li key={step} className="flex gap-s3">
            <Icon aria-hidden strokeWidth={1.5} className="mt-[0.1em] size-icon shrink-0 text-accent" />
            <div>
              <h3 className="font-semibold">{t(`how.${step}.title`)}</h3>
              <p className="text-caption text-muted">{t(`how.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
