import { ChartCandlestick, ChartNoAxesCombined, House, UserRound } from 'lucide-react';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { tabScreens } from '../shared/screens.ts';
import { cx } from '../ui/cx.ts';

const icons = { '/': House, '/market': ChartCandlestick, '/trading': ChartNoAxesCombined, '/profile': UserRound };

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
        {tabScreens.map(({ path, tab }) => (
          <NavLink
            key={path}
            to={path}
            end={path === '/'}
            className={({ isActive }) =>
              cx(
                'flex min-h-bar min-w-0 flex-1 flex-col items-center justify-center gap-[2px] text-caption transition-quick focus-visible:-outline-offset-2',
                isActive ? 'font-medium text-accent' : 'text-muted',
              )
            }
          >
            {createElement(icons[path], { 'aria-hidden': true, className: 'size-icon' })}
            {t(tab)}
          </NavLink>
        ))}
      </nav>
    </>
  );
}
