import { CircleAlert, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** What was refused as a whole, above the button that was pressed. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message === undefined ? null : (
        <p className="flex items-start gap-s2 rounded-middle bg-danger-soft px-s4 py-s3 text-danger">
          <CircleAlert aria-hidden className="mt-[0.15em] size-icon shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}

function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-icon shrink-0" fill="none" stroke="currentColor" strokeWidth="2.2">
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.5-5.8" strokeLinecap="round" />
    </svg>
  );
}

/** The two other ways in. They stand here as announced ones until they open. */
export function OtherWays() {
  const { t } = useTranslation('pass');
  return (
    <div className="flex flex-col gap-s3">
      <div className="flex items-center gap-s3 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('other.or')}
      </div>
      {[
        { name: t('other.google'), icon: <GoogleMark /> },
        { name: t('other.wallet'), icon: <Wallet aria-hidden className="size-icon shrink-0" /> },
      ].map(({ name, icon }) => (
        <Button key={name} disabled block className="justify-start! text-start">
          {icon}
          <span className="flex-1">{name}</span>
          <span className="text-caption">{t('other.soon')}</span>
        </Button>
      ))}
    </div>
  );
}
