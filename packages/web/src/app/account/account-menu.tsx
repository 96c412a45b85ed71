import { ArrowDownToLine, LayoutDashboard, LogOut, Moon, Settings, ShieldCheck, Sun, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBook, useSession } from '../../shared/client/session.ts';
import { useLeave } from '../../shared/client/use-leave.ts';
import { useDepositStep } from '../../shared/deposit-button.tsx';
import { usePreferences } from '../../shared/preferences.ts';
import { useTotals } from '../../shared/trading/account.ts';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { useFormat } from '../../shared/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { AccountTrigger } from './account-trigger.tsx';

/** Who is signed in, what the account in use is worth, and the steps that are never far away. */
export function AccountMenu() {
  const { t } = useTranslation(['common', 'profile']);
  const navigate = useNavigate();
  const { leave } = useLeave();
  const deposit = useDepositStep();
  const theme = usePreferences((preferences) => preferences.theme);
  const set = usePreferences((preferences) => preferences.set);
  const [name] = useState(() => useSession.getState().userInfo?.userName ?? '');
  const item = (key: string, label: string, icon: ReactNode, onSelect: () => void): MenuItem => ({
    key,
    label,
    icon,
    onSelect,
  });
  const to = (path: string) => () => void navigate(path);
  return (
    <>
      <Menu
        defaultOpen
        label={t('common:account.menu', { name })}
        head={<Head />}
        trigger={<AccountTrigger />}
        items={[
          item('overview', t('profile:section.overview'), <LayoutDashboard aria-hidden className={icon} />, to('/profile')),
          item('balance', t('profile:link.balance'), <Wallet aria-hidden className={icon} />, to('/profile/balance')),
          item('deposit', t('profile:link.deposit'), <ArrowDownToLine aria-hidden className={icon} />, deposit.begin),
          item(
            'security',
            t('profile:section.security'),
            <ShieldCheck aria-hidden className={icon} />,
            to('/profile?section=security'),
          ),
          item(
            'settings',
            t('profile:section.settings'),
            <Settings aria-hidden className={icon} />,
            to('/profile?section=settings'),
          ),
          item(
            'theme',
            t(theme === 'dark' ? 'common:theme.toLight' : 'common:theme.toDark'),
            theme === 'dark' ? <Sun aria-hidden className={icon} /> : <Moon aria-hidden className={icon} />,
            () => set({ theme: theme === 'dark' ? 'light' : 'dark' }),
          ),
          item(
            'logout',
            t('common:account.logout'),
            <LogOut aria-hidden className={`${icon} rtl:-scale-x-100`} />,
            () => void leave(),
          ),
        ]}
      />
      {deposit.question}
    </>
  );
}

const icon = 'size-icon text-muted';

function Head() {
  const { t } = useTranslation(['common', 'profile']);
  const format = useFormat();
  const userInfo = useSession((session) => session.userInfo);
  const book = useBook();
  const { data: totals } = useTotals();
  const { data: status } = useKycStatus();
  return (
    <div className="flex flex-col gap-s3 border-b border-line px-s3 pt-s3 pb-s4">
      <div className="flex items-start justify-between gap-s5">
        <div className="min-w-0">
          <p className="truncate font-semibold">
            <bdi>{userInfo?.userName}</bdi>
          </p>
          <p className="truncate text-caption text-muted">
            <bdi dir="ltr">{userInfo?.email}</bdi>
          </p>
        </div>
        {status === undefined ? null : <KycBadge status={status} />}
      </div>
      <div className="flex flex-col gap-s1">
        <span className="flex items-center gap-s2 text-caption text-muted">
          {t('profile:equity')}
          <Badge tone={book === 'demo' ? 'info' : 'accent'}>{t(`common:account.${book}`)}</Badge>
        </span>
        <bdi dir="ltr" className="numbers text-emphasis font-semibold rtl:text-end">
          {format.amount(totals?.equity)} <span className="text-caption font-medium text-muted">USDT</span>
        </bdi>
      </div>
    </div>
  );
}
