import { user } from '@assay/contract/endpoints/user.ts';
import { expect, it } from 'vitest';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { ChainRound } from './round.ts';

// A false internal move would keep a payment from its customer, so it takes two nodes, too.

const [paid, strange, swept] = [digits('c1', 1), digits('c2', 1), digits('c3', 1)];

/** Coins of one customer's address that have come to another's, and two nodes that say so. */
async function moved() {
  const db = await testDatabase();
  const { customer, funds } = await funding(db, { waitMs: 0 });
  const [one, two] = [bitcoinCore(), bitcoinCore()];
  const [node, other] = [await nodeOfRecords(one.answers), await nodeOfRecords(two.answers)];
  const parts = { ...funds, db, log: silent, nodes: { bitcoin: node.url }, seconds: { bitcoin: other.url }, restMs: 0 };
  const look = () => new ChainRound(parts, 'bitcoin').run(new AbortController().signal);
  await look();
  const holder = async (userName: string) => {
    const { real } = await customer(userName);
    const address = (await real(user.depositCoins, {})).find(({ network }) => network === 'BTC')?.address ?? '';
    return { address, cases: async () => (await real(user.listRecharge, {})).items.map(({ amount }) => amount) };
  };
  const [from, to] = [await holder('swept'), await holder('reached')];
  const pays = (txid: string, address: string, value: number, vin: readonly object[] = []) => ({
    txid,
    vout: [{ n: 0, value, scriptPubKey: { address } }],
    vin,
  });
  const before = [pays(paid, from.address, 1), pays(strange, 'a stranger’s own address', 1)];
  /** Whose coins it says have come. */
  const says = ({ paid: blocks }: typeof one, spent: string) => {
    blocks.set(101, before);
    blocks.set(102, [pays(swept, to.address, 0.9, [{ txid: spent, vout: 0 }])]);
  };
  const state = async () => {
    const [watch] = await db.query<{ fault: string | null }>('select fault from chain_watches');
    const rows = await db.query<{ agreed: boolean }>('select agreed_at is not null as agreed from chain_internal_moves');
    return [watch?.fault, rows.map(({ agreed }) => agreed), await to.cases()];
  };
  const mine = async (blocks: number) => {
    for (const each of [one, two]) each.state.blocks = blocks;
    await look();
  };
  return { one, two, says, look, state, mine, db };
}

it('what both nodes say has moved within the house is agreed once it lies deep enough, and nobody’s deposit', async () => {
  const { one, two, says, mine, state, db } = await moved();
  for (const node of [one, two]) says(node, paid);
  await mine(103);
  expect(await state()).toEqual([null, [false], []]);
  await mine(104);
  expect(await state()).toEqual([null, [true], []]);
  for (const change of ['amount = amount + 1', `to_address = from_addresses[1]`, 'agreed_at = null'])
    await expect(db.query(`update chain_internal_moves set ${change}`)).rejects.toThrow('is frozen');
});

it('a first node that says so alone keeps no payment from its customer', async () => {
  const { one, two, says, mine, look, state } = await moved();
  says(one, paid);
  says(two, strange);
  await mine(104);
  expect(await state()).toEqual([`second node: it tells otherwise who has paid ${swept}`, [false], []]);
  // It is replaced by an honest one.
  says(one, strange);
  for (let rounds = 0; rounds < 2; rounds += 1) await look();
  expect(await state()).toEqual([null, [], ['0.9']]);
});

it('a fee that can’t be is a fault of the node, and not of the database', async () => {
  const { one, two, says, mine, state } = await moved();
  for (const node of [one, two]) says(node, paid);
  const [sweep] = one.paid.get(102) ?? [];
  if (sweep !== undefined) one.paid.set(102, [{ ...sweep, vout: [...sweep.vout, { n: 1, value: 5, scriptPubKey: {} }] }]);
  await mine(104);
  expect(await state()).toEqual([`${swept} has cost -490000000`, [], []]);
});
