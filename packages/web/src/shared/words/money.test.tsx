import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { Money } from './money.tsx';

test('what is cut shows to its last unit when it is pressed, and is cut again by another press', async () => {
  await draw(<Money value="18473.215261" />);
  const figure = page.getByRole('button', { name: '18,473.21' });
  await expect.element(figure).toHaveAttribute('title', '18,473.215261 USDT');
  await userEvent.click(figure);
  await userEvent.click(page.getByRole('button', { name: '18,473.215261' }));
  await expect.element(page.getByRole('button', { name: '18,473.21' })).toBeVisible();
});

test('what is whole needs no press, a cost is rounded up, and what comes in has its sign', async () => {
  await draw(
    <>
      <Money value="1000.5" />
      <Money cost value="0.001" />
      <Money signed value="0.5" asset="BTC" unit="plain" />
    </>,
  );
  const figures = () => [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  await expect.poll(figures).toEqual(['1,000.50 USDT', '0.01 USDT', '+0.5 BTC']);
  expect(page.getByRole('button').elements()).toHaveLength(1);
});
