import '../../../test/phone.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { wire } from '../../../test/wire.ts';
import { InstrumentHeader } from './instrument-header.tsx';

const opensAt = '2031-04-08T13:30:00.000Z';
const closesAt = '2031-04-08T20:00:00.000Z';

test.each([
  ['that is open', { open: true, opensAt: null, closesAt }, /Closes/],
  ['that is closed', { open: false, opensAt, closesAt: null }, /opens/],
])('what a phone says of an instrument %s leaves its price alone, and until when is a tap away', async (_, hours, until) => {
  await page.viewport(360, 740);
  wire();
  const info = { ...bitcoin, appName: 'Euro / US Dollar', hours: { ...bitcoin.hours, ...hours }, open: hours.open };
  await draw(<InstrumentHeader info={info} />);
  await expect.element(page.getByText('Simulated')).toBeVisible();
  const words = page.getByText('Simulated').element().parentElement?.parentElement;
  const price = page.getByText('in 24h').element().parentElement;
  const over = () => (words?.getBoundingClientRect().right ?? Infinity) - (price?.getBoundingClientRect().left ?? 0);
  await expect.poll(over).toBeLessThanOrEqual(0);
  await expect.poll(() => (words?.scrollWidth ?? Infinity) - (words?.clientWidth ?? 0)).toBeLessThanOrEqual(0);
  await expect.element(page.getByText(until)).not.toBeVisible();
  await page.getByRole('button', { name: 'More figures' }).click();
  await expect.element(page.getByText(until)).toBeVisible();
});

test('on a narrow phone what finds no room beside a long code drops out, and nothing lies on the price', async () => {
  await page.viewport(320, 740);
  wire();
  const info = { ...bitcoin, code: '1000000BABYUSDT', hours: { ...bitcoin.hours, open: true, opensAt: null, closesAt: null } };
  await draw(<InstrumentHeader info={info} />);
  const line = page.getByText('1000000BABYUSDT').element().parentElement;
  const price = page.getByText('in 24h').element().parentElement;
  const beyond = () =>
    [...(line?.children ?? [])].filter((part) => {
      const { top, right } = part.getBoundingClientRect();
      const shown = top < (line?.getBoundingClientRect().bottom ?? 0);
      return shown && right > (price?.getBoundingClientRect().left ?? 0);
    });
  await expect.poll(beyond).toEqual([]);
});
