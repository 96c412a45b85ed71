// Run by the build alone: draws the site's first page as the site itself does, in a stub of a browser with empty storage. The
// stub's language, layout and reader are read when this is loaded: each first page loads its own.
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../app/app.tsx';
import { loadHome } from '../app/routes.tsx';
import { MarketRow } from '../features/home/market-rows.tsx';
import { firstPage } from '../shared/first-page.ts';
import { areTextsMissing, startI18n } from '../shared/words/i18n.ts';
import type { Rendering } from './looks.ts';

const Home = ({ children }: { children: ReactNode }) => <StaticRouter location="/">{children}</StaticRouter>;

/** Loads what is drawn. The home of a signed-in user is unknown here: its skeleton is drawn. */
export const prepare: Rendering['prepare'] = async () => {
  await Promise.all([startI18n(['home']), firstPage?.book === null && loadHome()]);
  if (areTextsMissing()) throw new Error('texts of the first page are missing');
};

export const drawPage: Rendering['drawPage'] = () =>
  renderToString(
    <StrictMode>
      <App Router={Home} />
    </StrictMode>,
  );

export const drawRow: Rendering['drawRow'] = (row) =>
  renderToString(
    <Home>
      <MarketRow item={row.item} told={row} />
    </Home>,
  );
