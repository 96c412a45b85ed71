import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type CandlePeriod, isCandlePeriod } from '@assay/contract/vocabulary/markets.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { perField } from './client/storage.ts';

export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** Colours of rising and falling, of gain and loss: red up, the other way round, or blue and orange. */
export const pairs = ['red-up', 'green-up', 'colour-blind'] as const;
export type Pair = (typeof pairs)[number];

const redUp: ReadonlySet<Language> = new Set(['zh', 'hk', 'ja', 'ko']);

/** The pair that readers of a language are used to; `ui/tokens.css` knows it too. */
export const usualPair = (language: Language): Pair => (redUp.has(language) ? 'red-up' : 'green-up');

/** Currencies that amounts can be shown in beside USDT, as far as the market has their pairs. */
export const displayCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'CNH', 'HKD', 'KRW', 'CHF', 'CAD', 'AUD', 'NZD'] as const;
export type DisplayCurrency = (typeof displayCurrencies)[number];

/** What a chart shows for each period; `line` and `area` its closing prices, `heikinAshi` its averages. */
export const chartLooks = ['candles', 'hollow', 'bars', 'heikinAshi', 'line', 'area'] as const;
export type ChartLook = (typeof chartLooks)[number];

/** A period of the chart, or each single quote. */
export type ChartPeriod = CandlePeriod | 'tick';

/** How much of the height that chart and orders share on the trading screen the chart may take, in percent. */
export const chartShareMin = 30;
export const chartShareMax = 85;
const chartShareUsual = 70;
const ladderStepMax = 4;

interface Kept {
  theme: Theme;
  /** Null follows the specification in lists of the market, elsewhere the language: `ui/tokens.css`. */
  pair: Pair | null;
  /** Whether a contract order is confirmed on a sheet of its own before it is sent. */
  confirmContracts: boolean;
  confirmOptions: boolean;
  confirmSpot: boolean;
  /** Null shows USDT alone. */
  currency: DisplayCurrency | null;
  chartShare: number;
  /** The last period that a chart was asked to show. */
  chartPeriod: ChartPeriod;
  chartLook: ChartLook;
  /** Whether a chart shows the person's orders. */
  orderLines: boolean;
  /** Which of the steps that a spread suggests the price ladder has. */
  ladderStep: number;
  /** Whether the trading screen shows orders of its instrument alone. */
  onlyThis: boolean;
  /** Whether it was asked which colour a rise has: once, at the first trade. */
  pairAsked: boolean;
}

export interface Preferences extends Kept {
  set(change: Partial<Kept>): void;
}

/** From strings, as storage has them: what is none of ours is as usual. */
export function readPreferences(found: Readonly<Record<string, string | undefined>>): Kept {
  const share = Number(found['chartShare']);
  const period = found['chartPeriod'] ?? '';
  return {
    theme: themes.find((theme) => theme === found['theme']) ?? 'dark',
    pair: pairs.find((pair) => pair === found['pair']) ?? null,
    confirmContracts: found['confirmContracts'] !== 'false',
    confirmOptions: found['confirmOptions'] !== 'false',
    confirmSpot: found['confirmSpot'] !== 'false',
    currency: displayCurrencies.find((currency) => currency === found['currency']) ?? null,
    chartShare: share >= chartShareMin && share <= chartShareMax ? share : chartShareUsual,
    chartPeriod: period === 'tick' || isCandlePeriod(period) ? period : '15m',
    chartLook: chartLooks.find((look) => look === found['chartLook']) ?? 'candles',
    orderLines: found['orderLines'] !== 'false',
    ladderStep: Math.min(ladderStepMax, Math.max(0, Math.round(Number(found['ladderStep'] ?? 0)) || 0)),
    onlyThis: found['onlyThis'] === 'true',
    pairAsked: found['pairAsked'] === 'true',
  };
}

export const usePreferences = create<Preferences>()(
  persist<Preferences, [], [], Kept>((set) => ({ ...readPreferences({}), set: (change) => set(change) }), {
    name: 'preferences',
    storage: perField<Kept>(
      'localStorage',
      [
        'theme',
        'pair',
        'confirmContracts',
        'confirmOptions',
        'confirmSpot',
        'currency',
        'chartShare',
        'chartPeriod',
        'chartLook',
        'orderLines',
        'ladderStep',
        'onlyThis',
        'pairAsked',
      ],
      readPreferences,
    ),
    partialize: ({ set: _, ...kept }) => kept,
  }),
);

// The tokens follow attributes of the document; `public/before-paint.js` sets them for the first paint.
usePreferences.subscribe(({ theme, pair }) => {
  document.documentElement.dataset['theme'] = theme;
  if (pair === null) delete document.documentElement.dataset['pair'];
  else document.documentElement.dataset['pair'] = pair;
});
