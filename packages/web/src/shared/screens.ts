import { servicePath } from '@assay/contract/paths.ts';

/**
 * Every screen of the site by its path, as the specification spells it, in the order in which they are offered: routes,
 * navigation, palette and preloading go by it. With its name in the bar of the desktop layout and in the tabs of the phone,
 * where it is in these, and its audience: users with an account (others log in first), or visitors; left out for all.
 */
export const screens = [
  { path: '/', bar: 'nav.home', tab: 'nav.home' },
  { path: '/market', bar: 'nav.market', tab: 'nav.market' },
  { path: '/trading', bar: 'nav.goldTrading', tab: 'nav.trading' },
  { path: '/loan', bar: 'nav.loan' },
  { path: '/nfts', bar: 'nav.nfts' },
  { path: '/profile', bar: 'nav.account', tab: 'nav.profile', for: 'account' },
  { path: '/profile/balance', for: 'account' },
  { path: '/profile/notification', for: 'account' },
  { path: '/profile/invite', for: 'account' },
  { path: '/help' },
  { path: '/pass/login', for: 'nobody' },
  { path: '/pass/register', for: 'nobody' },
  { path: '/pass/reset' },
  { path: '/cruuency' },
  { path: '/help/faq' },
  { path: '/help/notice' },
  { path: '/detail' },
  { path: '/introduction' },
  { path: '/api/loginCallback/google' },
  // Beyond the specification: receipts that are shown to others.
  { path: '/check/:code' },
  { path: servicePath },
] as const;

export type Screen = (typeof screens)[number];
export type ScreenPath = Screen['path'];

export const barScreens = screens.filter((screen): screen is Extract<Screen, { bar: string }> => 'bar' in screen);
export const tabScreens = screens.filter((screen): screen is Extract<Screen, { tab: string }> => 'tab' in screen);

export const isFor = (screen: Screen, who: 'account' | 'nobody'): boolean => 'for' in screen && screen.for === who;
