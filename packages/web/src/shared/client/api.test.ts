import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from './test-browser.ts';

// Files share a worker: what was put in place of a global must not reach the next one.
afterAll(() => vi.unstubAllGlobals());

const calling = { method: 'POST', path: '/user/getUserInfo' } as const;

/** A page with these entries in local storage, over a network that answers so. */
async function page(entries: Record<string, string>, answer: (url: string, init: RequestInit) => Promise<Response>) {
  const browser = fakeBrowser();
  for (const [key, value] of Object.entries(entries)) browser.localStorage.setItem(key, value);
  const network = vi.fn<typeof answer>(answer);
  vi.stubGlobal('fetch', network);
  return { ...browser, network, ...(await import('./api.ts')), ...(await import('./session.ts')) };
}

const success = () => Promise.resolve(Response.json({ code: '200', result: { id: 'u1' } }));
const signedIn = { token: 'secret', isLogin: 'true', language: 'de' };
const thrown = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);

beforeEach(() => vi.resetModules());

test('every request names the account: virtually is NO on demo and YES otherwise', async () => {
  for (const [virtualStatus, virtually] of [
    ['1', 'NO'],
    ['0', 'YES'],
    ['2', 'YES'],
  ] as const) {
    const { call, network } = await page({ ...signedIn, virtualStatus }, success);
    await call(calling, {});
    expect(network.mock.calls[0]?.[1].headers).toMatchObject({ virtually, Authorization: 'secret', 'Accept-Language': 'de' });
    vi.resetModules();
  }
});

test('without a token there is no Authorization header', async () => {
  const { call, network } = await page({}, success);
  await call(calling, {});
  expect(network.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization');
});

test('only the server itself tells its time: what answers in its place, such as a portal, sets no clock', async () => {
  const dated = (body: BodyInit, status: number) =>
    Promise.resolve(new Response(body, { status, headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } }));
  const answers = [() => dated('<h1>Log in to this network</h1>', 200), () => dated('<h1>Bad gateway</h1>', 502)];
  for (const answer of [...answers, () => dated('{"code":"200","result":{}}', 200)]) {
    const { call } = await page(signedIn, answer);
    const { serverTime } = await import('@assay/contract/server-time.ts');
    await thrown(call(calling, {}));
    expect(serverTime() === null).toBe(answers.includes(answer));
    vi.resetModules();
  }
});

test('a request that has no answer after 90 seconds says so, and any other silence is told from it', async () => {
  const timer = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  const { call } = await page(signedIn, (_, { signal }) => {
    if (signal?.aborted) return Promise.reject(new DOMException('ended', 'AbortError'));
    return Promise.reject(new TypeError('no network'));
  });
  const { NoAnswer } = await import('@assay/contract/client.ts');
  const proof = new Blob(['picture']);
  expect(await thrown(call(calling, {}))).toMatchObject(new NoAnswer('network'));
  expect(await thrown(call(calling, {}, { images: { proof } }))).toMatchObject(new NoAnswer('upload'));
  timer.abort();
  expect(await thrown(call(calling, {}, { images: { proof } }))).toMatchObject(new NoAnswer('timeout'));
  expect(limit).toHaveBeenCalledWith(90_000);
  limit.mockRestore();
});

test('result code 401 ends the session and HTTP 401 clears local storage; both are still rejected to the caller', async () => {
  const body = { code: '401', message: 'Bitte melden Sie sich an.' };
  const asCode = await page({ ...signedIn, kept: 'yes' }, () => Promise.resolve(Response.json(body)));
  expect(await thrown(asCode.call(calling, {}))).toMatchObject({ code: '401' });
  expect([asCode.useSession.getState().isLogin, asCode.localStorage.getItem('kept')]).toEqual([false, 'yes']);
  vi.resetModules();
  const asStatus = await page({ ...signedIn, kept: 'yes' }, () => Promise.resolve(Response.json(body, { status: 401 })));
  expect(await thrown(asStatus.call(calling, {}))).toMatchObject({ code: '401' });
  expect([asStatus.useSession.getState().isLogin, asStatus.localStorage.getItem('kept')]).toEqual([false, null]);
});
