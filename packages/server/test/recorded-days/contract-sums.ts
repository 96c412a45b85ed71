import type { Contract } from './contract-course.ts';
import { ceil, floor, least, most } from './money.ts';
import { type Prices, type Quote, day, hour } from './prices.ts';

/** What a contract comes to at a price; all money in millionths of a USDT, quantities in millionths of the instrument's units. */
export class Sums {
  readonly isLong: boolean;
  readonly #prices: Prices;
  readonly #leverage: bigint;
  readonly #one: bigint;

  constructor({ prices, side, leverage }: Pick<Contract, 'prices' | 'side' | 'leverage'>) {
    this.isLong = side === 'long';
    this.#prices = prices;
    this.#leverage = BigInt(leverage);
    this.#one = 10n ** BigInt(prices.scale);
  }

  noBetter(a: bigint, b: bigint): boolean {
    return this.isLong ? a <= b : a >= b;
  }

  opensAt(quote: Quote): bigint {
    return this.isLong ? quote.ask : quote.bid;
  }

  closesAt(quote: Quote): bigint {
    return this.isLong ? quote.bid : quote.ask;
  }

  /** Of the notional at a price, in millionths, rounded up. */
  share(price: bigint, millionths: bigint, quantity: bigint): bigint {
    return ceil(quantity * price * millionths, this.#one * 1_000_000n);
  }

  marginAt(price: bigint, quantity: bigint): bigint {
    return ceil(quantity * price, this.#one * this.#leverage);
  }

  /** Money times `10^scale`, exact. */
  gain(openPrice: bigint, closePrice: bigint, quantity: bigint): bigint {
    return quantity * (this.isLong ? closePrice - openPrice : openPrice - closePrice);
  }

  liquidates(
    { margin, maintenance }: { readonly margin: bigint; readonly maintenance: bigint },
    openPrice: bigint,
    price: bigint,
    quantity: bigint,
  ): boolean {
    const left = (margin - maintenance) * this.#one + this.gain(openPrice, price, quantity);
    return left * 1_000_000n - quantity * price * this.#prices.fee <= 0n;
  }

  /** What so many units come to at a price, and the ways that the money takes. */
  ending(openPrice: bigint, closePrice: bigint, quantity: bigint, margin: bigint) {
    const gain = floor(this.gain(openPrice, closePrice, quantity), this.#one);
    const lost = least(most(-gain, 0n), margin);
    const left = margin - lost;
    const fee = least(this.share(closePrice, this.#prices.fee, quantity), left + most(gain, 0n));
    const ways =
      gain < 0n
        ? ([
            ['margin → house:trading', lost],
            ['margin → house:fees', fee],
            ['margin → available', left - fee],
            ['house:insurance → house:trading', most(-gain - margin, 0n)],
          ] as const)
        : ([
            ['house:trading → available', gain],
            ['margin → available', margin],
            ['available → house:fees', fee],
          ] as const);
    return { profit: gain < 0n ? -lost : gain, ways };
  }
}

export function nextCharge(time: number): number {
  const today = Math.floor(time / day) * day + 21 * hour;
  return today > time ? today : today + day;
}

/** Coins pay every day; everything else Monday to Friday, currencies and metals three days' worth on Wednesday. */
export function daysOf(hours: Prices['hours'], time: number): bigint {
  const weekday = new Date(time).getUTCDay();
  if (hours === 'always') return 1n;
  if (weekday === 0 || weekday === 6) return 0n;
  return weekday === 3 && (hours === 'forex' || hours === 'metal') ? 3n : 1n;
}
