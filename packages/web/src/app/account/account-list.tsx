import { ChevronRight, LogOut, Smartphone } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLeave } from '../../shared/client/use-leave.ts';
import { useParamLinks } from '../../shared/links.ts';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { type Place, places } from './places.ts';

const row =
  'flex min-h-control w-full flex-wrap items-center gap-s3 rounded-middle px-s4 py-s2 text-start leading-tight transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2';

/** Every page of the account. */
export function AccountList({ current }: { current: Place }) {
  const { t } = useTranslation('profile');
  const end = isMobile ? <ChevronRight aria-hidden className="size-icon text-muted rtl:-scale-x-100" /> : null;
  return (
    <nav aria-label={t('sections')} className="flex flex-col gap-s1 p-s3">
      {places.map((group, place) => (
        <Fragment key={group[0]?.key}>
          {place === 0 ? null : <hr className="mx-s4 my-s2 border-line" />}
          {group
            .filter(({ key }) => !isMobile || key !== 'overview')
            .map(({ key, name, to, icon: Icon }) => (
              <Link
                key={key}
                to={to}
                aria-current={key === current ? 'page' : undefined}
                className={cx(row, key === current && 'bg-surface-2 font-semibold')}
              >
                <Icon aria-hidden className={cx('size-icon', key === current ? 'text-accent' : 'text-muted')} />
                {/* What does not fit beside its name is shown below it. */}
                <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-s3 gap-y-s1">
                  {t(name)}
                  {key === 'identity' ? <IdentityState /> : null}
                </span>
                {end}
              </Link>
            ))}
        </Fragment>
      ))}
      {isMobile ? <AppButton /> : null}
      <hr className="mx-s4 my-s2 border-line" />
      <LogOutButton />
    </nav>
  );
}

function IdentityState() {
  const { data: status } = useKycStatus();
  return status === undefined ? null : <KycBadge status={status} />;
}

/** On a desktop it is in the bar on top. */
function AppButton() {
  const { t } = useTranslation();
  const { downloadApp, offersApp } = useParamLinks();
  if (!offersApp) return null;
  return (
    <button type="button" onClick={() => void downloadApp()} className={row}>
      <Smartphone aria-hidden className="size-icon text-muted" />
      <span className="flex-1">{t('nav.downloadApp')}</span>
      <ChevronRight aria-hidden className="size-icon text-muted rtl:-scale-x-100" />
    </button>
  );
}

function LogOutButton() {
  const { t } = useTranslation();
  const { leave, busy } = useLeave();
  return (
    <button type="button" disabled={busy} onClick={() => void leave()} className={row}>
      <LogOut aria-hidden className="size-icon text-muted rtl:-scale-x-100" />
      {t('account.logout')}
    </button>
  );
}
