import { calls } from 'virtual:calls';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { speak } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { queryClient } from '../shared/client/api.ts';
import { outbox, sendOnce } from '../shared/client/outbox.ts';
import { useSession } from '../shared/client/session.ts';
import { earlyToasts, toast } from '../ui/toasts/toast.tsx';

// A test that fails must not take those along that come after it, in its own file or in another one.

const { fetch: own } = globalThis;
const { dataset, lang } = document.documentElement;

/** All that a test may take over or leave behind. */
const state = () => ({
  online: navigator.onLine,
  clock: vi.isFakeTimers(),
  network: fetch === own,
  asked: queryClient.getQueryCache().getAll().length,
  underWay: outbox.entries.length,
  told: earlyToasts().length,
  written: [localStorage, sessionStorage].flatMap((kept) => Object.keys(kept)).filter((name) => /left|outbox/.test(name))
    .length,
  person: useSession.getState().isLogin,
  layout: dataset['layout'],
  width: innerWidth,
  language: document.documentElement.lang,
});
const opened = {
  online: true,
  clock: false,
  network: true,
  asked: 0,
  underWay: 0,
  told: 0,
  written: 0,
  person: false,
  layout: 'desktop',
  width: 1280,
  language: lang,
};

test('a test that ends in the middle gives nothing back', async () => {
  expect(state()).toEqual(opened);
  signIn();
  const { next } = wire();
  const pressed = {
    book: 'demo',
    token: 'a token',
    subject: 'p1',
    summary: 'left',
    images: {},
    onProgress: () => undefined,
  } as const;
  void sendOnce(calls.order.stopU, { id: 'p1' }, pressed).catch(() => toast({ kind: 'error', title: 'It is told of' }));
  await next('/order/stopU');
  queryClient.setQueryData(['left'], 'by a test');
  toast({ kind: 'progress', title: 'Under way' });
  localStorage.setItem('left', 'by a test');
  sessionStorage.setItem('left there', 'by a test');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  dataset['layout'] = 'mobile';
  await page.viewport(360, 740);
  await speak('de');
  expect(Object.entries(state()).filter(([name, value]) => value === opened[name as keyof typeof opened])).toEqual([]);
});

test('and the next one has a page as it was opened', () => {
  expect(state()).toEqual(opened);
});

test('what another file has left in the storage is gone before this one is read', async () => {
  localStorage.setItem('left', 'by a file');
  sessionStorage.setItem('left', 'by a file');
  const address = '/test/empty-storage.ts?file=next';
  await import(/* @vite-ignore */ address);
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
