import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { Moon, Search, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { AccountSwitch } from '../shared/account-switch.tsx';
import { useSession } from '../shared/client/session.ts';
import { DepositButton } from '../shared/deposit-button.tsx';
import { useTakenOver } from '../shared/first-page.ts';
import { useParamLinks } from '../shared/links.ts';
import { usePalette } from '../shared/palette.ts';
import { usePreferences } from '../shared/preferences.ts';
import { barScreens } from '../shared/screens.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { AccountButton } from './account/account-button.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { LanguageButton } from './language-button.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NotificationBell } from './notification-bell.tsx';

/** Where all names together are longest, they are closer to fit beside the buttons on a narrow screen. */
const longNames: ReadonlySet<Language> = new Set(['es', 'ar']);
const close = 'max-[1140px]:gap-0 max-[1140px]:text-caption max-[1140px]:*:px-s2';

const item = 'relative flex min-h-control items-center rounded-small px-s3 whitespace-nowrap transition-quick hover:text-text';

function Navigation() {
  const { t } = useTranslation();
  const language = useSession((session) => session.language);
  const links = useParamLinks();
  return (
    <nav
      aria-label={t('nav.main')}
      className={cx(
        'order-last flex min-w-0 basis-full items-center gap-s1 overflow-x-auto text-muted [scrollbar-width:none] wide:order-none wide:flex-1 wide:basis-0',
        longNames.has(language) && close,
      )}
    >
      {barScreens.map(({ path, bar }) => (
        <NavLink
          key={path}
          to={path}
          end={path === '/'}
          className={({ isActive }) =>
            cx(
              item,
              isActive &&
                'font-medium text-text after:absolute after:inset-x-s3 after:bottom-0 after:h-[2px] after:rounded-large after:bg-accent',
            )
          }
        >
          {t(bar)}
        </NavLink>
      ))}
      {!links.offersApp ? null : (
        <button type="button" onClick={() => void links.downloadApp()} className={item}>
          {t('nav.downloadApp')}
        </button>
      )}
      <button type="button" onClick={() => void links.lecturerHall()} className={item}>
        {t('nav.lecturerHall')}
      </button>
    </nav>
  );
}

/** Says which keys do the same. */
function SearchButton() {
  const { t } = useTranslation();
  const setOpen = usePalette((state) => state.setOpen);
  const isMac = useTakenOver() && navigator.platform.startsWith('Mac');
  const keys = isMac ? '⌘K' : 'Ctrl K';
  return (
    <IconButton label={`${t('nav.search')} (${keys})`} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
      <Search aria-hidden />
    </IconButton>
  );
}

function ThemeButton() {
  const { t } = useTranslation();
  const theme = usePreferences((preferences) => preferences.theme);
  const set = usePreferences((preferences) => preferences.set);
  return (
    <IconButton
      label={t(theme === 'dark' ? 'theme.toLight' : 'theme.toDark')}
      onClick={() => set({ theme: theme === 'dark' ? 'light' : 'dark' })}
    >
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}

/** The bar on top of the desktop layout; below 1000px the navigation takes a row of its own. */
export function TopBarDesktop() {
  const { t } = useTranslation();
  const isLogin = useSession((session) => session.isLogin);
  // Enlarged four times over, a bar that stays would take half of the window.
  return (
    <header className="sticky top-0 z-30 [@media(max-height:400px)]:static border-b border-line bg-surface-0">
      <div className="flex flex-wrap items-center gap-x-s5 max-[1140px]:gap-x-s4 px-side py-s2 wide:min-h-bar wide:flex-nowrap">
        <LogoMark />
        <Navigation />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-s2">
          <ConnectionDot />
          <SearchButton />
          {isLogin ? <AccountSwitch /> : null}
          {isLogin ? (
            <DepositButton size="small" className="whitespace-nowrap">
              {t('account.deposit')}
            </DepositButton>
          ) : null}
          {isLogin ? <NotificationBell /> : null}
          <LanguageButton />
          {isLogin ? (
            <AccountButton />
          ) : (
            <>
              <ThemeButton />
              <ButtonLink to="/pass/login" look="ghost" className="text-text">
                {t('nav.login')}
              </ButtonLink>
              <ButtonLink to="/pass/register" look="primary">
                {t('nav.register')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </header>
  );
}
