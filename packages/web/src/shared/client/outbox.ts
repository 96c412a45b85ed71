import { ApiRefusal, type Located, type SentImages } from '@assay/contract/client.ts';
import { type Intent, NotSent, Outbox, type Outcome, readOutcome } from '@assay/contract/outbox.ts';
import { serverTime } from '@assay/contract/server-time.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { calls } from 'virtual:calls';
import type { z } from 'zod';
import { call, inWords } from './api.ts';
import { bookOf, onSessionEnded, useSession } from './session.ts';
import { parse, write } from './storage.ts';

const storeKey = 'outbox';
const unansweredKey = 'unanswered';
/** How long after the press an order may still arrive; slow acts and forms have longer. */
const orderWaitMs = 10_000;
const formWaitMs = 90_000;

const fields = ['key', 'owner', 'book', 'path', 'subject', 'summary'] as const;

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const known = new Map<string, unknown>(Object.entries(value));
  return fields.every((name) => typeof known.get(name) === 'string') && typeof known.get('deadline') === 'number';
}

function listIn(storage: Storage, key: string) {
  return {
    read: (): readonly Intent[] => {
      const found = parse(storage.getItem(key) ?? undefined);
      return Array.isArray(found) ? found.filter(isIntent) : [];
    },
    write: (intents: readonly Intent[]) => write(storage, key, intents.length === 0 ? null : JSON.stringify(intents)),
  };
}

/** Strangers' intents stay written down, hidden. */
const store = listIn(localStorage, storeKey);

/** What sessions have ended with before an answer had come. The window keeps it: what all have is cleared with a session. */
const unanswered = listIn(sessionStorage, unansweredKey);

/** In whose name and on which account something is sent, whatever the page shows by then. */
function headersOf({ token, book }: { token: string; book: Book }): Record<string, string> {
  return { Authorization: token, virtually: book === 'demo' ? 'NO' : 'YES' };
}

async function ask({ owner, book, path, key, deadline }: Intent): Promise<Outcome> {
  const { token, userInfo } = useSession.getState();
  if (userInfo?.id !== owner) return { state: 'working' };
  const asked = { path, key, deadline: String(deadline) };
  const outcome = readOutcome(await call(calls.order.outcome, asked, { headers: headersOf({ token, book }) }));
  return outcome.state === 'refused' ? { ...outcome, refusal: await inWords(outcome.refusal) } : outcome;
}

/** The server's time; asked for where no answer has told it yet. */
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
    if (key === storeKey) outbox.readStore('tab');
  });
  useSession.subscribe((now, before) => {
    // A page begins anew with another account or person, and words about "the order" would be taken for one of theirs.
    const another = before.userInfo !== null && now.userInfo?.id !== before.userInfo.id;
    if (another || bookOf(now.virtualStatus) !== bookOf(before.virtualStatus)) outbox.leave();
  });
  // A session that the server has ended takes with it all that was written down, strangers' intents too; each of them is told
  // where to look when they sign in next, on this page or after it was loaded anew.
  onSessionEnded(() => {
    const owners = new Set(outbox.entries.map(({ owner }) => owner));
    const dropped = [...owners].flatMap((owner) => outbox.drop(owner)).map(frozen);
    unanswered.write([...unanswered.read(), ...dropped]);
  });
}

/** What may be written down of an intent, and nothing else. */
function frozen({ key, owner, book, path, subject, summary, deadline }: Intent): Intent {
  return { key, owner, book, path, subject, summary, deadline };
}

/** What this person's last session ended with before an answer had come; told once. */
export function takeUnanswered(owner: string): readonly Intent[] {
  const all = unanswered.read();
  unanswered.write(all.filter((intent) => intent.owner !== owner));
  return all.filter((intent) => intent.owner === owner);
}

interface Pressed {
  readonly book: Book;
  readonly token: string;
  readonly subject: string;
  readonly summary: string;
  readonly images: SentImages;
  readonly onProgress: (share: number) => void;
}

/** Sends one call, frozen as it was pressed. Answers undefined where one for the same subject is under way already. */
export async function sendOnce<I extends z.ZodObject, R extends z.ZodType>(
  endpoint: Located<I, R>,
  input: z.input<I>,
  { book, token, subject, summary, images, onProgress }: Pressed,
): Promise<z.output<R> | undefined> {
  const pictures = Object.keys(images).length > 0;
  const headers = headersOf({ token, book });
  const owner = await ownerOf(headers).catch((error: unknown) => {
    throw error instanceof ApiRefusal ? error : new NotSent('offline');
  });
  return outbox.submit({
    owner,
    book,
    path: endpoint.path,
    subject,
    summary,
    waitMs: endpoint.path.startsWith('/order/') ? orderWaitMs : formWaitMs,
    repeatable: pictures,
    send: (intent, signal) => {
      const sent = { idempotencyKey: intent.key, headers: { ...headers, Deadline: String(intent.deadline) }, signal };
      return call(endpoint, input, pictures ? { ...sent, images, onProgress } : sent);
    },
  });
}

/** Who presses: known, or asked for once after the page has been opened. */
async function ownerOf(headers: Record<string, string>): Promise<string> {
  const known = useSession.getState().userInfo;
  if (known !== null) return known.id;
  const userInfo = await call(calls.user.getUserInfo, {}, { headers });
  useSession.getState().setUserInfo(userInfo);
  return userInfo.id;
}
