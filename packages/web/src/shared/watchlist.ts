import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { perField } from './storage.ts';

/** More stars than anyone looks at; beyond it the oldest falls off. */
const starsMax = 200;

interface Kept {
  /** Codes of starred instruments, oldest first. */
  watchlist: readonly string[];
}

interface Watchlist extends Kept {
  toggle(code: string): void;
}

function accept({ watchlist }: Record<string, unknown>): Kept {
  const codes = Array.isArray(watchlist) ? watchlist.filter((code) => typeof code === 'string') : [];
  return { watchlist: codes.slice(-starsMax) };
}

/** Stars of this browser. */
export const useWatchlist = create<Watchlist>()(
  persist<Watchlist, [], [], Kept>(
    (set) => ({
      watchlist: [],
      toggle: (code) =>
        set(({ watchlist }) => ({
          watchlist: watchlist.includes(code) ? watchlist.filter((one) => one !== code) : [...watchlist, code].slice(-starsMax),
        })),
    }),
    {
      name: 'watchlist',
      storage: perField<Kept>(localStorage, ['watchlist'], accept),
      partialize: ({ watchlist }) => ({ watchlist }),
    },
  ),
);

export function useStarred(code: string): boolean {
  return useWatchlist(({ watchlist }) => watchlist.includes(code));
}
