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
/** How long after the press an order may still arrive; slow acts and forms have longer. */
const orderWaitMs = 10_000;
const formWaitMs = 90_000;

const fields = ['key', 'owner', 'book', 'path', 'subject', 'summary'] as const;

function isIntent(value: unknown): value is Intent {
  if (typeof value !== 'object' || value === null) return false;
  const known = new Map<string, unknown>(Object.entries(value));
  return fields.every((name) => typeof known.get(name) === 'string') && typeof known.get('deadline') === 'number';
}

/** Strangers' intents stay written down, hidden. */
const store = {
  read: (): readonly Intent[] => {
    const found = parse(localStorage.getItem(storeKey) ?? undefined);
    return Array.isArray(found) ? found.filter(isIntent) : [];
  },
  write: (intents: readonly Intent[]) => write(localStorage, storeKey, intents.length === 0 ? null : JSON.stringify(intents)),
};

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
  // A session that the server has ended takes its intents with it; whoever signs in next is told where to look.
  let last: string | undefined;
  useSession.subscribe((now, before) => {
    last = now.userInfo?.id ?? before.userInfo?.id ?? last;
    // A page begins anew with another account or person, and words about "the order" would be taken for one of theirs.
    const another = before.userInfo !== null && now.userInfo?.id !== before.userInfo.id;
    if (another || bookOf(now.virtualStatus) !== bookOf(before.virtualStatus)) outbox.leave();
  });
  onSessionEnded(() => {
    if (last !== undefined) unanswered = [...unanswered, ...outbox.drop(last)];
  });
}

let unanswered: readonly Intent[] = [];

/** What this person's last session ended with before an answer had come; told once. */
export function takeUnanswered(owner: string): readonly Intent[] {
  const theirs = unanswered.filter((intent) => intent.owner === owner);
  unanswered = unanswered.filter((intent) => intent.owner !== owner);
  return theirs;
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
