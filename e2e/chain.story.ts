import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { anvilProgram, evmNode } from '@assay/server/test/evm-node.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textFaults } from './browser.ts';
import { words as operatorWords, signIn } from './console-steps.ts';
import { type OwnApp, type Person, auditOf, clientOf, mailedCode, registered, until } from './harness.ts';
import { operator } from './operators.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { enter } from './steps.ts';

// Coins on a real Ethereum node, from the customers' wallets into the product and out of it again.

const program = anvilProgram();
const { index, login, order, user } = customerCalls;
const { deposits, payouts, proposals, withdrawals } = consoleCalls;
const ether = 10n ** 18n;
const key = () => ({ idempotencyKey: randomUUID() });
const reason = 'as agreed with the wallet';

describe.skipIf(program === undefined)('with a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const node = await evmNode(program);
  let app: OwnApp;
  let browser: Browser;
  let first: Client;
  let second: Client;

  beforeAll(async () => {
    [app, browser] = await Promise.all([ownApp({ env: { CHAIN_RPC_ETHEREUM: node.url } }), sharedBrowser()]);
    [first, second] = await Promise.all([operator(app, 'alice'), operator(app, 'bob')]);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** A customer, the address that is his own, and a wallet that he takes his coins out to. */
  async function customer(wallet: string) {
    const person: Person = await registered(app);
    const real = clientOf(app, person.token, 'real');
    const shown = await real(user.depositCoins, {});
    const { address = '' } = shown.find(({ network }) => network === 'ERC20') ?? {};
    const has = async (coin: string) => (await real(order.getAssestInfo, { code: coin })).balances[0]?.available;
    return { person, real, address, wallet, has };
  }
  type Customer = Awaited<ReturnType<typeof customer>>;

  /** Waits until the watcher has opened a case of his, and has two operators release it. */
  async function released({ real }: Customer, coin: string, amount: string): Promise<void> {
    const id = await until(
      `a case of ${coin}`,
      async () => (await real(user.listRecharge, {})).items.find((one) => one.coin === coin && one.amount === amount)?.id,
      60_000,
    );
    await first(deposits.approve, { id }, key());
    await second(deposits.complete, { id }, key());
  }

  async function asked({ person, real }: Customer, methodId: string, amount: string): Promise<string> {
    await real(login.sendCode, { purpose: 'withdraw' });
    const code = await mailedCode(app, person.email);
    await real(user.withdrawal, { methodId, asset: 'USDT', amount, code }, key());
    const [{ id } = { id: '' }] = (await real(user.listWithdrwal, {})).items;
    await first(withdrawals.approve, { id }, key());
    return id;
  }

  test('two customers bring coins in, trade, and take them out by a file for the signer; page, node, books and audit agree', async () => {
    const people = [await customer(`0x${'a1'.repeat(20)}`), await customer(`0x${'b2'.repeat(20)}`)] as const;
    const [one, two] = people;
    expect(one.address).not.toBe(two.address);
    await node.sendTokens(one.address, 500_000_000n, two.address, 700_000_000n);
    await node.sendEther(two.address, 2n * ether);
    await node.mine(13);
    await released(one, 'USDT', '500');
    await released(two, 'USDT', '700');
    await released(two, 'ETH', '2');
    expect([await one.has('USDT'), await two.has('USDT'), await two.has('ETH')]).toEqual(['500', '700', '2']);

    await one.real(order.submit, { code: 'BTCUSDT', side: 'buy', type: 'market', turnover: '100' }, key());
    // What is left over of a lot stays.
    const left = await one.has('USDT');
    expect(left).toMatch(/^400(\.|$)/);

    const methods: string[] = [];
    for (const { real, wallet } of people) {
      const address = { coin: 'USDT', network: 'ERC20', address: wallet, label: 'My wallet' };
      methods.push((await real(user.saveCoinAddress, address, key())).id);
    }
    await app.moveClock(60_000);
    const cases = [await asked(one, methods[0] ?? '', '400'), await asked(two, methods[1] ?? '', '200')];
    const { proposalId } = await first(payouts.proposeBatch, { network: 'ERC20', cases, total: '594', reason }, key());
    await second(proposals.approve, { id: proposalId }, key());
    const [batch] = await first(payouts.batches, {});
    expect(batch?.file?.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${cases[0]},ERC20,${one.wallet},396$`, 'i')),
      expect.stringMatching(new RegExp(`^${cases[1]},ERC20,${two.wallet},198$`, 'i')),
      '',
    ]);
    const hash = await node.sendTokens(one.wallet, 396_000_000n, two.wallet, 198_000_000n);
    await first(payouts.signed, { id: batch?.id ?? '', hashes: cases.map((id) => ({ id, hash })) }, key());
    await node.mine(12);
    await until(
      'the chain to confirm the payouts',
      async () => {
        const lists = await Promise.all(people.map(({ real }) => real(user.listWithdrwal, {})));
        return lists.every(({ items }) => items[0]?.status === 'completed') ? true : undefined;
      },
      60_000,
    );
    expect([await node.tokensOf(one.wallet), await node.tokensOf(two.wallet)]).toEqual([396_000_000n, 198_000_000n]);
    expect([await one.has('USDT'), await two.has('USDT')]).toEqual([left?.replace(/^400/, '0'), '500']);

    // What addresses hold is asked every ten minutes.
    await app.moveClock(11 * 60_000);
    const told = await until(
      'the node to tell what addresses hold',
      async () => {
        const { networks } = await first(deposits.solvency, {});
        return networks.find(({ network, held }) => network === 'ETH' && held === '2') && networks;
      },
      60_000,
    );
    // The signer pays out of a wallet of his own: at customers' addresses all of it is still there.
    expect(told.find(({ network }) => network === 'ERC20')).toMatchObject({ held: '1200', height: 25 });
    await showsOperators(cases);
    await showsVisitors();
    expect(await auditOf(app)).toMatch(/^the books balance/m);
  });

  async function showsOperators(cases: readonly string[]): Promise<void> {
    const desk = await signIn(browser, app, 'alice', 1);
    await desk.page.goto('/withdrawals');
    const lines = desk.page.getByRole('row').filter({ hasText: cases[0] ?? '' });
    await lines.getByText(operatorWords('funds.batches.statuses.confirmed')).first().waitFor();
    await desk.page.goto('/networks');
    await desk.page.getByText(operatorWords('funds.watch.states.well')).waitFor();
    await desk.page.getByRole('heading', { name: operatorWords('funds.solvency.title') }).waitFor();
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }

  /** As anybody sees it: covered where all of it is told, unknown where a network has no node. */
  async function showsVisitors(): Promise<void> {
    const { assets } = await clientOf(app)(index.solvency, {});
    const stated = assets.map(({ asset, held, owed, ratio }) => [asset, held, owed, ratio]);
    expect(stated).toEqual([
      ['USDT', null, expect.any(String), null],
      ['BTC', null, expect.any(String), null],
      ['ETH', '2', '2', '1'],
    ]);
    const stage = await enter(browser, app);
    const { page, words } = stage;
    await page.goto('/introduction#solvency');
    const section = page.getByRole('region', { name: words('introduction:solvency.title') });
    const card = (asset: string) => section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: asset }) });
    await card('ETH')
      .getByText(words('introduction:solvency.covered', { percent: '100%' }))
      .waitFor();
    await card('USDT').getByText(words('introduction:solvency.notKnown')).waitFor();
    await card('USDT').getByText(words('introduction:solvency.state.none')).waitFor();
    await card('USDT')
      .getByText(words('introduction:solvency.block', { height: '25' }))
      .waitFor();
    expect(await textFaults(page)).toEqual([]);
    expect(stage.faults).toEqual([]);
    await stage.context.close();
  }
});
