import { pricesAllowed } from '../dealing/desk.ts';
import { type Owner, draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { userAccount } from '../ledger/accounts.ts';
import { spotFilled } from '../ledger/recipes/spot.ts';
import { assetOf } from '../money/assets.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { type DustDeal, type SeenReceived, checkReceived, dustCoinsMax, dustOf, mayConvert } from './decide-dust.ts';
import { type SpotDesk, type SpotDraft, afterDrafts, dealt, filledRow } from './order.ts';
import { newOrder } from './place-order.ts';

/** The requested coins, each by the code of its instrument, with the order number that its sale would have. */
export interface DustRequest extends SeenReceived {
  readonly owner: Owner;
  readonly coins: readonly { readonly code: string; readonly orderNo: string }[];
}

export interface DustSituation {
  /** Order numbers, one for each requested coin. */
  readonly ids: readonly number[];
  /** When the account's dust was last converted; null for never. */
  readonly lastAt: number | null;
}

/**
 * Converts what is left of coins to USDT, each by an order of its own. Coins that are no dust any more are left as they are.
 * Refusals: those of `mayConvert`, 11004 less than was seen, 10016 more coins than are converted at once.
 */
export function convertDust(desk: SpotDesk, request: DustRequest, { ids, lastAt }: DustSituation): SpotDraft[] | Refused {
  const { owner, coins } = request;
  if (coins.length > dustCoinsMax) return refused('10016', 'codes');
  const once = new Map(coins.map((coin) => [coin.code, coin]));
  const sales: Sale[] = [];
  for (const coin of once.values()) {
    const drafts = sales.map(({ draft }) => draft);
    const sale = sold(afterDrafts(desk, drafts), owner, coin, ids[sales.length]);
    if (sale !== null) sales.push(sale);
  }
  const deals = sales.map(({ dust }) => dust);
  const refusal = mayConvert(deals, lastAt, desk.view.now) ?? checkReceived(deals, request);
  return refusal ?? sales.map(({ draft }) => draft);
}

interface Sale {
  readonly dust: DustDeal;
  readonly draft: SpotDraft;
}

/** What is left of one coin, sold; null where it is no dust. */
function sold(
  desk: SpotDesk,
  owner: Owner,
  { code, orderNo }: DustRequest['coins'][number],
  id: number | undefined,
): Sale | null {
  const { market, mode, view } = desk;
  const { now } = view;
  const instrument = market.instrument(code);
  const quote = market.quote(code);
  if (instrument === undefined || instrument.spot === null || quote === undefined) return null;
  const source = market.feedKind(instrument);
  const tradable = market.tradable(code) && market.fresh(code) && pricesAllowed(mode, owner.book, source);
  const available = view.balanceOf(owner.book, userAccount(owner.userId, 'available'), assetOf(instrument.base));
  const dust = dustOf({ instrument, available, quote, tradable });
  if (dust === null) return null;
  if (id === undefined) throw new Error('more dust is sold than numbers were drawn');
  const { terms, deal } = dust;
  const decision = { ...dust, limit: null, trigger: null, expiresAt: null, sizedBy: 'quantity' } as const;
  const placed = newOrder({ id, orderNo, ...owner, orderType: 'dust' }, { now, instrument, quote, decision });
  const { row, basis } = filledRow(desk, placed, terms, deal);
  const recipe = spotFilled({ userId: owner.userId, ...dealt(terms, deal), held: null });
  const draft = withQuote(withPosting(draftOf(row, null), now, recipe), { moment: 'fill', instrument, quote, source });
  return { dust, draft: { ...draft, basis } };
}
