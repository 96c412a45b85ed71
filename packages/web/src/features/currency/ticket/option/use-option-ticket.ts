import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import type { OptionPeriod } from '@assay/domain/options/periods.ts';
import { useCallback, useMemo, useState } from 'react';
import { useBook, useSession } from '../../../../shared/client/session.ts';
import { useFeedState, useQuote } from '../../../../shared/feed/feed.ts';
import { useAvailable } from '../../../../shared/trading/account.ts';
import { useStopped } from '../../../../shared/trading/limits.ts';
import { limitsOf } from '../../../../shared/trading/market/situation.ts';
import { tradingState } from '../../trading-state.ts';
import { type MarketBlocker, marketBlockerOf } from '../blocker.ts';
import { usePricesAllowed } from '../use-prices-allowed.ts';
import {
  type OptionForm,
  type OptionPreview,
  type OptionSituation,
  firstPeriod,
  optionSituation,
  previewOption,
  stakeOf,
} from './option-preview.ts';

/** What is filled in. */
export interface OptionEntry {
  readonly info: MarketInfo;
  /** No period is the usual one. */
  readonly form: OptionForm;
  change(change: Partial<OptionForm>): void;
}

export interface OptionTicketState extends OptionEntry {
  /** Null while there is no price. */
  readonly situation: OptionSituation | null;
  readonly preview: OptionPreview | null;
  /** The chosen period; undefined while there is no price. */
  readonly period: OptionPeriod | undefined;
  /** Undefined while signed out or not yet known. */
  readonly available: Amount | undefined;
  readonly market: MarketBlocker | 'noPrice' | null;
  /** The person's own limit that blocks it, in words. */
  readonly stopped: string | null;
  readonly blocked: Code | 'missing' | 'closedAtExpiry' | null;
}

/** What is filled in for an option, kept while another product is looked at. */
export function useOptionEntry(info: MarketInfo): OptionEntry {
  const [form, setForm] = useState<OptionForm>({ direction: 'up', amount: '', periodId: '' });
  const change = useCallback((next: Partial<OptionForm>) => setForm((known) => ({ ...known, ...next })), []);
  return useMemo(() => ({ info, form, change }), [info, form, change]);
}

/** An option ticket at live quotes. */
export function useOptionTicket({ info, form: chosen, change }: OptionEntry): OptionTicketState {
  const live = useQuote(info.code);
  const balance = useAvailable().data;
  const feed = useFeedState().state;
  const signedIn = useSession((session) => session.isLogin);
  const stopped = useStopped();
  const allowed = usePricesAllowed(info);
  const book = useBook();
  const situation = useMemo(() => {
    const known = optionSituation(info, live, allowed);
    return known && { ...known, limits: limitsOf(info, book) };
  }, [info, live, allowed, book]);
  const usual = situation === null ? '' : firstPeriod(situation);
  const form = useMemo(() => (chosen.periodId === '' ? { ...chosen, periodId: usual } : chosen), [chosen, usual]);
  const available = balance === undefined ? undefined : stakeOf(balance);
  const preview = useMemo(
    () => (situation === null ? null : previewOption(form, situation, available)),
    [form, situation, available],
  );
  const market = marketBlockerOf({ signedIn, feed, trading: tradingState(info, live), stopped: stopped !== null });
  return {
    info,
    form,
    change,
    situation,
    preview,
    period: situation?.periods.find(({ id }) => id === form.periodId),
    available,
    stopped,
    market: market ?? (preview === null ? 'noPrice' : null),
    blocked: preview?.blocked ?? null,
  };
}
