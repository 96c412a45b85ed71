import { Lateness, transportMsMax } from '@assay/domain/market/freshness.ts';
import type { WallClock } from './feed.ts';

/** Keeps for one connection how late it brings what it brings, and when it has last brought something in time. */
export function punctuality(now: WallClock) {
  const lateness = new Lateness();
  let lateMs = 0;
  let provedAt = -Infinity;
  let last = -Infinity;
  return {
    /** A message came in that was made at a moment of the source's clock. */
    heard(made: number): void {
      // Stamped by a wrong clock, as one message of many may be: it says nothing about the others.
      if (made - now() > transportMsMax) return;
      lateMs = Math.max(0, lateness.of(made, now()));
      if (lateMs <= transportMsMax) provedAt = now();
    },
    /** When something that comes in now, beside what was heard last, was made; by our clock, and never before the last one. */
    time(): number {
      last = Math.max(last, now() - lateMs);
      return last;
    },
    /** A source whose clock was set back proves nothing. */
    provedMsAgo: (): number => (now() < provedAt ? Infinity : now() - provedAt),
  };
}
