import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ToastRegion } from './toast-region.tsx';
import { dismissToast, toast } from './toast.tsx';

/** The region of a page whose connection was gone before anything was pressed on it; `back` brings it back. */
async function offline(content: ReactNode = null): Promise<{ back(): void }> {
  let isUp = false;
  const load = async () => {
    if (!isUp) throw new TypeError('no connection');
    return (await import('./toast-cards.tsx')).ToastCards;
  };
  await render(
    <>
      {content}
      <ToastRegion load={load} />
    </>,
  );
  return {
    back: () => {
      isUp = true;
      window.dispatchEvent(new Event('online'));
    },
  };
}

const region = page.getByRole('region', { name: 'Messages' });

test('what is said before the cards could be fetched is said all the same, with its action and its way out', async () => {
  await offline(<button type="button">Send</button>);
  const run = vi.fn<() => void>();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  toast({ id: 'sent', kind: 'error', title: 'It was not carried out', text: 'You are offline. Nothing was sent.' });
  await expect.element(page.getByRole('alert').getByText('You are offline. Nothing was sent.')).toBeVisible();
  expect(page.getByText('This part could not be shown').elements()).toEqual([]);
  // One id has one message here too.
  toast({ id: 'sent', kind: 'info', title: 'Later', action: { label: 'Look', run } });
  await expect.element(page.getByText('Later')).toBeVisible();
  expect(page.getByText('You are offline. Nothing was sent.').elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Look' }));
  expect(run).toHaveBeenCalledOnce();
  await expect.poll(() => page.getByText('Later').elements()).toEqual([]);
  toast({ id: 'again', kind: 'info', title: 'Once more' });
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  await expect.poll(() => page.getByText('Once more').elements()).toEqual([]);
});

test('with the connection the cards come, and take what is still said', async () => {
  const { back } = await offline();
  const id = toast({ kind: 'progress', title: 'Waiting' });
  onTestFinished(() => dismissToast(id));
  await expect.element(page.getByText('Waiting')).toBeVisible();
  expect(region.elements()).toEqual([]);
  back();
  await expect.element(region.getByRole('group', { name: 'Waiting' })).toBeVisible();
  expect(page.getByText('Waiting').elements()).toHaveLength(1);
});

test('and more than four make room for each other', async () => {
  await offline();
  const ids = ['1', '2', '3', '4', '5'].map((title) => toast({ kind: 'progress', title: `Message ${title}` }));
  onTestFinished(() => ids.forEach(dismissToast));
  await expect.element(page.getByText('Message 5')).toBeVisible();
  expect(page.getByText('Message 1').elements()).toEqual([]);
});
