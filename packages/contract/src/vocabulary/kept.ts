/** What one thing that a browser keeps is for, where it lies, and until when. */
interface Group {
  readonly place: 'localStorage' | 'sessionStorage' | 'cookie';
  readonly until: 'logout' | 'removed' | 'answered' | 'window' | 'year' | 'cookieLogout';
  /** A name that ends in an asterisk is the beginning of many. */
  readonly names: readonly string[];
}

/**
 * All that the site keeps in somebody's browser: it can keep nothing that is not named here, and the cookie policy shows exactly
 * this. What each group holds stands in `locales/<language>/kept.json`.
 */
export const keptOnSite = {
  session: { place: 'localStorage', until: 'logout', names: ['token', 'isLogin', 'userInfo'] },
  language: { place: 'localStorage', until: 'removed', names: ['language'] },
  account: { place: 'localStorage', until: 'removed', names: ['virtualStatus'] },
  // Sent to the server with each page: what the first one is drawn by.
  firstLanguage: { place: 'cookie', until: 'year', names: ['language'] },
  firstAccount: { place: 'cookie', until: 'cookieLogout', names: ['signedIn'] },
  // Made up by the browser before somebody logs in: what their account knows it by, wherever it goes.
  knownBy: { place: 'cookie', until: 'year', names: ['knownBy'] },
  appearance: { place: 'localStorage', until: 'removed', names: ['theme', 'pair', 'pairAsked'] },
  currency: { place: 'localStorage', until: 'removed', names: ['currency'] },
  trading: {
    place: 'localStorage',
    until: 'removed',
    names: [
      'confirmContracts',
      'confirmOptions',
      'confirmSpot',
      'chartShare',
      'chartPeriod',
      'chartLook',
      'orderLines',
      'ladderStep',
      'onlyThis',
    ],
  },
  markets: {
    place: 'localStorage',
    until: 'logout',
    names: ['watchlist', 'charts', 'parameters', 'chartTemplates', 'recentCodes', 'layoutUnsent'],
  },
  coach: { place: 'localStorage', until: 'removed', names: ['coachDone'] },
  device: { place: 'localStorage', until: 'removed', names: ['pushedFor'] },
  outbox: { place: 'localStorage', until: 'answered', names: ['outbox.*'] },
  unanswered: { place: 'sessionStorage', until: 'window', names: ['unanswered.*'] },
  chat: { place: 'sessionStorage', until: 'window', names: ['chatToken', 'chatUnsent'] },
  google: { place: 'sessionStorage', until: 'window', names: ['googleSignIn'] },
  reset: { place: 'sessionStorage', until: 'window', names: ['resetTicket'] },
  board: { place: 'sessionStorage', until: 'window', names: ['showBoard'] },
} as const satisfies Readonly<Record<string, Group>>;

export type KeptGroup = keyof typeof keptOnSite;
export const keptGroups = Object.keys(keptOnSite) as KeptGroup[];

/** What the console keeps in an operator's browser: who is signed in, or has signed out and was not heard, and no token. */
type KeptAtDesk = 'operator' | 'leaving';

type Spelled<Name extends string> = Name extends `${infer Beginning}*` ? `${Beginning}${string}` : Name;
export type KeptName = Spelled<(typeof keptOnSite)[KeptGroup]['names'][number]> | KeptAtDesk;
