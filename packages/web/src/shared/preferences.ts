import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { perField } from './client/storage.ts';

export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** Colours of rising and falling: the specification's red and green, the other way round, or blue and orange. */
export const pairs = ['red-up', 'green-up', 'colour-blind'] as const;
export type Pair = (typeof pairs)[number];

interface Kept {
  theme: Theme;
  pair: Pair;
  /** Whether a contract order is confirmed on a sheet of its own before it is sent. */
  confirmContracts: boolean;
}

interface Preferences extends Kept {
  set(change: Partial<Kept>): void;
}

function accept(found: Readonly<Record<string, string | undefined>>): Kept {
  return {
    theme: themes.find((theme) => theme === found['theme']) ?? 'dark',
    pair: pairs.find((pair) => pair === found['pair']) ?? 'red-up',
    confirmContracts: found['confirmContracts'] !== 'false',
  };
}

export const usePreferences = create<Preferences>()(
  persist<Preferences, [], [], Kept>((set) => ({ ...accept({}), set: (change) => set(change) }), {
    name: 'preferences',
    storage: perField<Kept>(localStorage, ['theme', 'pair', 'confirmContracts'], accept),
    partialize: ({ theme, pair, confirmContracts }) => ({ theme, pair, confirmContracts }),
  }),
);

// The tokens follow attributes of the document; `public/before-paint.js` sets them for the first paint.
usePreferences.subscribe(({ theme, pair }) => {
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['pair'] = pair;
});
