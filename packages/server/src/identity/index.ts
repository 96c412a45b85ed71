import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { hashPassword } from '../platform/credentials/passwords.ts';
import type { Authenticate, Http, PublicCall } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { createUser } from './create-user.ts';
import { authenticate } from './credentials/sessions.ts';
import { identityJobs } from './jobs.ts';
import { type IdentityLimits, type IdentityParts, identityLimits } from './parts.ts';
import { type SpendProof, proofOf, proveOwner } from './prove-owner.ts';
import { serveIdentity } from './routes.ts';

export { serveUsersDesk } from './desk/console.ts';
export { countCustomers, registeredByDay } from './desk/customer-counts.ts';
export { wordedMailer } from './mail/worded-mailer.ts';
export { createGoogle } from './social/google.ts';
export type { SpendProof } from './prove-owner.ts';
export { countryOf } from './queries.ts';

/** Users, sign-in and sessions. */
export interface Identity {
  /** Who a session token belongs to; undefined when the session is unknown or has ended. */
  readonly authenticate: Authenticate;
  /** Offers the calls of this slice. */
  register(http: Http): void;
  /** A user without a mailed code, with a funded demo account: for samples. Answers the id, or 10006 or 10007. */
  createUser(user: { userName: string; email: string; password: string; language: Language }): Promise<string | Refusal>;
  /** Where the code of a withdrawal comes from. */
  proofOf(userId: string): Promise<'authenticator' | 'mail'>;
  /** Checks it, counting what is guessed; what is answered uses it up. Refused with 11022, 10091 and 429. */
  proveOwner(call: PublicCall, userId: string, code: string): Promise<SpendProof | Refusal>;
  readonly jobs: readonly Job[];
}

export type IdentityOptions = Omit<IdentityParts, 'limits'> & { readonly limits?: Partial<IdentityLimits> };

export function createIdentity(options: IdentityOptions): Identity {
  const parts: IdentityParts = { ...options, limits: { ...identityLimits, ...options.limits } };
  const { db, clock } = parts;
  return {
    authenticate: (token) => authenticate(db, clock, token),
    register: (http) => serveIdentity(http, parts),
    createUser: async ({ password, ...user }) => {
      const passwordHash = await hashPassword(password);
      const created = await db.transact((tx) => createUser(parts, tx, { ...user, passwordHash, invitedBy: null }));
      return isRefusal(created) ? created : String(created.id);
    },
    proofOf: (userId) => proofOf(parts, userId),
    proveOwner: (call, userId, code) => proveOwner(parts, call, userId, code),
    jobs: identityJobs(db, clock),
  };
}
