import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  FileText,
  History,
  IdCard,
  LayoutDashboard,
  ListOrdered,
  LogOut,
  Settings,
  ShieldCheck,
  Smartphone,
  UserPlus,
  Wallet,
} from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { logOut } from '../../shared/client/log-out.ts';
import { useParamLinks } from '../../shared/links.ts';
import { useKycStatus } from '../../shared/trading/kyc-status.ts';
import { useTitle } from '../../shared/words/title.ts';
import { cx } from '../../ui/cx.ts';
import { isMobile } from '../../ui/device.ts';
import { KycBadge } from '../../ui/kyc-badge.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Page, Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { Overview } from './overview.tsx';
import { ProductProfits } from './product-profits.tsx';

const SecuritySection = lazyPage(() => import('./security-section.tsx').then((part) => part.SecuritySection));
const SettingsSection = lazyPage(() => import('./settings-section.tsx').then((part) => part.SettingsSection));
const ClosingPart = lazyPage(() => import('./closing-part.tsx').then((part) => part.ClosingPart));

const sections = [
  { key: 'overview', icon: LayoutDashboard },
  { key: 'orders', icon: ListOrdered },
  { key: 'statement', icon: FileText },
  { key: 'identity', icon: IdCard },
  { key: 'security', icon: ShieldCheck },
  { key: 'settings', icon: Settings },
] as const;
type Section = (typeof sections)[number]['key'];

const links = [
  { key: 'balance', to: '/profile/balance', icon: Wallet },
  { key: 'deposit', to: '/profile/balance?deposit=USDT', icon: ArrowDownToLine },
  { key: 'withdraw', to: '/profile/balance?withdraw=USDT', icon: ArrowUpFromLine },
  { key: 'records', to: '/profile/balance?records=deposits', icon: History },
  { key: 'notification', to: '/profile/notification', icon: Bell },
  { key: 'invite', to: '/profile/invite', icon: UserPlus },
  { key: 'help', to: '/help', icon: CircleHelp },
] as const;

/** Parts of the account that are features of their own; the app brings them. */
interface Parts {
  Orders: ComponentType;
  Statement: ComponentType;
  Identity: ComponentType;
}

/** The signed-in person's account. The address names the section, so that each can be linked to. */
export function ProfilePage(parts: Parts) {
  const { t } = useTranslation('profile');
  const [params] = useSearchParams();
  const asked = params.get('section');
  const section = sections.find(({ key }) => key === asked)?.key ?? 'overview';
  useTitle(section === 'overview' ? t('title') : t(`section.${section}`));
  const content = (
    <Suspense fallback={<SkeletonRows />}>
      <Content section={section} {...parts} />
    </Suspense>
  );
  if (!isMobile) {
    return (
      <Page className="grid items-start gap-s6 py-s6 wide:grid-cols-[max(2.6rem,210px)_minmax(0,1fr)]">
        <Panel className="wide:sticky wide:top-[calc(var(--bar-height)+var(--step-5))]">
          <Navigation current={section} />
        </Panel>
        <div className="flex min-w-0 flex-col gap-s5">{content}</div>
      </Page>
    );
  }
  return (
    <div className="flex flex-col gap-s5 px-side py-s5">
      {section === 'overview' ? null : (
        <div className="flex flex-wrap items-center justify-between gap-s3">
          <Link to="/profile" className="flex min-h-control-small items-center gap-s2 text-muted">
            <ChevronLeft aria-hidden className="size-icon rtl:-scale-x-100" />
            {t('back')}
          </Link>
          <IdentityState />
        </div>
      )}
      {content}
      {section === 'overview' ? (
        <Panel>
          <Navigation current={section} />
        </Panel>
      ) : null}
    </div>
  );
}

function Content({ section, Orders, Statement, Identity }: Parts & { section: Section }) {
  const { t } = useTranslation('profile');
  const [hidden, setHidden] = useState(false);
  switch (section) {
    case 'overview':
      return (
        <>
          <Overview hidden={hidden} onHide={setHidden} />
          <ProductProfits hidden={hidden} />
          {isMobile ? null : <OrdersPanel title={t('section.orders')} heading="h2" Orders={Orders} />}
        </>
      );
    case 'orders':
      return <OrdersPanel title={t('section.orders')} heading="h1" Orders={Orders} />;
    case 'statement':
      return (
        <>
          <h1 className="sr-only">{t('section.statement')}</h1>
          <Statement />
        </>
      );
    case 'identity':
      return (
        <>
          <h1 className="sr-only">{t('section.identity')}</h1>
          <Identity />
        </>
      );
    case 'security':
      return <SecuritySection />;
    default:
      return (
        <>
          <SettingsSection />
          <ClosingPart />
        </>
      );
  }
}

interface OrdersPanelProps {
  title: string;
  /** On the overview the page has its heading already. */
  heading: 'h1' | 'h2';
  Orders: ComponentType;
}

function OrdersPanel({ title, heading: Heading, Orders }: OrdersPanelProps) {
  return (
    <Panel className="mobile:-mx-side mobile:rounded-none mobile:border-x-0">
      <Heading className="sr-only">{title}</Heading>
      <div className="pt-s2">
        <Suspense fallback={<SkeletonRows rows={3} className="p-s4" />}>
          <Orders />
        </Suspense>
      </div>
    </Panel>
  );
}

const row =
  'flex min-h-control w-full flex-wrap items-center gap-s3 rounded-middle px-s4 py-s2 text-start leading-tight transition-quick hover:bg-surface-2 focus-visible:-outline-offset-2';

function Navigation({ current }: { current: Section }) {
  const { t } = useTranslation('profile');
  const shown = isMobile ? sections.filter(({ key }) => key !== 'overview') : sections;
  const end = isMobile ? <ChevronRight aria-hidden className="size-icon text-muted rtl:-scale-x-100" /> : null;
  return (
    <nav aria-label={t('sections')} className="flex flex-col gap-s1 p-s3">
      {shown.map(({ key, icon: Icon }) => (
        <Link
          key={key}
          to={key === 'overview' ? '/profile' : `/profile?section=${key}`}
          aria-current={key === current ? 'page' : undefined}
          className={cx(row, key === current && !isMobile && 'bg-surface-2 font-semibold')}
        >
          <Icon aria-hidden className={cx('size-icon', key === current && !isMobile ? 'text-accent' : 'text-muted')} />
          <span className="flex-1">{t(`section.${key}`)}</span>
          {key === 'identity' ? <IdentityState /> : null}
          {end}
        </Link>
      ))}
      <hr className="mx-s4 my-s2 border-line" />
      {links.map(({ key, to, icon: Icon }) => (
        <Link key={key} to={to} className={row}>
          <Icon aria-hidden className="size-icon text-muted" />
          <span className="flex-1">{t(`link.${key}`)}</span>
          {end}
        </Link>
      ))}
      {isMobile ? <AppButton /> : null}
      <hr className="mx-s4 my-s2 border-line" />
      <LogOutButton />
    </nav>
  );
}

/** Where the identity check stands is seen from every section. */
function IdentityState() {
  const { data: status } = useKycStatus();
  return status === undefined ? null : <KycBadge status={status} />;
}

/** On a desktop it stands in the bar on top. */
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
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await logOut();
    toast({ kind: 'info', title: t('loggedOut') });
    void navigate('/');
  };
  return (
    <button type="button" disabled={busy} onClick={() => void leave()} className={row}>
      <LogOut aria-hidden className="size-icon text-muted rtl:-scale-x-100" />
      {t('logout')}
    </button>
  );
}
