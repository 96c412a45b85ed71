import type { Closing, closingCalls } from '@assay/contract/endpoints/closing.ts';
import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { UserCall } from '../platform/http.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import type { ClosingContext } from './context.ts';
import { retentionYears } from './erase.ts';
import { standingOf } from './obstacles.ts';

export async function readClosing(context: ClosingContext, { user }: UserCall): Promise<Closing> {
  const { db, identity, coolingOffMs } = context;
  const { obstacles, remains } = await standingOf(context, db, user.id);
  return {
    obstacles: [...obstacles],
    remains: formatAmount(remains, usdt),
    waitSeconds: coolingOffMs / 1000,
    retentionYears: await retentionYears(db),
    confirmBy: await identity.proofOf(user.id),
  };
}

/**
 * Closes an account after a while, and signs it out everywhere at once. Refused with 10004 (password), 11022 or 10091 (code),
 * 11136 on each thing in the way, 10008 and 429.
 */
export async function closeAccount(
  context: ClosingContext,
  call: UserCall,
  { password, code }: InputOf<typeof closingCalls.closeAccount>,
): Promise<ResultOf<typeof closingCalls.closeAccount> | Refusal> {
  const { db, clock, identity, coolingOffMs } = context;
  const userId = call.user.id;
  const refused = await identity.provePassword(call, userId, password);
  if (refused !== undefined) return refused;
  const spend = await identity.proveOwner(call, userId, code, 'account');
  if (isRefusal(spend)) return spend;
  const now = clock.wall();
  const dueAt = new Date(now + coolingOffMs);
  const closed = await db.transact(async (tx) => {
    // Whatever is opened for this user at this moment is either seen, or waits.
    await tx.query('select from users where id = $1 for update', [userId]);
    const { obstacles } = await standingOf(context, tx, userId);
    if (obstacles.length > 0) return refuse('11136', Object.fromEntries(obstacles.map((name) => [name, '11136'])));
    await tx.query(
      'insert into account_closings (user_id, asked_at, due_at) values ($1, $2, $3) on conflict (user_id) do nothing',
      [userId, new Date(now), dueAt],
    );
    await identity.endSessions(tx, userId);
    return spend(tx);
  });
  if (isRefusal(closed)) return closed;
  await identity.tellClosing(call, userId, dueAt);
  return { dueAt: dueAt.toISOString() };
}
