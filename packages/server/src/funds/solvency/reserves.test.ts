import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { serveFundsDesk } from '../index.ts';
import { ownAddress } from '../receive/addresses.ts';
import { HoldingsRound } from './holdings.ts';
import { listReserves } from './reserves.ts';

const db = await testDatabase();
const { clock, customer, funds, call } = await funding(db, { waitMs: 0 });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const reason = 'looked at it once more';
const message = `Held for the customers of ${funds.origin}`;
const key = () => ({ idempotencyKey: crypto.randomUUID() });

const wallet = (number: number) => privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`);
async function declare(number: number, chain: 'ethereum' | 'bsc' = 'ethereum') {
  const own = wallet(number);
  const reserve = {
    chain,
    address: own.address,
    label: 'Payouts',
    signature: await own.signMessage({ message }),
  };
  const { proposalId } = await first.call(desk.proposeReserve, { ...reserve, reason }, key());
  return second.call(proposalCalls.approve, { id: proposalId }, key());
}
/** The addresses whose balances are requested from the node. */
async function counted(): Promise<readonly string[]> {
  let asked: readonly string[] = [];
  const reader = {
    head: async () => 1,
    held: async (_: unknown, addresses: readonly string[]) => {
      asked = addresses;
      return { units: 0n, height: 1 };
    },
    hashAt: () => Promise.reject(new Error('not asked')),
    blockAt: () => Promise.reject(new Error('not asked')),
    mined: () => Promise.reject(new Error('not asked')),
    sentByUs: () => Promise.reject(new Error('not asked')),
  };
  const parts = { db, clock, chain: 'ethereum', origin: funds.origin, readerFor: () => reader, restMs: 0 } as const;
  await new HoldingsRound(parts).run(new AbortController().signal);
  return asked;
}
async function shown(): Promise<readonly string[]> {
  clock.advance(60_000);
  return (await call(index.solvency, {})).reserves.map(({ address }) => address);
}
/** Past all that the server and the tables ask for. */
const forge = async (sql: string, values: readonly unknown[]) => {
  await db.query('alter table reserve_addresses disable trigger approved_by_two');
  await db.query(sql, [...values]);
  await db.query('alter table reserve_addresses enable trigger approved_by_two');
};
const forged = `insert into reserve_addresses (chain, address, label, message, signature, proposal_id, declared_at)
  select 'ethereum', $1, 'Riches', $2, $3, p.id, now() from proposals p
  where not exists (select from reserve_addresses r where r.proposal_id = p.id) order by p.id desc limit 1`;

test('a wallet that is sold or stolen is retired by two, for good', async () => {
  const [kept, sold] = [wallet(1).address, wallet(2).address];
  for (const number of [1, 2]) expect(await declare(number)).toMatchObject({ status: 'approved', failure: null });
  expect(await counted()).toEqual([kept, sold].toSorted());
  const unknown = { address: wallet(3).address, reason };
  expect(await refusalOf(first.call(desk.proposeRetirement, unknown, key()))).toBe('404');
  const { proposalId } = await first.call(desk.proposeRetirement, { address: sold, reason }, key());
  const alone = `insert into reserve_retirements (address, proposal_id, retired_at) values ($1, $2, now())`;
  await expect(db.transact((tx) => tx.query(alone, [sold, proposalId]))).rejects.toThrow('needs two operators');
  // Where the house has moved coins counts once, if it is a customer's address here: a wallet that was sold does not count any more.
  const { real, userId } = await customer('withdraws');
  const received = (await db.transact((tx) => ownAddress(tx, userId, 'ethereum')))?.address ?? '';
  for (const [place, to] of [sold, received].entries())
    await db.query(
      `insert into chain_internal_moves (network_id, chain, hash, place, from_addresses, to_address, amount, height, block, seen_at)
       select id, chain, '0x1', $1::integer, array[$2], $3::text, 1, 1, '1', now() from networks where chain = 'ethereum'`,
      [place, kept, to],
    );
  expect(await counted()).toEqual([kept, sold, received].toSorted());
  expect(await second.call(proposalCalls.approve, { id: proposalId }, key())).toMatchObject({ failure: null });
  expect([await counted(), await shown()]).toEqual([[kept, received].toSorted(), [kept]]);
  await db.query('delete from chain_internal_moves');
  // No withdrawal may go to a wallet of the house; one that was sold is no longer the house's.
  const save = (address: string) => real(user.saveCoinAddress, { coin: 'ETH', network: 'ETH', address, label: 'Mine' });
  expect(await refusalOf(save(kept.toLowerCase()))).toBe('11151');
  expect(await save(sold)).toMatchObject({ address: sold });
  await expect(db.query('delete from reserve_retirements')).rejects.toThrow('two persons have approved');
  expect(await refusalOf(declare(2))).toBe('11056');
});

test('a row that no key has signed for this site is neither counted nor shown, whoever has written it', async () => {
  const before = await shown();
  const waits = {
    chain: 'ethereum',
    address: wallet(4).address,
    label: 'Waits',
    signature: await wallet(4).signMessage({ message }),
  } as const;
  for (const _ of [1, 2]) await first.call(desk.proposeReserve, { ...waits, reason }, key());
  await forge(forged, [wallet(5).address, message, await wallet(4).signMessage({ message })]);
  const other = 'Held for the customers of https://other.example';
  await forge(forged, [wallet(6).address, other, await wallet(6).signMessage({ message: other })]);
  expect([await counted(), await shown()]).toEqual([before, before]);
});

test('one key is declared on each chain where it holds coins, once', async () => {
  expect(await declare(1, 'bsc')).toMatchObject({ status: 'approved', failure: null });
  for (const chain of ['ethereum', 'bsc'] as const) expect(await refusalOf(declare(1, chain))).toBe('11056');
});

test('no more count than are shown', async () => {
  const room = 200 - (await listReserves(db, funds.origin)).length;
  for (let number = 100; number < 100 + room; number += 1) {
    const own = wallet(number);
    const waits = { chain: 'ethereum', address: own.address, label: 'Many', signature: await own.signMessage({ message }) };
    await db.query(
      `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
       values ('reserve.declare', 'chain:ethereum', $1, $2, $3, now(), now() + interval '1 day')`,
      [JSON.stringify({ ...waits, message }), reason, first.id],
    );
    await forge(forged, [own.address, message, waits.signature]);
  }
  expect(await shown()).toHaveLength(200);
  expect(await refusalOf(declare(7))).toBe('11250');
});
