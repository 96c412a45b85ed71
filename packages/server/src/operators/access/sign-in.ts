import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { sessionCalls } from '@assay/contract/endpoints/console/session.ts';
import { returnAttempt, takeAttempt } from '../../platform/credentials/attempts.ts';
import { type GuessLimits, forgiveGuess, takeGuess } from '../../platform/credentials/guesses.ts';
import { hashPassword } from '../../platform/credentials/passwords.ts';
import { refuseWeak } from '../../platform/credentials/strength.ts';
import { enrolmentOf } from '../../platform/credentials/totp.ts';
import type { PublicCall } from '../../platform/http.ts';
import { networkOf } from '../../platform/networks.ts';
import { type Refusal, isRefusal, refuse } from '../../platform/refusal.ts';
import { appendAudit } from '../audit-log.ts';
import type { Desk } from '../desk.ts';
import {
  type OperatorRow,
  type PasswordProof,
  enrolOperator,
  findOperator,
  prepareAuthenticator,
  provePassword,
  spendOperatorOtp,
} from './accounts.ts';
import { openOperatorSession } from './sessions.ts';

const minuteMs = 60_000;
/**
 * Failed sign-ins, by password or code: what a person who mistypes needs, and far too little to guess either. Guessing can't
 * lock an operator out: with two locked ones of finance no withdrawal would be possible.
 */
const limits: GuessLimits = {
  perNetwork: { max: 10, windowMs: 15 * minuteMs },
  strangers: { max: 50, windowMs: 24 * 60 * minuteMs },
  besieged: { max: 2, windowMs: 60 * minuteMs },
};
const perNetwork = { max: 50, windowMs: 15 * minuteMs };
/** Wrong codes after the right password: of a million codes three are valid at a time. */
const wrongCodes = { max: 50, windowMs: 24 * 60 * minuteMs };

const wrong = refuse('11078', { password: '11078' });

/**
 * Counts an attempt before it is made; only those that fail use the budgets up. A name that does not exist has budgets, too. A failed one of an operator who exists is in
 * the audit log.
 */
export async function attempted<T>(
  { db, clock }: Desk,
  call: PublicCall,
  name: string,
  attempt: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const network = networkOf(call.ip);
  const guesser = { account: `operator:${name.toLowerCase()}`, network, known: false };
  const guess = await takeGuess(db, clock.wall(), guesser, limits, [{ key: `operators:${network}`, ...perNetwork }]);
  if (isRefusal(guess)) return guess;
  const outcome = await attempt();
  if (!isRefusal(outcome)) {
    await forgiveGuess(db, guess);
    return outcome;
  }
  const operator = await findOperator(db, name);
  if (operator !== undefined) {
    const id = String(operator.id);
    const entry = { action: 'session.refused', subject: `operator:${id}`, details: { code: outcome.code } };
    await appendAudit(db, clock.wall(), { operatorId: id, ip: call.ip }, entry);
  }
  return outcome;
}

/**
 * Signs in by password and authenticator. Refused with 11078, which does not reveal whether name, password, code or a disabled
 * operator is the cause; with 11080 when a one-time password is out of time, and with 429. The right one-time password returns
 * the secret for the operator's own authenticator, and no session.
 */
export async function signIn(
  desk: Desk,
  call: PublicCall,
  { name, password, otp }: DeskInput<typeof sessionCalls.signIn>,
): Promise<DeskResult<typeof sessionCalls.signIn> | Refusal> {
  const { db, clock } = desk;
  return attempted(desk, call, name, async () => {
    const proven = await provenByPassword(desk, name, password);
    if (isRefusal(proven)) return proven;
    const { operator, proof } = proven;
    if (operator.enrolled_at === null) {
      const shared = await prepareAuthenticator(db, desk.parts.secret, operator);
      return { state: 'enrolling', ...enrolmentOf(shared, 'Assay console', operator.name) };
    }
    const codes = [{ key: `operator-codes:${operator.id}`, ...wrongCodes }];
    const spent = await takeAttempt(db, clock.wall(), codes);
    if (spent !== undefined) return spent;
    const good = otp !== undefined && (await spendOperatorOtp(db, desk.parts.secret, clock.wall(), operator, otp));
    if (good) await returnAttempt(db, codes);
    return good ? open(desk, call, operator, proof.whole, 'session.opened') : wrong;
  });
}

/** Ends the first sign-in. Refused as `signIn`, and with 11267 and 11268 (own password) and 11022 (code). */
export async function enrol(
  desk: Desk,
  call: PublicCall,
  { name, password, newPassword, otp }: DeskInput<typeof sessionCalls.enrol>,
): Promise<DeskResult<typeof sessionCalls.enrol> | Refusal> {
  const { db, clock, parts } = desk;
  return attempted(desk, call, name, async () => {
    const proven = await provenByPassword(desk, name, password);
    if (isRefusal(proven)) return proven;
    const { operator, proof } = proven;
    if (operator.enrolled_at !== null) return refuse('11080', { password: '11080' });
    const weak = await refuseWeak('newPassword', newPassword, [name, password]);
    if (weak !== undefined) return weak;
    const passwordHash = await hashPassword(newPassword);
    const outcome = await enrolOperator(db, parts.secret, clock.wall(), operator, { proof, passwordHash, otp });
    if (outcome === 'wrong') return refuse('11022', { otp: '11022' });
    if (outcome === 'gone') return refuse('11080', { password: '11080' });
    return open(desk, call, operator, passwordHash, 'operator.enrolled');
  });
}

async function provenByPassword(
  { db, clock }: Desk,
  name: string,
  password: string,
): Promise<{ operator: OperatorRow; proof: PasswordProof } | Refusal> {
  const operator = await findOperator(db, name);
  const proof = await provePassword(db, operator, password);
  if (operator === undefined || proof === undefined || operator.disabled_at !== null) return wrong;
  const late = operator.one_time_until !== null && operator.one_time_until.getTime() <= clock.wall();
  return late ? refuse('11080', { password: '11080' }) : { operator, proof };
}

async function open(
  { db, clock }: Desk,
  call: PublicCall,
  { id, name, roles }: OperatorRow,
  passwordHash: string,
  action: string,
): Promise<DeskResult<typeof sessionCalls.enrol> | Refusal> {
  const now = clock.wall();
  const opened = await db.transact(async (tx) => {
    const session = await openOperatorSession(tx, now, call, { id: String(id), passwordHash });
    if (session === undefined) return wrong;
    await appendAudit(tx, now, { operatorId: String(id), ip: call.ip }, { action, subject: `operator:${id}` });
    return session;
  });
  if (isRefusal(opened)) return opened;
  const operator = { id: String(id), name, roles };
  return { state: 'signedIn', token: opened.token, operator, expiresAt: opened.expiresAt.toISOString() };
}
