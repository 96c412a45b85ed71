import type { Outbox } from '@assay/contract/outbox.ts';
import { calls } from 'virtual:calls';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { outbox, sendOnce, startOutbox } from './outbox.ts';
import { useSession } from './session.ts';

const path = '/order/stopU';
const prefix = 'outbox.';
const written = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .toSorted();

/** The same module once more, as another tab of this browser has it. */
let tab: { outbox: Outbox; sendOnce: typeof sendOnce };

beforeAll(async () => {
  startOutbox();
  const address = '/src/shared/client/outbox.ts?tab=other';
  tab = (await import(/* @vite-ignore */ address)) as typeof tab;
});
beforeEach(() => {
  // Files share the browser's storage.
  localStorage.clear();
  signIn();
});
afterEach(() => {
  for (const { owner } of [...outbox.entries, ...tab.outbox.entries]) {
    outbox.drop(owner);
    tab.outbox.drop(owner);
  }
});

/** Pressed in one of the tabs; answers what becomes of it. */
function press(from: typeof tab, subject: string, token = 'a token'): Promise<unknown> {
  const pressed = { book: 'real', token, subject, summary: subject, images: {}, onProgress: () => undefined } as const;
  return from.sendOnce(calls.order.stopU, { id: subject }, pressed).catch((error: unknown) => error);
}

const here = { outbox, sendOnce };

describe('what tabs write down', () => {
  test('stands side by side: neither takes away what the other has written at the same time', async () => {
    const { next } = wire();
    const ends = [press(here, 'p1'), press(tab, 'p2')];
    const [first, second] = [await next(path), await next(path)];
    const keyOf = ({ headers }: typeof first) => headers.get('Idempotency-Key');
    expect(new Set(written())).toEqual(new Set([keyOf(first), keyOf(second)]));
    first.answer({});
    await ends[0];
    expect(written()).toEqual([keyOf(second)]);
    second.answer({});
    await ends[1];
    expect(written()).toEqual([]);
  });

  test('and is damaged is dropped alone: what stands beside it is asked about', async () => {
    const { next } = wire();
    const intent = { key: 'k1', owner: 'u1', book: 'real', path, subject: 'p1', summary: 'BTCUSDT', deadline: 0 };
    localStorage.setItem(`${prefix}k0`, '{"key":"k0","owner":');
    localStorage.setItem(`${prefix}k1`, JSON.stringify(intent));
    localStorage.setItem(`${prefix}k2`, JSON.stringify({ ...intent, key: 'k2', book: 'somebody’s' }));
    localStorage.setItem(`${prefix}k3`, JSON.stringify({ ...intent, key: 'k1' }));
    localStorage.setItem(`${prefix}k4`, JSON.stringify({ ...intent, key: 'k4', deadline: null }));
    outbox.readStore('past');
    expect([outbox.entries.map(({ key }) => key), written()]).toEqual([['k1'], ['k1']]);
    (await next('/order/outcome')).answer({ state: 'never', answer: null });
    await expect.poll(() => outbox.entries).toMatchObject([{ key: 'k1', state: 'refused' }]);
    outbox.dismiss('k1');
  });

  test('and is cleared as a whole is followed no more by who only watches, and by who sent it until it is known', async () => {
    const { next } = wire();
    void press(here, 'p1');
    const sent = await next(path);
    const of = { owner: 'u1', book: 'real', path, summary: 'BTCUSDT', deadline: 0 };
    localStorage.setItem(`${prefix}k9`, JSON.stringify({ ...of, key: 'k9', subject: 'p9' }));
    window.dispatchEvent(new StorageEvent('storage', { key: `${prefix}k9` }));
    expect(outbox.entries.map(({ subject }) => subject)).toEqual(['p1', 'p9']);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(outbox.entries.map(({ subject }) => subject)).toEqual(['p1']);
    // The session ended with it, and so did the waiting caller; the notice in the frame reports it later.
    sent.answer({ id: 'p1' });
    await expect.poll(() => outbox.entries).toMatchObject([{ subject: 'p1', state: 'answered' }]);
  });
});

test('a page that comes back as it was left finds what other tabs have done meanwhile', async () => {
  const { next } = wire();
  void press(tab, 'p1');
  await next(path);
  localStorage.setItem('virtualStatus', '0');
  expect([outbox.entries, useSession.getState().virtualStatus]).toEqual([[], 1]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(outbox.entries).toEqual([]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(outbox.entries).toMatchObject([{ subject: 'p1', state: 'sending' }]);
  expect(useSession.getState().virtualStatus).toBe(0);
});

describe('whose an intent is', () => {
  const info = (id: string) => ({ ...useSession.getState().userInfo, id, userName: id, email: '', createdAt: '' });

  test('is said by the token that sends it, while the page still knows the person before', async () => {
    const { next } = wire();
    // Another tab has signed in as Bob, and what it knows of him has not arrived yet.
    useSession.setState({ token: 'a token of Bob' });
    const done = press(here, 'p1', 'a token of Bob');
    const asked = await next('/user/getUserInfo');
    expect(asked.headers.get('Authorization')).toBe('a token of Bob');
    asked.answer(info('bob'));
    const sent = await next(path);
    expect([outbox.entries.map(({ owner }) => owner), sent.headers.get('Authorization')]).toEqual([['bob'], 'a token of Bob']);
    expect(useSession.getState().userInfo?.id).toBe('bob');
    sent.answer({});
    await done;
  });

  test('is not said by an answer that comes after its session was replaced', async () => {
    useSession.getState().setUserInfo({ ...info('eve'), language: 'en', kycStatus: 'none', inviteCode: '' }, 'an old token');
    expect(useSession.getState().userInfo?.id).toBe('u1');
  });

  test('is asked about in no other name', async () => {
    const { next, calls: sent } = wire();
    const done = press(here, 'p1');
    useSession.setState({ token: 'a token of Bob' });
    (await next(path)).lose();
    (await next('/user/getUserInfo')).answer(info('bob'));
    await expect.poll(() => outbox.entries).toMatchObject([{ state: 'unknown', owner: 'u1' }]);
    await expect.poll(() => useSession.getState().userInfo?.id).toBe('bob');
    expect(sent.filter((call) => call.path === '/order/outcome')).toEqual([]);
    outbox.drop('u1');
    expect(await done).toMatchObject({ reason: 'signedOut' });
  });
});
