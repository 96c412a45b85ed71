import { ChartCandlestick, ChartNoAxesCombined, House, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { cx } from '../ui/cx.ts';

const tabs = [
  { to: '/', key: 'nav.home', icon: House },
  { to: '/market', key: 'nav.market', icon: ChartCandlestick },
  { to: '/trading', key: 'nav.trading', icon: ChartNoAxesCombined },
  { to: '/profile', key: 'nav.profile', icon: UserRound },
] as const;

/** The bar at the bottom of the phone layout. It keeps its height free in the page, so it covers nothing. */
export function TabBar() {
  const { t } = useTranslation();
  return (
    <>
      <div aria-hidden className="h-[calc(var(--bar-height)+env(safe-area-inset-bottom))] shrink-0" />
      <nav
        aria-label={t('nav.main')}
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface-1 pb-[env(safe-area-inset-bottom)]"
      >
        {tabs.map(({ to, key, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            className={({ isActive }) =>
              cx(
                'flex min-h-bar min-w-0 flex-1 flex-col items-center justify-center gap-[2px] text-caption transition-quick focus-visible:-outline-offset-2',
                isActive ? 'font-medium text-accent' : 'text-muted',
              )
            }
          >
            <Icon aria-hidden className="size-icon" />
            {t(key)}
          </NavLink>
        ))}
      </nav>
    </>
  );
}
