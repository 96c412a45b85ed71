import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { position } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../client/api.ts';
import { useSession } from '../client/session.ts';
import { startFeed } from '../feed/feed.ts';
import { isOfThisAccount, startAccountEvents } from './account.ts';

/** The lines to the feed, whose other end is the test. */
const lines: EventTarget[] = [];

class Line extends EventTarget {
  constructor() {
    super();
    lines.push(this);
  }
  send = () => undefined;
  close = () => undefined;
}

const { WebSocket: own } = globalThis;
beforeAll(() => {
  Object.assign(globalThis, { WebSocket: Line });
  startFeed();
  startAccountEvents();
});
afterAll(() => {
  Object.assign(globalThis, { WebSocket: own });
  queryClient.clear();
});
beforeEach(() => {
  queryClient.clear();
  signIn();
  // Signing out closed the connection; the next one is not awaited.
  window.dispatchEvent(new Event('online'));
});

const tell = (event: string, data: unknown) =>
  lines.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ event, data }) }));
const openOf = (owner: string, book: string) => ['account', owner, book, 'orders', 'open'];
const idsOf = (key: readonly string[]) =>
  (queryClient.getQueryData(key) as { items: { id: string }[] }).items.map(({ id }) => id);

test('an event that comes after a switch stands in the account that it is of', async () => {
  wire();
  for (const book of ['demo', 'real']) queryClient.setQueryData(openOf('u1', book), { items: [], nextCursor: null });
  tell('authenticated', { userId: 'u1', book: 'demo' });
  useSession.getState().setBook('real');
  tell('order', { ...position, id: 'p1' });
  await expect.poll(() => idsOf(openOf('u1', 'demo'))).toEqual(['p1']);
  expect([idsOf(openOf('u1', 'real')), isOfThisAccount()]).toEqual([[], false]);
  tell('authenticated', { userId: 'u1', book: 'real' });
  tell('order', { ...position, id: 'p2' });
  await expect.poll(() => idsOf(openOf('u1', 'real'))).toEqual(['p2']);
  expect([idsOf(openOf('u1', 'demo')), isOfThisAccount()]).toEqual([['p1'], true]);
});

test('an event of a person who was here before is not of the one who is', async () => {
  wire();
  queryClient.setQueryData(openOf('u1', 'demo'), { items: [], nextCursor: null });
  tell('authenticated', { userId: 'u0', book: 'demo' });
  tell('order', { ...position, id: 'p3' });
  tell('authenticated', { userId: 'u1', book: 'demo' });
  tell('order', { ...position, id: 'p4' });
  await expect.poll(() => idsOf(openOf('u1', 'demo'))).toEqual(['p4']);
});

test('a page that comes back as it was left asks anew', async () => {
  wire();
  queryClient.setQueryData(openOf('u1', 'demo'), { items: [], nextCursor: null });
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(() => queryClient.getQueryState(openOf('u1', 'demo'))?.isInvalidated).toBe(true);
});
