import { createHash, randomBytes } from 'node:crypto';
import type { SignInKind } from '@assay/contract/vocabulary/sign-ins.ts';
import { signInsMax } from '@assay/contract/vocabulary/sign-ins.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** A user's Google identity or wallet: proven, not claimed. */
export interface Outside {
  readonly kind: SignInKind;
  readonly issuer: string;
  readonly subject: string;
  /** What its owner knows it by, on pages and in mails. */
  readonly label: string;
}

const ticketMs = 15 * 60_000;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** Keeps for a quarter of an hour what was shown, for the one step that is still missing. */
export async function issueTicket(db: Queryable, now: number, { kind, issuer, subject, label }: Outside): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await db.query(
    'insert into sign_in_tickets (hash, kind, issuer, subject, label, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [hashOf(ticket), kind, issuer, subject, label, new Date(now + ticketMs)],
  );
  return ticket;
}

/** What a ticket shows, as long as it is good; it stays good. */
export async function readTicket(db: Queryable, now: number, ticket: string): Promise<Outside | Refusal> {
  const [row] = await db.query<Outside>(
    'select kind, issuer, subject, label from sign_in_tickets where hash = $1 and expires_at > $2',
    [hashOf(ticket), new Date(now)],
  );
  return row ?? refuse('11114', { ticket: '11114' });
}

/** Uses a ticket up, together with what it allows. Of several callers with one ticket all but the first are refused with 11114. */
export async function spendTicket(tx: Transaction, now: number, ticket: string): Promise<Outside | Refusal> {
  const [row] = await tx.query<Outside>(
    'delete from sign_in_tickets where hash = $1 and expires_at > $2 returning kind, issuer, subject, label',
    [hashOf(ticket), new Date(now)],
  );
  return row ?? refuse('11114', { ticket: '11114' });
}

/** Links it to an account. Refused with 11113 (it is another's) and 11115 (it is linked already, or too many are). */
export async function link(tx: Transaction, now: number, userId: string, outside: Outside): Promise<Refusal | undefined> {
  // The owner's row makes two links at once wait for each other, so that they are counted.
  await tx.query('select from users where id = $1 for no key update', [userId]);
  const { kind, issuer, subject, label } = outside;
  const [linked] = await tx.query(
    `insert into linked_sign_ins (user_id, kind, issuer, subject, label, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from linked_sign_ins where user_id = $1) < $7
     on conflict (kind, issuer, subject) do nothing returning id`,
    [userId, kind, issuer, subject, label, new Date(now), signInsMax],
  );
  if (linked !== undefined) return undefined;
  const [owner] = await tx.query<{ userId: string }>(
    'select user_id::text as "userId" from linked_sign_ins where kind = $1 and issuer = $2 and subject = $3',
    [kind, issuer, subject],
  );
  return owner === undefined || owner.userId === userId ? refuse('11115') : refuse('11113');
}

/** The account that it is linked to, if there is one. */
export async function linkedUser(db: Queryable, { kind, issuer, subject }: Outside): Promise<string | undefined> {
  const [row] = await db.query<{ userId: string }>(
    'select user_id::text as "userId" from linked_sign_ins where kind = $1 and issuer = $2 and subject = $3',
    [kind, issuer, subject],
  );
  return row?.userId;
}

/** Tickets and nonces that were never used. */
export async function purgeSocial(db: Queryable, now: number): Promise<void> {
  await db.query('delete from sign_in_tickets where expires_at <= $1', [new Date(now)]);
  await db.query('delete from wallet_nonces where expires_at <= $1', [new Date(now)]);
}
