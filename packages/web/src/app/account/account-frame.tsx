import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { isMobile } from '../../ui/device.ts';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountList } from './account-list.tsx';
import { type Place, placeAt } from './places.ts';

/** Pages that come from another page of the account than its first one. */
const fromBalance: ReadonlySet<Place> = new Set(['deposit', 'withdraw', 'records']);

/**
 * The frame of every page of the account: its list at the side. It fills the window, so that the foot of the site begins below
 * it.
 */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const place = placeAt(pathname, params);
  if (isMobile) return <OnPhone place={place}>{children}</OnPhone>;
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-var(--bar-height))] w-full max-w-[calc(var(--content-width)+2*var(--side))] content-start items-start gap-s6 px-side pt-s6 wide:grid-cols-[max(2.6rem,210px)_minmax(0,1fr)]">
      <Panel className="wide:sticky wide:top-[calc(var(--bar-height)+var(--step-5))] wide:max-h-[calc(100dvh-var(--bar-height)-2*var(--step-5))] wide:overflow-y-auto">
        <AccountList current={place} />
      </Panel>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

function OnPhone({ place, children }: { place: Place; children: ReactNode }) {
  // The first page has the list within.
  if (place === 'overview') return children;
  return (
    <>
      <Back place={place} />
      {children}
    </>
  );
}

function Back({ place }: { place: Place }) {
  const { t } = useTranslation(['profile', 'funds']);
  const { data: status } = useKycStatus();
  return (
    <div className="flex flex-wrap items-center justify-between gap-s3 px-side pt-s3">
      <Link
        to={fromBalance.has(place) ? '/profile/balance' : '/profile'}
        className="flex min-h-control-small items-center gap-s2 text-muted"
      >
        <ChevronLeft aria-hidden className="size-icon rtl:-scale-x-100" />
        {fromBalance.has(place) ? t('funds:back') : t('profile:back')}
      </Link>
      {/* The state of the identity check is shown in every section. */}
      {status === undefined ? null : <KycBadge status={status} />}
    </div>
  );
}
