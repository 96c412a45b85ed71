import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { type Amount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { useCallback, useMemo, useState } from 'react';
import { useBook, useSession } from '../../../../shared/client/session.ts';
import { useFeedState, useQuote } from '../../../../shared/feed/feed.ts';
import { useStopped } from '../../../../shared/trading/limits.ts';
import { limitsOf } from '../../../../shared/trading/market/situation.ts';
import { usePairAssets } from '../../../../shared/trading/order-lists.ts';
import { tradingState } from '../../trading-state.ts';
import { type MarketBlocker, marketBlockerOf } from '../blocker.ts';
import { usePricesAllowed } from '../use-prices-allowed.ts';
import { type Balances, type SpotForm, type SpotPrices, type SpotPreview, previewSpot, spotPrices } from './spot-preview.ts';

const emptyForm: SpotForm = { side: 'buy', type: 'market', price: '', trigger: '', until: '', sizeBy: 'quantity', size: '' };

/** What is filled in. */
export interface SpotEntry {
  readonly info: MarketInfo;
  readonly form: SpotForm;
  change(change: Partial<SpotForm>): void;
}

export interface SpotTicketState extends SpotEntry {
  /** Null while there is no price. */
  readonly prices: SpotPrices | null;
  readonly preview: SpotPreview | null;
  /** Undefined while signed out or not yet known. */
  readonly balances: Balances | undefined;
  /** What waiting orders hold; undefined as `balances`. */
  readonly held: Balances | undefined;
  readonly market: MarketBlocker | 'noPrice' | null;
  /** The person's own limit that blocks it, in words. */
  readonly stopped: string | null;
  readonly blocked: Code | 'missing' | null;
}

/** What is filled in for coins, kept while another product is looked at. */
export function useSpotEntry(info: MarketInfo): SpotEntry {
  const [form, setForm] = useState(emptyForm);
  const change = useCallback((next: Partial<SpotForm>) => setForm((known) => ({ ...known, ...next })), []);
  return useMemo(() => ({ info, form, change }), [info, form, change]);
}

/** A spot ticket at live quotes. */
export function useSpotTicket({ info, form, change }: SpotEntry): SpotTicketState {
  const live = useQuote(info.code);
  const feed = useFeedState().state;
  const signedIn = useSession((session) => session.isLogin);
  const allowed = usePricesAllowed(info);
  const { balances, held } = useBalances(info);
  const limit = useStopped();
  // Selling is always allowed.
  const stopped = form.side === 'buy' ? limit : null;
  const book = useBook();
  const prices = useMemo(() => {
    const known = spotPrices(info, live, allowed);
    return known && { ...known, limits: limitsOf(info, book) };
  }, [info, live, allowed, book]);
  const preview = useMemo(() => (prices === null ? null : previewSpot(form, prices, balances)), [form, prices, balances]);
  const market = marketBlockerOf({ signedIn, feed, trading: tradingState(info, live), stopped: stopped !== null });
  return {
    info,
    form,
    change,
    prices,
    preview,
    balances,
    held,
    stopped,
    market: market ?? (preview === null ? 'noPrice' : null),
    blocked: preview?.blocked?.code ?? null,
  };
}

function useBalances({ code, base, spot }: MarketInfo): { balances?: Balances; held?: Balances } {
  const { data } = usePairAssets(spot === null ? null : code);
  return useMemo(() => {
    if (data === undefined) return {};
    const read = (which: 'available' | 'held'): Balances => {
      const of = (asset: typeof usdt): Amount =>
        parseAmount(data.balances.find((balance) => balance.asset === asset.code)?.[which] ?? '0', asset) ?? nothing;
      return { usdt: of(usdt), coin: of(assetOf(base)) };
    };
    return { balances: read('available'), held: read('held') };
  }, [data, base]);
}
