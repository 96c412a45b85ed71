import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { perField } from './client/storage.ts';

export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** Colours of rising and falling: the specification's red and green, the other way round, or blue and orange. */
export const pairs = ['red-up', 'green-up', 'colour-blind'] as const;
export type Pair = (typeof pairs)[number];

/** Currencies that amounts can be shown in beside USDT, as far as the market has their pairs. */
export const displayCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CNH', 'HKD', 'KRW', 'CHF', 'CAD', 'AUD', 'NZD'] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];

interface Kept {
  theme: Theme;
  pair: Pair;
  /** Whether a contract order is confirmed on a sheet of its own before it is sent. */
  confirmContracts: boolean;
  confirmOptions: boolean;
  confirmSpot: boolean;
  /** Null shows USDT alone. */
  currency: DisplayCurrency | null;
}

interface Preferences extends Kept {
  set(change: Partial<Kept>): void;
}

function accept(found: Readonly<Record<string, string | undefined>>): Kept {
  return {
    theme: themes.find((theme) => theme === found['theme']) ?? 'dark',
    pair: pairs.find((pair) => pair === found['pair']) ?? 'red-up',
    confirmContracts: found['confirmContracts'] !== 'false',
    confirmOptions: found['confirmOptions'] !== 'false',
    confirmSpot: found['confirmSpot'] !== 'false',
    currency: displayCurrencies.find((currency) => currency === found['currency']) ?? null,
  };
}

export const usePreferences = create<Preferences>()(
  persist<Preferences, [], [], Kept>((set) => ({ ...accept({}), set: (change) => set(change) }), {
    name: 'preferences',
    storage: perField<Kept>(
      localStorage,
      ['theme', 'pair', 'confirmContracts', 'confirmOptions', 'confirmSpot', 'currency'],
      accept,
    ),
    partialize: ({ set: _, ...kept }) => kept,
  }),
);

// The tokens follow attributes of the document; `public/before-paint.js` sets them for the first paint.
usePreferences.subscribe(({ theme, pair }) => {
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['pair'] = pair;
});
