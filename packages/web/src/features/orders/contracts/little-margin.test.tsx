import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { position } from '../../../../test/samples.ts';
import { signIn } from '../../../../test/signed-in.ts';
import { LittleMargin } from './little-margin.tsx';

test('the warning of little margin stands beside its sign however little room there is, and both ways out below', async () => {
  signIn();
  // One and a half times that is more than is left of the margin.
  const little = { ...position, maintenance: '180.00' };
  await draw(
    <div style={{ width: '220px' }}>
      <LittleMargin position={little} onTask={() => undefined} />
    </div>,
  );
  const warning = page.getByRole('status');
  await expect.element(page.getByText(/^Little margin left/)).toBeVisible();
  const text = page
    .getByText(/^Little margin left/)
    .element()
    .getBoundingClientRect();
  const sign = warning.element().querySelector('svg')?.getBoundingClientRect();
  expect(sign?.top).toBeLessThan(text.bottom);
  expect(sign?.bottom).toBeGreaterThan(text.top);
  for (const name of ['Add margin', 'Close half']) {
    expect(page.getByRole('button', { name }).element().getBoundingClientRect().top).toBeGreaterThanOrEqual(text.bottom);
  }
});
