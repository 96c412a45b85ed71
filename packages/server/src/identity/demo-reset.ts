import type { ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user as calls } from '@assay/contract/endpoints/user.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { lockBalances, resetDemo } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { AccountCall } from '../platform/http.ts';
import { tellBalance } from '../platform/private-events.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { demoInitialBalance } from './create-user.ts';
import type { IdentityParts } from './parts.ts';

/** Starts the demo account afresh: all that it holds ends, then the first balance returns. Refused with 403 on the real one. */
export async function demoReset(
  { clock, bus, endDemoOrders }: Pick<IdentityParts, 'clock' | 'bus' | 'endDemoOrders'>,
  { user, book }: AccountCall,
  tx: Transaction,
): Promise<ResultOf<typeof calls.demoReset> | Refusal> {
  if (book !== 'demo') return refuse('403');
  const amount = await demoInitialBalance(tx);
  if (isRefusal(amount)) return amount;
  // Orders are locked before balances, as everywhere. Under the lock nothing new can be opened, so the second pass meets
  // whatever was opened during the first, and none is left without money behind it.
  await endDemoOrders(tx, user.id);
  await lockBalances(tx, 'demo', usdt, [userAccount(user.id, 'available')]);
  await endDemoOrders(tx, user.id);
  const reset = await resetDemo(tx, { userId: user.id, amount, at: clock.now() });
  if (isRefusal(reset)) return reset;
  tx.afterCommit(() => tellBalance(bus, { userId: user.id, book }, usdt, amount));
  return { book, balance: formatAmount(amount, usdt) };
}
