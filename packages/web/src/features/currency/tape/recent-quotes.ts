import type { RecentQuote } from '@assay/contract/endpoints/index.ts';
import { recentQuotes } from '@assay/contract/vocabulary/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../../shared/client/api.ts';
import { useFeedState, useQuote } from '../../../shared/feed/feed.ts';

/** One more than are shown, so that the oldest shown has a direction too. */
const kept = recentQuotes.fallback + 1;

/** The last quotes of an instrument, the newest first: those of the tape, continued by the feed. Undefined until they have come. */
export function useRecentQuotes(code: string): readonly RecentQuote[] | undefined {
  const quote = useQuote(code);
  // After a split older quotes are in other units.
  const key = `${code} ${quote?.splits ?? 0}`;
  const { data, refetch } = useQuery({
    queryKey: ['recentQuotes', key],
    queryFn: ({ signal }) => call(calls.index.recentQuotes, { code }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [heard, setHeard] = useState<{ key: string; quotes: readonly RecentQuote[] }>({ key, quotes: [] });
  const known = heard.key === key ? heard.quotes : [];
  const time = quote === undefined ? 0 : Date.parse(quote.time);
  if (quote !== undefined && time > (known.at(-1)?.time ?? 0)) {
    setHeard({ key, quotes: [...known, { time, bid: quote.bid, ask: quote.ask }].slice(-kept) });
  }
  // What the feed sent while the connection was lost is on the tape.
  const { state } = useFeedState();
  const wasAway = useRef(false);
  useEffect(() => {
    if (state === 'offline') wasAway.current = true;
    if (state !== 'live' || !wasAway.current) return;
    wasAway.current = false;
    void refetch();
  }, [state, refetch]);
  if (data === undefined) return undefined;
  const taped = data.at(-1)?.time ?? 0;
  return [...data, ...known.filter((one) => one.time > taped)].slice(-kept).toReversed();
}
