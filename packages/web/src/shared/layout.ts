import { storageOf } from '@assay/contract/storage.ts';
import { layoutCharsMax } from '@assay/contract/vocabulary/limits.ts';
import { calls } from 'virtual:calls';
import { call } from './client/api.ts';
import { useSession } from './client/session.ts';
import { parse } from './client/storage.ts';
import { type Preferences, readPreferences, usePreferences } from './preferences.ts';

/** A part of how the site is set up: what it is now, and how it is taken over from the server. */
interface Part {
  read(): unknown;
  apply(found: unknown): void;
  subscribe(listener: () => void): () => void;
}

/** Several changes in a row, such as a line that is dragged, are sent as one. */
const sendAfterMs = 1_500;
/** The end of a session waits no longer for what has not arrived. */
const lastMsMax = 1_500;

const parts = new Map<string, Part>();
/** As the server has it, with parts that no page has requested yet. Null until it is known. */
let known: Record<string, unknown> | null = null;
let isApplying = false;
/** Names of what has changed here and not arrived: it counts more than what the server has. Kept over a reload. */
const unsent = 'layoutUnsent';
/** What parts and pages keep in this browser of the person, whether they have been opened in this life of the page or not. */
const ofPerson = [unsent, 'charts', 'parameters', 'chartTemplates', 'recentCodes'] as const;
const shelf = storageOf('localStorage');
let timer: ReturnType<typeof setTimeout> | undefined;

const unsentNames = (): readonly string[] => (shelf.get(unsent) ?? '').split(' ').filter((name) => name !== '');

/** Keeps a part with the person, on every device. What the server has of it counts, once it is known; until then what this browser has. */
export function keepInLayout(name: string, part: Part): void {
  parts.set(name, part);
  part.subscribe(() => {
    if (!isApplying) changed(name, part);
  });
  if (known !== null) meet(name, part);
}

function changed(name: string, part: Part): void {
  // What a visitor has set up counts where the server has nothing of theirs.
  if (!useSession.getState().isLogin) return;
  shelf.set(unsent, [...new Set([...unsentNames(), name])].join(' '));
  if (known === null) return;
  known[name] = part.read();
  clearTimeout(timer);
  timer = setTimeout(() => void send(), sendAfterMs);
}

/**
 * Takes along what has not arrived, on sign-out; must be called before it, and the returned function afterwards with the old
 * token.
 */
export function lastLayout(): (authorization: string) => Promise<void> {
  const layout = toSend();
  return async (Authorization) => {
    if (layout === undefined) return;
    const signal = AbortSignal.timeout(lastMsMax);
    await call(calls.user.setLayout, { layout }, { headers: { Authorization }, signal });
  };
}

/** What the server is to keep; undefined where there is nothing new. */
function toSend(): string | undefined {
  const layout = JSON.stringify(known);
  return known === null || unsentNames().length === 0 || layout.length > layoutCharsMax ? undefined : layout;
}

async function send(): Promise<void> {
  const layout = toSend();
  if (layout === undefined || !useSession.getState().isLogin) return;
  const sent = await call(calls.user.setLayout, { layout }).catch(() => undefined);
  // This browser keeps it too: the next start brings along what has not arrived.
  if (sent !== undefined && layout === JSON.stringify(known)) shelf.set(unsent, null);
}

/** What the server has is taken over; what it does not have is sent. */
function meet(name: string, part: Part): void {
  const found = known?.[name];
  if (found === undefined || unsentNames().includes(name)) changed(name, part);
  else apply(part, found);
}

function apply(part: Part, found: unknown): void {
  isApplying = true;
  part.apply(found);
  isApplying = false;
}

/** The next person at this device begins with the defaults. */
function forget(): void {
  for (const part of parts.values()) apply(part, {});
  for (const key of ofPerson) shelf.set(key, null);
}

async function load(): Promise<void> {
  const { token } = useSession.getState();
  const { layout } = await call(calls.user.layout, {});
  if (token !== useSession.getState().token) return;
  const found = parse(layout ?? '{}');
  known = typeof found === 'object' && found !== null ? { ...found } : {};
  for (const [name, part] of parts) meet(name, part);
}

const shared = ['pair', 'pairAsked', 'chartShare', 'chartPeriod', 'chartLook', 'orderLines', 'ladderStep', 'onlyThis'] as const;

const ofPreferences = (state: Preferences) => Object.fromEntries(shared.map((name) => [name, state[name]]));

/** Keeps how the site is set up with the session, for the life of the page. */
export function startLayout(): void {
  keepInLayout('preferences', {
    read: () => ofPreferences(usePreferences.getState()),
    apply: (found) => {
      const texts = typeof found === 'object' && found !== null ? Object.entries(found) : [];
      const told = readPreferences(Object.fromEntries(texts.map(([name, value]) => [name, String(value)])));
      usePreferences.setState(ofPreferences({ ...usePreferences.getState(), ...told }));
    },
    subscribe: (listener) =>
      usePreferences.subscribe((now, before) => {
        if (shared.some((name) => now[name] !== before[name])) listener();
      }),
  });
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    clearTimeout(timer);
    known = null;
    if (before.token !== '') forget();
    if (now.token !== '') load().catch(() => undefined);
  });
  if (useSession.getState().isLogin) load().catch(() => undefined);
}
