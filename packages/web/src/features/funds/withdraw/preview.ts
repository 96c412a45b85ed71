import type { WithdrawalFee, WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { type WithdrawalDecision, type WithdrawalSituation, decideWithdrawal } from '@assay/domain/funds/decide-withdrawal.ts';
import {
  type Amount,
  type Asset,
  amount,
  formatAmount,
  greatest,
  least,
  minus,
  nothing,
  parseAmount,
  toDecimal,
} from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { divide, toFixed } from '@assay/domain/money/fixed.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';

/** What a method may take: its coin, how little and how much of it there is, and what it is worth. */
export interface Offer {
  readonly asset: Asset;
  readonly fee: WithdrawalFee;
  readonly minimum: string;
  readonly available: string;
  readonly priceUsdt: string | null;
}

/** Undefined when the method's network takes nothing out any more. */
export function offerOf(method: WithdrawalMethod, terms: WithdrawalTerms): Offer | undefined {
  const asset = assetOf(method.coin);
  if (method.kind === 'card') return { asset, ...terms.card, priceUsdt: '1' };
  const found = terms.coins.find(({ coin, network }) => coin === method.coin && network === method.network);
  return found === undefined ? undefined : { asset, ...found };
}

/** All that may go at once: what is there, as far as the limits leave room for it; a plain decimal. */
export function largestWithdrawal({ asset, available, priceUsdt }: Offer, { day, month, life }: WithdrawalTerms): string {
  const there = money(available, asset);
  if (priceUsdt === null) return available;
  const spans = least(left(day), left(month));
  const room = life === undefined ? spans : least(spans, left(life));
  const worth = amount(divide(toDecimal(room, usdt), toFixed(priceUsdt), asset.scale, 'down').units);
  return formatAmount(least(there, worth), asset);
}

function left({ limit, used }: WithdrawalTerms['day']): Amount {
  return greatest(nothing, minus(money(limit, usdt), money(used, usdt)));
}

function money(text: string, asset: Asset): Amount {
  const value = parseAmount(text, asset);
  if (value === undefined) throw new Error(`${text} is no amount of ${asset.code}`);
  return value;
}

/** What the server would decide at this moment about an amount, by the function that it decides with. */
export function previewWithdrawal(
  asked: string,
  method: WithdrawalMethod,
  offer: Offer,
  { terms, now }: { terms: WithdrawalTerms; now: number },
): WithdrawalDecision | Refused {
  const limit = (usage: WithdrawalTerms['day']) => ({ limit: money(usage.limit, usdt), used: money(usage.used, usdt) });
  const situation: WithdrawalSituation = {
    asset: offer.asset,
    minimum: money(offer.minimum, offer.asset),
    fee: {
      rate: toFixed(offer.fee.rate),
      min: offer.fee.min === null ? nothing : money(offer.fee.min, offer.asset),
      max: offer.fee.max === null ? null : money(offer.fee.max, offer.asset),
    },
    price: offer.priceUsdt === null ? undefined : toFixed(offer.priceUsdt),
    day: limit(terms.day),
    month: limit(terms.month),
    life: terms.life && limit(terms.life),
    now,
    holdUntil: terms.holdUntil === null ? 0 : Date.parse(terms.holdUntil),
    usableFrom: Date.parse(method.usableFrom),
    available: money(offer.available, offer.asset),
  };
  return decideWithdrawal({ amount: asked }, situation);
}
