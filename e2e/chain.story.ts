import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { amount, formatAmount, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { usdt as coin } from '@assay/domain/money/assets.ts';
import { type EvmNode, anvilProgram, evmNode, usdtOnEthereum } from '@assay/server/test/nodes/evm-node.ts';
import type { Browser } from 'playwright-core';
import { parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { paidBy, unsignedOf } from '../tools/unsigned-payouts.ts';
import { approve, inDialog, open, signIn, words as consoleWords } from './console-steps.ts';
import { askFor, newest, showsStatus } from './funds-steps.ts';
import { type OwnApp, auditOf, clientOf, registered, until } from './harness.ts';
import { operator } from './operators.ts';
import { ownApp, sharedBrowser } from './shared.ts';
import { button, enter, openInstrument, openPosition } from './steps.ts';

// Coins that come in and go out over a real Ethereum node: what the chain has shown counts, and amounts are not typed.

const { user, order, index } = customerCalls;
const { deposits, payouts, ledger } = consoleCalls;
const program = anvilProgram();
const reason = 'Looked at the chain and at the case.';
const usdt = (units: bigint) => String(units / 1_000_000n);

/** A customer at the page of their own address, with a wallet of their own elsewhere. */
async function customer(browser: Browser, app: OwnApp, wallet: string, setting: Parameters<typeof enter>[2]) {
  const person = await registered(app);
  const real = clientOf(app, person.token, 'real');
  const stage = await enter(browser, app, { ...setting, person });
  const { page, words } = stage;
  await page.goto('/profile/balance?deposit=USDT');
  await button(stage, words('common:account.toReal')).click();
  await page.getByRole('radio', { name: 'Ethereum (ERC20)' }).check({ force: true });
  await page.getByText(words('funds:deposit.warnTitle', { coin: 'USDT', network: 'Ethereum (ERC20)' })).waitFor();
  const shown = await real(user.depositCoins, {});
  const address = shown.find(({ network }) => network === 'ERC20')?.address ?? '';
  // As the page shows it, in groups.
  expect((await page.locator('main code').allTextContents()).join()).toContain(address);
  return { person, real, stage, address, wallet };
}

/** The first account of every such node, whose key is public: the payout wallet of this story. */
const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

/**
 * As a signer does, apart from the server: the file becomes unsigned transactions by nonce, the holder of the key signs
 * them, and the signed ones are compared with the file before they are sent. Returns the hashes in the form that the
 * console expects.
 */
async function signed(node: EvmNode, file: string, checksum: string): Promise<string> {
  const nonce = Number(await node.ask<string>('eth_getTransactionCount', [signer.address, 'pending']));
  const fees = { maxFee: parseGwei('30'), priorityFee: parseGwei('1'), gas: 65_000n };
  const plan = { chainId: 1, from: signer.address, nonce, ...fees, token: usdtOnEthereum, decimals: 6 };
  const unsigned = unsignedOf(file, checksum, plan);
  const raw = await Promise.all(unsigned.map(({ transaction }) => signer.signTransaction(transaction)));
  const paid = await paidBy(unsigned, raw, signer.address);
  for (const each of raw) await node.ask('eth_sendRawTransaction', [each]);
  await node.mine(12);
  // Signing again uses the same nonces, so no withdrawal is paid twice.
  for (const each of raw) await expect(node.ask('eth_sendRawTransaction', [each])).rejects.toThrow('nonce');
  return [...paid].flat().join(' ');
}

test.skipIf(program === undefined)(
  'two customers bring coins in over a real node, trade, and take them out; node, books and page agree',
  async () => {
    if (program === undefined) return;
    const node = await evmNode(program);
    const [app, browser] = await Promise.all([ownApp({ env: { CHAIN_RPC_ETHEREUM: node.url } }), sharedBrowser()]);
    try {
      await throughTheChain(node, app, browser);
    } finally {
      await browser.close();
      await app.stop();
    }
  },
);

async function throughTheChain(node: EvmNode, app: OwnApp, browser: Browser): Promise<void> {
  const finance = await operator(app, 'alice');
  // What was mined before the first look is not this installation's.
  await until('the first look at the chain', async () =>
    (await finance(deposits.watches, {})).find(({ chain, state }) => chain === 'ethereum' && state === 'well'),
  );
  const one = await customer(browser, app, '0x00000000000000000000000000000000000a11ce', {});
  const two = await customer(browser, app, '0x0000000000000000000000000000000000000b0b', { device: 'phone', language: 'de' });
  expect(one.address).not.toBe(two.address);
  await node.sendTokens(one.address, 500_000_000n, two.address, 700_000_000n);
  await node.mine(3);
  for (const { real, stage } of [one, two]) {
    await until('the payment that the chain has shown', async () =>
      (await real(user.arriving, {})).find(({ confirmations }) => confirmations === 3),
    );
    await stage.page.reload();
    const line = stage.page.getByRole('list', { name: stage.words('funds:deposit.arriving') }).getByRole('listitem');
    await line.getByText(stage.words('funds:deposit.confirmed', { seen: '3', needed: '12' })).waitFor();
  }
  await node.mine(9);
  for (const { real, stage } of [one, two]) {
    await until('the case that the chain has shown', async () => (await real(user.listRecharge, {})).items[0]);
    await stage.page.reload();
    await showsStatus(stage, newest(stage, 'funds:deposit.mine'), 'pendingReview');
  }

  const alice = await signIn(browser, app, 'alice', 1);
  await open(alice, consoleWords('desks.deposits'));
  const found = alice.page.getByRole('row').filter({ hasText: 'ERC20' }).filter({ hasText: '1,200' });
  const release = found.getByRole('button', { name: consoleWords('funds.releases.propose') });
  await alice.page.setViewportSize({ width: 390, height: 844 });
  // On a phone the table scrolls, and the word stays within its button.
  expect(await release.evaluate((drawn) => drawn.scrollWidth - drawn.clientWidth)).toBe(0);
  await alice.page.setViewportSize({ width: 1440, height: 900 });
  await release.click();
  await alice.fill(consoleWords('act.reason'), reason);
  await inDialog(alice, consoleWords('funds.releases.propose'));
  await alice.page.getByText(consoleWords('act.proposed')).waitFor();
  for (const { stage } of [one, two]) await showsStatus(stage, newest(stage, 'funds:deposit.mine'), 'approved');
  const bob = await signIn(browser, app, 'bob');
  await approve(bob, 'deposit.release');
  for (const { stage } of [one, two]) await showsStatus(stage, newest(stage, 'funds:deposit.mine'), 'completed');
  expect(await one.real(order.getProfitTotal, {})).toMatchObject({ available: '500' });

  await one.stage.page.goto('/market');
  await openInstrument(one.stage, 'BTCUSDT');
  await openPosition(one.stage, 'BTCUSDT', '0.01', 'real');
  const bought = { code: 'BTCUSDT', side: 'buy', type: 'market', turnover: '100' } as const;
  await two.real(order.submit, bought, { idempotencyKey: randomUUID() });

  for (const { real, wallet } of [one, two])
    await real(user.saveCoinAddress, { coin: 'USDT', network: 'ERC20', address: wallet, label: 'Mine' });
  await app.moveClock(60_000);
  const cases: string[] = [];
  for (const { stage, person, real } of [one, two]) {
    await stage.page.goto('/profile/balance?withdraw=USDT');
    await askFor(stage, person.email, '200');
    cases.push((await real(user.listWithdrwal, {})).items[0]?.id ?? '');
  }
  for (const id of cases) await finance(consoleCalls.withdrawals.approve, { id }, { idempotencyKey: randomUUID() });

  await open(alice, consoleWords('desks.withdrawals'));
  await alice.press(consoleWords('funds.batches.propose'));
  const asked = alice.page.getByRole('dialog');
  await asked.getByLabel(consoleWords('funds.network'), { exact: true }).click();
  await alice.page.getByRole('option', { name: 'ERC20', exact: true }).click();
  await alice.fill(consoleWords('funds.batches.cases'), cases.join('\n'));
  await alice.fill(consoleWords('funds.batches.total'), '396');
  await alice.fill(consoleWords('act.reason'), reason);
  await inDialog(alice, consoleWords('funds.batches.propose'));
  await alice.page.getByText(consoleWords('act.proposed')).first().waitFor();
  await approve(bob, 'payout.batch');
  const [batch] = await finance(payouts.batches, {});
  const pairs = await signed(node, batch?.file ?? '', batch?.checksum ?? '');
  await open(bob, consoleWords('desks.withdrawals'));
  await bob.press(consoleWords('funds.batches.signed'));
  await bob.fill(consoleWords('funds.batches.hashes'), pairs);
  await inDialog(bob, consoleWords('funds.batches.signed'));
  await bob.page.getByText(consoleWords('funds.batches.taken')).first().waitFor();
  for (const { stage } of [one, two]) await showsStatus(stage, newest(stage, 'funds:withdraw.mine'), 'completed');
  expect([await node.tokensOf(one.wallet), await node.tokensOf(two.wallet)]).toEqual([198_000_000n, 198_000_000n]);

  await agreesOnThePage(node, app, finance, [one, two]);
  expect(await auditOf(app)).toMatch(/^the books balance/m);
  for (const { stage } of [one, two]) expect(stage.faults).toEqual([]);
  expect([...alice.faults, ...bob.faults]).toEqual([]);
}

/** What the page says that our addresses hold is what the node says of them; what is owed is what the books say. */
async function agreesOnThePage(
  node: EvmNode,
  app: OwnApp,
  finance: Client,
  people: readonly [Awaited<ReturnType<typeof customer>>, Awaited<ReturnType<typeof customer>>],
): Promise<void> {
  const [{ stage }] = people;
  const held = (await node.tokensOf(people[0].address)) + (await node.tokensOf(people[1].address));
  await app.moveClock(11 * 60_000);
  // Operators get the live figure; strangers a cached answer of up to a minute, so it is requested once, and last.
  await until('what our addresses hold', async () => {
    const { networks } = await finance(deposits.solvency, {});
    return networks.find(({ network, held: told }) => network === 'ERC20' && told === usdt(held));
  });
  const { assets } = await clientOf(app)(index.solvency, {});
  const stated = assets.find(({ asset }) => asset === 'USDT');
  expect(stated?.networks.find(({ network }) => network === 'ERC20')).toMatchObject({ state: 'told', held: usdt(held) });
  // What is owed is what the books say, account by account of every customer.
  const { items, nextCursor } = await finance(ledger.accounts, { book: 'real', asset: 'USDT', limit: 100 });
  expect(nextCursor).toBeNull();
  const owed = items.flatMap(({ owner, balance }) => (owner === 'house' ? [] : [parseAmount(balance, coin) ?? amount(0n)]));
  expect(stated?.owed).toBe(formatAmount(sum(...owed), coin));
  const { page, words } = stage;
  await page.goto('/introduction#solvency');
  const line = page
    .getByRole('region', { name: words('introduction:solvency.title') })
    .getByRole('listitem')
    .filter({ hasText: 'Ethereum (ERC20)' });
  await line.getByText('1,200.00').first().waitFor();
  // The address scrolls to the section's heading, which no bar covers.
  const title = page.getByRole('heading', { name: words('introduction:solvency.title') });
  const covered = async () => {
    const [name, bar] = await Promise.all([title.boundingBox(), page.getByRole('banner').boundingBox()]);
    return name === null || bar === null || name.y < bar.y + bar.height || name.y > 450;
  };
  await until('the section that the address names', async () => ((await covered()) ? undefined : true), 10_000);
}
