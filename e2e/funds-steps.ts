// How money comes in and goes out on the site; stories are put together from these steps.
import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Locator } from 'playwright-core';
import { mailedCode } from './harness.ts';
import { type Stage, button, dialog, field, figures } from './steps.ts';

/** An address with a valid checksum and without an owner. */
export const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A picture as a phone's screenshot would be, a small one; the server looks at its content. */
export async function screenshot({ page }: Stage): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const clip = { x: 0, y: 0, width: 320, height: 480 };
  return { name: 'transfer.png', mimeType: 'image/png', buffer: await page.screenshot({ clip }) };
}

/** Reports a deposit of the amount, with a proof. */
export async function reportDeposit(stage: Stage, amount: string): Promise<void> {
  const { page, words } = stage;
  await field(stage, 'funds:deposit.amount').fill(amount);
  await button(stage, words('funds:sandbox.fill')).click();
  await page.locator('input[type=file]').setInputFiles(await screenshot(stage));
  await page.getByRole('img', { name: words('funds:deposit.proof') }).waitFor();
  await button(stage, words('funds:deposit.submit')).click();
  await page.getByText(words('codes:20002')).first().waitFor();
}

/** Credits USDT on a customer's real account, by two operators. How a deposit is reported on the site is a story of its own. */
export async function deposited(call: Client, stage: Stage, amount: string, office: readonly [Client, Client]): Promise<void> {
  const [first, second] = office;
  const { buffer, mimeType } = await screenshot(stage);
  const proof = new Blob([Uint8Array.from(buffer)], { type: mimeType });
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  const report = { coin: 'USDT', network: 'TRC20', amount, hash, lastSix: hash.slice(-6) };
  const key = () => ({ idempotencyKey: randomUUID() });
  const { id } = await call(customerCalls.user.recharge, report, { ...key(), images: { proof } });
  await first(consoleCalls.deposits.approve, { id }, key());
  await second(consoleCalls.deposits.complete, { id }, key());
}

/** The first of a list of deposits or withdrawals. */
export function newest(stage: Stage, list: string): Locator {
  const { page, words } = stage;
  return page
    .getByRole('list', { name: words(list) })
    .getByRole('listitem')
    .first();
}

export const showsStatus = (stage: Stage, record: Locator, status: string) =>
  record
    .getByRole('button')
    .getByText(stage.words(`funds:status.${status}`))
    .waitFor();

/** Fills in the withdrawal, looks at what arrives, and confirms it with the mailed code. */
export async function askFor(stage: Stage, email: string, amount: string): Promise<Record<string, string>> {
  const { page, words, app } = stage;
  await field(stage, 'funds:amount').fill(amount);
  await button(stage, words('code:send')).click();
  await page.getByText(words('code:sentToOwner')).waitFor();
  await field(stage, 'code:mail').fill(await mailedCode(app, email));
  await page
    .locator('form')
    .getByRole('button', { name: `${words('common:account.real')} · ${words('funds:withdraw.submit')}`, exact: true })
    .click();
  const asked = dialog(stage, words('funds:withdraw.confirmTitle'));
  const promised = await figures(asked);
  await asked.getByRole('button', { name: words('funds:withdraw.submit') }).click();
  await page.getByText(words('codes:20003')).first().waitFor();
  return promised;
}
