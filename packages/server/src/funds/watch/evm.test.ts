import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { rewritten } from '../../../test/broken-twin.ts';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { picture } from '../../../test/images.ts';
import { type EvmNode, anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { standingOf } from '../../closing/index.ts';
import { balances } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { serveFundsDesk } from '../index.ts';
import { ChainRound } from './round.ts';

// Customers with own addresses on a real Ethereum node, which mines on command.

const program = anvilProgram();
const ether = 10n ** 18n;

async function watched(node: EvmNode) {
  const db = await testDatabase();
  const server = await funding(db, { waitMs: 0 });
  const { clock, customer, funds } = server;
  const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
  const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
  /** Like a process that has just taken over: it knows only what is in the database. */
  const look = async (through: Database = db) => {
    const parts = { ...funds, db: through, log: silent, nodes: { ethereum: node.url }, restMs: 0 };
    await new ChainRound(parts, 'ethereum').run(new AbortController().signal);
  };
  const mine = async (blocks: number) => {
    await node.mine(blocks);
    await look();
  };
  const holder = async (userName: string) => {
    const one = await customer(userName);
    const shown = await one.real(user.depositCoins, {});
    const address = shown.find(({ network }) => network === 'ERC20')?.address ?? '';
    const cases = async () => (await one.real(user.listRecharge, {})).items.toReversed();
    const has = async () =>
      Object.fromEntries((await balances(db, 'real', one.userId)).map(({ asset, available }) => [asset.code, available]));
    const report = async (hash: string, amount: string, network = 'ERC20') => {
      const input = { coin: network === 'ETH' ? 'ETH' : 'USDT', network, amount, hash, lastSix: hash.slice(-6) };
      return (await one.real(user.recharge, input, { images: { proof: await picture() } })).id;
    };
    return { ...one, address, cases, has, report };
  };
  const release = async (id: string) => {
    await first.call(desk.approve, { id });
    await second.call(desk.complete, { id });
  };
  const seen = () =>
    db.query<{ hash: string; amount: bigint; confirmed: boolean; lost: boolean }>(
      `select hash, amount, confirmed_at is not null as confirmed, lost_at is not null as lost from chain_payments order by id`,
    );
  await look();
  return { ...server, db, first, second, look, mine, holder, release, seen };
}

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  const node = program === undefined ? undefined : await evmNode(program);
  if (node === undefined) return;
  const { db, first, second, funds, look, mine, holder, release, seen } = await watched(node);

  it('coins and tokens are seen by themselves, credited after their confirmations and by two persons, across restarts', async () => {
    const [anna, ben] = [await holder('anna'), await holder('benno')];
    const [coins, tokens] = [await node.sendEther(anna.address, ether / 2n), await node.sendToken(ben.address, 200_000_000n)];
    await mine(1);
    expect(await seen()).toEqual([
      { hash: coins, amount: 50_000_000n, confirmed: false, lost: false },
      { hash: tokens, amount: 200_000_000n, confirmed: false, lost: false },
    ]);
    await mine(10);
    expect([await anna.cases(), await ben.cases()]).toEqual([[], []]);
    const onItsWay = { network: 'ETH', amount: '0.5', hash: coins, confirmations: 11, needed: 12, gathers: false };
    expect(await anna.real(user.arriving, {})).toMatchObject([onItsWay]);
    await db.query(`update chain_watches set fault = 'gone'`);
    expect(await anna.real(user.arriving, {})).toEqual([]);
    await mine(1);
    expect(await anna.real(user.arriving, {})).toEqual([]);
    const [[ofAnna], [ofBen]] = [await anna.cases(), await ben.cases()];
    expect([ofAnna, ofBen]).toMatchObject([
      { coin: 'ETH', amount: '0.5', hash: coins, address: anna.address, status: 'pendingReview', proofId: null },
      { coin: 'USDT', amount: '200', hash: tokens, address: ben.address, status: 'pendingReview', proofId: null },
    ]);
    await look();
    expect(await anna.cases()).toHaveLength(1);
    expect([await anna.has(), await ben.has()]).toEqual([{}, {}]);
    await release(ofAnna?.id ?? '');
    await release(ofBen?.id ?? '');
    expect([await anna.has(), await ben.has()]).toEqual([{ ETH: 50_000_000n }, { USDT: 200_000_000n }]);
    await expectSoundBooks(db);
  });

  it('two who are paid by one transaction have a case each, and nobody else can claim it', async () => {
    const [one, two, thief] = [await holder('paid_one'), await holder('paid_two'), await holder('thief')];
    const hash = await node.sendTokens(one.address, 130_000_000n, two.address, 140_000_000n);
    // Reported before it was seen: a stranger's hint leads to its owners.
    const early = await thief.report(hash, '130');
    await mine(1);
    expect(await refusalOf((await holder('thief2')).report(hash, '130'))).toBe('11044');
    await mine(11);
    expect(await one.cases()).toMatchObject([{ hash, amount: '130' }]);
    expect(await two.cases()).toMatchObject([{ hash, amount: '140' }]);
    expect(await refusalOf(one.report(hash, '130'))).toBe('11044');
    expect(await refusalOf(first.call(desk.approve, { id: early }))).toBe('11200');
    await db.query(`update deposits set status = 'approved', approved_by = $2 where deposit_no = $1`, [early, first.id]);
    await expect(
      db.query(
        `update deposits set status = 'completed', decided_by = approved_by + 1, ended_at = now() where deposit_no = $1`,
        [early],
      ),
    ).rejects.toThrow('does not bear out');
    expect(await thief.has()).toEqual({});
  });

  it('all that one transaction pays to a customer becomes one case, once all of it is confirmed', async () => {
    const both = await holder('paid_twice');
    const hash = await node.sendTokens(both.address, 130_000_000n, both.address, 140_000_000n);
    await mine(1);
    // As where a look ended between the two.
    await db.query('update chain_payments set confirmed_at = now() where hash = $1 and amount = 130000000', [hash]);
    await look();
    expect(await both.cases()).toEqual([]);
    await mine(11);
    expect(await both.cases()).toMatchObject([{ hash, amount: '270' }]);
  });

  it('an account is kept open by an unconfirmed payment that will be a deposit, not by dust nor where nothing is heard', async () => {
    const leaves = await holder('leaves');
    const stands = async () => (await standingOf(funds, db, leaves.userId)).obstacles;
    await node.sendToken(leaves.address, 1_000_000n);
    await mine(1);
    expect(await stands()).toEqual([]);
    await node.sendToken(leaves.address, 200_000_000n);
    await mine(1);
    expect(await stands()).toEqual(['deposits']);
    await db.query(`update chain_watches set fault = 'gone'`);
    expect(await stands()).toEqual([]);
    await db.query('update chain_watches set fault = null, watched = false');
    expect(await stands()).toEqual([]);
    await look();
    expect(await stands()).toEqual(['deposits']);
  });

  it('small sums add up, and become one case once they reach the minimum', async () => {
    const saver = await holder('saver');
    await node.sendToken(saver.address, 70_000_000n);
    await mine(12);
    expect(await saver.cases()).toEqual([]);
    expect(await saver.real(user.arriving, {})).toMatchObject([
      { amount: '70', confirmations: 12, needed: 12, minimum: '120', gathers: true },
    ]);
    const hash = await node.sendToken(saver.address, 50_000_000n);
    await mine(12);
    expect(await saver.cases()).toMatchObject([{ amount: '120', hash }]);
    // Less than the smallest unit of the books is nothing, of as many decimals as the chain has.
    await node.sendEther(saver.address, 9_999_999_999n);
    await mine(12);
    expect((await seen()).filter(({ amount }) => amount === 0n)).toEqual([]);
  });

  it('what the house itself sends to an address, such as gas for taking tokens out, is no deposit', async () => {
    const [swept, other] = [await holder('swept'), await holder('swept_too')];
    const wallet = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
    const gas = async (from: string) => {
      await node.ask('eth_sendTransaction', [{ from, to: swept.address, value: toHex(ether) }]);
      await mine(12);
      return (await swept.cases()).length;
    };
    // One from a stranger's address is a deposit, until that address is declared as the house's.
    expect(await gas(wallet.address)).toBe(1);
    const signature = await wallet.signMessage({ message: `Held for the customers of ${funds.origin}` });
    const reserve = { chain: 'ethereum', address: wallet.address, label: 'Gas', signature, reason: 'for sweeping' } as const;
    const { proposalId } = await first.call(desk.proposeReserve, reserve);
    await second.call(proposalCalls.approve, { id: proposalId });
    expect(await gas(wallet.address)).toBe(1);
    // Nor is what comes from another customer's address, whose key is the house's too: of coins and of tokens.
    await node.sendToken(other.address, 300_000_000n);
    await node.ask('anvil_setBalance', [other.address, toHex(5n * ether)]);
    await node.ask('anvil_impersonateAccount', [other.address]);
    expect(await gas(other.address)).toBe(1);
    await node.sendToken(swept.address, 200_000_000n, undefined, other.address);
    await mine(12);
    expect([(await swept.cases()).length, (await other.cases()).length]).toEqual([1, 1]);
    await node.sendToken(swept.address, 200_000_000n);
    await mine(12);
    expect(await swept.cases()).toHaveLength(2);
  });

  it('what a replaced block held disappears, and is credited where it comes back', async () => {
    const mover = await holder('mover');
    const before = await node.ask('evm_snapshot');
    const hash = await node.sendToken(mover.address, 300_000_000n);
    const raw = await node.ask<string>('eth_getRawTransactionByHash', [hash]);
    await mine(11);
    expect((await seen()).at(-1)).toMatchObject({ hash, confirmed: false });
    await node.ask('evm_revert', [before]);
    await node.ask('anvil_setBlockTimestampInterval', [7]);
    await mine(12);
    expect((await seen()).find((one) => one.hash === hash)).toBeUndefined();
    expect(await mover.cases()).toEqual([]);
    await node.ask('eth_sendRawTransaction', [raw]);
    await mine(11);
    expect((await seen()).at(-1)).toMatchObject({ hash, confirmed: false });
    await mine(1);
    expect(await mover.cases()).toMatchObject([{ hash, amount: '300', status: 'pendingReview' }]);
  });

  it('what is confirmed and lost after that is not credited until it is there again, as deep as before', async () => {
    const deep = await holder('deep');
    const before = await node.ask('evm_snapshot');
    const hash = await node.sendToken(deep.address, 400_000_000n);
    const raw = await node.ask<string>('eth_getRawTransactionByHash', [hash]);
    await mine(12);
    const [{ id } = { id: '' }] = await deep.cases();
    await node.ask('evm_revert', [before]);
    await node.ask('anvil_setBlockTimestampInterval', [9]);
    await mine(13);
    expect((await seen()).at(-1)).toMatchObject({ hash, confirmed: true, lost: true });
    expect(await refusalOf(first.call(desk.approve, { id }))).toBe('11200');
    await node.ask('eth_sendRawTransaction', [raw]);
    await mine(11);
    expect((await seen()).at(-1)).toMatchObject({ hash, lost: false });
    expect(await refusalOf(first.call(desk.approve, { id }))).toBe('11200');
    await mine(1);
    await release(id);
    expect(await deep.cases()).toMatchObject([{ status: 'completed' }]);
    expect(await deep.has()).toEqual({ USDT: 400_000_000n });
  });

  it('a report becomes the case of what it names; one of another amount is turned down first', async () => {
    const [right, wrong] = [await holder('right'), await holder('wrong')];
    const hash = await node.sendTokens(right.address, 150_000_000n, wrong.address, 160_000_000n);
    const [named, misnamed] = [await right.report(hash, '150'), await wrong.report(hash, '1600')];
    await mine(12);
    expect((await right.cases()).map(({ id }) => id)).toEqual([named]);
    await release(named);
    expect(await right.has()).toEqual({ USDT: 150_000_000n });
    expect((await wrong.cases()).map(({ id }) => id)).toEqual([misnamed]);
    expect(await refusalOf(first.call(desk.approve, { id: misnamed }))).toBe('11200');
    await first.call(desk.reject, { id: misnamed, reason: 'amountDiffers' });
    await look();
    const [, own] = await wrong.cases();
    expect(own).toMatchObject({ amount: '160', hash });
    await release(own?.id ?? '');
    expect(await wrong.has()).toEqual({ USDT: 160_000_000n });
  });

  it('a transaction that pays a customer two coins is a case of each, and reporting one of them keeps nothing back of the other', async () => {
    const [quiet, tells] = [await holder('two_coins'), await holder('two_told')];
    const both = await node.sendBoth(quiet.address, ether / 2n, 200_000_000n);
    const told = await node.sendBoth(tells.address, ether / 4n, 300_000_000n);
    const named = await tells.report(told, '0.25', 'ETH');
    await mine(12);
    const brief = async (one: typeof quiet) =>
      (await one.cases()).map(({ coin, amount, hash }) => `${coin} ${amount} ${hash}`).toSorted();
    expect(await brief(quiet)).toEqual([`ETH 0.5 ${both}`, `USDT 200 ${both}`]);
    expect(await brief(tells)).toEqual([`ETH 0.25 ${told}`, `USDT 300 ${told}`]);
    expect((await tells.cases()).map(({ id }) => id)).toContain(named);
    for (const one of [quiet, tells]) {
      expect(await refusalOf(one.report(both, '0.5', 'ETH'))).toBe('11044');
      for (const { id } of await one.cases()) await release(id);
    }
    expect(await quiet.has()).toEqual({ ETH: 50_000_000n, USDT: 200_000_000n });
    expect(await tells.has()).toEqual({ ETH: 25_000_000n, USDT: 300_000_000n });
  });

  it('what a contract passes on is found by its report alone, and decided by two persons', async () => {
    const passed = await holder('passed');
    const hash = await node.passOnEther(passed.address, ether);
    await mine(12);
    expect(await passed.cases()).toEqual([]);
    await release(await passed.report(hash, '1', 'ETH'));
    expect(await passed.has()).toEqual({ ETH: 100_000_000n });
  });

  it('a version without the key of payments keeps one of them twice', async () => {
    const twice = await holder('twice');
    const blind = rewritten(
      db,
      (sql) => sql.replace(/on conflict \(network_id, hash, place\)[^]*(?=returning id)/, ''),
      () => false,
      0,
    );
    const before = await node.ask<string>('eth_blockNumber');
    await node.sendToken(twice.address, 500_000_000n);
    await mine(12);
    /** As after a cursor that was set back by hand. */
    const readAgain = async (through: Database) => {
      await db.query('delete from chain_blocks where height > $1', [Number(before)]);
      await db.query(`update chain_watches set height = $1`, [Number(before)]);
      await look(through);
    };
    await readAgain(db);
    expect(await twice.cases()).toHaveLength(1);
    await expect(readAgain(blind)).rejects.toThrow('one_credit_per_payment');
    await db.query('alter table chain_payments drop constraint one_credit_per_payment');
    await readAgain(blind);
    // The second guard: a case is worth what its payments are, to the last unit.
    const [own] = await twice.cases();
    expect(await refusalOf(first.call(desk.approve, { id: own?.id ?? '' }))).toBe('11200');
    const [count] = await db.query<{ count: number }>('select count(*) as count from chain_payments where user_id = $1', [
      twice.userId,
    ]);
    expect(count).toEqual({ count: 2 });
  });
});

it.skipIf(program === undefined)('a node that is gone is a fault, and while it lasts nothing is credited', async () => {
  const node = await evmNode(program ?? '');
  const { db, first, look, mine, holder } = await watched(node);
  const waits = await holder('waits');
  await node.sendToken(waits.address, 200_000_000n);
  await mine(12);
  const [{ id } = { id: '' }] = await waits.cases();
  await node.stop();
  await look();
  expect(await db.query('select fault is not null as faulty, watched from chain_watches')).toEqual([
    { faulty: true, watched: true },
  ]);
  expect(await refusalOf(first.call(desk.approve, { id }))).toBe('11200');
});
