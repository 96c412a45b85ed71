import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { type Step, steps } from './draft.ts';

/** Where one is; steps that lie behind can be gone back to. On a phone only the present one is named. */
export function StepBar({ current, onGo }: { current: Step; onGo(step: Step): void }) {
  const { t } = useTranslation('kyc');
  const now = steps.indexOf(current);
  return (
    <ol aria-label={t('steps')} className="flex gap-s2">
      {steps.map((step, index) => {
        const done = index < now;
        const name = t(`step.${step}`);
        const mark = (
          <>
            <span
              aria-hidden
              className={cx('h-[4px] w-full rounded-small', index <= now ? 'bg-accent-fill' : 'bg-surface-3')}
            />
            <span className="flex items-center gap-s2 mobile:sr-only">
              <span
                aria-hidden
                className={cx(
                  'numbers inline-flex size-[1.7em] shrink-0 items-center justify-center rounded-full text-caption',
                  step === current ? 'bg-accent-fill font-semibold text-on-accent' : 'bg-surface-3 text-muted',
                )}
              >
                {done ? <Check className="size-[1em]" /> : index + 1}
              </span>
              <span className={cx('text-caption', step === current ? 'font-semibold' : 'text-muted')}>{name}</span>
            </span>
          </>
        );
        return (
          <li key={step} aria-current={step === current ? 'step' : undefined} className="min-w-0 flex-1">
            {done ? (
              <button
                type="button"
                className="flex min-h-[24px] w-full flex-col gap-s2 text-start hover:[&_span]:text-text"
                onClick={() => onGo(step)}
              >
                {mark}
              </button>
            ) : (
              <span className="flex min-h-[24px] w-full flex-col gap-s2">{mark}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
