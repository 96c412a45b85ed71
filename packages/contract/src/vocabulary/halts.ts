/** What an operator may stop at once: what opens in one instrument, in a class, everywhere; withdrawals; registrations. */
export const haltScopes = ['instrument', 'class', 'openings', 'withdrawals', 'registrations'] as const;
export type HaltScope = (typeof haltScopes)[number];

/** A halt of withdrawals by one person expires after this, unless a second one confirms it. */
export const loneWithdrawalHaltMs = 24 * 3_600_000;
/** Who began it can't do so again alone for so long after it ended by itself. */
export const loneAgainMs = 7 * 24 * 3_600_000;
/** What customers read of it, besides that it is. */
export const haltMessageCharsMax = 200;

/** A halt as it is published to all customers. */
export interface HaltInForce {
  readonly scope: HaltScope;
  /** The code of an instrument, or a class. */
  readonly subject: string | null;
  readonly since: string;
  /** When it ends by itself, if it does. */
  readonly until: string | null;
  /** In the words of the operator who stopped it. */
  readonly message: string | null;
}
