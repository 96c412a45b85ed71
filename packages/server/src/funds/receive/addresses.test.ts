import { depositDeskCalls as deposits } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { receiveAddress, sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase, warm } from '../../../test/database.ts';
import { funding, hashOf, report } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { unhurried } from '../../platform/database.ts';
import { serveFundsDesk } from '../index.ts';
import { ownAddress, ownAddresses } from './addresses.ts';

const db = await testDatabase();
const { clock, customer, funds } = await funding(db);
const { operatorWith } = await consoleApp(db, clock, (desk) => serveFundsDesk(desk, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];

const seedOf = (number: number) => new Uint8Array(32).fill(number);
let proposed = 0;
const propose = (chain: Chain, key: string) =>
  first.call(deposits.proposeReceiveKey, { chain, key, reason: `The treasury's wallet number ${(proposed += 1)}` });

async function take(chain: Chain, key: string): Promise<void> {
  const { proposalId } = await propose(chain, key);
  expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
}

type Real = Awaited<ReturnType<typeof customer>>['real'];
async function shownTo(real: Real, network: string): Promise<string> {
  const found = (await real(user.depositCoins, {})).find((coin) => coin.network === network);
  if (found === undefined) throw new Error(`${network} takes no deposits`);
  return found.address;
}

describe('a customer', () => {
  it('has an address of each chain for good, which nobody else has; networks of one chain share it', async () => {
    const [one, other] = [await customer('looks_on'), await customer('looks_too')];
    const addresses = await one.real(user.depositCoins, {});
    expect(await one.real(user.depositCoins, {})).toEqual(addresses);
    expect(await shownTo(one.real, 'ERC20')).toBe(await shownTo(one.real, 'ETH'));
    const others = await other.real(user.depositCoins, {});
    expect(others).toHaveLength(addresses.length);
    for (const { address } of others) expect(addresses.map((coin) => coin.address)).not.toContain(address);
    await expect(db.query(`update receive_addresses set user_id = $1`, [other.userId])).rejects.toThrow('stays its customer');
    await expect(db.query('delete from receive_addresses')).rejects.toThrow('stays its customer');
  });

  it('who asks many times at once is given one, and many customers at once take positions without a gap', async () => {
    await take('bitcoin', sampleReceiveKey('bitcoin', seedOf(7)));
    const people = [await customer('crowd1'), await customer('crowd2'), await customer('crowd3'), await customer('crowd4')];
    await warm(db);
    const asked = await Promise.all(
      [...people, ...people, ...people].map(({ userId }) => db.transact((tx) => ownAddress(tx, userId, 'bitcoin'))),
    );
    expect(new Set(asked.map((own) => own?.address)).size).toBe(people.length);
    const drawn = await db.query<{ position: number }>(
      `select position from receive_addresses where user_id = any($1) and chain = 'bitcoin' order by position`,
      [people.map(({ userId }) => userId)],
    );
    expect(drawn.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  it('waits while another one draws; without that lock both would be at one position', async () => {
    const { userId } = await customer('draws');
    const asked = `select "position" from receive_position('bitcoin')`;
    const meanwhile = async () => {
      let seen: unknown;
      const drawing = db.transact(async (tx) => {
        const own = await ownAddress(tx, userId, 'bitcoin');
        seen = await db
          .transact((other) => other.query(asked, []), { lock_timeout: '20ms' })
          .catch((error: Error) => error.message);
        throw new Error(own?.address);
      }, unhurried);
      await expect(drawing).rejects.toThrow(/^bc1q/);
      return seen;
    };
    expect(await meanwhile()).toMatch('lock timeout');
    const [known] = await db.query<{ text: string }>(
      `select pg_get_functiondef('receive_position(text)'::regprocedure) as text`,
    );
    const guarded = known?.text ?? '';
    await db.query(guarded.replace('for update', ''));
    const before = await db.query(asked, []);
    expect(await meanwhile()).toEqual(before);
    await db.query(guarded);
    expect(await meanwhile()).toMatch('lock timeout');
  });

  it('takes no position with a draw that is rolled back', async () => {
    await take('bitcoin', sampleReceiveKey('bitcoin', seedOf(8)));
    const [gone, stays] = [await customer('rolled_back'), await customer('comes_after')];
    const draw = db.transact(async (tx) => {
      await ownAddress(tx, gone.userId, 'bitcoin');
      throw new Error('the request failed');
    });
    await expect(draw).rejects.toThrow('the request failed');
    expect(await shownTo(stays.real, 'BTC')).toBe(receiveAddress('bitcoin', sampleReceiveKey('bitcoin', seedOf(8)), 0));
  });

  it('is not shown an address that the key does not give', async () => {
    const { userId, real } = await customer('robbed');
    const [key] = await db.query<{ id: number; position: number }>(`select id, "position" from receive_position('tron')`);
    const thief = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    await db.query('select receive_address_keep($1, $2, $3, $4)', [userId, key?.id, key?.position, thief]);
    await expect(ownAddresses(db, userId)).rejects.toThrow('has another address than its key gives');
    await expect(real(user.depositCoins, {})).rejects.toMatchObject({ code: '500' });
  });

  it('keeps an old address when the chain gets another key, and a report is about the one that is shown now', async () => {
    const { real, userId } = await customer('moved');
    const old = await shownTo(real, 'ETH');
    const key = sampleReceiveKey('ethereum', seedOf(9));
    await take('ethereum', key);
    const now = await shownTo(real, 'ETH');
    expect(now).toBe(receiveAddress('ethereum', key, 0));
    const kept = await db.query(
      `select address from receive_addresses where user_id = $1 and chain = 'ethereum' order by key_id`,
      [userId],
    );
    expect(kept).toEqual([{ address: old }, { address: now }]);
    expect((await real(user.depositCoins, {})).find(({ network }) => network === 'ETH')).toMatchObject({ sample: false });
  });
});

describe('two customers who report one transaction', () => {
  it('each have a case at an own address, and operators see both', async () => {
    const [payer, stranger] = [await customer('payer'), await customer('stranger')];
    const hash = hashOf(0xf00);
    // The stranger has seen it on the chain and is faster.
    const claimed = await report(stranger.real, '500', hash);
    const own = await report(payer.real, '500', hash);
    const detail = await first.call(deposits.detail, { id: own });
    expect(detail).toMatchObject({
      address: await shownTo(payer.real, 'TRC20'),
      sameTransaction: [{ id: claimed, customer: { id: stranger.userId }, status: 'pendingReview' }],
    });
    expect((await first.call(deposits.detail, { id: claimed })).address).not.toBe(detail.address);
  });
});

describe('a receive key', () => {
  it('is taken by two persons, with the addresses that both can compare, and never twice', async () => {
    const key = sampleReceiveKey('bitcoin', seedOf(10));
    const { proposalId } = await propose('bitcoin', key);
    const { payload } = await second.call(proposalCalls.detail, { id: proposalId });
    expect(payload).toMatchObject({ chain: 'bitcoin', key, addresses: { length: 10, 0: receiveAddress('bitcoin', key, 0) } });
    expect(await refusalOf(propose('bitcoin', sampleReceiveKey('bitcoin', seedOf(11))))).toBe('11082');
    expect(await refusalOf(first.call(proposalCalls.approve, { id: proposalId }))).toBe('11070');
    await second.call(proposalCalls.approve, { id: proposalId });
    expect((await first.call(deposits.receiveKeys, {})).find(({ chain }) => chain === 'bitcoin')).toMatchObject({
      key,
      sample: false,
      drawn: 0,
    });
    for (const chain of ['bitcoin', 'ethereum'] as const) expect(await refusalOf(propose(chain, key))).toBe('11167');
  });

  it('that is private is refused, and is nowhere afterwards', async () => {
    const wallet =
      'xprv9yWaTi4URWZ6HTDskqJYEDHa7RfYmBXy1zVzzLAMqDxMsSLs6GAQyfUWHSqFZoy3P4XcrWL4RwGAVh47VtCrjMjpTaYonpb1ZHxLR2y7U2q';
    const secrets = [wallet, 'legal winner thank year wave sausage worth useful legal winner thank yellow'];
    for (const secret of secrets) expect(await refusalOf(propose('bitcoin', secret))).toBe('11165');
    const tables = await db.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables)
      expect(await db.query(`select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`, secrets)).toEqual(
        [],
      );
  });

  it('of another network, or of none, is refused', async () => {
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(await refusalOf(propose('tron', zpub))).toBe('11166');
    expect(await refusalOf(propose('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'))).toBe('11166');
  });

  it('comes into the table by an agreed proposal alone, and never as a sample of a live installation', async () => {
    const live = await testDatabase(2);
    await live.query(`insert into installation (mode) values ('live')`);
    const key = sampleReceiveKey('tron', seedOf(13));
    await expect(live.query('select receive_key_sample($1, $2)', ['tron', key])).rejects.toThrow(
      'live mode has no sample keys',
    );
    await expect(live.query('select receive_key_take(1)')).rejects.toThrow('no two have agreed on a receive key by proposal 1');
    for (const act of [
      'select from receive_keys',
      `insert into receive_keys (chain, key) values ('tron', '${key}')`,
      'update receive_addresses set user_id = 1',
    ]) {
      const asApplication = live.transact(async (tx) => {
        await tx.query('set local role assay_application');
        await tx.query(act);
      });
      await expect(asApplication).rejects.toThrow('permission denied');
    }
  });
});
