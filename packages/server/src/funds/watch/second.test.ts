import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { picture } from '../../../test/images.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { paying } from '../../../test/paying.ts';
import { serveFundsDesk } from '../index.ts';
import { ChainRound } from './round.ts';

// A dishonest node that is consistent with itself, beside an honest one.

const db = await testDatabase();
const { clock, customer, funds } = await funding(db, { waitMs: 0 });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const first = await operatorWith(['finance']);

/** Two nodes with the same 100 blocks, and a customer who is paid in block 101 on both. */
async function compared(userName: string) {
  const fresh = await testDatabase();
  const site = await funding(fresh, { waitMs: 0 });
  const [one, two] = [bitcoinCore(), bitcoinCore()];
  const [node, other] = [await nodeOfRecords(one.answers), await nodeOfRecords(two.answers)];
  const parts = { ...site.funds, db: fresh, log: silent, nodes: { bitcoin: node.url }, restMs: 0 };
  const seconds = { bitcoin: other.url };
  const look = (alone = false) =>
    new ChainRound({ ...parts, ...(!alone && { seconds }) }, 'bitcoin').run(new AbortController().signal);
  await look();
  const { real } = await site.customer(userName);
  const address = (await real(user.depositCoins, {})).find(({ network }) => network === 'BTC')?.address ?? '';
  const txid = digits('cc', 1);
  const pays = (value: number) => [{ txid, vout: [{ n: 0, value, scriptPubKey: { address } }] }];
  one.paid.set(101, pays(0.5));
  two.paid.set(101, pays(0.5));
  const cases = async () => (await real(user.listRecharge, {})).items.map(({ amount }) => amount);
  const fault = async () => (await fresh.query<{ fault: string | null }>('select fault from chain_watches'))[0]?.fault;
  const seen = async () =>
    (await fresh.query<{ amount: bigint }>('select amount from chain_payments')).map(({ amount }) => amount);
  return { one, two, pays, look, cases, fault, seen, confirmed: { blocks: 103 }, txid };
}

it('what both nodes say is credited, once both have come so far', async () => {
  const { one, two, look, cases, fault, confirmed } = await compared('both_say');
  Object.assign(one.state, confirmed);
  two.state.blocks = 102;
  await look();
  expect([await cases(), await fault()]).toEqual([[], null]);
  Object.assign(two.state, confirmed);
  await look();
  expect([await cases(), await fault()]).toEqual([['0.5'], null]);
});

it.each([
  ['makes up blocks', { one: { forkedFrom: 101 } }, 'second node: it has another block 101'],
  ['tells of a payment that nobody made', { two: { paid: undefined } }, 'second node: it tells'],
  ['tells of a larger one', { two: { paid: 0.25 } }, 'second node: it tells'],
] as const)('a first node that %s is found out by the second, and believed alone', async (_, lie, said) => {
  const { one, two, pays, look, cases, fault, confirmed } = await compared('is_lied_to');
  if ('one' in lie) Object.assign(one.state, lie.one);
  else if (lie.two.paid === undefined) two.paid.clear();
  else two.paid.set(101, pays(lie.two.paid));
  Object.assign(one.state, confirmed);
  Object.assign(two.state, confirmed);
  await look();
  expect(await fault()).toContain(said);
  expect(await cases()).toEqual([]);
  // Without it nothing shows that this is a lie.
  await look(true);
  expect([await cases(), await fault()]).toEqual([['0.5'], null]);
});

it.each([
  ['nobody made', undefined, []],
  ['was smaller', 0.25, ['0.25']],
] as const)(
  'a payment that %s is forgotten once the node that made it up is replaced by an honest one',
  async (_, true_, left) => {
    const { one, two, pays, look, cases, fault, seen, confirmed, txid } = await compared('was_lied_to');
    const honest = (node: typeof one) => (true_ === undefined ? node.paid.clear() : void node.paid.set(101, pays(true_)));
    honest(two);
    Object.assign(one.state, confirmed);
    Object.assign(two.state, confirmed);
    await look();
    expect([await fault(), await seen()]).toEqual([
      `second node: it tells ${txid} otherwise, or does not know it`,
      [50_000_000n],
    ]);
    honest(one);
    // One alone does not take its word back.
    await look(true);
    expect([await fault(), await seen()]).toEqual([`${txid} was seen in a block, and is not there now`, [50_000_000n]]);
    for (let rounds = 0; rounds < 2; rounds += 1) await look();
    expect([await fault(), await cases(), await seen()]).toEqual([null, left, left.map(() => 25_000_000n)]);
  },
);

it('nodes that write down differently whom a rare script pays agree about what was paid to the customer', async () => {
  const { one, two, pays, look, cases, fault, confirmed } = await compared('beside_a_script');
  const [paid] = pays(0.5);
  const beside = (scriptPubKey: object) => [
    { ...paid, txid: paid?.txid ?? '', vout: [...(paid?.vout ?? []), { n: 1, value: 0.1, scriptPubKey }] },
  ];
  one.paid.set(101, beside({ address: 'a bare key' }));
  two.paid.set(101, beside({}));
  Object.assign(one.state, confirmed);
  Object.assign(two.state, confirmed);
  await look();
  expect([await cases(), await fault()]).toEqual([['0.5'], null]);
});

it.each([
  ['stays behind', { blocks: 100 }, 'second node: it is at block 100, and 107 has been read'],
  ['belongs to a test network', { chain: 'test' }, 'second node: chain test instead of main'],
] as const)('a second node that %s confirms nothing, and somebody is told', async (_, state, said) => {
  const { one, two, look, cases, fault } = await compared('is_kept_waiting');
  one.state.blocks = 107;
  Object.assign(two.state, state);
  await look();
  expect(await fault()).toBe(said);
  expect(await cases()).toEqual([]);
});

it('what was reported stays under review while the nodes disagree', async () => {
  const [one, two] = [bitcoinCore(), bitcoinCore()];
  const [node, other] = [await nodeOfRecords(one.answers), await nodeOfRecords(two.answers)];
  const parts = { ...funds, db, log: silent, nodes: { bitcoin: node.url }, seconds: { bitcoin: other.url }, restMs: 0 };
  const look = () => new ChainRound(parts, 'bitcoin').run(new AbortController().signal);
  await look();
  const { real } = await customer('reports_lie');
  const address = (await real(user.depositCoins, {})).find(({ network }) => network === 'BTC')?.address ?? '';
  const hash = digits('cd', 1);
  one.paid.set(101, [{ txid: hash, vout: [{ n: 0, value: 1, scriptPubKey: { address } }] }]);
  const report = { coin: 'BTC', network: 'BTC', amount: '1', hash, lastSix: hash.slice(-6) };
  const { id } = await real(user.recharge, report, { images: { proof: await picture() } });
  for (const { state } of [one, two]) state.blocks = 103;
  await look();
  expect((await first.call(desk.watches, {})).find(({ chain }) => chain === 'bitcoin')).toMatchObject({
    state: 'fault',
    fault: `second node: it tells ${hash} otherwise, or does not know it`,
  });
  expect((await real(user.listRecharge, {})).items).toMatchObject([{ id, status: 'pendingReview' }]);
  expect(await refusalOf(first.call(desk.approve, { id }))).toBe('11200');
});

const program = anvilProgram();
it.skipIf(program === undefined)('a payout is booked, or given up, by what both nodes say', async () => {
  const node = await evmNode(program ?? '');
  const methods = ['eth_chainId', 'eth_blockNumber', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionByHash'];
  const answers = Object.fromEntries(
    methods.map((method) => [method, (...params: unknown[]): unknown => node.ask(method, params)] as const),
  );
  /** The same node twice, each time but for one transaction. */
  const hidden = { first: '', second: '' };
  const [one, other] = [
    await nodeOfRecords({ ...answers, eth_getTransactionReceipt: (hash: string) => receiptFor('first', hash) }),
    await nodeOfRecords({ ...answers, eth_getTransactionReceipt: (hash: string) => receiptFor('second', hash) }),
  ];
  /** What was written down while the second node was asked. */
  let meanwhile: unknown;
  const receiptFor = async (which: keyof typeof hidden, hash: string) => {
    if (which === 'second') meanwhile = await fault();
    return hash === hidden[which] ? null : node.ask('eth_getTransactionReceipt', [hash]);
  };
  const own = await testDatabase();
  const { second, mine, look, holder, state } = await paying(own, { ...node, url: one.url }, undefined, other.url);
  const fault = async () => (await own.query<{ fault: string | null }>('select fault from chain_watches'))[0]?.fault;
  const person = await holder();
  const id = await person.approved('500');
  hidden.second = await node.sendToken(person.wallet, 495_000_000n);
  await second.call(withdrawals.complete, { id, hash: hidden.second });
  await mine(12);
  expect([await fault(), await state(id)]).toEqual([
    `second node: it tells ${hidden.second} otherwise, or does not know it`,
    ['approved', 'sent', null],
  ]);
  // It lasts: a fault that began anew with each round would never raise an alarm that waits ten minutes.
  expect(meanwhile).toBeNull();
  await look();
  expect(meanwhile).toContain(`it tells ${hidden.second} otherwise`);
  hidden.second = '';
  await look();
  expect([await fault(), await state(id)]).toEqual([null, ['completed', 'confirmed', null]]);

  // Trusting the first one would pay it twice.
  const again = await person.approved('100');
  hidden.first = await node.sendToken(person.wallet, 99_000_000n);
  await second.call(withdrawals.complete, { id: again, hash: hidden.first });
  await mine(12);
  expect([await fault(), await state(again)]).toEqual([null, ['approved', 'sent', null]]);
  await own.query('alter table payouts disable trigger guard');
  await own.query(`update payouts set sent_at = sent_at - interval '25 hours' where status = 'sent'`);
  await own.query('alter table payouts enable trigger guard');
  await look();
  expect([await fault(), await state(again)]).toEqual([
    `second node: it has ${hidden.first} in a block, which the first does not know`,
    ['approved', 'sent', null],
  ]);
  hidden.first = '';
  await look();
  expect([await fault(), await state(again)]).toEqual([null, ['completed', 'confirmed', null]]);
});
