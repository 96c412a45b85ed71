import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import {
  payoutDeskCalls as payouts,
  withdrawalDeskCalls as withdrawals,
} from '@assay/contract/endpoints/console/withdrawals.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { cryptoListings } from '@assay/domain/market/catalogue/crypto.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { balances } from '../../ledger/index.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { chainRounds, serveFundsDesk } from '../index.ts';
import { listNetworks } from '../networks.ts';
import { requestWithdrawal } from '../withdrawals/request.ts';

// A coin is data: a token that is on the list comes in and goes out as the first ones do.

const program = anvilProgram();
const db = await testDatabase();
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA';
const links = { ...coin, id: 'crypto-LINKUSDT', code: 'LINKUSDT', base: 'LINK' };
const { clock, customer, funds, call, quote } = await funding(db, { waitMs: 0, catalogue: [coin, links] });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const key = () => ({ idempotencyKey: crypto.randomUUID() });

describe('the list', () => {
  it('names each contract as its chain writes it, of coins that are dealt in against USDT, and of no two the same', async () => {
    const listed = new Set(cryptoListings().map(({ instrument }) => instrument.base));
    const networks = await listNetworks(db);
    expect(networks.length).toBeGreaterThan(30);
    for (const { asset, chain, token } of networks) {
      if (asset.code !== 'USDT') expect(listed).toContain(asset.code);
      if (token !== null) expect(parseAddress(chain, token)).toBe(token);
    }
  });

  const another = (changed: string) =>
    db.query(
      `insert into networks (id, coin, chain, name, position, token, token_decimals, deposit_minimum, withdrawal_minimum, confirmations)
       select 'OTHER', coin, chain, name, 9999, ${changed}, deposit_minimum, withdrawal_minimum, confirmations
       from networks where id = 'LINKERC20'`,
    );

  it('holds no contract twice, no second coin of a chain’s own, and no coin that its chain can’t carry to the last unit', async () => {
    await expect(another('token, 18')).rejects.toThrow('one_network_per_contract');
    await expect(another('null, 18')).rejects.toThrow('one_own_coin_per_chain');
    await expect(another("'0x0000000000000000000000000000000000000001', 6")).rejects.toThrow('carries_what_is_booked');
  });
});

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const node = await evmNode(program);
  await node.placeToken(link);
  const rounds = chainRounds({ ...funds, db, log: silent, nodes: { ethereum: node.url }, restMs: 0 });
  const mine = async (blocks: number) => {
    await node.mine(blocks);
    for (const round of rounds) await round.run(new AbortController().signal);
  };
  const unit = 10n ** 18n;
  await mine(1);
  await quote(1000, 1002, 'LINKUSDT');

  async function holder(userName: string) {
    const one = await customer(userName);
    const shown = (await one.real(user.depositCoins, {})).filter(({ chain }) => chain === 'ethereum');
    const has = async () => {
      const own = await balances(db, 'real', one.userId);
      return Object.fromEntries(own.map(({ asset, available, withdrawal }) => [asset.code, [available, withdrawal]]));
    };
    const cases = async () => (await one.real(user.listRecharge, {})).items;
    return { ...one, shown, address: shown[0]?.address ?? '', has, cases };
  }
  /** A customer who was paid so many LINK and has them on the account. */
  async function owner(userName: string, tokens: bigint) {
    const one = await holder(userName);
    await node.sendToken(one.address, tokens * unit, link);
    await mine(12);
    for (const { id } of await one.cases()) {
      await first.call(desk.approve, { id }, key());
      await second.call(desk.complete, { id }, key());
    }
    return one;
  }

  it('a token comes to the address that all coins of the chain share, and counts by its own contract alone', async () => {
    const one = await holder('links');
    expect(new Set(one.shown.map(({ address }) => address)).size).toBe(1);
    expect(one.shown.find(({ coin: code }) => code === 'LINK')).toMatchObject({
      network: 'LINKERC20',
      networkName: 'Ethereum (ERC20)',
      minimum: '2',
      confirmations: 12,
    });
    const forged = '0x00000000000000000000000000000000000F0F0F';
    await node.placeToken(forged);
    await node.sendToken(one.address, 1_000n * unit, forged);
    await node.sendToken(one.address, unit, link);
    await mine(12);
    expect(await one.cases()).toEqual([]);
    const hash = await node.sendToken(one.address, 2n * unit + 5n, link);
    await mine(12);
    const [{ id } = { id: '' }, ...others] = await one.cases();
    expect(others).toEqual([]);
    expect(await one.cases()).toMatchObject([{ coin: 'LINK', network: 'LINKERC20', amount: '3', hash }]);
    await first.call(desk.approve, { id }, key());
    await second.call(desk.complete, { id }, key());
    expect(await one.has()).toEqual({ LINK: [300_000_000n, 0n] });
    const { assets } = await call(index.solvency, {});
    expect(assets.find(({ asset }) => asset === 'LINK')).toMatchObject({ held: '3', owed: '3', ratio: '1' });
    await expectSoundBooks(db);
  });

  it('a token goes out valued at its live price, never to its own contract, and is booked when the chain has confirmed it', async () => {
    const one = await owner('links_out', 200n);
    const place = { coin: 'LINK', network: 'LINKERC20', label: 'Mine' };
    expect(await refusalOf(one.real(user.saveCoinAddress, { ...place, address: link }, key()))).toBe('11201');
    expect(await refusalOf(one.real(user.saveCoinAddress, { ...place, address: one.address }, key()))).toBe('11151');
    expect(await refusalOf(one.real(user.saveCoinAddress, { ...place, address: link.replace('5149', '5148') }, key()))).toBe(
      '11045',
    );
    const wallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const { id: methodId } = await one.real(user.saveCoinAddress, { ...place, address: wallet }, key());
    const ask = (amount: string) => {
      const who = { id: one.userId, userName: 'owner', sessionId: '1', frozen: false, freezeReason: null };
      return db.transact((tx) =>
        requestWithdrawal(funds, tx, { user: who, language: 'en' }, { methodId, asset: 'LINK', amount }, async () => undefined),
      );
    };
    // Unverified: 1000 USDT in 24 hours. At 10.02 these are 1002.
    expect(await ask('100')).toMatchObject({ code: '11049' });
    expect(await ask('4.99')).toMatchObject({ code: '11051' });
    const asked = await ask('90');
    if (isRefusal(asked)) throw new Error(`refused with ${asked.code}`);
    expect((await one.real(user.withdrawalTerms, {})).day).toEqual({ limit: '1000', used: '901.8' });
    await first.call(withdrawals.approve, { id: asked.id }, key());
    const batch = { network: 'LINKERC20', cases: [asked.id], total: '89.1', reason: 'looked at it once more' };
    const { proposalId } = await first.call(payouts.proposeBatch, batch, key());
    await second.call(proposalCalls.approve, { id: proposalId }, key());
    const [released] = await first.call(payouts.batches, {});
    expect(released?.lines).toMatchObject([{ id: asked.id, address: wallet, amount: '89.1', status: 'released' }]);
    const hash = await node.sendToken(wallet, 891n * (unit / 10n), link);
    await first.call(payouts.signed, { id: released?.id ?? '', hashes: [{ id: asked.id, hash }] }, key());
    await mine(12);
    expect(await second.call(withdrawals.detail, { id: asked.id })).toMatchObject({ status: 'completed', hash });
    expect(await one.has()).toEqual({ LINK: [11_000_000_000n, 0n] });
    await expectSoundBooks(db);
  });
});

it.skipIf(program === undefined).each([
  ['bsc', 'BNB', 56, 30],
  ['avalanche', 'AVAX', 43_114, 20],
] as const)(
  '%s is read by a node of its own number alone, and its coin comes to an address of its own',
  async (chain, code, chainId, deep) => {
    const wrong = await evmNode(program ?? '');
    const right = await evmNode(program ?? '', chainId);
    const look = async (url: string) => {
      const rounds = chainRounds({ ...funds, db, log: silent, nodes: { [chain]: url }, restMs: 0 });
      for (const round of rounds) await round.run(new AbortController().signal);
      return (await db.query<{ fault: string | null }>('select fault from chain_watches where chain = $1', [chain]))[0];
    };
    expect(await look(right.url)).toEqual({ fault: null });
    expect(await look(wrong.url)).toEqual({ fault: `chain 1 instead of ${chainId}` });
    const { real } = await customer(`on_${chain}`);
    const shown = await real(user.depositCoins, {});
    const [own, ether] = [code, 'ETH'].map((network) => shown.find((one) => one.network === network)?.address ?? '');
    expect(own).not.toBe(ether);
    const hash = await right.sendEther(own ?? '', 3n * 10n ** 18n);
    // The other chain's address is unknown on this one.
    await right.sendEther(ether ?? '', 3n * 10n ** 18n);
    await right.mine(deep);
    await look(right.url);
    expect((await real(user.listRecharge, {})).items).toMatchObject([
      { coin: code, network: code, amount: '3', hash, address: own },
    ]);
  },
);
