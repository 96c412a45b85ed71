import { randomUUID } from 'node:crypto';
import { login } from '@assay/contract/endpoints/login.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { post } from '../src/ledger/index.ts';
import type { Database } from '../src/platform/database.ts';
import { ReferralRound } from '../src/referral/index.ts';
import { silent } from './database.ts';
import { day, hour, password } from './identity-app.ts';
import { fund, trading } from './trading.ts';

/** People who invite and trade with real money, and the round of the leader, on a clock that the test moves. */
export async function inviting(db: Database) {
  const server = await trading(db);
  const { call, from, clock, quote } = server;
  await fund(db, 'real');
  const round = new ReferralRound(server.referral, silent);

  /** A person, verified by default, with so much on the real account. */
  async function person(userName: string, more: { inviteCode?: string; deposit?: string; verified?: boolean } = {}) {
    const { deposit = '0', verified = true, ...invitation } = more;
    const { token, id: userId, inviteCode } = await server.register(userName, invitation);
    if (verified) await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    const amount = parseAmount(deposit, usdt);
    if (amount !== undefined && amount > 0n) {
      const recipe = recipes.depositCompleted({ userId, amount });
      await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: clock.now(), ...recipe }));
    }
    const client = (virtually: 'YES' | 'NO') => from('192.0.2.1', token, { virtually });
    return { userId, inviteCode, real: client('YES'), demo: client('NO') };
  }

  /** Signs in once more: a session ends after a week without use. */
  async function signIn(userName: string, virtually: 'YES' | 'NO' = 'YES') {
    const { token } = await call(login.login, { account: userName, password });
    return from('192.0.2.1', token, { virtually });
  }

  type Client = Awaited<ReturnType<typeof signIn>>;

  /** Opens and closes a contract of 50 coins at 100: 5,000 twice at 0.1% are fees of 10 USDT. */
  async function trade(client: Client): Promise<void> {
    await quote(10_000);
    const contract = { code: 'COINUSDT', side: 'long', type: 'market', lots: '50', leverage: 10 } as const;
    const { id } = await client(order.buyU, contract, { idempotencyKey: randomUUID() });
    await client(order.stopU, { id });
  }

  /** To two in the morning, when the rewards of the day before are computed. */
  function nextMorning(): void {
    const now = clock.now();
    clock.advance(Math.ceil(now / day) * day + 2 * hour - now);
  }

  return { ...server, person, signIn, trade, nextMorning, makeRound: () => round.run(new AbortController().signal) };
}
