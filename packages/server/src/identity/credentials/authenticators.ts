import { createHmac, randomInt } from 'node:crypto';
import { type Enrolment, enrolmentOf, newSharedSecret, stepOf } from '../../platform/credentials/totp.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { deriveKey, seal, unseal } from '../../platform/seal.ts';

const recoveryCount = 10;
/** Without letters and digits that look alike; ten of them are 49 bits. */
const recoveryAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const recoveryChars = 10;

const sealingKey = (secret: string) => deriveKey(secret, 'authenticator');

/** With the server's secret, and bound to its owner: a copy of the table is worth nothing. */
function hashRecoveryCode(secret: string, userId: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'recovery code')).update(`${userId}:${code}`).digest();
}

/** A fresh secret, in place of one that was never confirmed. Undefined when the authenticator is on already. */
export async function enrol(
  db: Queryable,
  serverSecret: string,
  now: number,
  user: { readonly id: string; readonly userName: string },
): Promise<Enrolment | undefined> {
  const shared = newSharedSecret();
  const written = await db.query(
    `insert into authenticators as kept (user_id, sealed_secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
     where kept.confirmed_at is null returning user_id`,
    [user.id, seal(sealingKey(serverSecret), user.id, shared), new Date(now)],
  );
  if (written.length === 0) return undefined;
  return enrolmentOf(shared, 'Assay', user.userName);
}

interface Row {
  readonly sealed_secret: Buffer;
  readonly confirmed: boolean;
  readonly last_step: number;
}

async function read(db: Queryable, userId: string): Promise<Row | undefined> {
  const [row] = await db.query<Row>(
    'select sealed_secret, confirmed_at is not null as confirmed, last_step from authenticators where user_id = $1',
    [userId],
  );
  return row;
}

/** Whether signing in needs a code. */
export async function isOn(db: Queryable, userId: string): Promise<boolean> {
  return (await read(db, userId))?.confirmed === true;
}

/**
 * Turns the authenticator on by its first code, which is thereby used, and answers the recovery codes: they are nowhere to
 * be read again. 'gone' when nothing is being set up, 'wrong' when the code is another.
 */
export async function confirm(
  tx: Transaction,
  serverSecret: string,
  now: number,
  userId: string,
  code: string,
): Promise<readonly string[] | 'gone' | 'wrong'> {
  const row = await read(tx, userId);
  if (row === undefined || row.confirmed) return 'gone';
  const step = stepOf(unseal(sealingKey(serverSecret), userId, row.sealed_secret), now, code);
  if (step === undefined) return 'wrong';
  // Only the secret that the code was made of: a second setting up may have replaced it meanwhile.
  const turnedOn = await tx.query(
    `update authenticators set confirmed_at = $3, last_step = $4
     where user_id = $1 and sealed_secret = $2 and confirmed_at is null returning user_id`,
    [userId, row.sealed_secret, new Date(now), step],
  );
  if (turnedOn.length === 0) return 'gone';
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode);
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((one) => hashRecoveryCode(serverSecret, userId, one)),
  ]);
  return codes.map((one) => `${one.slice(0, recoveryChars / 2)}-${one.slice(recoveryChars / 2)}`);
}

function newRecoveryCode(): string {
  return Array.from({ length: recoveryChars }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
}

/**
 * Uses up a code of the authenticator or a recovery code, and says whether it was good. One statement decides, so that of
 * any number of callers with one code a single one succeeds; a code of a used time step, or of one before it, never does.
 */
export async function spendOtp(
  db: Queryable,
  serverSecret: string,
  now: number,
  userId: string,
  otp: string,
): Promise<boolean> {
  const typed = typedCode(otp);
  if (!isTimed(typed)) {
    const used = await db.query('delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id', [
      userId,
      hashRecoveryCode(serverSecret, userId, typed),
    ]);
    return used.length === 1;
  }
  const row = await read(db, userId);
  if (row === undefined || !row.confirmed) return false;
  const step = stepOf(unseal(sealingKey(serverSecret), userId, row.sealed_secret), now, typed);
  if (step === undefined) return false;
  const used = await db.query(
    `update authenticators set last_step = $3
     where user_id = $1 and sealed_secret = $2 and confirmed_at is not null and last_step < $3 returning user_id`,
    [userId, row.sealed_secret, step],
  );
  return used.length === 1;
}

/** Whether `spendOtp` would succeed now. Uses nothing up: the code is spent together with what it allows. */
export async function isGoodOtp(
  db: Queryable,
  serverSecret: string,
  now: number,
  userId: string,
  otp: string,
): Promise<boolean> {
  const typed = typedCode(otp);
  if (!isTimed(typed)) {
    const kept = await db.query('select from recovery_codes where user_id = $1 and code_hash = $2', [
      userId,
      hashRecoveryCode(serverSecret, userId, typed),
    ]);
    return kept.length === 1;
  }
  const row = await read(db, userId);
  const step =
    row?.confirmed === true ? stepOf(unseal(sealingKey(serverSecret), userId, row.sealed_secret), now, typed) : undefined;
  return step !== undefined && step > (row?.last_step ?? 0);
}

const typedCode = (otp: string) => otp.replace(/[\s-]/g, '').toUpperCase();
const isTimed = (typed: string) => /^\d{6}$/.test(typed);

/** Forgets secret and recovery codes. False when the authenticator was off already. */
export async function remove(tx: Transaction, userId: string): Promise<boolean> {
  const removed = await tx.query(
    'delete from authenticators where user_id = $1 and confirmed_at is not null returning user_id',
    [userId],
  );
  return removed.length === 1;
}

/** Removes secrets that were not confirmed within a day. */
export async function purgeEnrolments(db: Queryable, now: number): Promise<void> {
  await db.query('delete from authenticators where confirmed_at is null and created_at <= $1', [new Date(now - 86_400_000)]);
}
