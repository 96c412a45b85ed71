import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { PasswordCost } from '../platform/credentials/passwords.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Limit, RateLimiter } from '../platform/limits/rate-limit.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { Google } from './social/google.ts';

/** How often may be tried what can be guessed or abused. All but `namesPerNetwork` are counted across processes. */
export interface IdentityLimits {
  /** Failed sign-ins to one account from one network: what a person who has forgotten needs. */
  readonly loginsPerAccountAndNetwork: Limit;
  /** Failed sign-ins to one account from wherever it is not known: beyond these it is besieged by a guesser with many addresses. */
  readonly loginsPerAccount: Limit;
  /** Failed sign-ins to a besieged account from one network. */
  readonly loginsBesieged: Limit;
  /** Failed sign-ins from one network: a guesser with many accounts. Wide, because many people may share an address. */
  readonly loginsPerNetwork: Limit;
  /** Wrong codes of one account's authenticator, from one network. */
  readonly otpsPerAccountAndNetwork: Limit;
  /**
   * The same from all known devices, and from everywhere else: of a million codes three are good at a time, so fifty tries a day
   * find one in 18 years.
   */
  readonly otpsPerAccount: Limit;
  /** Mailed codes requested from one network, or by one account that is signed in. */
  readonly codesPerNetwork: Limit;
  /** Codes for a new password of one address, requested by browsers that its account does not know: the waits grow. */
  readonly resetsOfStrangers: readonly Limit[];
  /** The same by one browser that the account knows. */
  readonly resetsOfBrowser: Limit;
  /** Codes to sign in that are mailed to one account, requested with its password from devices that it does not know. */
  readonly deviceCodes: Limit;
  /** Addresses that one account requests codes for to move to them: this limits mails to strangers in our name. */
  readonly addressesPerAccount: Limit;
  /** Codes to one address for accounts that would move to it, however many ask. */
  readonly movesToAddress: Limit;
  /**
   * Wrong mailed codes from one network, of one account that is signed in, or by one browser that the account knows: each code has
   * five tries of its own, but a guesser may ask for many codes.
   */
  readonly wrongCodesPerNetwork: Limit;
  readonly namesPerNetwork: Limit;
}

const minuteMs = 60_000;

export const identityLimits: IdentityLimits = {
  loginsPerAccountAndNetwork: { max: 10, windowMs: 15 * minuteMs },
  loginsPerAccount: { max: 50, windowMs: 60 * minuteMs },
  loginsBesieged: { max: 2, windowMs: 60 * minuteMs },
  loginsPerNetwork: { max: 100, windowMs: 15 * minuteMs },
  otpsPerAccountAndNetwork: { max: 10, windowMs: 15 * minuteMs },
  otpsPerAccount: { max: 50, windowMs: 24 * 60 * minuteMs },
  codesPerNetwork: { max: 60, windowMs: 60 * minuteMs },
  resetsOfStrangers: [
    { max: 6, windowMs: 60 * minuteMs },
    { max: 8, windowMs: 6 * 60 * minuteMs },
    { max: 10, windowMs: 24 * 60 * minuteMs },
  ],
  resetsOfBrowser: { max: 10, windowMs: 24 * 60 * minuteMs },
  deviceCodes: { max: 10, windowMs: 24 * 60 * minuteMs },
  addressesPerAccount: { max: 10, windowMs: 24 * 60 * minuteMs },
  movesToAddress: { max: 60, windowMs: 24 * 60 * minuteMs },
  wrongCodesPerNetwork: { max: 30, windowMs: 60 * minuteMs },
  namesPerNetwork: { max: 60, windowMs: minuteMs },
};

/** What the actions of this slice work with. */
export interface IdentityParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly limit: RateLimiter;
  readonly limits: IdentityLimits;
  /** Of the passwords that are set from now on. */
  readonly passwordCost: PasswordCost;
  /** Keys the hashes of mailed and recovery codes, and seals the secrets of authenticators. */
  readonly secret: string;
  /** Sign-in with Google; undefined where it is not set up. */
  readonly google?: Google | undefined;
  /** Whether signing in by password from a device that the account does not know asks for a mailed code. */
  readonly deviceCodes: boolean;
  /** The site's own address, named in mails so that readers know where a code belongs. */
  readonly origin: string;
  /** Ends everything that is open on a user's demo account; the ledger releases what it holds, in the same transaction. */
  readonly endDemoOrders: (tx: Transaction, userId: string) => Promise<void>;
  /** Writes down what an invitation promises, in the transaction that creates the invited user. `at` is business time. */
  readonly acceptInvitation: (
    tx: Transaction,
    invitation: { inviterId: number; inviteeId: number; at: number },
  ) => Promise<Refusal | undefined>;
}
