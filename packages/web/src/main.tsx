import './ui/base.css';
import { keepFocus } from '@assay/contract/focus.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { loadHome, preloadPages } from './app/routes.tsx';
import { startOutbox } from './shared/client/outbox.ts';
import { fetchModeAhead } from './shared/client/queries.ts';
import { startFeed } from './shared/feed/feed.ts';
import { firstPage, keepFirstPage } from './shared/first-page.ts';
import { watchInstall } from './shared/install.ts';
import { startLayout } from './shared/layout.ts';
import { startOfflineShell } from './shared/offline-shell.ts';
import { startAccountEvents } from './shared/trading/account.ts';
import { startWatchlist } from './shared/trading/market/watchlist.ts';
import { areTextsMissing, startI18n } from './shared/words/i18n.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

fetchModeAhead();
startFeed();
startOutbox();
startAccountEvents();
startWatchlist();
startLayout();
watchInstall();
startOfflineShell();
keepFocus(document);
preloadPages(document);
void begin(root);

/** Draws the page, or takes over the one that was sent, once its texts and the code of home are there. */
async function begin(place: HTMLElement): Promise<void> {
  // Most visits begin at home: its code travels beside the texts, not after them. A failure shows when the page is drawn.
  const atHome = location.pathname === '/';
  await Promise.all([startI18n(atHome ? ['home'] : []), atHome && loadHome()]);
  // Set by `before-paint.js`, which runs before the application.
  if (areTextsMissing()) {
    dispatchEvent(new Event('textsmissing'));
    return;
  }
  const app = (
    <StrictMode>
      <App Router={BrowserRouter} />
    </StrictMode>
  );
  keepFirstPage();
  // What the server knows nothing of is not taken over but replaced: the frame of a signed-in user, and a stale page.
  if (firstPage !== null && firstPage.book === null && atHome) {
    hydrateRoot(place, app);
    return;
  }
  const { dataset } = document.documentElement;
  // What is hidden must not be seen in the moment before the first draw; a skeleton stays until then.
  if (dataset['stale'] !== undefined) place.replaceChildren();
  delete dataset['stale'];
  createRoot(place).render(app);
}
