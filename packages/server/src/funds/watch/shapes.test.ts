import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { hexAddress } from '@assay/domain/funds/address.ts';
import { sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { serveFundsDesk } from '../index.ts';
import { ChainRound } from './round.ts';

// The shapes of Bitcoin Core and of TRON's interface, from nodes that also lag, lie and belong to other chains.

const db = await testDatabase();
const { clock, customer, funds } = await funding(db, { waitMs: 0 });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];

async function holder(userName: string, network: string) {
  const { real, userId } = await customer(userName);
  const address = async () => (await real(user.depositCoins, {})).find((one) => one.network === network)?.address ?? '';
  return { userId, address, cases: async () => (await real(user.listRecharge, {})).items };
}
const look = (chain: Chain, url: string) =>
  new ChainRound({ ...funds, db, log: silent, nodes: { [chain]: url }, restMs: 0 }, chain).run(new AbortController().signal);
const faultOf = async (chain: Chain) =>
  (await db.query<{ fault: string | null }>('select fault from chain_watches where chain = $1', [chain]))[0]?.fault;

it('Bitcoin: each output is a payment of its own, also to an address of an earlier key', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  await look('bitcoin', node.url);
  const [one, two] = [await holder('outputs', 'BTC'), await holder('beside', 'BTC')];
  const [old, other] = [await one.address(), await two.address()];
  const key = sampleReceiveKey('bitcoin', new Uint8Array(32).fill(7));
  const { proposalId } = await first.call(desk.proposeReceiveKey, { chain: 'bitcoin', key, reason: 'a new wallet' });
  await second.call(proposalCalls.approve, { id: proposalId });
  expect(await one.address()).not.toBe(old);
  const txid = digits('cc', 1);
  core.paid.set(101, [
    {
      txid,
      vout: [
        { n: 0, value: 0.01, scriptPubKey: { address: old } },
        { n: 1, value: 0.3, scriptPubKey: { address: other } },
        { n: 2, value: 0.005, scriptPubKey: { address: old } },
        { n: 3, value: 7, scriptPubKey: {} },
      ],
    },
  ]);
  core.state.blocks = 102;
  await look('bitcoin', node.url);
  expect([await one.cases(), await two.cases()]).toEqual([[], []]);
  core.state.blocks = 103;
  await look('bitcoin', node.url);
  expect(await one.cases()).toMatchObject([{ coin: 'BTC', amount: '0.015', hash: txid, address: old }]);
  expect(await two.cases()).toMatchObject([{ amount: '0.3', hash: txid, address: other }]);
  expect(await faultOf('bitcoin')).toBeNull();
});

it('Bitcoin: what the house alone has paid to its own addresses is moved within it; whoever pays with it is a stranger', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  const [one, two] = [await holder('spent_from', 'BTC'), await holder('moved_to', 'BTC')];
  const [from, to] = [await one.address(), await two.address()];
  const output = (n: number, value: number, address: string) => ({ n, value, scriptPubKey: { address } });
  const spend = (txid: string, ...outputs: number[]) => outputs.map((vout) => ({ txid, vout }));
  const [came, foreign, swept, mixed, fresh] = ['c1', 'c2', 'c3', 'c4', 'c5'].map((name) => digits(name, 1)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  core.paid.set(104, [
    { txid: came, vout: [output(0, 0.5, from), output(1, 0.25, from), output(2, 0.125, from)], vin: spend(foreign, 0) },
  ]);
  // From before the chain was watched.
  core.paid.set(90, [{ txid: foreign, vout: [output(0, 3, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')] }]);
  core.paid.set(105, [
    { txid: swept, vout: [output(0, 0.7, to), output(1, 0.04, from)], vin: spend(came, 0, 1) },
    { txid: mixed, vout: [output(0, 0.2, to)], vin: [...spend(came, 2), ...spend(foreign, 0)] },
    { txid: fresh, vout: [output(0, 0.3, to)], vin: [{ coinbase: '00', sequence: 1 }] },
  ]);
  core.state.blocks = 107;
  await look('bitcoin', node.url);
  expect(await faultOf('bitcoin')).toBeNull();
  expect((await one.cases()).map(({ amount }) => amount)).toEqual(['0.875']);
  expect((await two.cases()).map(({ amount }) => amount)).toEqual(['0.5']);
  const fee = { amount: '0.01', coin: 'BTC' };
  expect((await first.call(desk.internalMoves, {})).items).toMatchObject([
    { chain: 'bitcoin', network: 'BTC', coin: 'BTC', hash: swept, from: [from], to: from, amount: '0.04', fee, height: 105 },
    { hash: swept, from: [from], to, amount: '0.7', fee },
  ]);
});

it('Bitcoin: a watch whose very first look was at a block that is replaced goes on', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  const fresh = await testDatabase();
  const one = { ...(await funding(fresh, { waitMs: 0 })).funds, db: fresh, log: silent, restMs: 0 };
  const round = new ChainRound({ ...one, nodes: { bitcoin: node.url } }, 'bitcoin');
  await round.run(new AbortController().signal);
  Object.assign(core.state, { blocks: 101, forkedFrom: 100 });
  await round.run(new AbortController().signal);
  expect(await fresh.query('select height, fault from chain_watches')).toEqual([{ height: 101, fault: null }]);
});

it('Bitcoin: a node that lags, catches up, belongs to a test network or to no chain that was read is a fault, and nothing moves', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  core.state.blocks = 107;
  const [before] = await db.query("select height from chain_watches where chain = 'bitcoin'");
  const odd = [
    [{ blocks: 90 }, 'the node is at block 90, and 107 has been read'],
    [{ initialblockdownload: true }, 'the node is still catching up'],
    [{ chain: 'test' }, 'chain test instead of main'],
    [{ blocks: 110, forkedFrom: 0 }, 'blocks is there any more'],
  ] as const;
  for (const [state, fault] of odd) {
    const sound = { ...core.state };
    Object.assign(core.state, state);
    await look('bitcoin', node.url);
    expect(await faultOf('bitcoin')).toContain(fault);
    expect(await db.query("select height from chain_watches where chain = 'bitcoin'")).toEqual([before]);
    Object.assign(core.state, sound);
  }
  await look('bitcoin', node.url);
  expect(await faultOf('bitcoin')).toBeNull();
});

it('Bitcoin: what a node said in a block and denies later is not confirmed', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  core.state.blocks = 108;
  const lied = await holder('lied_to', 'BTC');
  core.paid.set(108, [{ txid: digits('dd', 1), vout: [{ n: 0, value: 1, scriptPubKey: { address: await lied.address() } }] }]);
  await look('bitcoin', node.url);
  core.paid.clear();
  core.state.blocks = 114;
  await look('bitcoin', node.url);
  expect(await faultOf('bitcoin')).toContain('was seen in a block, and is not there now');
  expect(await lied.cases()).toEqual([]);
  expect(await db.query('select confirmed_at from chain_payments where user_id = $1', [lied.userId])).toEqual([
    { confirmed_at: null },
  ]);
});

it('TRON: Transfer events of the token’s own contract, in the other notation of addresses and hashes', async () => {
  const token = hexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  const state = { head: 1000, id: '0x2b6653dc' };
  const hashAt = (height: number) => `0x${digits('ee', height)}`;
  const hex = (value: number | bigint, length = 0) => `0x${value.toString(16).padStart(length, '0')}`;
  const owner = await holder('on_tron', 'TRC20');
  const address = await owner.address();
  const other = await (await holder('on_tron_too', 'TRC20')).address();
  const topicOf = (whom: string) => `0x${hexAddress(whom).slice(2).padStart(64, '0')}`;
  const event = (contract: string, units: bigint, from = hex(1, 64), to = topicOf(address)) => ({
    address: contract,
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', from, to],
    data: hex(units, 64),
  });
  const [transaction, sweep] = [digits('ff', 5), digits('ff', 6)];
  const taken = event(token, 90_000_000n, topicOf(address), topicOf(other));
  // Any contract can emit such an event.
  const logs = [event(`0x${'33'.repeat(20)}`, 900_000_000n), event(token, 130_000_000n)];
  const node = await nodeOfRecords({
    eth_chainId: () => state.id,
    eth_blockNumber: () => hex(state.head),
    eth_getBlockByNumber: (number: string) => ({
      number,
      hash: hashAt(Number(number)),
      parentHash: hashAt(Number(number) - 1),
    }),
    eth_getLogs: ({ fromBlock }: { fromBlock: string }) =>
      Number(fromBlock) === 1001
        ? [
            { ...logs[1], blockHash: hashAt(1001), transactionHash: `0x${transaction}` },
            { ...taken, blockHash: hashAt(1001), transactionHash: `0x${sweep}` },
          ]
        : [],
    eth_getTransactionReceipt: (hash: string) => ({
      status: '0x1',
      blockNumber: hex(1001),
      blockHash: hashAt(1001),
      ...(hash === `0x${transaction}` ? { logs } : { logs: [taken], gasUsed: hex(64_000), effectiveGasPrice: hex(210) }),
    }),
  });
  await look('tron', node.url);
  state.head = 1020;
  await look('tron', node.url);
  expect(await owner.cases()).toMatchObject([{ coin: 'USDT', network: 'TRC20', amount: '130', hash: transaction, address }]);
  // What the house has moved from one customer's address to another's is no deposit.
  expect((await first.call(desk.internalMoves, {})).items[0]).toMatchObject({
    network: 'TRC20',
    hash: sweep,
    from: [address],
    to: other,
    amount: '90',
    // Energy times its price is what it would have cost without any of one's own, and bandwidth is not reported at all.
    fee: null,
  });
  expect(await db.query('select from chain_payments where address = $1', [other])).toEqual([]);
  state.id = '0xcd8690dc';
  await look('tron', node.url);
  expect(await faultOf('tron')).toBe('chain 3448148188 instead of 728126428');
});
