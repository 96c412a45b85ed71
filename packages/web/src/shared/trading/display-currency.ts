import { useMemo } from 'react';
import { type DisplayCurrency, displayCurrencies } from '../preferences.ts';
import { useCatalogue } from './market/market.ts';

/** The currencies that can be chosen: the dollar, and those that the market has a pair of with it. */
export function useDisplayCurrencies(): readonly DisplayCurrency[] {
  const { data } = useCatalogue();
  return useMemo(() => {
    const codes = new Set(data?.map(({ code }) => code));
    return displayCurrencies.filter(
      (currency) => currency === 'USD' || codes.has(`${currency}USD`) || codes.has(`USD${currency}`),
    );
  }, [data]);
}
