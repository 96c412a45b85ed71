import { beKnownAgain } from '@assay/contract/known-by.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isMobile } from '../../ui/device.ts';
import { Page } from '../../ui/panel.tsx';
import { useFollowSignIn } from './enter.ts';

const points = ['aside.point1', 'aside.point2', 'aside.point3'] as const;

/** What the product promises, beside the form on a desktop. */
function Aside() {
  const { t } = useTranslation('pass');
  return (
    <aside className="relative hidden flex-col justify-between gap-s7 overflow-hidden border-e border-line bg-surface-2 p-s7 wide:flex">
      <svg
        aria-hidden
        viewBox="0 0 400 200"
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-0 h-1/2 max-h-[2.8rem] w-full"
      >
        <defs>
          <linearGradient id="aside-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--accent-fill)" stopOpacity="0.24" />
            <stop offset="1" stopColor="var(--accent-fill)" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d="M0 150 45 138 85 146 128 108 168 120 210 84 252 96 296 60 340 70 400 28V200H0Z" fill="url(#aside-fill)" />
        <path
          d="M0 150 45 138 85 146 128 108 168 120 210 84 252 96 296 60 340 70 400 28"
          fill="none"
          stroke="var(--accent-fill)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="relative flex flex-col gap-s5">
        <p className="text-title font-semibold tracking-[-0.01em] text-balance">{t('aside.title')}</p>
        <ul className="flex flex-col gap-s4">
          {points.map((point) => (
            <li key={point} className="flex items-start gap-s3 text-muted">
              <Check aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
              {t(point)}
            </li>
          ))}
        </ul>
      </div>
      <span className="h-[1.6rem]" />
    </aside>
  );
}

/** Registration, login and reset share one place. */
export function PassFrame({
  title,
  lead,
  children,
  below,
}: {
  title: string;
  lead: string;
  children: ReactNode;
  below: ReactNode;
}) {
  useFollowSignIn();
  useEffect(beKnownAgain, []);
  return (
    <Page className="flex flex-1 flex-col justify-center py-s7 mobile:justify-start mobile:py-s6">
      <div className="mx-auto grid w-full overflow-hidden desktop:max-w-[max(11.2rem,420px)] desktop:rounded-large desktop:border desktop:border-line desktop:bg-surface-1 desktop:wide:grid-cols-[1fr_1.1fr]">
        {isMobile ? null : <Aside />}
        <div className="flex flex-col gap-s6 desktop:p-s7">
          <header className="flex flex-col gap-s2">
            <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
            <p className="text-muted">{lead}</p>
          </header>
          {children}
          <p className="text-center text-muted">{below}</p>
        </div>
      </div>
    </Page>
  );
}
