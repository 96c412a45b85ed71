import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { failed } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { Stepper } from './stepper.tsx';

const address = page.getByLabelText('Address');
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const heading = () => document.querySelector('h3');

beforeEach(signIn);

/** Goes on from the first step to the last look, and hands in. */
async function handIn() {
  for (const step of ['Document', 'Photos', 'Signature', 'Review']) {
    await press('Continue');
    await expect.poll(() => heading()?.textContent).toContain(step);
    await expect.poll(() => document.activeElement).toBe(heading());
  }
  await expect.element(page.getByText('Rosenweg 9, 10117 Berlin')).toBeVisible();
  await press('Submit for review');
}

test('a step says what is missing and leads there; a good one leads to the next heading, where a refusal is shown at last', async () => {
  const network = wire();
  await draw(<Stepper kyc={failed} />);
  await press('Continue');
  await expect.element(page.getByText('Fill in complete information')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(address.element());
  await userEvent.fill(address, 'Rosenweg 9, 10117 Berlin');
  await handIn();
  (await network.next('/user/identification')).refuse('429', 'Too many requests');
  await expect.element(page.getByText('Too many requests')).toBeVisible();
});

test('a refusal that names a field is told to who has left the form by then, with what it is about', async () => {
  const network = wire();
  const { unmount } = await draw(<Stepper kyc={failed} />);
  await userEvent.fill(address, 'Rosenweg 9, 10117 Berlin');
  await handIn();
  const sent = await network.next('/user/identification');
  await unmount();
  await draw(<p>Elsewhere</p>);
  sent.refuse('11023', 'That address is incomplete', 422, {}, { address: '11023' });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect.element(messages.getByText('Verify your identity · That address is incomplete')).toBeVisible();
});

test.each([
  { language: 'en', names: ['firstName', 'lastName'] },
  { language: 'zh', names: ['lastName', 'firstName'] },
] as const)('the names are asked for in the order of $language', async ({ language, names }) => {
  await speak(language);
  wire();
  await draw(<Stepper kyc={{ ...failed, kept: [], rejected: [] }} />);
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[maxlength="60"]')].map(({ name }) => name);
  await expect.poll(fields).toEqual(names);
});
