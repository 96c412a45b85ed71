import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { logOut } from './client/log-out.ts';
import { useSession } from './client/session.ts';
import { startLayout } from './layout.ts';
import { usePreferences } from './preferences.ts';

const [asked, sent] = ['/user/layout', '/user/setLayout'];
const usualShare = usePreferences.getState().chartShare;
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
  expect(localStorage.getItem('layoutUnsent')).toBe('preferences');
  told.answer({ layout: '{}' });
  await expect.poll(() => localStorage.getItem('layoutUnsent')).toBeNull();
});

test('what was changed here and did not arrive counts more than what the server has, of that part alone', async () => {
  const { next } = wire();
  usePreferences.getState().set({ chartShare: 30 });
  localStorage.setItem('layoutUnsent', 'preferences');
  signIn();
  const charts = { BTCUSDT: { indicators: ['RSI'] } };
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { chartShare: 70 }, charts }) });
  const { input } = await next(sent);
  expect(preferencesIn(input)).toMatchObject({ chartShare: 30 });
  expect(JSON.parse((input as { layout: string }).layout)).toMatchObject({ charts });
  expect(usePreferences.getState().chartShare).toBe(30);
});

test('what is changed before the server has answered is not overruled by its answer', async () => {
  const { next } = wire();
  signIn();
  const loading = await next(asked);
  usePreferences.getState().set({ chartShare: 35 });
  expect(localStorage.getItem('layoutUnsent')).toBe('preferences');
  loading.answer({ layout: JSON.stringify({ preferences: { chartShare: 70 } }) });
  expect(preferencesIn((await next(sent)).input)).toMatchObject({ chartShare: 35 });
  expect(usePreferences.getState().chartShare).toBe(35);
});

test('who signs out leaves nothing of it to the next person', async () => {
  const { next, calls } = wire();
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { pair: 'colour-blind' } }) });
  await expect.poll(() => usePreferences.getState().pair).toBe('colour-blind');
  usePreferences.getState().set({ chartShare: 35 });
  // Kept by a page that was not opened since this one was loaded.
  const kept = ['charts', 'parameters', 'recentCodes', 'layoutUnsent'];
  for (const key of kept) localStorage.setItem(key, 'BTCUSDT');
  useSession.getState().signOut();
  expect(usePreferences.getState()).toMatchObject({ pair: null, chartShare: usualShare });
  expect(kept.map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { chartShare: 70 } }) });
  await expect.poll(() => usePreferences.getState().chartShare).toBe(70);
  expect(localStorage.getItem('layoutUnsent')).toBeNull();
  expect(calls.filter(({ path }) => path === sent)).toEqual([]);
});

test('who logs out takes along what has not arrived, and is forgotten here before the server hears of it', async () => {
  const { next } = wire();
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { chartShare: 40 } }) });
  await expect.poll(() => usePreferences.getState().chartShare).toBe(40);
  usePreferences.getState().set({ chartShare: 35 });
  const gone = logOut();
  expect(useSession.getState().token).toBe('');
  const last = await next(sent);
  expect(preferencesIn(last.input)).toMatchObject({ chartShare: 35 });
  last.answer({ layout: '{}' });
  (await next('/login/logout')).answer({});
  await gone;
});

test('the end of a session waits a moment for what has not arrived, and no longer', async () => {
  const { next } = wire();
  signIn();
  (await next(asked)).answer({ layout: JSON.stringify({ preferences: { chartShare: 40 } }) });
  await expect.poll(() => usePreferences.getState().chartShare).toBe(40);
  usePreferences.getState().set({ chartShare: 35 });
  const gone = logOut();
  const last = await next(sent);
  (await next('/login/logout')).answer({});
  expect(last.ended()).toBe(true);
  await gone;
});
