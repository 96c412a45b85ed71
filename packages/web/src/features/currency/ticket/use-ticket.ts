import type { MarketInfo } from '@assay/contract/endpoints/index.ts';
import type { Side } from '@assay/domain/positions/terms.ts';
import { useCallback, useMemo, useState } from 'react';
import { useBook, useSession } from '../../../shared/client/session.ts';
import { useFeedState, useQuote } from '../../../shared/feed/feed.ts';
import { useAvailable } from '../../../shared/trading/account.ts';
import { useStopped } from '../../../shared/trading/limits.ts';
import { type Situation, limitsOf, situationOf } from '../../../shared/trading/market/situation.ts';
import { tradingState } from '../trading-state.ts';
import { type Blocker, blockerOf } from './blocker.ts';
import { type Preview, type TicketForm, previewTicket } from './preview.ts';

/** Leverage that a new ticket starts with, where it is offered; otherwise the largest below it. */
const usualLeverage = 10;

function emptyForm(info: MarketInfo, side: Side): TicketForm {
  const leverages = info.contract?.leverages ?? [];
  const usual = leverages.findLast((leverage) => leverage <= usualLeverage) ?? leverages[0] ?? 1;
  const none = { by: 'price', text: '' } as const;
  return {
    side,
    type: 'market',
    sizeBy: 'lots',
    size: '',
    leverage: usual,
    price: '',
    trigger: '',
    until: '',
    stopLoss: none,
    takeProfit: none,
    targets: [],
    trailing: none,
  };
}

/** What is filled in; the same object until something else is, whatever the price does. */
export interface Entry {
  readonly info: MarketInfo;
  readonly form: TicketForm;
  change(change: Partial<TicketForm>): void;
  /** Empties what belongs to one order and keeps the person's habits: leverage, how sizes are written. */
  clear(): void;
}

export interface Ticket extends Entry {
  readonly entry: Entry;
  /** Null while there is no price or no contract. */
  readonly situation: Situation | null;
  readonly preview: Preview | null;
  readonly blocker: Blocker | null;
  /** The person's own limit that blocks it, in words. */
  readonly stopped: string | null;
}

/** What is filled in for a contract, kept while another product is looked at. */
export function useEntry(info: MarketInfo, side: Side): Entry {
  const [form, setForm] = useState(() => emptyForm(info, side));
  const change = useCallback((next: Partial<TicketForm>) => setForm((known) => ({ ...known, ...next })), []);
  const clear = useCallback(
    () => setForm((known) => ({ ...emptyForm(info, known.side), leverage: known.leverage, sizeBy: known.sizeBy })),
    [info],
  );
  return useMemo(() => ({ info, form, change, clear }), [info, form, change, clear]);
}

/** A contract ticket at live quotes. */
export function useTicket(entry: Entry): Ticket {
  const { info, form } = entry;
  const live = useQuote(info.code);
  const { data: available } = useAvailable();
  const feed = useFeedState().state;
  const signedIn = useSession((session) => session.isLogin);
  const stopped = useStopped();
  const book = useBook();
  const situation = useMemo(() => {
    const known = situationOf(info, live, available);
    return known && { ...known, limits: limitsOf(info, book) };
  }, [info, live, available, book]);
  const preview = useMemo(() => (situation === null ? null : previewTicket(form, situation)), [form, situation]);
  const blocker = blockerOf({
    signedIn,
    feed,
    trading: tradingState(info, live),
    stopped: stopped !== null,
    hasContract: info.contract !== null,
    preview,
  });
  return { ...entry, entry, situation, preview, blocker, stopped };
}
