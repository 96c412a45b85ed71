import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { login } from '@assay/contract/endpoints/login.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { type Refusal, refuse, tooMany } from '../../platform/refusal.ts';

export type CodePurpose = InputOf<typeof login.sendCode>['purpose'] | 'signIn';

export const codeMinutes = 10;
const triesMax = 5;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const perHourMax = 5;

/** What a code is bound to. The mail address is compared in lower case. */
export interface CodeFor {
  readonly email: string;
  readonly purpose: CodePurpose;
  /**
   * Who has requested it: an account, or for anonymous requests a browser, else a network or device. A code is compared only
   * with entries of that origin, so that strangers neither void it nor use up its tries.
   */
  readonly from: string;
  /** A value made by the requesting browser: only a request with the same value is compared with its code, from any network. */
  readonly ticket?: string | undefined;
  /**
   * The key under which wrong codes are counted, where that is not the network: known users share no budget with neighbours.
   */
  readonly guesser?: string | undefined;
}

/** A ticket as it is kept. */
export const boundTo = (ticket: string | undefined) =>
  ticket === undefined ? '' : createHash('sha256').update(`ticket:${ticket}`).digest('base64url');

/** Six digits are guessed in no time from a bare hash; with the server's secret a copy of the table is worth nothing. */
function hashCode(secret: string, { email, purpose }: CodeFor, code: string): Buffer {
  return createHmac('sha256', secret).update(`mail-code:${purpose}:${email.toLowerCase()}:${code}`).digest();
}

export interface IssuedCode {
  readonly id: number;
  readonly code: string;
  readonly expiresAt: Date;
}

/** A new code, which ends the previous one of its kind. Refused with 429 beyond one a minute or five an hour of that kind. */
export function issueCode(db: Database, secret: string, now: number, target: CodeFor): Promise<IssuedCode | Refusal> {
  const email = target.email.toLowerCase();
  const { from } = target;
  return db.transact(async (tx) => {
    // One after another per address: two requests at once would both find the limit unreached.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`mail-code:${target.purpose}:${from}:${email}`]);
    const recent = await tx.query<{ created_at: Date }>(
      `select created_at from mail_codes where email = $1 and purpose = $4 and asked_from = $5 and created_at > $2
       order by created_at desc limit $3`,
      [email, new Date(now - hourMs), perHourMax, target.purpose, from],
    );
    const newest = recent[0]?.created_at.getTime() ?? 0;
    if (newest > now - minuteMs) return tooMany((newest + minuteMs - now) / 1000);
    const oldest = recent[perHourMax - 1]?.created_at.getTime();
    if (oldest !== undefined) return tooMany((oldest + hourMs - now) / 1000);

    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const expiresAt = new Date(now + codeMinutes * minuteMs);
    const [row] = await tx.query<{ id: number }>(
      `insert into mail_codes (email, purpose, code_hash, tries_left, created_at, expires_at, asked_from, bound_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [email, target.purpose, hashCode(secret, target, code), triesMax, new Date(now), expiresAt, from, boundTo(target.ticket)],
    );
    if (row === undefined) throw new Error('an inserted code has no id');
    return { id: row.id, code, expiresAt };
  });
}

/** Returns the attempt that a right code took: its sender had nothing to guess. */
export async function returnTry(db: Queryable, id: number): Promise<void> {
  await db.query('update mail_codes set tries_left = tries_left + 1 where id = $1', [id]);
}

/** Takes a code back that could not be mailed, so that it does not count against its address. */
export async function withdrawCode(db: Queryable, id: number): Promise<void> {
  await db.query('delete from mail_codes where id = $1', [id]);
}

/**
 * Compares a code with the newest one of its address, purpose and origin, which is a browser or a network, and answers its id.
 * Refused with 10091 when it is wrong, used, expired or tried too often. Every comparison is counted at once, even if the
 * caller's own transaction rolls back; hence the database and not a transaction.
 */
export async function checkCode(
  db: Database,
  secret: string,
  now: number,
  target: CodeFor,
  code: string,
): Promise<number | Refusal> {
  const [row] = await db.query<{ id: number; code_hash: Buffer }>(
    `update mail_codes set tries_left = tries_left - 1
     where id = (
       select id from mail_codes
       where email = $1 and purpose = $2 and bound_to = $5 and (bound_to <> '' or asked_from = $4)
       order by created_at desc, id desc limit 1
     )
       and used_at is null and expires_at > $3 and tries_left > 0
     returning id, code_hash`,
    [target.email.toLowerCase(), target.purpose, new Date(now), target.from, boundTo(target.ticket)],
  );
  const fits = row !== undefined && timingSafeEqual(row.code_hash, hashCode(secret, target, code));
  return fits ? row.id : refuse('10091', { code: '10091' });
}

/** Spends a checked code, together with what it allows. Of two callers with one code the second is refused with 10091. */
export async function spendCode(tx: Transaction, id: number, now: number): Promise<Refusal | undefined> {
  const used = await tx.query('update mail_codes set used_at = $2 where id = $1 and used_at is null returning id', [
    id,
    new Date(now),
  ]);
  return used.length === 1 ? undefined : refuse('10091', { code: '10091' });
}

/** Removes codes that no limit counts any more. */
export async function purgeCodes(db: Queryable, now: number): Promise<void> {
  await db.query('delete from mail_codes where created_at <= $1', [new Date(now - hourMs)]);
}
