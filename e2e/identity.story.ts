import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, textFaults } from './browser.ts';
import { shortLived } from './chromium.ts';
import { type OwnApp, registered } from './harness.ts';
import { at, draw, enterDocument, enterPerson, go, picture } from './identity-steps.ts';
import { lookAtCase, operator } from './operators.ts';
import { ownApp } from './shared.ts';
import { button, enter, field } from './steps.ts';

const { kyc } = consoleCalls;

let app: OwnApp;
let browser: Browser;
let reviewer: Client;

beforeAll(async () => {
  // A camera that shows a test picture, and a person who allows it.
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  [app, browser] = await Promise.all([ownApp(), launchBrowser([...shortLived, ...camera])]);
  reviewer = await operator(app, 'alice');
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function newestCase(): Promise<string> {
  const { items } = await reviewer(kyc.list, {});
  const id = items.at(-1)?.id;
  if (id === undefined) throw new Error('nothing waits at the desk');
  return id;
}
const decide = async (id: string, status: 'verified' | 'failed', rejected: Parameters<typeof reasons>[0] = []) => {
  await lookAtCase(reviewer, id);
  return reviewer(kyc.decide, { id, status, rejected: reasons(rejected) }, { idempotencyKey: randomUUID() });
};
const reasons = (rejected: { field: 'front' | 'address'; reason: 'cropped' | 'mismatch' }[]) => rejected;

test('somebody proves who they are with camera and pen, corrects what was amiss, and is verified', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  /** The state in the account's head, whose press leads to the identity check, and on the page of that. */
  const stands = async (status: string) => {
    const label = words(`common:identity.${status}`);
    await page.goto('/profile');
    const head = page.getByRole('link', { name: `${words('profile:section.identity')}: ${label}` });
    await head.click();
    await page.waitForURL('**/profile?section=identity');
    await page.getByRole('main').getByText(label, { exact: true }).first().waitFor();
    // Beside the sections too, whichever of them is open.
    await page
      .getByRole('navigation', { name: words('profile:sections') })
      .getByText(label, { exact: true })
      .waitFor();
  };
  await stands('notVerified');
  await at(stage, 'person');

  // What is missing is said before the next step.
  await go(stage);
  await expect.poll(() => page.getByText(words('codes:11030')).count()).toBe(8);
  await enterPerson(stage);
  await go(stage);
  await at(stage, 'document');
  await enterDocument(stage, 'idCard', 'L01X00T41');
  await go(stage);
  await at(stage, 'photos');

  await button(stage, words('images:camera.open')).first().click();
  await button(stage, words('images:camera.shoot')).click();
  await page.getByRole('img', { name: words('images:preview', { name: words('kyc:field.front') }) }).waitFor();
  const text = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await field(stage, 'kyc:field.back').setInputFiles(text);
  await page.getByText(words('codes:11025')).waitFor();
  await field(stage, 'kyc:field.back').setInputFiles(await picture(stage, 1));
  await field(stage, 'kyc:field.holding').setInputFiles(await picture(stage, 2));
  for (const name of ['back', 'holding'])
    await page.getByRole('img', { name: words('images:preview', { name: words(`kyc:field.${name}`) }) }).waitFor();
  await go(stage);
  await at(stage, 'signature');
  await go(stage);
  await page.getByText(words('codes:11036')).waitFor();
  await draw(stage);
  await go(stage);
  await at(stage, 'review');
  await page.getByText('+4915112345678').waitFor();
  expect(await textFaults(page)).toEqual([]);
  await button(stage, words('kyc:submit')).click();
  await page.getByRole('heading', { name: words('kyc:pending.title') }).waitFor();
  await stands('pendingReview');
  await page.getByText(words('kyc:pending.text', { hours: '48' })).waitFor();

  // The reviewer sees the person and every picture, and sends two things back.
  const first = await newestCase();
  const seen = await reviewer(kyc.detail, { id: first });
  expect(seen.person).toMatchObject({ firstName: 'Ada', country: 'DE', phone: '+4915112345678' });
  expect(Object.values(seen.images).filter((id) => id !== null)).toHaveLength(4);
  await decide(first, 'failed', [
    { field: 'front', reason: 'cropped' },
    { field: 'address', reason: 'mismatch' },
  ]);
  await stands('failed');
  await page.getByRole('heading', { name: words('kyc:failed.title') }).waitFor();
  await page.getByText(words('kyc:failed.text')).waitFor();
  await page.getByText(words('kyc:reason.cropped')).first().waitFor();
  expect(await field(stage, 'kyc:field.firstName').count()).toBe(0);

  await field(stage, 'kyc:field.address').fill('Rosenweg 9, 10117 Berlin');
  await go(stage);
  await go(stage);
  await field(stage, 'kyc:field.front').setInputFiles(await picture(stage, 3));
  await page.getByRole('img', { name: words('images:preview', { name: words('kyc:field.front') }) }).waitFor();
  await go(stage);
  await go(stage);
  await button(stage, words('kyc:submit')).click();
  await page.getByRole('heading', { name: words('kyc:pending.title') }).waitFor();
  await decide(await newestCase(), 'verified');
  await stands('verified');
  await page.getByRole('heading', { name: words('kyc:verified.title') }).waitFor();
  expect(await person.call(identityCalls.kyc, {})).toMatchObject({ status: 'verified' });
});

test('on a phone, with a passport and a name typed on the keyboard', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person, device: 'phone', language: 'zh' });
  const { page, words } = stage;
  await page.goto('/profile?section=identity');
  await enterPerson(stage, 'zh');
  await go(stage);
  await enterDocument(stage, 'passport', 'L01X00T42');
  await go(stage);
  await at(stage, 'photos');
  expect(await field(stage, 'kyc:field.back').count()).toBe(0);
  // The phone's own camera is requested; a file will do as well.
  expect(await page.locator('input[capture]').count()).toBe(2);
  await field(stage, 'kyc:photos.passport').setInputFiles(await picture(stage, 4));
  await field(stage, 'kyc:field.holding').setInputFiles(await picture(stage, 5));
  for (const name of ['photos.passport', 'field.holding'])
    await page.getByRole('img', { name: words('images:preview', { name: words(`kyc:${name}`) }) }).waitFor();
  await go(stage);
  await page.getByText(words('images:signature.type'), { exact: true }).click();
  await field(stage, 'images:signature.name').fill('Ada Muster');
  await go(stage);
  await at(stage, 'review');
  expect(await textFaults(page)).toEqual([]);
  await button(stage, words('kyc:submit')).click();
  await page.getByRole('heading', { name: words('kyc:pending.title') }).waitFor();
});

test('where there is no camera it is said, and a file is taken', async () => {
  const person = await registered(app);
  const stage = await enter(browser, app, { person });
  const { page, words } = stage;
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: {} }));
  await page.goto('/profile?section=identity');
  await enterPerson(stage);
  await go(stage);
  await enterDocument(stage, 'driverLicence', 'L01X00T43');
  await go(stage);
  await button(stage, words('images:camera.open')).first().click();
  await page.getByText(words('images:camera.unsupported')).waitFor();
});
