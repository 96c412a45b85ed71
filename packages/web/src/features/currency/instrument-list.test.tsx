import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { bitcoin } from '../../../test/samples.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import { InstrumentList } from './instrument-list.tsx';

const items: MarketItem[] = Array.from({ length: 200 }, (_, place) => {
  const code = `C${String(place).padStart(3, '0')}USDT`;
  return { ...bitcoin, code, appName: code, id: `crypto-${code}` };
});

const list = page.getByRole('list').filter({ has: page.getByRole('link') });
const nameOf = (element: Element | null) => (element?.querySelector('bdi') ?? element)?.textContent.slice(0, 4);
const stops = () =>
  list
    .getByRole('link')
    .elements()
    .filter((link) => link.getAttribute('tabindex') === '0')
    .map(nameOf);
const focused = () => nameOf(document.activeElement);

async function mounted(current: string) {
  const { next } = wire();
  const chosen: string[] = [];
  await draw(
    <div style={{ height: 400 }}>
      <InstrumentList current={current} onChosen={() => chosen.push('chosen')} />
      <button type="button">After</button>
    </div>,
  );
  (await next('/index/catalogue')).answer(items);
  (await next('/index/quotes')).answer(items);
  await expect.element(list.getByRole('link').first()).toBeVisible();
  return chosen;
}

beforeEach(() => queryClient.clear());

describe('the list of instruments', () => {
  test('is one stop of the Tab key: the instrument of the page, though it is far down', async () => {
    await mounted('C120USDT');
    expect(stops()).toEqual(['C120']);
    await userEvent.click(page.getByLabelText('Search instruments'));
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('C120');
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('Afte');
  });

  test('is walked through by arrow keys, ends and pages, and remembers where it was left', async () => {
    await mounted('C001USDT');
    await userEvent.click(page.getByLabelText('Search instruments'));
    await userEvent.keyboard('{Tab}{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('C003');
    await userEvent.keyboard('{PageDown}');
    expect(focused()).toBe('C013');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('C199');
    const inside = () => document.activeElement?.getBoundingClientRect().bottom ?? Infinity;
    await expect.poll(inside).toBeLessThan((list.element().parentElement?.getBoundingClientRect().bottom ?? 0) + 1);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(focused()).toBe('C198');
    await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('C198');
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(focused()).toBe('C000');
    expect(stops()).toEqual(['C000']);
  });

  test('is narrowed by a search without losing its stop', async () => {
    const chosen = await mounted('C001USDT');
    await userEvent.fill(page.getByLabelText('Search instruments'), 'C15');
    await expect.poll(stops).toEqual(['C150']);
    await userEvent.keyboard('{Tab}{ArrowDown}{Enter}');
    expect(focused()).toBe('C151');
    expect(chosen).toEqual(['chosen']);
  });
});
