import { Headset } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBook, useSession } from '../shared/client/session.ts';
import { servicePage } from '../shared/links.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { LanguageButton } from './language-button.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NotificationBell } from './notification-bell.tsx';

const round =
  'inline-flex size-control shrink-0 items-center justify-center rounded-middle text-muted transition-quick active:bg-surface-2';

/** The bar on top of the phone layout. */
export function TopBarMobile() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isLogin = useSession((session) => session.isLogin);
  const book = useBook();
  return (
    <header className="sticky top-0 z-30 [@media(max-height:400px)]:static border-b border-line bg-surface-0 pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-bar items-center gap-s1 px-side">
        <LogoMark />
        {isLogin ? (
          <Badge tone={book === 'demo' ? 'info' : 'accent'} className="ms-s2">
            {t(`account.${book}`)}
          </Badge>
        ) : null}
        <div className="-me-s2 ms-auto flex min-w-0 items-center">
          <ConnectionDot />
          <LanguageButton />
          {isLogin ? <NotificationBell /> : null}
          <a
            href={servicePage}
            target="_blank"
            rel="noopener"
            aria-label={`${t('nav.service')} (${t('action.opensNewWindow')})`}
            className={round}
          >
            <Headset aria-hidden className="size-icon" />
          </a>
          {isLogin || pathname === '/pass/login' ? null : (
            <ButtonLink to="/pass/login" look="primary" size="small" className="mx-s2 shrink-0">
              {t('nav.login')}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}
