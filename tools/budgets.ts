// What a visit may cost, as counts that are the same on every machine: kilobytes here, in the gate; requests, components
// and bytes on the wire in `e2e/budgets.story.ts`. A figure grows only together with its budget, in one commit that says why.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const root = dirname(import.meta.dirname);
const site = join(root, 'packages/web/dist');

/** How far below its budget a figure may lie before that holds nothing any more: a tenth, or rounding and one request. */
const slack = (budget: number): number => Math.max(2, budget / 10);

/** JavaScript and styles that a part of the site loads beyond the frame, as they travel (brotli), in kB of 1000 bytes. */
interface PageBudget {
  /** The modules that are asked for, from `packages/web/src/`; what they import comes along. */
  readonly modules: readonly string[];
  readonly kB: number;
}

const feature = (...names: readonly string[]): string[] => names.map((name) => `features/${name}.tsx`);
const page = (kB: number, ...names: readonly string[]): PageBudget => ({ modules: feature(...names), kB });

/** What every page needs: the files that `index.html` names. */
const frameBudget = 147.7;
/** The texts of one part in one language; there are hundreds, so the heaviest represents all. */
const wordsBudget = 7;

/**
 * Today's figures, rounded up with half a kB to spare: the names that the build gives its files pack differently each time.
 * Routes as `app/routes.tsx` puts them together, then what is loaded on top of any of them.
 */
const pageBudgets: Readonly<Record<string, PageBudget>> = {
  '/ on a desktop': page(9.5, 'home/home-desktop'),
  '/ on a phone': page(11.5, 'home/home-mobile'),
  'home of a customer': page(61.5, 'home/dashboard/dashboard', 'profile/equity-chart', 'orders/contracts/brief-positions'),
  'a receipt for strangers': page(8, 'home/visitor/showcase'),
  'what strangers are promised': page(8.5, 'home/visitor/proof'),
  '/market': page(36.5, 'market/market-page'),
  'the market as a heat map': page(5, 'market/heat-map/heat-map'),
  'the plans on the market': page(6, 'market/plan-table'),
  '/cruuency': page(221.6, 'currency/currency-page', 'orders/orders-panel', 'currency/chart/candle-chart'),
  '/trading': page(69.4, 'trading/trading-page', 'orders/receipt-dialog'),
  '/loan': page(64, 'loan/loan-page'),
  '/nfts': page(49, 'nfts/nfts-page'),
  '/profile': page(104, 'profile/profile-page', 'orders/orders-panel'),
  'the statement': page(58, 'balance/statement'),
  'the identity check': page(83.5, 'kyc/kyc-steps'),
  'what protects the account': page(61.6, 'profile/security-section'),
  'the settings': page(82.5, 'profile/settings-section', 'profile/closing-part'),
  '/profile/balance': page(74.5, 'balance/balance-page'),
  '/profile/balance?deposit': page(81.2, 'funds/funds-page'),
  '/profile/invite': page(17.5, 'invite/invite-page'),
  '/profile/notification': page(28.5, 'notification/notification-page'),
  '/help': page(7.5, 'help/help-page'),
  '/help/faq': page(6.5, 'help/faq-page'),
  '/help/notice': page(16, 'help/notice-page'),
  '/detail': page(4.5, 'help/detail-page'),
  '/introduction': page(9, 'help/introduction-page'),
  '/pass/login': page(20.5, 'pass/login-page'),
  '/pass/register': page(24.5, 'pass/register-page'),
  '/pass/reset': page(18.7, 'pass/reset-page'),
  '/api/loginCallback/google': page(3, 'pass/google-callback-page'),
  '/service.html': page(63.5, 'service/service-page'),
  'signed in, on every page': page(15.5, 'notification/notification-events', 'orders/order-events'),
  'messages, once the page is there': { modules: ['ui/toasts/toast-cards.tsx'], kB: 16 },
  'the board of a first visit': { modules: ['app/board.tsx'], kB: 2 },
  'what is stopped for everybody': { modules: ['app/halt-lines.tsx'], kB: 2 },
  'around every page of the account': { modules: ['app/account/account-frame.tsx', 'app/account/account-list.tsx'], kB: 6.5 },
  'the menu of who is signed in': { modules: ['app/account/account-menu.tsx'], kB: 53.5 },
  'the greeting of somebody new': { modules: ['app/welcome/welcome-dialog.tsx'], kB: 29.5 },
  'the coach of the first trade': { modules: ['app/welcome/coach.tsx'], kB: 2 },
  'a question before it is done': { modules: ['ui/confirm.tsx'], kB: 26.5 },
  'drawings of what is not there': { modules: ['ui/pictures/drawings.tsx'], kB: 2.5 },
  '/check/{code}': page(48.6, 'check/check-page', 'orders/receipt-dialog'),
  'small balances into USDT': page(35.5, 'balance/dust-dialog'),
  'other terms for a spot order': page(43.5, 'orders/spot/amend-spot-dialog'),
  'a take-profit and a stop-loss of coins': page(43, 'orders/spot/protect-dialog'),
  'other terms for a contract': page(73.1, 'orders/contracts/amend-dialog'),
  'more or less margin': page(63, 'orders/contracts/margin-dialog'),
  'a position turned round': page(60, 'orders/contracts/reverse-dialog'),
  'what the tools of a chart open': page(35, 'currency/chart/chart-dialogs'),
  'a line of the chart that was dragged': page(61, 'currency/chart/move-line'),
  'a way out of little margin': page(66.7, 'orders/contracts/way-out'),
  'a receipt for others': page(49.6, 'orders/receipt/share-dialog'),
  'a piece for others': page(37.5, 'nfts/detail/share-piece-dialog'),
  'the menu of languages': { modules: ['app/language-menu.tsx'], kB: 50 },
  'search by key': page(32.5, 'palette/palette'),
  'a key for programs': page(46, 'profile/api-keys/make-key', 'profile/api-keys/revoke-key', 'profile/api-keys/key-uses'),
  'the profile of an instrument': page(12.3, 'currency/about/about-panel'),
  'news of an instrument': page(6, 'currency/news/news-panel'),
  'a reminder of an event': page(52, 'currency/news/reminder-button'),
  'news about what one holds or watches': { modules: ['shared/trading/news/concerning.tsx'], kB: 2 },
  'a price alert': page(44.8, 'currency/alerts/alert-dialog'),
  'how strong a password is': { modules: ['../../domain/src/credentials/strength.ts'], kB: 214 },
  'a passkey': { modules: ['../../../node_modules/@simplewebauthn/browser/esm/index.js'], kB: 4 },
  'a sign-in with a wallet': { modules: ['shared/client/sign-in-message.ts'], kB: 7.5 },
};

/** Counted in a real browser by `e2e/budgets.story.ts`, which says how: today's figures. */
export const countBudgets = {
  'requests after an order': 7,
  'components for a quote on the page of its instrument': 28,
  'components for a quote in the list of the market': 5,
  'components for a quote on home': 10,
  'kB of the site to the first price on home': 50,
  'kB of the site until home lives': 214,
  // Of what home shows first, and of the feed the newest quote.
  'kB of the market to the first price on home': 1,
} as const;
export type CountBudget = keyof typeof countBudgets;

/** One file of the build, as Vite's manifest lists it. */
interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

/** Names and kilobytes of everything that has a budget, and the modules that none speaks of. */
export function weigh(
  dist: string,
  pages: Readonly<Record<string, Pick<PageBudget, 'modules'>>>,
): { figures: Record<string, number>; unknown: string[] } {
  const parts = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Part>;
  const byFile = new Map(Object.entries(parts).map(([key, { file }]) => [file, key]));
  const named = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];
  /** The files of these parts and of all that they import without waiting. */
  const filesOf = (keys: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const files = new Set<string>();
    const visit = (key: string): void => {
      const part = parts[key];
      if (part === undefined || seen.has(key)) return;
      seen.add(key);
      for (const file of [part.file, ...(part.css ?? [])]) files.add(file);
      for (const next of part.imports ?? []) visit(next);
    };
    for (const key of keys) visit(key);
    return files;
  };
  const frameFiles = named.map(([, file = '']) => file);
  const frame = new Set([...frameFiles, ...filesOf(frameFiles.flatMap((file) => byFile.get(file) ?? []))]);
  const kB = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0) / 1000;
  const figures: Record<string, number> = { 'the frame': kB(frame) };
  for (const [name, { modules }] of Object.entries(pages)) {
    const keys = modules.map(keyOf);
    const missing = keys.find((key) => parts[key] === undefined);
    figures[name] = missing === undefined ? kB(filesOf(keys).difference(frame)) : Number.NaN;
  }
  const known = new Set(Object.values(pages).flatMap(({ modules }) => modules.map(keyOf)));
  const asked = [...new Set(Object.values(parts).flatMap(({ dynamicImports }) => dynamicImports ?? []))];
  const words = asked.filter((key) => isWords.test(key));
  figures['the words of a part'] = Math.max(0, ...words.map((key) => kB(filesOf([key]).difference(frame))));
  return { figures, unknown: asked.filter((key) => !isWords.test(key) && !known.has(key)) };
}

/** How the manifest calls a module: by its way from `packages/web/`. */
const keyOf = (module: string): string => posix.join('src', module);
const isWords = /(^|\/)locales\/[^/]+\/[^/]+\.json$/;

/** What is wrong with these figures, in sentences. A figure that is not a number could not be taken. */
export function overspent(figures: Readonly<Record<string, number>>, budgets: Readonly<Record<string, number>>): string[] {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    const figure = figures[name] ?? Number.NaN;
    if (Number.isNaN(figure)) return [`${name}: is no part of the build any more; remove its budget of ${budget}`];
    if (figure > budget) return [`${name}: ${figure.toFixed(1)}, more than its budget of ${budget}`];
    if (figure < budget - slack(budget))
      return [`${name}: ${figure.toFixed(1)}; lower its budget of ${budget} to ${Math.ceil(figure)}`];
    return [];
  });
}

function check(): void {
  const fresh = spawnSync(process.execPath, [join(root, 'tools/setup.mjs'), '--is-built'], { stdio: 'ignore' }).status === 0;
  if (!fresh || !existsSync(join(site, '.vite/manifest.json'))) {
    // `npm test` has just built it: there it is a fault.
    if (process.env['npm_lifecycle_event'] === 'test') process.exitCode = 1;
    console.log('kilobytes of pages not judged: the site is not built as it stands; `node tools/setup.mjs --build` builds it');
    return;
  }
  const { figures, unknown } = weigh(site, pageBudgets);
  const budgets = Object.fromEntries(Object.entries(pageBudgets).map(([name, { kB }]) => [name, kB]));
  const faults = [
    ...overspent(figures, { 'the frame': frameBudget, 'the words of a part': wordsBudget, ...budgets }),
    ...unknown.map((module) => `${module}: is loaded by itself and has no budget`),
  ];
  if (process.argv.includes('--all')) console.table(figures);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main) check();
