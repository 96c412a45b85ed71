import { flushSync } from 'react-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { dismissOfOrders, dismissToast, tellOfOrders, toast } from './toast.tsx';

const region = page.getByRole('region', { name: 'Messages' });
/** The titles of the toasts, from the newest on; one that is closing does not count. */
const cards = () =>
  region
    .getByRole('group')
    .elements()
    .filter((card) => !card.hasAttribute('data-ending-style'))
    .map((card) => card.querySelector('p')?.textContent);

const shown: string[] = [];
const say = (...content: Parameters<typeof toast>): void => void shown.push(toast(...content));

afterEach(() => {
  vi.useRealTimers();
  for (const id of shown.splice(0)) dismissToast(id);
});

describe('a toast', () => {
  test('appears in a live region that stood there before it', async () => {
    await draw(null);
    await expect.element(region).toHaveAttribute('aria-live', 'polite');
    const before = region.element();
    say({ kind: 'success', title: 'Filled at 97,123.40', text: 'BTCUSDT · 0.02' });
    await expect.element(page.getByText('BTCUSDT · 0.02')).toBeVisible();
    expect(before.contains(page.getByText('Filled at 97,123.40').element())).toBe(true);
  });

  test('that was said before the page was there is shown once it is', async () => {
    say({ kind: 'progress', title: 'Early' });
    const gone = toast({ kind: 'progress', title: 'Taken back' });
    dismissToast(gone);
    await draw(null);
    await expect.poll(cards).toEqual(['Early']);
  });

  test.each(['drawn', 'waiting'])('is taken away with all that is told of orders, %s', async (which) => {
    if (which === 'drawn') await draw(null);
    tellOfOrders({ kind: 'progress', id: '1', title: 'Filled' });
    tellOfOrders({ kind: 'progress', title: '2 closed' });
    say({ kind: 'progress', title: 'You are offline' });
    if (which === 'drawn') await expect.poll(cards).toEqual(['You are offline', '2 closed', 'Filled']);
    dismissOfOrders();
    if (which === 'waiting') await draw(null);
    await expect.poll(cards).toEqual(['You are offline']);
  });

  test('that cannot be drawn takes the others along only until the next one is said', async () => {
    await draw(null);
    // No text at all, as a fault of ours would have it.
    const broken = JSON.parse('{"of":"nothing"}') as string;
    say({ kind: 'progress', title: broken });
    await expect.element(page.getByText('This part could not be shown')).toBeVisible();
    say({ kind: 'progress', title: 'Filled' });
    await expect.poll(cards).toEqual(['Filled']);
    expect(page.getByText('This part could not be shown').elements()).toEqual([]);
  });

  test('that stays until it is answered and cannot be drawn leaves the page as it is, and a way to try again', async () => {
    const Broken = () => {
      throw new Error('broken');
    };
    await draw(<p>Page</p>, <Broken />);
    await expect.element(page.getByText('This part could not be shown')).toBeVisible();
    await expect.element(page.getByText('Page', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    say({ kind: 'progress', title: 'Filled' });
    await expect.poll(cards).toEqual(['Filled']);
  });

  test('of an error interrupts, others wait their turn', async () => {
    await draw(null);
    say({ kind: 'info', title: 'Told' });
    await expect.element(page.getByText('Told')).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
    say({ kind: 'error', title: 'Order refused' });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Order refused');
    // Read once: the card that is seen is not announced beside the interruption, and yet is there for a user who looks for it.
    const card = region.getByRole('group', { name: 'Order refused' });
    expect(card.element().getAttribute('aria-live')).toBe('off');
    expect(card.element().hasAttribute('aria-hidden')).toBe(false);
  });

  test('is reached by F6, keeps while it has the focus, closes by Escape and gives the focus back', async () => {
    await draw(<button type="button">Page</button>);
    say({ kind: 'success', title: 'Closed', stays: true, action: { label: 'Receipt', run: () => undefined } });
    const own = page.getByRole('button', { name: 'Page' });
    await expect.element(page.getByText('Closed')).toBeVisible();
    await userEvent.click(own);
    await userEvent.keyboard('{F6}');
    expect(document.activeElement).toBe(region.element());
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(region.getByRole('group').element());
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Receipt' }).element());
    await userEvent.keyboard('{Escape}');
    await expect.poll(cards).toEqual([]);
    expect(document.activeElement).toBe(own.element());
  });

  test('stays as long as the pointer is over it', async () => {
    await draw(null);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    flushSync(() => say({ kind: 'info', title: 'Told' }));
    flushSync(() => vi.advanceTimersByTime(4_000));
    const card = region.getByRole('group').element();
    card.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    flushSync(() => vi.advanceTimersByTime(60_000));
    expect(cards()).toEqual(['Told']);
    card.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
    flushSync(() => vi.advanceTimersByTime(999));
    expect(cards()).toEqual(['Told']);
    flushSync(() => vi.advanceTimersByTime(1));
    expect(cards()).toEqual([]);
  });

  test('goes by its cross', async () => {
    await draw(null);
    say({ kind: 'progress', title: 'Submitting' });
    await userEvent.click(region.getByRole('button', { name: 'Close' }));
    await expect.poll(cards).toEqual([]);
  });

  test('of one id is replaced, not stacked', async () => {
    await draw(null);
    say({ id: 'order-1', kind: 'progress', title: 'Submitting' });
    say({ kind: 'info', title: 'Another' });
    say({ id: 'order-1', kind: 'success', title: 'Filled' });
    await expect.poll(cards).toEqual(['Another', 'Filled']);
  });

  test('is one of four at most: the oldest makes room', async () => {
    await draw(null);
    for (const title of ['1', '2', '3', '4', '5']) say({ kind: 'progress', title });
    await expect.poll(cards).toEqual(['5', '4', '3', '2']);
  });

  test('runs its action once and is gone', async () => {
    let opened = 0;
    await draw(null);
    say({ kind: 'success', title: 'Closed', stays: true, action: { label: 'Receipt', run: () => (opened += 1) } });
    await userEvent.click(page.getByRole('button', { name: 'Receipt' }));
    await expect.poll(cards).toEqual([]);
    expect(opened).toBe(1);
  });

  test('has room for two ways on, of which either takes it away, and a replacement keeps neither', async () => {
    const taken: string[] = [];
    const way = (label: string) => ({ label, run: () => void taken.push(label) });
    await draw(null);
    for (const label of ['Add', 'Halve']) {
      say({ id: 'margin', kind: 'error', title: 'Little margin', stays: true, action: way('Add'), other: way('Halve') });
      await userEvent.click(page.getByRole('button', { name: label }));
      await expect.poll(cards).toEqual([]);
    }
    expect(taken).toEqual(['Add', 'Halve']);
    say({ id: 'margin', kind: 'error', title: 'Little margin', action: way('Add'), other: way('Halve') });
    await expect.element(page.getByRole('button', { name: 'Halve' })).toBeVisible();
    say({ id: 'margin', kind: 'success', title: 'Added' });
    await expect.poll(cards).toEqual(['Added']);
    expect(page.getByRole('button', { name: /Add|Halve/ }).elements()).toEqual([]);
  });

  test('lets presses through beside itself, to the button under it', async () => {
    await draw(null);
    say({ kind: 'info', title: 'Told' });
    await expect.element(page.getByText('Told')).toBeVisible();
    const { left, bottom } = region.element().getBoundingClientRect();
    expect(getComputedStyle(region.element()).pointerEvents).toBe('none');
    expect(region.element().contains(document.elementFromPoint(left + 1, bottom + 1))).toBe(false);
  });

  test('lasts 5 seconds, an error 9, and one of progress, or that is said nowhere else, until it is answered', async () => {
    await draw(null);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const after = (milliseconds: number) => {
      flushSync(() => vi.advanceTimersByTime(milliseconds));
      return cards();
    };
    flushSync(() => {
      for (const kind of ['info', 'error', 'progress'] as const) say({ kind, title: kind });
      say({ kind: 'error', title: 'look', stays: true });
    });
    expect(after(4_999)).toEqual(['look', 'progress', 'error', 'info']);
    expect(after(1)).toEqual(['look', 'progress', 'error']);
    expect(after(3_999)).toEqual(['look', 'progress', 'error']);
    expect(after(1)).toEqual(['look', 'progress']);
    expect(after(600_000)).toEqual(['look', 'progress']);
  });
});
