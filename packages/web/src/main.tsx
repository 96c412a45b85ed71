import './ui/base.css';
import { keepFocus } from '@assay/contract/focus.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadHome, preloadPages } from './app/routes.tsx';
import { startOutbox } from './shared/client/outbox.ts';
import { startFeed } from './shared/feed/feed.ts';
import { watchInstall } from './shared/install.ts';
import { startLayout } from './shared/layout.ts';
import { startOfflineShell } from './shared/offline-shell.ts';
import { startAccountEvents } from './shared/trading/account.ts';
import { startWatchlist } from './shared/trading/market/watchlist.ts';
import { areTextsMissing, startI18n } from './shared/words/i18n.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

startFeed();
startOutbox();
startAccountEvents();
startWatchlist();
startLayout();
watchInstall();
startOfflineShell();
keepFocus(document);
preloadPages(document);
// Most visits begin at home: its code travels beside the texts, not after them. A failure shows when the page is drawn.
const atHome = location.pathname === '/';
if (atHome) loadHome().catch(() => undefined);
await startI18n(atHome ? ['home'] : []);
// Said by what stands before the application, in `before-paint.js`.
if (areTextsMissing()) dispatchEvent(new Event('textsmissing'));
else {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
