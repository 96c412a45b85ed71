import { pricesAllowed } from '../dealing/desk.ts';
import { type Owner, draftOf, withPosting, withQuote } from '../dealing/draft.ts';
import { userAccount } from '../ledger/accounts.ts';
import { spotFilled } from '../ledger/recipes/spot.ts';
import { assetOf } from '../money/assets.ts';
import { type Refused, isRefused, refused } from '../positions/refused.ts';
import { dustCoinsMax, dustOf, mayConvert } from './decide-dust.ts';
import { type SpotDesk, type SpotDraft, dealt, filledRow } from './order.ts';
import { newOrder } from './place-order.ts';

/** Coins as they are asked for, each by the code of its instrument, with the order number that its sale would have. */
export interface DustRequest {
  readonly owner: Owner;
  readonly coins: readonly { readonly code: string; readonly orderNo: string }[];
}

export interface DustSituation {
  /** Numbers for as many orders as coins are asked for. */
  readonly ids: readonly number[];
  /** When the account's dust was last converted; null for never. */
  readonly lastAt: number | null;
}

/**
 * Converts what is left of coins to USDT, each by an order of its own. Coins that are no dust any more are left as they are.
 * Refusals: those of `mayConvert`, 10016 more coins than are converted at once.
 */
export function convertDust(desk: SpotDesk, request: DustRequest, { ids, lastAt }: DustSituation): SpotDraft[] | Refused {
  const { market, mode, view } = desk;
  const { owner, coins } = request;
  if (coins.length > dustCoinsMax) return refused('10016', 'codes');
  const once = new Map(coins.map((coin) => [coin.code, coin]));
  const found = [...once.values()].flatMap(({ code, orderNo }) => {
    const instrument = market.instrument(code);
    if (instrument === undefined || instrument.spot === null) return [];
    const quote = market.quote(code);
    const source = market.feedKind(instrument);
    const tradable = market.tradable(code) && market.fresh(code) && pricesAllowed(mode, owner.book, source);
    const available = view.balanceOf(owner.book, userAccount(owner.userId, 'available'), assetOf(instrument.base));
    const dust = dustOf({ instrument, available, quote, tradable });
    return dust === null || quote === undefined ? [] : [{ dust, instrument, quote, source, orderNo }];
  });
  const refusal = mayConvert(
    found.map(({ dust }) => dust),
    lastAt,
    view.now,
  );
  if (isRefused(refusal)) return refusal;
  return found.map((one, place) => {
    const id = ids[place];
    if (id === undefined) throw new Error('more dust is sold than numbers were drawn');
    const { dust, instrument, quote, source, orderNo } = one;
    const decision = { ...dust, limit: null, trigger: null, expiresAt: null, sizedBy: 'quantity' } as const;
    const row = newOrder({ id, orderNo, ...owner, orderType: 'dust' }, { now: view.now, instrument, quote, decision });
    const sold = filledRow(desk, row, dust.terms, dust.deal);
    const recipe = spotFilled({ userId: owner.userId, ...dealt(dust.terms, dust.deal), held: null });
    const draft = withPosting(draftOf(sold.row, null), view.now, recipe);
    return { ...withQuote(draft, { moment: 'fill', instrument, quote, source }), basis: sold.basis };
  });
}
