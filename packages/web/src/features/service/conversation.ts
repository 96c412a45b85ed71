import { ApiRefusal } from '@assay/contract/client.ts';
import type { SupportMessage, SupportThread } from '@assay/contract/endpoints/support.ts';
import { isSilence } from '@assay/contract/outbox.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { calls } from 'virtual:calls';
import { create } from 'zustand';
import { call } from '../../shared/client/api.ts';
import { useSession } from '../../shared/client/session.ts';
import { keepUnsent, keptForOwner, keptUnsent, setVisitorToken, visitorOwner, visitorToken } from './kept.ts';
import { merged, stillUnsent, type Unsent } from './merge.ts';

type Standing = Omit<SupportThread, 'messages' | 'earlier' | 'language'>;

interface Conversation {
  /** `none` until something is said; `lost` when nothing could be learnt yet. */
  readonly state: 'starting' | 'none' | 'open' | 'lost';
  readonly messages: readonly SupportMessage[];
  readonly unsent: readonly Unsent[];
  /** True when there are messages before the first known one. */
  readonly earlier: boolean;
  readonly standing: Standing | null;
  /** False while the server cannot be reached; what is written then waits. */
  readonly reachable: boolean;
  /** True when a session has ended while something was not sent yet: it waits for its owner. */
  readonly waitsForOwner: boolean;
}

const start: Conversation = {
  state: 'starting',
  messages: [],
  unsent: [],
  earlier: false,
  standing: null,
  reachable: true,
  waitsForOwner: false,
};

export const useConversation = create<Conversation>()(() => start);
const { getState: get, setState: set } = useConversation;
useConversation.subscribe(({ unsent }, before) => {
  if (unsent !== before.unsent) keepUnsent(unsent, owner);
});

const pageSize = 50;
let language: Language = 'en';

/** Says which language is spoken from now on. */
export function speak(spoken: Language): void {
  language = spoken;
}

/** Who is talking: the account that is signed in, else the visitor of this window. */
export function identity(): { headers?: Record<string, string> } {
  const { token } = useSession.getState();
  const visitor = visitorToken();
  return token === '' && visitor !== null ? { headers: { Authorization: visitor } } : {};
}

let whose: string | null = null;
let owner: string = visitorOwner;

/** What those who were here before have not sent, with their pictures. */
const waiting = new Map<string, readonly Unsent[]>();

/** Starts for the signed-in user, with their unsent messages; those of others wait for them. */
export function beginFor(token: string): void {
  const { userInfo } = useSession.getState();
  // As long as the user is not known, what they write is kept for this page alone.
  const before = whose;
  const { unsent } = get();
  const ended = token === '' && (keptForOwner() || (owner !== visitorOwner && unsent.length > 0));
  if (before !== null && before !== token) waiting.set(owner, unsent);
  owner = token === '' ? visitorOwner : (userInfo?.id ?? crypto.randomUUID());
  if (before === null) set({ unsent: keptUnsent(owner), waitsForOwner: ended });
  else if (before !== token) {
    round += 1;
    running = null;
    set({ ...start, unsent: waiting.get(owner) ?? keptUnsent(owner), waitsForOwner: ended });
    waiting.delete(owner);
  }
  whose = token;
  void synchronise();
}

let running: Promise<void> | null = null;
let again = false;
/** The present run: an earlier one for another user stops. */
let round = 0;

/** Learns everything since the last known message, then sends what waits. One at a time; a call meanwhile means once more. */
export function synchronise(): Promise<void> {
  if (running !== null) {
    again = true;
    return running;
  }
  round += 1;
  running = keepUp(round);
  return running;
}

async function keepUp(mine: number): Promise<void> {
  do {
    again = false;
    await learn();
  } while (again && round === mine);
  if (round === mine) running = null;
  await sendWaiting();
}

async function learn(): Promise<void> {
  const asked = whose;
  if (asked === '' && visitorToken() === null) return set({ state: 'none' });
  try {
    // A customer's conversation is there from the first look; a visitor's begins with what they say.
    if (asked !== '' && get().state !== 'open') await open();
    let more = true;
    while (more) {
      const known = get().messages.at(-1)?.seq;
      const thread = await call(
        calls.user.supportThread,
        known === undefined ? { limit: pageSize } : { after: known, limit: pageSize },
        identity(),
      );
      // An answer to another user is ignored.
      if (asked !== whose) return;
      receive(thread, known === undefined);
      more = known !== undefined && thread.messages.length === pageSize;
    }
  } catch (error) {
    if (asked !== whose) return;
    if (error instanceof ApiRefusal && error.code === '11123') {
      // Nothing was said yet, or what was said has been erased.
      setVisitorToken(null);
      const { state, unsent } = get();
      set(({ waitsForOwner }) => ({ ...start, state: 'none', unsent: state === 'open' ? [] : unsent, waitsForOwner }));
    } else {
      set(({ state }) => ({ reachable: !isSilence(error), state: state === 'starting' ? 'lost' : state }));
    }
  }
}

function receive({ messages, earlier, language: _, ...standing }: SupportThread, whole: boolean): void {
  set((now) => {
    const all = merged(now.messages, messages);
    return {
      state: 'open',
      reachable: true,
      messages: all,
      unsent: stillUnsent(now.unsent, all),
      earlier: whole ? earlier : now.earlier,
      standing,
    };
  });
}

/** Learns the page before the first known message. */
export async function loadEarlier(): Promise<void> {
  const before = get().messages[0]?.seq;
  if (before === undefined) return;
  const { messages, earlier } = await call(calls.user.supportThread, { before, limit: pageSize }, identity());
  set((now) => ({ messages: merged(now.messages, messages), earlier }));
}

/** Says something; it is on the screen at once and goes out as soon as there is a way. */
export function say(said: { text: string } | { image: File }): void {
  const one: Unsent = {
    clientId: crypto.randomUUID(),
    text: 'text' in said ? said.text : null,
    image: 'image' in said ? said.image : null,
    at: Date.now(),
    tries: 0,
    refused: null,
  };
  set(({ unsent }) => ({ unsent: [...unsent, one] }));
  void sendWaiting();
}

/** Tries a refused message again. */
export function sayAgain(clientId: string): void {
  set(({ unsent }) => ({
    unsent: unsent.map((one) => (one.clientId === clientId ? { ...one, tries: 0, refused: null } : one)),
  }));
  void sendWaiting();
}

export function giveUp(clientId: string): void {
  set(({ unsent }) => ({ unsent: unsent.filter((one) => one.clientId !== clientId) }));
}

/** So many answers of 5xx to one message are no passing trouble. */
const triesMax = 3;

let sending = false;

/** Sends what waits, in its order, one after the other. */
async function sendWaiting(): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (;;) {
      const next = get().unsent.find(({ refused }) => refused === null);
      if (next === undefined) return;
      if (!(await sendOne(next))) return;
    }
  } finally {
    sending = false;
  }
}

/** True when it makes sense to go on with the next. */
async function sendOne(one: Unsent): Promise<boolean> {
  try {
    if (get().state !== 'open') await open();
    const { message } =
      one.image === null
        ? await call(calls.user.sendSupport, { clientId: one.clientId, text: one.text ?? '' }, identity())
        : await call(calls.user.sendSupportImage, { clientId: one.clientId }, { ...identity(), images: { image: one.image } });
    set(({ unsent }) => ({ reachable: true, unsent: unsent.filter(({ clientId }) => clientId !== one.clientId) }));
    // What the other side said before it is not known here yet: then it is learnt together with it.
    const { messages } = get();
    if (message.seq === (messages.at(-1)?.seq ?? 0) + 1) set({ messages: merged(messages, [message]) });
    void synchronise();
    return true;
  } catch (error) {
    // An answer of 5xx is no word of ours: the message may have arrived, and goes again under its own name. One that meets nothing
    // else would keep all behind it waiting.
    if (error instanceof ApiRefusal) {
      // It waits for its owner, who signs in again.
      if (error.code === '401') return false;
      const refused = isSilence(error) && one.tries + 1 < triesMax ? null : error.message;
      set(({ unsent }) => ({
        unsent: unsent.map((other) => (other.clientId === one.clientId ? { ...other, tries: one.tries + 1, refused } : other)),
      }));
      if (refused !== null) return true;
    }
    set({ reachable: false });
    return false;
  }
}

/** Starts the conversation, or resumes it; its state is not `open` before its content is known. */
async function open(): Promise<void> {
  const { token } = await call(calls.user.openSupport, { language }, identity());
  if (token !== null) setVisitorToken(token);
}

let typedAt = 0;
const typingEveryMs = 3000;

/** Sends a typing signal to the other side every few seconds. */
export function tellTyping(): void {
  if (get().state !== 'open' || Date.now() - typedAt < typingEveryMs) return;
  typedAt = Date.now();
  call(calls.user.supportTyping, {}, identity()).catch(() => undefined);
}

/** Sends a read receipt to the other side. */
export function tellRead(seq: number): void {
  call(calls.user.readSupport, { seq }, identity()).then(
    () => set(({ standing }) => ({ standing: standing && { ...standing, readByCustomer: seq } })),
    () => undefined,
  );
}
