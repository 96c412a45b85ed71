import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { coachSteps, useWelcome } from '../../shared/welcome.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

/** Leads through the first order, beside the ticket and never over it: nothing waits for it, and it asks for no press. */
export function Coach() {
  const { t } = useTranslation(['welcome', 'common']);
  const { coach, go, place } = useWelcome();
  if (coach === null) return null;
  const at = coachSteps.indexOf(coach);
  const next = coachSteps[at + 1] ?? null;
  const card = (
    <aside
      aria-label={t('welcome:coach.label')}
      className={cx(
        'flex flex-col gap-s3 rounded-large border border-accent bg-surface-2 p-s4 shadow-raised',
        place === null
          ? 'fixed z-[60] desktop:end-[max(4.4rem,340px)] desktop:bottom-s6 desktop:w-[max(3.2rem,260px)] mobile:inset-x-s4 mobile:top-[calc(env(safe-area-inset-top)+var(--step-2))]'
          : 'mb-s4',
      )}
    >
      <div className="flex items-start justify-between gap-s3">
        <p className="font-semibold">{t(`welcome:coach.${coach}`)}</p>
        <button
          type="button"
          aria-label={t('common:action.close')}
          onClick={() => go(null)}
          className="-me-s1 -mt-s1 inline-grid size-control-small shrink-0 place-items-center rounded-middle text-muted hover:text-text"
        >
          <X aria-hidden className="size-icon" />
        </button>
      </div>
      <p className="text-caption text-muted">{t(`welcome:coach.${coach}Text`)}</p>
      <div className="flex items-center justify-between gap-s3">
        <span aria-hidden className="flex gap-s1">
          {coachSteps.map((step, number) => (
            <span key={step} className={cx('size-[6px] rounded-large', number <= at ? 'bg-accent-fill' : 'bg-surface-3')} />
          ))}
        </span>
        <Button size="small" look={next === null ? 'primary' : 'secondary'} onClick={() => go(next)}>
          {t(next === null ? 'welcome:coach.done' : 'welcome:coach.next')}
        </Button>
      </div>
    </aside>
  );
  return place === null ? card : createPortal(card, place);
}
