import { NoAnswer } from '@assay/contract/client.ts';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { ErrorState, Skeleton } from './states.tsx';

test.each([
  ['network', 'The server cannot be reached. Check your connection and try again.'],
  ['timeout', 'Network timeout. Go to the order list to check the order.'],
  ['upload', 'Upload failed, please try again.'],
] as const)('silence by %s is told in its own words', async (reason, words) => {
  await draw(<ErrorState error={new NoAnswer(reason)} />);
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
});

test('a page that still waits for a part is as high as the window, and then as high as what it shows', async () => {
  const content = (part: ReactNode) => <main id="content">{part}</main>;
  const { rerender } = await draw(content(<Skeleton className="h-[20px]" />));
  const height = () => page.getByRole('main').element().getBoundingClientRect().height;
  expect(height()).toBe(window.innerHeight);
  await rerender(content(<p className="h-[20px]">Nothing here yet</p>));
  expect(height()).toBe(20);
});
