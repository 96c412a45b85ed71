import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { picture } from '../../../test/images.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { serveFundsDesk } from '../index.ts';
import { ChainRound, showChains } from './round.ts';

/** A chain that was never watched before, with two nodes. */
async function begun() {
  const db = await testDatabase();
  const { clock, customer, funds } = await funding(db, { waitMs: 0 });
  const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
  const first = await operatorWith(['finance']);
  const [one, two] = [bitcoinCore(), bitcoinCore()];
  let asked = 0;
  const heads = () => {
    asked += 1;
    return two.state;
  };
  const [node, other] = [await nodeOfRecords(one.answers), await nodeOfRecords({ ...two.answers, getblockchaininfo: heads })];
  const parts = { ...funds, db, log: silent, nodes: { bitcoin: node.url }, seconds: { bitcoin: other.url }, restMs: 0 };
  const look = () => new ChainRound(parts, 'bitcoin').run(new AbortController().signal);
  const holder = async (userName: string) => {
    const { real } = await customer(userName);
    const address = (await real(user.depositCoins, {})).find(({ network }) => network === 'BTC')?.address ?? '';
    return { real, address, cases: async () => (await real(user.listRecharge, {})).items };
  };
  const shown = async () => (await first.call(desk.watches, {})).find(({ chain }) => chain === 'bitcoin');
  return { db, first, one, two, look, holder, shown, asked: () => asked };
}

it('a node that is not believed at the very first start is a fault, and no deposit of its chain is', async () => {
  const { db, first, one, look, holder, shown } = await begun();
  const { real } = await holder('reports_early');
  const hash = digits('cd', 1);
  const report = { coin: 'BTC', network: 'BTC', amount: '1', hash, lastSix: hash.slice(-6) };
  const { id } = await real(user.recharge, report, { images: { proof: await picture() } });
  expect(await shown()).toMatchObject({ state: 'off' });
  one.state.chain = 'test';
  await look();
  const fault = 'chain test instead of main';
  expect(await shown()).toEqual({ chain: 'bitcoin', state: 'fault', height: null, head: null, heardAt: null, fault });
  expect(await refusalOf(first.call(desk.approve, { id }))).toBe('11200');
  const figures = new Map<string, () => Promise<ReadonlyMap<string, number>>>();
  showChains({ ...createMetrics(), observedBy: (name, _help, _label, read) => void figures.set(name, read) }, db);
  expect(await figures.get('chain_fault')?.()).toEqual(new Map([['bitcoin', 1]]));
  // It begins where it would have begun.
  one.state.chain = 'main';
  await look();
  expect(await shown()).toMatchObject({ state: 'well', height: 97, fault: null });
});

it('a second node that is away keeps nobody from reading, is asked when something is due alone, and once a round', async () => {
  const { one, two, look, holder, shown, asked } = await begun();
  two.state.chain = 'test';
  await look();
  const { address, cases } = await holder('is_paid');
  const pays = (number: number) => ({ txid: digits('cc', number), vout: [{ n: 0, value: 1, scriptPubKey: { address } }] });
  for (const { paid } of [one, two]) paid.set(101, [pays(1), pays(2)]);
  one.state.blocks = 101;
  await look();
  expect([await shown(), asked()]).toMatchObject([{ state: 'well', height: 101 }, 0]);
  for (const { state } of [one, two]) state.blocks = 103;
  await look();
  expect([await shown(), asked()]).toMatchObject([
    { state: 'fault', height: 103, fault: 'second node: chain test instead of main' },
    1,
  ]);
  two.state.chain = 'main';
  await look();
  expect([await shown(), asked()]).toMatchObject([{ state: 'well' }, 2]);
  expect((await cases()).map(({ amount }) => amount)).toEqual(['2']);
});
