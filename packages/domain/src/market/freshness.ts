import type { FeedKind } from '@assay/contract/vocabulary/markets.ts';
import type { Instrument } from './instrument.ts';

/**
 * How long something new may be opened at its prices after its source has last proved to be in time, in milliseconds; null for
 * prices that this house makes or replays: no customer can know those sooner. A customer with a faster source could otherwise
 * buy at a price known to have moved already.
 */
export function freshForMs({ assetClass }: Pick<Instrument, 'assetClass'>, feed: FeedKind): number | null {
  if (feed !== 'live') return null;
  return assetClass === 'crypto' ? 1_000 : 3_000;
}

/** What takes longer from its source to us proves nothing but that it is late. */
export const transportMsMax = 1_000;

/** A clock of ours that is further behind the source's than this is wrong, or all that comes is late: neither is a price in time. */
const offsetMsMax = 500;
/** Clocks drift: how far apart they are is measured anew after so long, and the measurement before is kept as long again. */
const measuredMs = 300_000;

/**
 * Measures how late timestamped messages of one source arrive. The quickest of the last minutes shows how far apart the
 * two clocks are; what takes longer than that is late by so much.
 */
export class Lateness {
  #begun: number | undefined;
  #quickest = Infinity;
  #before = Infinity;

  /** How late a message is, in milliseconds, made at `made` by the source's clock and come in at `now` by ours. */
  of(made: number, now: number): number {
    if (this.#begun === undefined || now - this.#begun > measuredMs || now < this.#begun) {
      this.#before = this.#begun === undefined ? Infinity : this.#quickest;
      this.#begun = now;
      this.#quickest = Infinity;
    }
    this.#quickest = Math.min(this.#quickest, now - made);
    const apart = Math.min(this.#quickest, this.#before, offsetMsMax);
    return now - made - apart;
  }
}
