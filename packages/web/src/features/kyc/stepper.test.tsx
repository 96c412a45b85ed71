import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import { kycFields } from '@assay/contract/vocabulary/kyc.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { Stepper } from './stepper.tsx';

/** Everything was fine the last time but the address. */
const failed: Kyc = {
  status: 'failed',
  submittedAt: '2030-01-02T12:00:00.000Z',
  dueAt: null,
  decidedAt: '2030-01-03T12:00:00.000Z',
  hours: 48,
  documentType: 'idCard',
  higherLimits: null,
  higherLimitsFrom: null,
  kept: kycFields.filter((field) => field !== 'address'),
  rejected: [{ field: 'address', reason: 'mismatch' }],
};
const address = page.getByLabelText('Address');
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const heading = () => document.querySelector('h3');

beforeEach(signIn);

test('a step says what is missing and leads there; a good one leads to the next heading, where a refusal is shown at last', async () => {
  const network = wire();
  await draw(<Stepper kyc={failed} />);
  await press('Continue');
  await expect.element(page.getByText('Fill in complete information')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(address.element());
  await userEvent.fill(address, 'Rosenweg 9, 10117 Berlin');
  for (const step of ['Document', 'Photos', 'Signature', 'Review']) {
    await press('Continue');
    await expect.poll(() => heading()?.textContent).toContain(step);
    await expect.poll(() => document.activeElement).toBe(heading());
  }
  await expect.element(page.getByText('Rosenweg 9, 10117 Berlin')).toBeVisible();
  await press('Submit for review');
  (await network.next('/user/identification')).refuse('429', 'Too many requests');
  await expect.element(page.getByText('Too many requests')).toBeVisible();
});
