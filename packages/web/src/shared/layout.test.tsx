import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { useSession } from './client/session.ts';
import { startLayout } from './layout.ts';
import { usePreferences } from './preferences.ts';

const [asked, sent] = ['/user/layout', '/user/setLayout'];
startLayout();

beforeEach(() => {
  useSession.getState().signOut();
  localStorage.removeItem('layoutUnsent');
});

/** What was sent of the preferences. */
const preferencesIn = (input: unknown): unknown => {
  const { layout } = input as { layout: string };
  return (JSON.parse(layout) as { preferences: unknown }).preferences;
};

test('what the server keeps is taken over, and nothing of it is sent back', async () => {
  const { next, calls } = wire();
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { pair: 'red-up', chartShare: 45, onlyThis: true } }) });
  await expect.poll(() => usePreferences.getState()).toMatchObject({ pair: 'red-up', chartShare: 45, onlyThis: true });
  usePreferences.getState().set({ chartShare: 50 });
  expect(preferencesIn((await next(sent)).input)).toMatchObject({ pair: 'red-up', chartShare: 50 });
  expect(calls.filter(({ path }) => path === sent)).toHaveLength(1);
});

test('who has nothing there yet brings along what this browser has', async () => {
  const { next } = wire();
  usePreferences.getState().set({ chartLook: 'heikinAshi' });
  signIn();
  (await next(asked)).answer({ layout: null });
  const told = await next(sent);
  expect(preferencesIn(told.input)).toMatchObject({ chartLook: 'heikinAshi' });
  expect(localStorage.getItem('layoutUnsent')).toBe('true');
  told.answer({ layout: '{}' });
  await expect.poll(() => localStorage.getItem('layoutUnsent')).toBeNull();
});

test('what was changed here and did not arrive counts more than what the server has', async () => {
  const { next } = wire();
  usePreferences.getState().set({ chartShare: 30 });
  localStorage.setItem('layoutUnsent', 'true');
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { chartShare: 70 } }) });
  expect(preferencesIn((await next(sent)).input)).toMatchObject({ chartShare: 30 });
  expect(usePreferences.getState().chartShare).toBe(30);
});

test('who signs out leaves nothing of it to the next person', async () => {
  const { next } = wire();
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { pair: 'colour-blind' } }) });
  await expect.poll(() => usePreferences.getState().pair).toBe('colour-blind');
  useSession.getState().signOut();
  expect(usePreferences.getState().pair).toBeNull();
});
