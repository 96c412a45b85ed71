import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from './test-browser.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

const alice = {
  id: 'u1',
  userName: 'alice',
  email: 'a***@example.com',
  language: 'de',
  kycStatus: 'notVerified',
  inviteCode: 'ABC123',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A page that starts with these entries in local storage. */
async function page(entries: Record<string, string> = {}) {
  const browser = fakeBrowser();
  for (const [key, value] of Object.entries(entries)) browser.localStorage.setItem(key, value);
  return { ...browser, ...(await import('./session.ts')) };
}

beforeEach(() => vi.resetModules());

test('a first visit is Chinese, signed out, on the demo account', async () => {
  const { useSession } = await page();
  expect(useSession.getState()).toMatchObject({ token: '', isLogin: false, userInfo: null, language: 'zh', virtualStatus: 1 });
});

test('signing in survives a reload under the names of the specification', async () => {
  const first = await page();
  first.useSession.getState().signIn('secret', alice);
  first.useSession.getState().setBook('real');
  const kept = first.localStorage.all();
  expect(kept).toEqual({
    isLogin: 'true',
    language: 'zh',
    token: 'secret',
    userInfo: JSON.stringify(alice),
    virtualStatus: '0',
  });
  vi.resetModules();
  const second = await page(kept);
  expect(second.useSession.getState()).toMatchObject({ token: 'secret', isLogin: true, userInfo: alice, virtualStatus: 0 });
});

test('any status other than 1 is the real account', async () => {
  for (const [stored, book] of [
    ['1', 'demo'],
    ['0', 'real'],
    ['2', 'real'],
  ] as const) {
    const { useSession, bookOf } = await page({ virtualStatus: stored });
    expect(bookOf(useSession.getState().virtualStatus), stored).toBe(book);
    vi.resetModules();
  }
});

test('a token of digits alone is still a token', async () => {
  const { useSession } = await page({ token: '12345', isLogin: 'true' });
  expect(useSession.getState().token).toBe('12345');
});

test('damaged or forged entries count as absent', async () => {
  const { useSession } = await page({
    token: 'x',
    isLogin: 'maybe',
    userInfo: '{"id":',
    language: 'xx',
    virtualStatus: 'demo',
  });
  expect(useSession.getState()).toMatchObject({ token: '', isLogin: false, userInfo: null, language: 'zh', virtualStatus: 1 });
});

test('result code 401 clears the credentials and nothing else', async () => {
  const { useSession, endSession, onSessionEnded, localStorage } = await page({ language: 'fr', theme: 'light' });
  useSession.getState().signIn('secret', alice);
  useSession.getState().setBook('real');
  const heard = vi.fn<(ending: string) => void>();
  onSessionEnded(heard);
  endSession('code');
  expect(useSession.getState()).toMatchObject({ token: '', isLogin: false, userInfo: null, virtualStatus: 0 });
  expect(localStorage.all()).toEqual({ isLogin: 'false', language: 'fr', theme: 'light', virtualStatus: '0' });
  expect(heard).toHaveBeenCalledWith('code');
});

test('HTTP 401 clears all local storage, then writes the language back', async () => {
  const { useSession, endSession, localStorage } = await page({ language: 'ar', theme: 'light', other: '1' });
  useSession.getState().signIn('secret', alice);
  endSession('http');
  expect(localStorage.all()).toEqual({ language: 'ar' });
  expect(useSession.getState()).toMatchObject({ token: '', isLogin: false, language: 'ar', virtualStatus: 1 });
});

test('the server is told the language and on which account somebody is signed in, and nothing else', async () => {
  const { useSession, endSession, document } = await page({ language: 'de' });
  const told = () => Object.fromEntries(document.cookies);
  expect(told()).toEqual({ language: 'de' });
  useSession.getState().signIn('secret', alice);
  expect(told()).toEqual({ language: 'de', signedIn: 'demo' });
  useSession.getState().setBook('real');
  useSession.getState().setLanguage('ja');
  expect(told()).toEqual({ language: 'ja', signedIn: 'real' });
  endSession('http');
  expect(told()).toEqual({ language: 'ja' });
  useSession.getState().signIn('secret', alice);
  useSession.getState().signOut(true);
  expect(told()).toEqual({ language: 'ja' });
});

test('signing out in one tab signs out the others', async () => {
  const { useSession, localStorage, window } = await page({
    token: 'secret',
    isLogin: 'true',
    userInfo: JSON.stringify(alice),
  });
  expect(useSession.getState().isLogin).toBe(true);
  localStorage.removeItem('token');
  localStorage.setItem('isLogin', 'false');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  expect(useSession.getState()).toMatchObject({ token: '', isLogin: false, userInfo: null });
});

test('the onboarding board is dismissed for the browser session', async () => {
  const { useBoard, sessionStorage, localStorage } = await page();
  expect(useBoard.getState().showBoard).toBe(true);
  useBoard.getState().dismiss();
  expect(sessionStorage.all()).toEqual({ showBoard: 'false' });
  expect(localStorage.all()).toEqual({});
});

test('what is told of a session that has been replaced is not taken for the one that is there', async () => {
  const { useSession } = await page({ token: 'old', isLogin: 'true', userInfo: JSON.stringify(alice) });
  const bob = { ...alice, id: 'u2', userName: 'bob' };
  expect(useSession.getState().toldFor).toBe('');
  useSession.getState().signIn('new', bob);
  useSession.getState().setUserInfo(alice, 'old');
  expect(useSession.getState()).toMatchObject({ token: 'new', toldFor: 'new', userInfo: bob });
});
