import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = (await readFile(new URL('service-worker.js', import.meta.url), 'utf8'))
  .replace('/* filled in by the build */ []', JSON.stringify(['/index.html', '/icon.svg', '/assets/frame-1.js']))
  .replace("/* filled in by the build */ ''", "'v2'");
const origin = 'https://assay.example';

type Listener = (event: Record<string, unknown>) => void;

/** The worker with caches in memory and a network that answers `from the network`, or nothing. */
function worker(network: (url: string) => Promise<Response> = async () => new Response('from the network')) {
  const stores = new Map<string, Map<string, Response>>([
    ['assay-v1', new Map()],
    ['of another site', new Map()],
  ]);
  const fetched: string[] = [];
  const addressOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const fetchOne = async (request: string | { url: string }) => {
    fetched.push(addressOf(request));
    return network(addressOf(request));
  };
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) store.set(addressOf(request), await fetchOne(request));
      },
      add: async (path: string) => store.set(path, await fetchOne(path)),
      put: async (request: { url: string }, answer: Response) => store.set(addressOf(request), answer),
      match: async (path: string) => store.get(path),
    };
  };
  const listeners = new Map<string, Listener>();
  const taken: string[] = [];
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const opened: string[] = [];
  const pages: { url: string; told: unknown[]; focused: number; silent?: boolean }[] = [];
  runInNewContext(source, {
    self: {
      location: { origin },
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      skipWaiting: () => taken.push('skipWaiting'),
      clients: {
        claim: async () => void taken.push('claim'),
        openWindow: async (url: string) => void opened.push(url),
        matchAll: async () =>
          pages.map((page) => ({
            url: page.url,
            postMessage: (data: unknown, [port]: MessagePort[]) => {
              page.told.push(data);
              if (page.silent !== true) port?.postMessage('goes there');
            },
            navigate: async (url: string) => void opened.push(`there: ${url}`),
            focus: async () => void (page.focused += 1),
          })),
      },
      registration: {
        showNotification: async (title: string, options: Record<string, unknown>) => void shown.push({ title, options }),
      },
    },
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (request: string | { url: string }, { cacheName }: { cacheName: string }) =>
        stores.get(cacheName)?.get(addressOf(request)),
    },
    fetch: fetchOne,
    Request: class {
      readonly url: string;
      constructor(url: string) {
        this.url = new URL(url, origin).href;
      }
    },
    Response,
    URL,
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms === 1_000 ? 50 : ms),
    MessageChannel,
    Promise,
  });

  async function dispatch(name: string, event: Record<string, unknown> = {}): Promise<void> {
    const waits: unknown[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (wait: unknown) => waits.push(wait) });
    await Promise.all(waits);
  }
  /** What the worker answers; undefined when the request is none of its business. */
  async function ask(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | undefined> {
    let answer: Promise<Response> | undefined;
    const url = new URL(path, origin).href;
    listeners.get('fetch')?.({
      request: { url, method, mode },
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    const response = await answer;
    return response === undefined
      ? undefined
      : response
          .clone()
          .text()
          .catch(() => 'nothing');
  }
  return { dispatch, ask, stores, fetched, taken, shown, opened, pages };
}

test.for([
  '/swx/customer/user/getUserInfo',
  '/swx/customer/index/listContents/2',
  '/websocket/message',
  '/docs',
  '/docs/json',
  '/sandbox/outbox',
  '/logos/crypto/btc.svg',
  '/service.html?language=en',
  '/api/loginCallback/google?code=1',
  'https://elsewhere.example/assets/frame-1.js',
])('%s is none of its business, as a page or as a file', async (path) => {
  const { ask } = worker();
  expect(await ask(path)).toBeUndefined();
  expect(await ask(path, { mode: 'navigate' })).toBeUndefined();
});

test('it answers nothing but reading', async () => {
  const { ask } = worker();
  expect(await ask('/help', { mode: 'navigate', method: 'POST' })).toBeUndefined();
  expect(await ask('/assets/frame-1.js', { method: 'HEAD' })).toBeUndefined();
});

test('a page comes from the network while there is one, and the shell stands in when there is none', async () => {
  let online = true;
  const { dispatch, ask, stores } = worker(async (url) => {
    if (!online) throw new TypeError('Failed to fetch');
    return new Response(url === '/index.html' ? 'the shell' : 'the newest page');
  });
  await dispatch('install');
  expect(await ask('/help', { mode: 'navigate' })).toBe('the newest page');
  online = false;
  expect(await ask('/help', { mode: 'navigate' })).toBe('the shell');
  expect([...(stores.get('assay-v2')?.keys() ?? [])]).toEqual(['/index.html', '/icon.svg', '/assets/frame-1.js']);
});

test('files with a hash are fetched once, those without are fetched anew', async () => {
  const { ask, fetched } = worker();
  await ask('/assets/page-2.js');
  expect(await ask('/assets/page-2.js')).toBe('from the network');
  await ask('/icon.svg');
  await ask('/icon.svg');
  expect(fetched).toEqual(['/assets/page-2.js', '/icon.svg', '/icon.svg']);
});

test('an answer that went wrong is not kept', async () => {
  const { ask, stores } = worker(async () => new Response('gone', { status: 404 }));
  await ask('/assets/old-3.js');
  expect([...(stores.get('assay-v2')?.keys() ?? [])]).toEqual([]);
});

test('a new worker waits until it is told, then drops what older ones kept, and nothing of others', async () => {
  const { dispatch, stores, taken } = worker();
  await dispatch('install');
  expect(taken).toEqual([]);
  await dispatch('message', { data: 'take over' });
  await dispatch('activate');
  expect(taken).toEqual(['skipWaiting', 'claim']);
  expect([...stores.keys()]).toEqual(['of another site', 'assay-v2']);
});

test('of what a page had loaded it keeps files of the program alone', async () => {
  const { dispatch, stores } = worker();
  const keep = [
    `${origin}/assets/words-4.js`,
    `${origin}/swx/customer/user/getUserInfo`,
    `${origin}/logos/x.svg`,
    'https://elsewhere.example/assets/a.js',
  ];
  await dispatch('message', { data: { keep } });
  expect([...(stores.get('assay-v2')?.keys() ?? [])]).toEqual(['/assets/words-4.js']);
});

const told = {
  id: '7',
  title: 'Little margin left',
  text: 'BTCUSDT · Real account.',
  path: '/cruuency?code=BTCUSDT',
  lang: 'en',
  dir: 'ltr',
  at: 1_894_017_600_000,
};

test('what is pushed is shown with its words, in the place of the same that came before', async () => {
  const { dispatch, shown } = worker();
  await dispatch('push', { data: { json: () => told } });
  expect(shown).toMatchObject([
    {
      title: 'Little margin left',
      options: { body: 'BTCUSDT · Real account.', tag: 'told-7', lang: 'en', dir: 'ltr', timestamp: told.at },
    },
  ]);
});

/** A tap on the notification of `told`, unless stated otherwise. */
async function tap({ dispatch }: ReturnType<typeof worker>, more: Partial<typeof told> = {}): Promise<number> {
  let closed = 0;
  const { id, path } = { ...told, ...more };
  await dispatch('notificationclick', { notification: { close: () => (closed += 1), data: { id, path } } });
  return closed;
}

test('a tap leads there in a page that is open, else in a new window', async () => {
  const own = worker();
  expect(await tap(own)).toBe(1);
  expect(own.opened).toEqual(['/cruuency?code=BTCUSDT#told=7']);
  own.pages.push(
    { url: `${origin}/service.html?language=en`, told: [], focused: 0 },
    { url: `${origin}/market`, told: [], focused: 0 },
  );
  await tap(own);
  expect(own.pages.map((page) => page.told)).toEqual([[], [{ told: '7', path: '/cruuency?code=BTCUSDT' }]]);
  expect(own.pages.map((page) => page.focused)).toEqual([0, 1]);
  const still = worker();
  still.pages.push({ url: `${origin}/market`, told: [], focused: 0, silent: true });
  await tap(still);
  expect(still.opened).toEqual(['there: /cruuency?code=BTCUSDT#told=7']);
  await tap(own, { path: '/service.html?language=en' });
  expect(own.opened.slice(1)).toEqual(['/service.html?language=en#told=7']);
});

test.each(['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)'])(
  'a tap never leads to %s',
  async (path) => {
    const own = worker();
    await tap(own, { path });
    own.pages.push({ url: `${origin}/market`, told: [], focused: 0 });
    await tap(own, { path });
    expect([own.opened, own.pages[0]?.told]).toEqual([[], []]);
  },
);
