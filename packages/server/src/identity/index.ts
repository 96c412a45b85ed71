import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { hashPassword, recommendedCost } from '../platform/credentials/passwords.ts';
import type { Transaction } from '../platform/database.ts';
import type { Authenticate, Http, PublicCall } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { Keys } from '../platform/programs/signed-calls.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { createUser } from './create-user.ts';
import { recognising } from './credentials/recognise.ts';
import { authenticate, endAllSessions } from './credentials/sessions.ts';
import { identityJobs } from './jobs.ts';
import { createKeyDoor } from './keys/door.ts';
import { tellOwner } from './mail/tell-owner.ts';
import { type IdentityLimits, type IdentityParts, identityLimits } from './parts.ts';
import { tellSignedOut } from './private-events.ts';
import { type SpendProof, proofOf, proveOwner } from './prove-owner.ts';
import { provePassword } from './prove-password.ts';
import { readUser } from './queries.ts';
import { serveIdentity } from './routes.ts';

export { serveUsersDesk } from './desk/console.ts';
export { countCustomers, registeredByDay } from './desk/customer-counts.ts';
export { deviceOf } from './credentials/devices.ts';
export { keepExcluded } from './credentials/excluded.ts';
export { heldUsers, livesAfter, standingsOf } from './credentials/sessions.ts';
export { wordedMailer } from './mail/worded-mailer.ts';
export { createGoogle } from './social/google.ts';
export type { SpendProof } from './prove-owner.ts';
export { countriesOf } from './queries.ts';

/** Users, sign-in and sessions. */
export interface Identity {
  /** Who a session token belongs to; undefined when the session is unknown or has ended. */
  readonly authenticate: Authenticate;
  /** The same as it was at most 5 s ago: for calls that look at the session once more, under their locks. */
  readonly recognise: Authenticate;
  /** Keys of customers' programs. */
  readonly keys: Keys;
  /** Offers the calls of this slice. */
  register(http: Http): void;
  /** A user without a mailed code, with a funded demo account: for samples. Answers the id, or 10006 or 10007. */
  createUser(user: { userName: string; email: string; password: string; language: Language }): Promise<string | Refusal>;
  /** Where the code of a withdrawal comes from. */
  proofOf(userId: string): Promise<'authenticator' | 'mail'>;
  /** Checks it, counting what is guessed; what is answered uses it up. Refused with 11022, 10091 and 429. */
  proveOwner(call: PublicCall, userId: string, code: string, purpose?: 'withdraw' | 'account'): Promise<SpendProof | Refusal>;
  /** Asks for the password once more. Refused with 10004, 10008 (frozen) and 429; undefined when it is right. */
  provePassword(call: PublicCall, userId: string, password: string): Promise<Refusal | undefined>;
  /** Signs a user out everywhere, with the transaction. */
  endSessions(tx: Transaction, userId: string): Promise<void>;
  /** Notifies the owner that the account closes then, and how to keep it. */
  tellClosing(call: PublicCall, userId: string, dueAt: Date): Promise<void>;
  readonly jobs: readonly Job[];
  /** Writes down what waits for it. */
  stop(): Promise<void>;
}

export type IdentityOptions = Omit<IdentityParts, 'limits' | 'passwordCost'> &
  Partial<Pick<IdentityParts, 'passwordCost'>> & { readonly limits?: Partial<IdentityLimits> };

export function createIdentity(options: IdentityOptions): Identity {
  const limits = { ...identityLimits, ...options.limits };
  const parts: IdentityParts = { passwordCost: recommendedCost, ...options, limits };
  const { db, clock } = parts;
  const keys = createKeyDoor(parts);
  const asked: Authenticate = (token) => authenticate(db, clock, token);
  return {
    authenticate: asked,
    recognise: recognising(asked),
    keys,
    register: (http) => serveIdentity(http, parts),
    createUser: async ({ password, ...user }) => {
      const passwordHash = await hashPassword(password, parts.passwordCost);
      const created = await db.transact((tx) => createUser(parts, tx, { ...user, passwordHash, invitedBy: null }));
      return isRefusal(created) ? created : String(created.id);
    },
    proofOf: (userId) => proofOf(parts, userId),
    proveOwner: (call, userId, code, purpose) => proveOwner(parts, call, userId, code, purpose),
    provePassword: async (call, userId, password) => {
      const proved = await provePassword(parts, call, userId, 'password', password);
      return isRefusal(proved) ? proved : undefined;
    },
    endSessions: async (tx, userId) => {
      await endAllSessions(tx, userId, clock.wall());
      tx.afterCommit(() => tellSignedOut(parts.bus, userId, null));
    },
    tellClosing: async (call, userId, dueAt) => {
      const time = dueAt.toISOString().slice(0, 16).replace('T', ' ');
      await tellOwner(parts, call, await readUser(db, userId), 'closingRequested', time);
    },
    jobs: identityJobs(db, clock),
    stop: () => keys.settle(),
  };
}
