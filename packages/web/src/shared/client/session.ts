import type { UserInfo } from '@assay/contract/endpoints/login.ts';
import { firstPageCookies } from '@assay/contract/first-page.ts';
import { storageOf, tellServer } from '@assay/contract/storage.ts';
import { defaultLanguage, isLanguage, type Language } from '@assay/contract/vocabulary/languages.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { firstPage } from '../first-page.ts';
import { parse, perField } from './storage.ts';

/** The specification's client state, each field under its own name in local storage. */
interface Kept {
  /** Empty when signed out. */
  token: string;
  isLogin: boolean;
  userInfo: UserInfo | null;
  language: Language;
  /** 1 is the demo account, any other value the real one. */
  virtualStatus: number;
}

interface Session extends Kept {
  /** The token whose user info this page has; another tab may bring a new one before its info. */
  toldFor: string;
  /** The person has just logged out here, and is on the way to home: no login is requested. */
  hasLeft: boolean;
  signIn(token: string, userInfo: UserInfo): void;
  /** Takes in whose token it is; what comes late, of a session that has been replaced, says nothing of this one. */
  setUserInfo(userInfo: UserInfo, token: string): void;
  /** Clears token, user info and the flag; language and account choice stay. */
  signOut(byHand?: boolean): void;
  setLanguage(language: Language): void;
  setBook(book: Book): void;
}

const keys = ['token', 'isLogin', 'userInfo', 'language', 'virtualStatus'] as const;

function isUserInfo(value: unknown): value is UserInfo {
  return typeof value === 'object' && value !== null && 'userName' in value && typeof value.userName === 'string';
}

function accept(found: Readonly<Record<string, string | undefined>>): Kept {
  const token = found['token'] ?? '';
  const userInfo = parse(found['userInfo']);
  const virtualStatus = parse(found['virtualStatus']);
  const isLogin = found['isLogin'] === 'true' && token !== '';
  return {
    token: isLogin ? token : '',
    isLogin,
    userInfo: isLogin && isUserInfo(userInfo) ? userInfo : null,
    language: isLanguage(found['language']) ? found['language'] : defaultLanguage,
    virtualStatus: typeof virtualStatus === 'number' ? virtualStatus : 1,
  };
}

export const useSession = create<Session>()(
  persist<Session, [], [], Kept>(
    (set) => ({
      ...accept(firstPage === null ? {} : { language: firstPage.language }),
      ...(firstPage !== null && firstPage.book !== null && { isLogin: true, virtualStatus: firstPage.book === 'demo' ? 1 : 0 }),
      toldFor: '',
      hasLeft: false,
      signIn: (token, userInfo) => set({ token, userInfo, isLogin: true, toldFor: token, hasLeft: false }),
      setUserInfo: (userInfo, token) =>
        set((state) => (state.isLogin && state.token === token ? { userInfo, toldFor: token } : {})),
      signOut: (byHand = false) => set({ token: '', userInfo: null, isLogin: false, toldFor: '', hasLeft: byHand }),
      setLanguage: (language) => set({ language }),
      setBook: (book) => set({ virtualStatus: book === 'demo' ? 1 : 0 }),
    }),
    {
      name: 'session',
      storage: perField<Kept>('localStorage', keys, accept),
      partialize: ({ token, isLogin, userInfo, language, virtualStatus }) => ({
        token,
        isLogin,
        userInfo,
        language,
        virtualStatus,
      }),
    },
  ),
);

/** The server draws the first page by these: the language stays when the session ends, the account goes with it. */
function tellFirstPage({ language, isLogin, virtualStatus }: Kept): void {
  tellServer(firstPageCookies.language, language);
  tellServer(firstPageCookies.book, isLogin ? bookOf(virtualStatus) : null);
}
useSession.subscribe(tellFirstPage);
tellFirstPage(useSession.getState());

// Another tab signed in or out, or changed account or language: this one must not send requests in the old name.
window.addEventListener('storage', (event) => {
  if (event.key === null || (keys as readonly string[]).includes(event.key)) void useSession.persist.rehydrate();
});

/** Called when a page that was put aside is shown again as it was: while it stood still it has heard of nothing. */
export function onPageBack(listener: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
onPageBack(() => void useSession.persist.rehydrate());

export function bookOf(virtualStatus: number): Book {
  return virtualStatus === 1 ? 'demo' : 'real';
}

export function useBook(): Book {
  return useSession((state) => bookOf(state.virtualStatus));
}

type Ending = 'code' | 'http';
const endings = new Set<(ending: Ending) => void>();

/** Called whenever the server ended the session; the router goes to the login page. */
export function onSessionEnded(listener: (ending: Ending) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** Result code 401 clears the credentials; HTTP 401 clears all local storage, then writes the language back. */
export function endSession(ending: Ending): void {
  const { language, signOut } = useSession.getState();
  signOut();
  if (ending === 'http') {
    // The account choice goes with the rest, in memory too; every change of state is written, so clearing comes last.
    useSession.setState({ virtualStatus: 1 });
    storageOf('localStorage').clear();
    storageOf('localStorage').set('language', language);
  }
  for (const listener of endings) listener(ending);
}

interface Board {
  /** Whether the onboarding board is still to be shown in this browser session. */
  showBoard: boolean;
  dismiss(): void;
}

export const useBoard = create<Board>()(
  persist<Board, [], [], Pick<Board, 'showBoard'>>((set) => ({ showBoard: true, dismiss: () => set({ showBoard: false }) }), {
    name: 'board',
    storage: perField<Pick<Board, 'showBoard'>>('sessionStorage', ['showBoard'], (found) => ({
      showBoard: found['showBoard'] !== 'false',
    })),
    partialize: ({ showBoard }) => ({ showBoard }),
  }),
);
