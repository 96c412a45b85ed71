import type { Client } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { user as calls } from '@assay/contract/endpoints/user.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type FundsContext, createChainCheck, serveFunds, makeSampleKeys } from '../src/funds/index.ts';
import { post } from '../src/ledger/index.ts';
import { createNotify, serveNotifications } from '../src/notifications/index.ts';
import type { Database, Transaction } from '../src/platform/database.ts';
import type { TakenImage } from '../src/platform/images/images.ts';
import { silent } from './database.ts';
import { day, mailedCode, minute, type standingClock } from './identity-app.ts';
import { picture } from './images.ts';
import { trading } from './trading.ts';

/** A wallet of the customer's own, and a transaction, both as their chain writes them. */
export const wallet = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
export const hashOf = (number: number) => number.toString(16).padStart(64, 'a');

/** A picture as if it had come in: how pictures do that has stories of its own. */
export const keptImage: TakenImage = {
  sha256: '',
  keep: async (tx: Transaction, { ownerId, purpose }) => {
    const [image] = await tx.query<{ id: string }>(
      `insert into images (id, owner_id, purpose, media_type, width, height, bytes, sealed_key, created_at)
       values (gen_random_uuid(), $1, $2, 'image/png', 1, 1, 1, '', now()) returning id`,
      [ownerId, purpose],
    );
    if (image === undefined) throw new Error('an inserted picture has no id');
    return image.id;
  },
};

/** People who bring money in and take it out, on a clock that the test moves; waits are a day, as in live mode, by default. */
export async function funding(
  db: Database,
  options: { clock?: ReturnType<typeof standingClock>; waitMs?: number; catalogue?: readonly Instrument[] } = {},
) {
  const server = await trading(db, options);
  const { bus, clock, market, identity, http } = server;
  const { waitMs = day } = options;
  const waits = { addressCoolDownMs: waitMs, securityHoldMs: waitMs };
  const secret = 'a secret of this test alone, long enough';
  const checkChain = createChainCheck({}, silent);
  const origin = 'https://assay.example';
  const own = { waits, secret, checkChain, origin };
  const funds: FundsContext = { db, bus, clock, market, identity, notify: createNotify(bus), ...own };
  serveFunds(http, funds);
  serveNotifications(http);
  await makeSampleKeys(db);

  /** A registered person with so much on the real account. */
  async function customer(userName: string, deposit = '0', coin = 'USDT') {
    const { userId, token, demo, real } = await server.person(userName);
    const address = `${userName}@example.com`;
    if (deposit !== '0') {
      const asset = assetOf(coin);
      const amount = parseAmount(deposit, asset);
      if (amount === undefined) throw new Error(`${deposit} is no amount`);
      const recipe = recipes.depositCompleted({ userId, amount, asset });
      await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: clock.now(), ...recipe }));
    }
    /** A mailed code for a withdrawal. */
    async function code(): Promise<string> {
      clock.advance(minute);
      await real(login.sendCode, { purpose: 'withdraw' });
      return mailedCode(db, address);
    }
    /** A saved address that can be used: it has waited. */
    async function method(): Promise<string> {
      const saved = await real(calls.saveCoinAddress, { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' });
      clock.advance(waitMs);
      return saved.id;
    }
    async function withdraw(methodId: string, amount: string): Promise<string> {
      return (await real(calls.withdrawal, { methodId, asset: 'USDT', amount, code: await code() })).id;
    }
    return { userId, token, address, demo, real, code, method, withdraw };
  }

  return { ...server, funds, customer };
}

/** Reports a deposit of USDT on TRON. */
export async function report(real: Client, amount: string, hash: string, key?: string): Promise<string> {
  const input = { coin: 'USDT', network: 'TRC20', amount, hash, lastSix: hash.slice(-6) };
  const extra = { images: { proof: await picture() }, ...(key !== undefined && { idempotencyKey: key }) };
  return (await real(calls.recharge, input, extra)).id;
}
