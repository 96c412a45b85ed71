import { randomInt } from 'node:crypto';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { openDemo } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { parameter } from '../settings/index.ts';
import type { IdentityParts } from './parts.ts';
import { type User, findUser, readUser } from './queries.ts';

/** Without letters and digits that look alike; ten of them are 49 bits, so that codes can't be guessed and never meet. */
const inviteAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const inviteChars = 10;

function newInviteCode(): string {
  return Array.from({ length: inviteChars }, () => inviteAlphabet[randomInt(inviteAlphabet.length)]).join('');
}

export interface NewUser {
  readonly userName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  readonly invitedBy: number | null;
}

/**
 * Writes a user with a funded demo account. The real account needs nothing: it is empty until money arrives. Refused with
 * 10006 or 10007 when the name or the address is taken, also by a registration that is under way at this moment.
 */
export async function createUser(
  { clock, acceptInvitation }: Pick<IdentityParts, 'clock' | 'acceptInvitation'>,
  tx: Transaction,
  user: NewUser,
): Promise<User | Refusal> {
  const now = new Date(clock.wall());
  // Unique indexes decide, not a look beforehand; the insert waits for others under way.
  const [created] = await tx.query<{ id: number }>(
    `insert into users (user_name, email, password_hash, password_changed_at, language, invite_code, invited_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $4) on conflict do nothing returning id`,
    [user.userName, user.email, user.passwordHash, now, user.language, newInviteCode(), user.invitedBy],
  );
  if (created === undefined) {
    if ((await findUser(tx, user.userName)) !== undefined) return refuse('10006', { userName: '10006' });
    if ((await findUser(tx, user.email)) !== undefined) return refuse('10007', { email: '10007' });
    throw new Error('two invite codes met');
  }
  const balance = await demoInitialBalance(tx);
  if (isRefusal(balance)) return balance;
  const userId = String(created.id);
  if (user.invitedBy !== null) {
    const invitation = { inviterId: user.invitedBy, inviteeId: created.id, at: clock.now() };
    const refused = await acceptInvitation(tx, invitation);
    if (refused !== undefined) return refused;
  }
  const opened = await openDemo(tx, { userId, amount: balance, at: clock.now() });
  return isRefusal(opened) ? opened : readUser(tx, userId);
}

/** The balance of a fresh demo account in USDT. Refused with 10018 when the parameter is missing or not an amount. */
export async function demoInitialBalance(tx: Transaction) {
  const text = await parameter(tx, 'demo_initial_balance');
  return isRefusal(text) ? text : (parseAmount(text, usdt) ?? refuse('10018'));
}
