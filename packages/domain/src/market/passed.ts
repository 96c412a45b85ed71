/** A quote may be on its way for this long: until then whatever expires waits for one that was made before that. */
const lateMsMax = 2_000;
/** A price that the sanity rule holds back is waited for so long at most, at an expiry and before its bar is closed. */
export const heldMsMax = 60_000;

export interface AfterExpiry {
  readonly expiresAt: number;
  /** The business clock. */
  readonly now: number;
  /** Time of the instrument's last good quote; undefined when it has none. */
  readonly quotedAt: number | undefined;
  /** Time of the quote with which the price that is held back began; undefined while none is held. */
  readonly heldSince: number | undefined;
}

/**
 * True when an expiry has passed and nothing is awaited any more that could decide about it: no quote made at or before expiry can still come, because a later
 * one has been believed or the time for it is over, and no price that was held back at expiry may yet be confirmed.
 */
export function hasPassed({ expiresAt, now, quotedAt, heldSince }: AfterExpiry): boolean {
  if (now < expiresAt) return false;
  if (now >= expiresAt + heldMsMax) return true;
  if (heldSince !== undefined && heldSince <= expiresAt) return false;
  return now >= expiresAt + lateMsMax || (quotedAt !== undefined && quotedAt > expiresAt);
}
