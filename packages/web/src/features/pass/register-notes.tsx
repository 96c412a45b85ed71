import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';

/** Which step of how many one is at. */
export function Progress({ step, of }: { step: number; of: number }) {
  const { t } = useTranslation('pass');
  return (
    <div className="-mb-s2 flex items-center gap-s3">
      <div aria-hidden className="flex flex-1 gap-s2">
        {Array.from({ length: of }, (_, place) => (
          <span key={place} className={cx('h-[3px] flex-1 rounded-large', place < step ? 'bg-accent-fill' : 'bg-surface-3')} />
        ))}
      </div>
      <span role="status" className="numbers text-caption text-muted">
        {t('register.step', { step, of })}
      </span>
    </div>
  );
}

/** Shows that the new account is linked to the given invitation or sign-in. */
export function Linking({ label }: { label: string }) {
  const { t } = useTranslation('pass');
  return (
    <p className="flex items-start gap-s3 rounded-middle bg-info-soft px-s4 py-s3 text-info">
      <Link2 aria-hidden className="mt-[0.15em] size-icon shrink-0" />
      <span>{t('register.linking', { label })}</span>
    </p>
  );
}
