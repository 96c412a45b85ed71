import { type Decimal, type Receipt, type Recomputed, least, less, moves, must, one, rateOf, text } from './reading.ts';

/** The rate is that of the last quote of the currency's own pair; dollars need none. */
export function checkConversion({ quotes }: Receipt, conversion: Decimal): void {
  const converted = quotes.findLast(({ moment }) => moment === 'convert');
  const rate = converted === undefined ? one : rateOf(converted);
  must(text(rate) === text(conversion), `conversion: ${text(rate)} by the quote, ${text(conversion)} in the terms`);
}

/** Withdrawn, or over at its end and at no other time, or not covered at its trigger: what it held returns. */
export function unfilled({ closeReason, terms }: Receipt, held: Decimal): Recomputed['transfers'] {
  const expired = closeReason === 'expired';
  const reason = expired ? 'contract.expired' : 'contract.cancelled';
  must(!expired || terms['expiresAt'] !== undefined, 'it expired and had no end');
  must(closeReason !== 'uncovered' || terms['orderType'] === 'stop', 'only a stop order is covered by what the balance has');
  return moves(reason, [['order → available', held]], expired ? terms['expiresAt'] : undefined);
}

/** What was held pays first, the margin before the fee; what it lacks the balance pays. */
export function filling(held: Decimal, margin: Decimal, fee: Decimal): (readonly [way: string, amount: Decimal])[] {
  const bound = least(held, margin);
  const paidFee = least(less(held, bound), fee);
  return [
    ['order → margin', bound],
    ['available → margin', less(margin, bound)],
    ['order → house:fees', paidFee],
    ['available → house:fees', less(fee, paidFee)],
    ['order → available', less(less(held, bound), paidFee)],
  ];
}
