// Keeps the shell of the site, so that it opens without a connection. It keeps files of the program alone: answers of the
// server are never read or kept here, and whole parts of the site are none of its business. Pages come from the network
// while there is one, so a new build takes effect at once.
const shell = /* filled in by the build */ [];
const version = /* filled in by the build */ '';

const cacheName = `assay-${version}`;
const pageTimeoutMs = 5_000;
const goMsMax = 1_000;
/** Calls, the live feed, documents of machines, the sign-in callback, and the chat, which must never be an old one. */
const notOurs = /^\/(?:swx|websocket|docs|sandbox|logos|metrics|healthz|readyz|api\/loginCallback|service\.html)(?:\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll(shell.map((url) => new Request(url, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
  // What the page had loaded before this worker was there.
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || notOurs.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, '/index.html'));
  else if (isHashed(pathname)) event.respondWith(file(request));
  else if (shell.includes(pathname)) event.respondWith(fresh(request, pathname));
});

/** What comes twice takes the place of what is shown. */
async function tell({ id, title, text, path, lang, dir, at }) {
  await self.registration.showNotification(title, {
    body: text,
    tag: `told-${id}`,
    lang,
    dir,
    timestamp: at,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { id, path },
  });
}

/** A page that is open goes there itself, with all that it has; the chat is a window of its own. */
async function lead({ id, path }) {
  const to = new URL(path, self.location.origin);
  if (to.origin !== self.location.origin) return;
  const isChat = (pathname) => pathname === '/service.html';
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => !isChat(new URL(url).pathname));
  const address = `${to.pathname}${to.search}#told=${id}`;
  if (page === undefined || isChat(to.pathname)) {
    await self.clients.openWindow(address);
    return;
  }
  // What the browser does not bring to the front goes there all the same.
  await page.focus().catch(() => undefined);
  if (await goes(page, { told: id, path })) return;
  await page.navigate(address).catch(() => self.clients.openWindow(address));
}

/** Whether the page says that it goes there: one that is still opening hears nothing yet. */
async function goes(page, message) {
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), goMsMax);
  });
  page.postMessage(message, [port2]);
  const does = await said;
  port1.close();
  return does;
}

/** Files of a build carry their hash in their name: what is kept under it can't be an old one. */
function isHashed(pathname) {
  return pathname.startsWith('/assets/');
}

/** From the network; what is kept stands in when there is none, or when it takes too long. */
async function fresh(request, path) {
  try {
    return await Promise.race([fetch(request), tooLate()]);
  } catch {
    return (await caches.match(path, { cacheName })) ?? Response.error();
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('no answer yet')), pageTimeoutMs));
}

async function file(request) {
  const kept = await caches.match(request, { cacheName });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    caches
      .open(cacheName)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

async function keep(addresses) {
  const cache = await caches.open(cacheName);
  const ours = addresses.filter((address) => URL.parse(address)?.origin === self.location.origin);
  await Promise.allSettled(
    ours
      .map((address) => new URL(address).pathname)
      .filter(isHashed)
      .map(async (path) => {
        if ((await cache.match(path)) === undefined) await cache.add(path);
      }),
  );
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('assay-') && name !== cacheName).map((name) => caches.delete(name)));
}
