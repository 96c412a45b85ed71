import { ApiRefusal, type Located, type SentImages } from '@assay/contract/client.ts';
import { type Intent, type IntentStore, NotSent, Outbox, type Outcome, readOutcome } from '@assay/contract/outbox.ts';
import { serverTime, stopwatch } from '@assay/contract/server-time.ts';
import { storageOf } from '@assay/contract/storage.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { calls } from 'virtual:calls';
import type { z } from 'zod';
import { call, inWords } from './api.ts';
import { bookOf, onPageBack, onSessionEnded, useSession } from './session.ts';
import { parse } from './storage.ts';

/** How long after the press an order may still arrive; slow acts and forms have longer. */
const orderWaitMs = 10_000;
const formWaitMs = 90_000;

const fields = ['key', 'owner', 'path', 'subject', 'summary'] as const;

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const known = new Map<string, unknown>(Object.entries(value));
  const isBook = ['demo', 'real'].some((book) => book === known.get('book'));
  return isBook && fields.every((name) => typeof known.get(name) === 'string') && typeof known.get('deadline') === 'number';
}

/**
 * Intents in a storage, each under a name of its own: two tabs that write one list would take each other's away. What is damaged
 * is dropped, and nothing with it.
 */
function intentsIn(kind: Parameters<typeof storageOf>[0], prefix: 'outbox.' | 'unanswered.'): IntentStore {
  const shelf = storageOf(kind);
  const place = (key: string) => `${prefix}${key}` as const;
  return {
    read: () =>
      shelf.keys().flatMap((name) => {
        if (!name.startsWith(prefix)) return [];
        const key = name.slice(prefix.length);
        const found = parse(shelf.get(place(key)) ?? undefined);
        if (isIntent(found) && key === found.key) return [found];
        shelf.set(place(key), null);
        return [];
      }),
    write: (intent) => shelf.set(place(intent.key), JSON.stringify(intent)),
    erase: (key) => shelf.set(place(key), null),
  };
}

/** Strangers' intents stay written down, hidden. */
const store = intentsIn('localStorage', 'outbox.');

/** What sessions have ended with before an answer had come. The window keeps it: what all have is cleared with a session. */
const unanswered = intentsIn('sessionStorage', 'unanswered.');

/** In whose name and on which account something is sent, whatever the page shows by then. */
function headersOf({ token, book }: { token: string; book: Book }): Record<string, string> {
  return { Authorization: token, virtually: book === 'demo' ? 'NO' : 'YES' };
}

async function ask({ owner, book, path, key, deadline }: Intent): Promise<Outcome> {
  const { token } = useSession.getState();
  if (token === '' || (await ownerOf(token)) !== owner) return { state: 'working' };
  const asked = { path, key, deadline: String(deadline) };
  const outcome = readOutcome(await call(calls.order.outcome, asked, { headers: headersOf({ token, book }) }));
  return outcome.state === 'refused' ? { ...outcome, refusal: await inWords(outcome.refusal) } : outcome;
}

/** The server's time; requested where no answer has brought it yet. */
async function serverNow(): Promise<number> {
  if (serverTime() === null) await call(calls.index.getParamByKey, { key: 'mode' });
  const now = serverTime();
  if (now === null) throw new Error('the server tells no time');
  return now;
}

/** The page's one way out for everything that moves something. */
export const outbox = new Outbox({
  newKey: () => crypto.randomUUID(),
  online: () => navigator.onLine,
  serverNow,
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  ask,
  store,
});

/** Takes up what the page before has left behind, and follows what other tabs write down. */
export function startOutbox(): void {
  outbox.readStore('past');
  window.addEventListener('storage', ({ key }) => {
    // Without a name all that was kept has been cleared.
    if (key === null || key.startsWith('outbox.')) outbox.readStore('tab');
  });
  onPageBack(() => outbox.readStore('tab'));
  useSession.subscribe((now, before) => {
    // A page begins anew with another account or person, and words about "the order" would be taken for one of theirs.
    const another = before.userInfo !== null && now.userInfo?.id !== before.userInfo.id;
    if (another || bookOf(now.virtualStatus) !== bookOf(before.virtualStatus)) outbox.leave();
  });
  // The end of a session by the server clears all stored intents, other users' too; each of them is shown where to look at the
  // next sign-in, on this page or after a reload.
  onSessionEnded(() => {
    const owners = new Set(outbox.entries.map(({ owner }) => owner));
    for (const dropped of [...owners].flatMap((owner) => outbox.drop(owner))) unanswered.write(frozen(dropped));
  });
}

/** What may be written down of an intent, and nothing else. */
function frozen({ key, owner, book, path, subject, summary, deadline }: Intent): Intent {
  return { key, owner, book, path, subject, summary, deadline };
}

/** Acts of this person's last session that ended without an answer; shown once. */
export function takeUnanswered(owner: string): readonly Intent[] {
  const own = unanswered.read().filter((intent) => intent.owner === owner);
  for (const { key } of own) unanswered.erase(key);
  return own;
}

interface Pressed {
  readonly book: Book;
  readonly token: string;
  readonly subject: string;
  readonly summary: string;
  readonly images: SentImages;
  readonly onProgress: (share: number) => void;
  /** Gives it up while it is still being found out whose it is; from then on the outbox does. */
  readonly signal?: AbortSignal;
}

/** Sends one call, frozen as it was pressed. Answers undefined where one for the same subject is under way already. */
export async function sendOnce<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  input: z.input<I>,
  { book, token, subject, summary, images, onProgress, signal }: Pressed,
): Promise<z.output<R> | undefined> {
  const ago = stopwatch();
  const pictures = Object.keys(images).length > 0;
  const headers = headersOf({ token, book });
  const waitMs = endpoint.path.startsWith('/order/') ? orderWaitMs : formWaitMs;
  const owner = toldOwner(token) ?? (await ownerInTime(token, waitMs, signal));
  return outbox.submit({
    owner,
    book,
    path: endpoint.path,
    subject,
    summary,
    waitMs,
    ago,
    repeatable: pictures,
    send: (intent, ending) => {
      const sent = { idempotencyKey: intent.key, headers: { ...headers, Deadline: String(intent.deadline) }, signal: ending };
      return call(endpoint, input, pictures ? { ...sent, images, onProgress } : sent);
    },
  });
}

/**
 * Whose press it is. Until that is known there is no entry that could be given up or left: so the press ends here when it is
 * cancelled, when its time is over, and when the page turns to another account or session.
 */
async function ownerInTime(token: string, waitMs: number, signal?: AbortSignal): Promise<string> {
  const end = new AbortController();
  const giveUp = (reason: NotSent['reason']) => end.abort(new NotSent(reason));
  const cancelled = () => giveUp('cancelled');
  const late = setTimeout(() => giveUp('late'), waitMs);
  const stop = useSession.subscribe((now, before) => {
    if (now.token !== before.token || bookOf(now.virtualStatus) !== bookOf(before.virtualStatus)) cancelled();
  });
  signal?.addEventListener('abort', cancelled);
  try {
    const owner = await ownerOf(token, end.signal);
    end.signal.throwIfAborted();
    return owner;
  } catch (error) {
    end.signal.throwIfAborted();
    throw error instanceof ApiRefusal ? error : new NotSent('offline');
  } finally {
    clearTimeout(late);
    stop();
    signal?.removeEventListener('abort', cancelled);
  }
}

/** Whose token it is, where the server has said so already. */
function toldOwner(token: string): string | undefined {
  const { userInfo, toldFor } = useSession.getState();
  return toldFor === token ? userInfo?.id : undefined;
}

/** The owner of the token: as the server has said, since the user stored beside it may be the previous one. */
async function ownerOf(token: string, signal?: AbortSignal): Promise<string> {
  const known = toldOwner(token);
  if (known !== undefined) return known;
  const told = await call(calls.user.getUserInfo, {}, { headers: { Authorization: token }, ...(signal && { signal }) });
  useSession.getState().setUserInfo(told, token);
  return told.id;
}
