import { randomBytes, randomInt } from 'node:crypto';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { type PasswordCost, hashAgain, hashPassword } from '../../platform/credentials/passwords.ts';
import { newSharedSecret, stepOf } from '../../platform/credentials/totp.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { deriveKey, seal, unseal } from '../../platform/seal.ts';

/** How long a one-time password is valid. */
const oneTimeMs = 72 * 3_600_000;
/** Digits of a half: easy to read out, and the holder of the other half cannot guess it at fifty tries a day. */
const halfChars = 12;
const halfMax = 10 ** halfChars;

/** An operator as the database has it. */
export interface OperatorRow {
  readonly id: number;
  readonly name: string;
  readonly roles: OperatorRole[];
  readonly one_time_until: Date | null;
  readonly sealed_secret: Buffer | null;
  readonly enrolled_at: Date | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
}

const columns = 'id, name, roles, one_time_until, sealed_secret, enrolled_at, created_at, disabled_at';

export async function findOperator(db: Queryable, name: string): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${columns} from operators where lower(name) = lower($1)`, [name]);
  return row;
}

export async function findOperatorById(db: Queryable, id: string): Promise<OperatorRow | undefined> {
  const [row] = await db.query<OperatorRow>(`select ${columns} from operators where id = $1`, [id]);
  return row;
}

/** For the command line. Without a password: the account can't sign in yet. Refused with 11077 when the name is taken. */
export async function createOperator(
  db: Queryable,
  now: number,
  operator: { readonly name: string; readonly roles: readonly OperatorRole[] },
): Promise<string | Refusal> {
  const [row] = await db.query<{ id: number }>(
    'insert into operators (name, roles, created_at) values ($1, $2, $3) on conflict do nothing returning id',
    [operator.name, [...new Set(operator.roles)], new Date(now)],
  );
  return row === undefined ? refuse('11077', { name: '11077' }) : String(row.id);
}

/**
 * Makes a whole password that opens the first sign-in only: for the command line, whose user owns the server anyway. Undefined
 * when they have one of their own, or are disabled.
 */
export async function issueOneTimePassword(
  db: Queryable,
  now: number,
  id: string,
): Promise<{ password: string; validUntil: Date } | undefined> {
  const password = randomBytes(15).toString('base64url');
  const validUntil = new Date(now + oneTimeMs);
  const issued = await db.query(
    `update operators set password_hash = $2, one_time_until = $3, sealed_secret = null
     where id = $1 and enrolled_at is null and disabled_at is null returning id`,
    [id, await hashPassword(password), validUntil],
  );
  return issued.length === 0 ? undefined : { password, validUntil };
}

/**
 * One half of such a password, of the operator who is present. The second one must be made by another person than the first, or
 * it replaces the first.
 */
export async function issueHalf(
  db: Queryable,
  now: number,
  { id }: OperatorRow,
): Promise<{ half: 'first' | 'second'; password: string; validUntil: Date } | undefined> {
  const password = randomInt(halfMax).toString().padStart(halfChars, '0');
  const validUntil = new Date(now + oneTimeMs);
  const [issued] = await db.query<{ half: 'first' | 'second' | null }>('select operator_issue_half($1, $2, $3) as half', [
    id,
    await hashPassword(password),
    validUntil,
  ]);
  return issued === undefined || issued.half === null ? undefined : { half: issued.half, password, validUntil };
}

/** What proves a password to the database, which does not give away what it compares with. */
export interface PasswordProof {
  readonly whole: string;
  /** Of the first half, where the password is a one-time one of two halves. */
  readonly half: string | null;
}

/** Proves a typed password, or all of the one-time password. Takes as long for an unknown operator as for a known one. */
export async function provePassword(
  db: Queryable,
  operator: OperatorRow | undefined,
  typed: string,
): Promise<PasswordProof | undefined> {
  const [salts] = await db.query<{ whole: string | null; half: string | null }>('select * from operator_salts($1)', [
    operator?.id ?? 0,
  ]);
  const proof = await proofOf(salts?.whole ?? undefined, salts?.half ?? undefined, typed);
  const [row] = await db.query<{ fits: boolean }>('select operator_password_fits($1, $2, $3) as fits', [
    operator?.id ?? 0,
    proof.whole,
    proof.half,
  ]);
  return row?.fits === true ? proof : undefined;
}

async function proofOf(whole: string | undefined, half: string | undefined, typed: string): Promise<PasswordProof> {
  if (half === undefined) return { whole: await hashAgain(whole, typed), half: null };
  const [first = '', second = ''] = typed.split('-');
  return { half: await hashAgain(half, first), whole: await hashAgain(whole, second) };
}

const sealingKey = (secret: string) => deriveKey(secret, 'operator authenticator');

/** The secret that a first sign-in shows; the same one until it is confirmed, so that a page may be loaded again. */
export async function prepareAuthenticator(db: Queryable, serverSecret: string, operator: OperatorRow): Promise<Buffer> {
  const shared = newSharedSecret();
  const [row] = await db.query<{ sealed_secret: Buffer }>(
    'update operators set sealed_secret = coalesce(sealed_secret, $2) where id = $1 and enrolled_at is null returning sealed_secret',
    [operator.id, seal(sealingKey(serverSecret), String(operator.id), shared)],
  );
  if (row === undefined) throw new Error('an operator enrolled while their first sign-in began');
  return unseal(sealingKey(serverSecret), String(operator.id), row.sealed_secret);
}

/** Ends the first sign-in. 'wrong' when the code is not of this authenticator, 'gone' when another call was first. */
export async function enrolOperator(
  tx: Queryable,
  serverSecret: string,
  now: number,
  operator: OperatorRow,
  own: { readonly proof: PasswordProof; readonly passwordHash: string; readonly otp: string },
): Promise<'enrolled' | 'wrong' | 'gone'> {
  if (operator.sealed_secret === null) return 'gone';
  const step = stepOf(unseal(sealingKey(serverSecret), String(operator.id), operator.sealed_secret), now, own.otp);
  if (step === undefined) return 'wrong';
  const [enrolled] = await tx.query<{ done: boolean }>('select operator_enrol($1, $2, $3, $4, $5, $6, $7) as done', [
    operator.id,
    own.proof.whole,
    own.proof.half,
    operator.sealed_secret,
    own.passwordHash,
    new Date(now),
    step,
  ]);
  return enrolled?.done === true ? 'enrolled' : 'gone';
}

/**
 * Uses up a code of the operator's authenticator, and says whether it was good. One statement decides, so that of any number
 * of callers with one code a single one succeeds; a code of a used time step, or of one before it, never does.
 */
export async function spendOperatorOtp(
  db: Queryable,
  serverSecret: string,
  now: number,
  { id, sealed_secret: sealed }: OperatorRow,
  otp: string,
): Promise<boolean> {
  if (sealed === null) return false;
  const step = stepOf(unseal(sealingKey(serverSecret), String(id), sealed), now, otp);
  if (step === undefined) return false;
  const used = await db.query(
    `update operators set last_step = $3
     where id = $1 and sealed_secret = $2 and enrolled_at is not null and last_step < $3 returning id`,
    [id, sealed, step],
  );
  return used.length === 1;
}

/** An operator who is enrolled already: for samples of a sandbox. Undefined when the name is taken. */
export async function createEnrolledOperator(
  db: Queryable,
  serverSecret: string,
  now: number,
  operator: {
    readonly name: string;
    readonly roles: readonly OperatorRole[];
    readonly password: string;
    readonly shared: Buffer;
    readonly passwordCost?: PasswordCost;
  },
): Promise<void> {
  const [row] = await db.query<{ id: number }>(
    'insert into operators (name, roles, created_at) values ($1, $2, $3) on conflict do nothing returning id',
    [operator.name, operator.roles, new Date(now)],
  );
  if (row === undefined) return;
  await db.query('update operators set password_hash = $2, sealed_secret = $3, enrolled_at = $4 where id = $1', [
    row.id,
    await hashPassword(operator.password, operator.passwordCost),
    seal(sealingKey(serverSecret), String(row.id), operator.shared),
    new Date(now),
  ]);
}
