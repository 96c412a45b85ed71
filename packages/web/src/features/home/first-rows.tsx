import { useEffect, useState } from 'react';
import { firstRows, forgetFirstRows } from '../../shared/first-page.ts';
import { withLines } from '../../shared/trading/market/market.ts';
import { MarketRows } from './market-rows.tsx';

/** The rows that came with the page, live from here on; null where none came. */
export function useFirstRows() {
  const [told] = useState(firstRows);
  useEffect(() => {
    withLines(told.map(({ item }) => item));
    // They would be stale on return to home.
    return forgetFirstRows;
  }, [told]);
  return told.length === 0 ? null : <MarketRows items={told.map(({ item }) => item)} told={told} />;
}
