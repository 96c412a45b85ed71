import { NoAnswer } from '@assay/contract/client.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { ErrorState } from './states.tsx';

test.each([
  ['network', 'The server cannot be reached. Check your connection and try again.'],
  ['timeout', 'Network timeout. Go to the order list to check the order.'],
  ['upload', 'Upload failed, please try again.'],
] as const)('silence by %s is told in its own words', async (reason, words) => {
  await draw(<ErrorState error={new NoAnswer(reason)} />);
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
});
