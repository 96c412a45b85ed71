import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { usePreferences } from '../../shared/preferences.ts';
import { Splitter } from './splitter.tsx';

beforeEach(async () => {
  usePreferences.setState({ chartShare: 70 });
  await page.viewport(1440, 900);
});

const separator = page.getByRole('separator', { name: 'Height of chart and orders' });
const share = () => usePreferences.getState().chartShare;

async function drawn() {
  await draw(
    <div data-testid="both" style={{ display: 'flex', flexDirection: 'column', height: '407px' }}>
      <div style={{ flex: '70 1 0' }} />
      <Splitter />
      <div style={{ flex: '30 1 0' }} />
    </div>,
  );
  await expect.element(separator).toHaveAttribute('aria-valuenow', '70');
}

test('arrow keys, Home and End move it, within its bounds', async () => {
  await drawn();
  separator.element().focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(share()).toBe(65);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(share()).toBe(75);
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(share()).toBe(85);
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(share()).toBe(30);
  await expect.element(separator).toHaveAttribute('aria-valuenow', '30');
});

test('the pointer takes it along, and is remembered', async () => {
  await drawn();
  // 400 pixels are shared: where 200 of them are above, each has a half.
  await userEvent.dragAndDrop(separator, page.getByTestId('both'), { targetPosition: { x: 40, y: 200 } });
  await expect.element(separator).toHaveAttribute('aria-valuenow', '50');
  expect(localStorage.getItem('chartShare')).toBe(String(share()));
});
