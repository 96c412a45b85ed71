import '../../../test/phone.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { wire } from '../../../test/wire.ts';
import { MarketTable } from './market-table.tsx';

test('on a phone a name of two lines stands clear of the lines above and below its row', async () => {
  await page.viewport(375, 800);
  wire();
  const long = { ...bitcoin, code: 'LONGUSDT', appName: 'Binancecoin Binancecoin', id: 'crypto-LONGUSDT' };
  await draw(<MarketTable items={[long]} days={new Map()} order={null} onOrder={() => undefined} />);
  const name = page.getByRole('link', { name: long.appName });
  await expect.element(name).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: long.appName }).element().getBoundingClientRect();
  const lines = document.createRange();
  lines.selectNodeContents(name.element());
  expect(new Set(Array.from(lines.getClientRects(), ({ top }) => top)).size).toBe(2);
  const code = page.getByText(long.code, { exact: true }).element().getBoundingClientRect();
  expect(name.element().getBoundingClientRect().top - row.top).toBeGreaterThanOrEqual(3);
  expect(row.bottom - code.bottom).toBeGreaterThanOrEqual(3);
});
