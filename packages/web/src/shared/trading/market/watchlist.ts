import { ApiRefusal } from '@assay/contract/client.ts';
import { NotSent } from '@assay/contract/outbox.ts';
import { watchlistMax } from '@assay/contract/vocabulary/limits.ts';
import { calls } from 'virtual:calls';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { setAndSee } from '../../client/setting.ts';
import { parse, perField } from '../../client/storage.ts';

interface Kept {
  /** Codes of starred instruments, oldest first. */
  watchlist: readonly string[];
}

interface Watchlist extends Kept {
  /** Rejects where the server has another state by then, or its state could not be read. */
  toggle(code: string): Promise<void>;
}

function accept({ watchlist }: Readonly<Record<string, string | undefined>>): Kept {
  const found = parse(watchlist);
  const codes = Array.isArray(found) ? found.filter((code) => typeof code === 'string') : [];
  return { watchlist: codes.slice(-watchlistMax) };
}

/** Stars of this browser; of a signed-in person, a copy of those that the server keeps. */
export const useWatchlist = create<Watchlist>()(
  persist<Watchlist, [], [], Kept>(
    (set, get) => ({
      watchlist: [],
      toggle: async (code) => {
        const starred = get().watchlist.includes(code);
        set(({ watchlist }) => ({
          watchlist: starred ? watchlist.filter((one) => one !== code) : [...watchlist, code].slice(-watchlistMax),
        }));
        if (!useSession.getState().isLogin) return;
        try {
          await send(starred ? { remove: [code] } : { add: [code] });
        } catch (error) {
          // What never left the page, and what was refused, is not kept: nor is it shown.
          if (error instanceof NotSent || error instanceof ApiRefusal) {
            set(({ watchlist }) => {
              const others = watchlist.filter((one) => one !== code);
              return { watchlist: starred ? [...others, code] : others };
            });
          }
          throw error;
        }
      },
    }),
    {
      name: 'watchlist',
      storage: perField<Kept>('localStorage', ['watchlist'], accept),
      partialize: ({ watchlist }) => ({ watchlist }),
    },
  ),
);

export function useStarred(code: string): boolean {
  return useWatchlist(({ watchlist }) => watchlist.includes(code));
}

/** Only the newest answer counts: of two stars in a row the first answer does not know the second. */
let newest = 0;

async function send(change: { add?: string[]; remove?: string[] }): Promise<void> {
  newest += 1;
  const mine = newest;
  const { token } = useSession.getState();
  await setAndSee({
    send: () => call(calls.user.setWatchlist, change),
    look: () => call(calls.user.watchlist, {}),
    stands: ({ codes }) =>
      (change.add ?? []).every((code) => codes.includes(code)) && (change.remove ?? []).every((code) => !codes.includes(code)),
    show: ({ codes }) => {
      if (mine === newest && token === useSession.getState().token) useWatchlist.setState({ watchlist: codes });
    },
  });
}

/** The stars stay as this browser has them; the next start of the page asks the server again. */
const keptHere = () => undefined;

/**
 * Keeps the stars with the session for the life of the page: signing in brings along what a visitor has starred, signing out
 * leaves nothing for the next person at this device.
 */
export function startWatchlist(): void {
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    if (now.token === '') useWatchlist.setState({ watchlist: [] });
    else send({ add: [...useWatchlist.getState().watchlist] }).catch(keptHere);
  });
  if (useSession.getState().isLogin) send({}).catch(keptHere);
}
