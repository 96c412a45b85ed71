import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { payoutDeskCalls as desk, withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { balances } from '../../ledger/index.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { serveFundsDesk } from '../index.ts';
import { ChainRound } from '../watch/round.ts';
import { requestWithdrawal } from '../withdrawals/request.ts';

// A batch of Bitcoin as a signer's one transaction pays it: an output for each withdrawal, and the change of the payout wallet.

const db = await testDatabase();
const bitcoins = { ...coin, id: 'crypto-BTCUSDT', code: 'BTCUSDT', base: 'BTC' };
const { clock, customer, funds, quote } = await funding(db, { waitMs: 0, catalogue: [coin, bitcoins] });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const key = () => ({ idempotencyKey: crypto.randomUUID() });

/** Somebody with one bitcoin who asks for half of it, which the first person approves. */
async function paid(userName: string, address: string) {
  const { real, userId } = await customer(userName, '1', 'BTC');
  const saved = await real(user.saveCoinAddress, { coin: 'BTC', network: 'BTC', label: 'Mine', address }, key());
  const who = { id: userId, userName, sessionId: '1', frozen: false, freezeReason: null };
  const input = { methodId: saved.id, asset: 'BTC', amount: '0.5' };
  const asking = { user: who, language: 'en' } as const;
  const asked = await db.transact((tx) => requestWithdrawal(funds, tx, asking, input, async () => undefined));
  if (isRefusal(asked)) throw new Error(`refused with ${asked.code}`);
  await first.call(withdrawals.approve, { id: asked.id }, key());
  const has = async () => {
    const [own] = await balances(db, 'real', userId, [assetOf('BTC')]);
    return own && [own.available, own.withdrawal];
  };
  const state = async () => {
    const { status, payout, hash } = await second.call(withdrawals.detail, { id: asked.id });
    return [status, payout?.status, payout?.fault, hash];
  };
  return { id: asked.id, has, state };
}

it('one transaction with an output for each pays all withdrawals of a batch, and one output pays no second one', async () => {
  const core = bitcoinCore();
  const node = await nodeOfRecords(core.answers);
  const look = () =>
    new ChainRound({ ...funds, db, log: silent, nodes: { bitcoin: node.url }, restMs: 0 }, 'bitcoin').run(
      new AbortController().signal,
    );
  await quote(8000, 8010, 'BTCUSDT');
  await look();
  // By witness, by key, and to one of them twice: each withdrawal has an output of its own.
  const [byWitness, byKey] = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'];
  const people = [await paid('first_paid', byWitness), await paid('second_paid', byKey), await paid('third_paid', byWitness)];
  const cases = people.map(({ id }) => id);
  // Half a coin less 1%, which a network of Bitcoin caps at 30,000 satoshis.
  const batch = { network: 'BTC', cases, total: '1.4991', reason: 'looked at it once more' };
  const { proposalId } = await first.call(desk.proposeBatch, batch, key());
  await second.call(proposalCalls.approve, { id: proposalId }, key());
  const [given] = await first.call(desk.batches, {});
  const lines = (given?.file ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(lines).toEqual([
    [cases[0], 'BTC', byWitness, '0.4997'],
    [cases[1], 'BTC', byKey, '0.4997'],
    [cases[2], 'BTC', byWitness, '0.4997'],
  ]);
  const txid = digits('ab', 1);
  const outputs = lines.map(([, , address = '', amount = '']) => ({ value: Number(amount), address }));
  const pay = (all: typeof outputs, hash = txid) => ({
    txid: hash,
    vout: all.map(({ value, address }, n) => ({ n, value, scriptPubKey: { address } })),
  });
  const change = { value: 0.0249757, address: 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el' };
  core.paid.set(101, [pay([...outputs, change])]);
  const hashes = cases.map((id) => ({ id, hash: txid }));
  await first.call(desk.signed, { id: given?.id ?? '', hashes }, key());
  core.state.blocks = 102;
  await look();
  for (const { state } of people) expect(await state()).toEqual(['approved', 'sent', null, null]);
  core.state.blocks = 103;
  await look();
  for (const { state, has } of people) {
    expect(await state()).toEqual(['completed', 'confirmed', null, txid]);
    expect(await has()).toEqual([50_000_000n, 0n]);
  }
  // Each of them by an output of its own; a fourth withdrawal to the same address finds none left.
  const places = await db.query<{ place: number }>('select place from payouts order by place');
  expect(places.map(({ place }) => place)).toEqual([0, 1, 2]);
  const fourth = await paid('fourth_paid', byWitness);
  await second.call(withdrawals.complete, { id: fourth.id, hash: txid }, key());
  await look();
  expect(await fourth.state()).toEqual(['approved', 'failed', 'differs', null]);
  await expectSoundBooks(db);
});
