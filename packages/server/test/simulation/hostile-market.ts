import { coin } from '@assay/domain/test/coin.ts';
import { type Process, gem } from './deployment.ts';
import type { Random } from './random.ts';

/** The prices of the hostile world, and how they come in. */
export class HostileMarket {
  readonly #random: Random;
  readonly #process: () => Process;
  readonly #prices = new Map([
    [coin.code, 10_000],
    [gem.code, 20_000],
  ]);

  constructor(random: Random, process: () => Process) {
    this.#random = random;
    this.#process = process;
  }

  priceOf(code: string): number {
    return this.#prices.get(code) ?? 1;
  }

  /** Every instrument moves, at most so far up or down. */
  async move(share: number): Promise<void> {
    const quotes = [coin, gem].map(({ code }) => {
      const bid = this.#moved(code, share);
      return [bid, bid + this.#random.integer(0, 20), code] as const;
    });
    for (const each of quotes) {
      this.#process().renew();
      await this.#process().server.quote(...each);
    }
  }

  /** One quote of the coin, with that time. */
  async quote(share: number, time: number): Promise<void> {
    const price = this.#moved(coin.code, share);
    this.#process().renew();
    await this.#process().server.feed.emit({ code: coin.code, bid: price, ask: price, time, volume: 0 });
  }

  /** The coin is worth up to a tenth more or less from now on; no quote was published yet. */
  leap(): number {
    const price = Math.round(this.priceOf(coin.code) * (0.9 + this.#random.next() * 0.2));
    this.#prices.set(coin.code, price);
    return price;
  }

  #moved(code: string, share: number): number {
    const price = Math.max(100, Math.round(this.priceOf(code) * (1 + (this.#random.next() * 2 - 1) * share)));
    this.#prices.set(code, price);
    return price;
  }
}
