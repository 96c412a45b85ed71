import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { picture } from '../../../test/images.ts';
import { bitcoinCore, digits } from '../../../test/nodes/bitcoin-core.ts';
import { nodeOfRecords } from '../../../test/nodes/node-of-records.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { balances } from '../../ledger/index.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { serveFundsDesk } from '../index.ts';
import { requestWithdrawal } from '../withdrawals/request.ts';
import { ChainRound } from './round.ts';

// Coins of Bitcoin's kind, from nodes that write as Bitcoin Core did before it wrote one address for each output.

const db = await testDatabase();
const lites = { ...coin, id: 'crypto-LTCUSDT', code: 'LTCUSDT', base: 'LTC' };
const { clock, customer, funds, quote } = await funding(db, { waitMs: 0, catalogue: [coin, lites] });
const { operatorWith } = await consoleApp(db, clock, (one) => serveFundsDesk(one, funds));
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const key = () => ({ idempotencyKey: crypto.randomUUID() });

const marks = {
  litecoin: new Map([[0, '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2']]),
  bitcoincash: new Map([[478_559, '000000000000000000651ef99cb9fcbe0dadde1d423bd9f15ff20136191a5eec']]),
  dash: new Map([[0, '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6']]),
};
const look = (chain: Chain, url: string) =>
  new ChainRound({ ...funds, db, log: silent, nodes: { [chain]: url }, restMs: 0 }, chain).run(new AbortController().signal);
const faultOf = async (chain: Chain) =>
  (await db.query<{ fault: string | null }>('select fault from chain_watches where chain = $1', [chain]))[0]?.fault;

async function holder(userName: string, network: string) {
  const { real, userId } = await customer(userName);
  const address = (await real(user.depositCoins, {})).find((one) => one.network === network)?.address ?? '';
  const cases = async () => (await real(user.listRecharge, {})).items;
  const has = async () => (await balances(db, 'real', userId)).map(({ asset, available }) => [asset.code, available]);
  return { real, userId, address, cases, has };
}

it.each([
  ['litecoin', 'LTC', /^ltc1q/],
  ['bitcoincash', 'BCH', /^bitcoincash:q/],
  ['dash', 'DASH', /^X/],
] as const)(
  'on %s a payment to an own address becomes a case of its own, and counts once two have agreed',
  async (chain, code, shape) => {
    const core = bitcoinCore({ marked: marks[chain] });
    const node = await nodeOfRecords(core.answers);
    await look(chain, node.url);
    const one = await holder(`has_${chain}`, code);
    expect(one.address).toMatch(shape);
    const txid = digits('cc', code.length);
    const vout = [
      { n: 0, value: 2.5, scriptPubKey: { addresses: [one.address] } },
      // Of several keys, and so of no single owner.
      { n: 1, value: 9, scriptPubKey: { addresses: [one.address, 'another'] } },
      // Of an extension block, as Litecoin Core reports one.
      { ismweb: true, output_id: 'f'.repeat(64) },
    ];
    core.paid.set(101, [{ txid, vout }]);
    core.state.blocks = 111;
    await look(chain, node.url);
    expect([await faultOf(chain), await one.cases()]).toEqual([null, []]);
    core.state.blocks = 112;
    await look(chain, node.url);
    const [{ id } = { id: '' }] = await one.cases();
    expect(await one.cases()).toMatchObject([{ coin: code, network: code, amount: '2.5', hash: txid, address: one.address }]);
    await first.call(desk.approve, { id }, key());
    await second.call(desk.complete, { id }, key());
    expect(await one.has()).toEqual([[code, 250_000_000n]]);
    await expectSoundBooks(db);
  },
);

it.each(['litecoin', 'bitcoincash', 'dash'] as const)(
  'a node of another chain that calls itself main is not taken for one of %s',
  async (chain) => {
    const core = bitcoinCore();
    core.state.blocks = 113;
    const node = await nodeOfRecords(core.answers);
    await look(chain, node.url);
    expect(await faultOf(chain)).toContain(`is not the one of ${chain}`);
  },
);

it('a customer who reports what nobody can read holds up nobody else', async () => {
  const core = bitcoinCore({ marked: marks.dash });
  core.state.blocks = 112;
  const odd = { txid: digits('ab', 1), blockhash: digits('aa', 100), vout: [{ n: 0, value: 'many', scriptPubKey: {} }] };
  const found = (txid: string) => (txid === odd.txid ? odd : core.answers.getrawtransaction(txid));
  const node = await nodeOfRecords({ ...core.answers, getrawtransaction: found });
  const [one, teller] = [await holder('is_paid', 'DASH'), await holder('reports', 'DASH')];
  const input = { coin: 'DASH', network: 'DASH', amount: '1', hash: odd.txid, lastSix: odd.txid.slice(-6) };
  await teller.real(user.recharge, input, { images: { proof: await picture() } });
  const txid = digits('cd', 2);
  core.paid.set(113, [{ txid, vout: [{ n: 0, value: 3, scriptPubKey: { addresses: [one.address] } }] }]);
  core.state.blocks = 124;
  await look('dash', node.url);
  expect([await faultOf('dash'), await one.cases()]).toMatchObject([null, [{ coin: 'DASH', amount: '3', hash: txid }]]);
});

it('a withdrawal of LTC goes to an address of Litecoin alone, and is booked when its chain has confirmed it', async () => {
  const core = bitcoinCore({ marked: marks.litecoin });
  core.state.blocks = 120;
  const node = await nodeOfRecords(core.answers);
  await quote(8000, 8010, 'LTCUSDT');
  const one = await holder('pays_in_ltc', 'LTC');
  const paying = { txid: digits('ce', 1), vout: [{ n: 0, value: 5, scriptPubKey: { addresses: [one.address] } }] };
  core.paid.set(121, [paying]);
  core.state.blocks = 132;
  await look('litecoin', node.url);
  for (const { id } of await one.cases()) {
    await first.call(desk.approve, { id }, key());
    await second.call(desk.complete, { id }, key());
  }
  const place = { coin: 'LTC', network: 'LTC', label: 'Mine' };
  const wrong = [
    // Of Bitcoin, by witness and by script; a letter that is another; Dash.
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '11045'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '11045'],
    ['ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wj', '11045'],
    ['XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5', '11045'],
    [one.address, '11151'],
  ] as const;
  for (const [address, code] of wrong)
    expect(await refusalOf(one.real(user.saveCoinAddress, { ...place, address }, key()))).toBe(code);
  const address = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
  const { id: methodId } = await one.real(user.saveCoinAddress, { ...place, address: address.toUpperCase() }, key());
  const who = { id: one.userId, userName: 'owner', sessionId: '1', frozen: false, freezeReason: null };
  const asked = await db.transact((tx) =>
    requestWithdrawal(funds, tx, { user: who, language: 'en' }, { methodId, asset: 'LTC', amount: '2' }, async () => undefined),
  );
  if (isRefusal(asked)) throw new Error(`refused with ${asked.code}`);
  // Two at 80.10.
  expect((await one.real(user.withdrawalTerms, {})).day.used).toBe('160.2');
  await first.call(withdrawals.approve, { id: asked.id }, key());
  const hash = digits('cf', 1);
  core.paid.set(133, [{ txid: hash, vout: [{ n: 0, value: 1.98, scriptPubKey: { addresses: [address] } }] }]);
  await second.call(withdrawals.complete, { id: asked.id, hash }, key());
  core.state.blocks = 143;
  await look('litecoin', node.url);
  expect(await second.call(withdrawals.detail, { id: asked.id })).toMatchObject({
    status: 'approved',
    payout: { status: 'sent' },
  });
  core.state.blocks = 144;
  await look('litecoin', node.url);
  expect(await second.call(withdrawals.detail, { id: asked.id })).toMatchObject({ status: 'completed', hash });
  expect(await one.has()).toEqual([['LTC', 300_000_000n]]);
  await expectSoundBooks(db);
});
