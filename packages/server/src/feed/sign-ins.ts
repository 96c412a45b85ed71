import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Authenticate } from '../platform/http.ts';
import type { PrivateMessage } from '../platform/private-events.ts';
import type { KeyHolder, Keys, Signed } from '../platform/programs/signed-calls.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import type { FeedClient } from './client.ts';

/** The most sessions that are checked again at the same time. */
const askedAtOnceMax = 4;

interface Ending {
  readonly userId: string;
  /** Null ends all sessions of the user. */
  readonly sessionId: string | null;
}

export interface SignInParts {
  readonly authenticate: Authenticate;
  /** Left out where none are taken. */
  readonly keys?: Keys | undefined;
}

type Ask = () => Promise<SignedInUser | undefined>;

interface Attaching {
  readonly book: Book;
  readonly ask: Ask;
  readonly stillGood: () => Promise<boolean>;
  /** Whether its events are numbered. */
  readonly counted: boolean;
}

/** Who is signed in on which socket. Private events go to the sockets of their own user and account, to no other. */
export class SignIns {
  readonly #parts: SignInParts;
  readonly #byUser = new Map<string, Set<FeedClient>>();
  /** The sockets whose sessions are to be checked again, and the number of checks under way. */
  readonly #due = new Set<FeedClient>();
  #asking = 0;
  /** Sessions that ended while a sign-in was being checked: its answer may be older than the end. */
  readonly #checking = new Set<Ending[]>();

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Attaches the client to the token's user and the chosen account, and says so: what follows is theirs. Without a valid session it is signed out. */
  async signIn(client: FeedClient, token: string, book: Book): Promise<void> {
    const ask = () => this.#parts.authenticate(token);
    await this.#attach(client, { book, ask, stillGood: async () => (await ask()) !== undefined, counted: false });
  }

  /** The same for a program that has signed with a key. One that may not gets the reason, and is signed out. */
  async signInByKey(client: FeedClient, signed: Signed, book: Book): Promise<void> {
    const { keys } = this.#parts;
    const holder = await keys?.holderOf(signed);
    const refused = holder === undefined || isRefusal(holder) ? (holder?.code ?? '401') : notFor(holder, book);
    if (refused !== undefined) client.sendEvent('error', { code: refused });
    const allowed = refused === undefined && holder !== undefined && !isRefusal(holder) ? holder : undefined;
    if (allowed !== undefined) keys?.used(allowed, { call: 'live feed', ip: signed.ip, refused: false });
    const stillGood = async () => allowed !== undefined && (await keys?.stillHolds(allowed)) === true;
    const ask = async () => ((await stillGood()) ? allowed?.user : undefined);
    await this.#attach(client, { book, ask, stillGood, counted: true });
  }

  async #attach(client: FeedClient, { book, ask, stillGood, counted }: Attaching): Promise<void> {
    client.signIns += 1;
    const attempt = client.signIns;
    const user = await this.#check(ask);
    if (attempt !== client.signIns || !client.open) return;
    this.forget(client);
    if (user === undefined) return client.sendEvent('signedOut', null);
    client.identity = { user, book, stillGood };
    const clients = this.#byUser.get(user.id) ?? new Set();
    this.#byUser.set(user.id, clients.add(client));
    client.count(counted);
    this.#welcome(client);
  }

  /** What follows is of this user and account; whatever was known before may be out of date. */
  #welcome(client: FeedClient): void {
    if (client.identity === undefined) return;
    const { user, book } = client.identity;
    client.sendPrivate('authenticated', { userId: user.id, book });
  }

  /** Messages were lost between processes; whose they were is not known. */
  leaveGaps(): void {
    for (const clients of this.#byUser.values()) for (const client of clients) client.leaveGap();
  }

  deliver({ userId, book, event, data }: PrivateMessage): void {
    if (event === 'signedOut') return this.#end({ userId, sessionId: sessionOf(data) });
    if (event === 'missed') return this.#miss(userId);
    for (const client of this.#byUser.get(userId) ?? []) {
      if (book === null || client.identity?.book === book) client.sendPrivate(event, data);
    }
  }

  /** Programs see it by the numbers, and pages look at all anew, as after a reconnect. */
  #miss(userId: string): void {
    for (const client of this.#byUser.get(userId) ?? []) {
      client.leaveGap();
      this.#welcome(client);
    }
  }

  /**
   * Asks again of these clients whether their sessions still run: a message about an end may have been lost. A few at a time, however
   * many there are: the connections that orders need are not theirs. Those of an earlier time come first.
   */
  recheckAll(clients: readonly FeedClient[], settle: (client: FeedClient, work: Promise<void>) => Promise<void>): void {
    for (const client of clients) if (client.identity !== undefined) this.#due.add(client);
    while (this.#asking < askedAtOnceMax && this.#due.size > 0) void this.#askOn(settle);
  }

  async #askOn(settle: (client: FeedClient, work: Promise<void>) => Promise<void>): Promise<void> {
    this.#asking += 1;
    for (const client of this.#due) {
      this.#due.delete(client);
      await settle(client, this.#recheck(client));
    }
    this.#asking -= 1;
  }

  async #recheck(client: FeedClient): Promise<void> {
    const { identity, signIns } = client;
    if (identity === undefined || (await identity.stillGood())) return;
    if (client.signIns === signIns) this.#cut(client);
  }

  forget(client: FeedClient): void {
    const { identity } = client;
    if (identity === undefined) return;
    client.identity = undefined;
    const clients = this.#byUser.get(identity.user.id);
    clients?.delete(client);
    if (clients?.size === 0) this.#byUser.delete(identity.user.id);
  }

  async #check(ask: Ask): Promise<SignedInUser | undefined> {
    const endings: Ending[] = [];
    this.#checking.add(endings);
    try {
      const user = await ask();
      const ended = endings.some((ending) => user !== undefined && concerns(ending, user));
      return ended ? undefined : user;
    } finally {
      this.#checking.delete(endings);
    }
  }

  #end(ending: Ending): void {
    for (const endings of this.#checking) endings.push(ending);
    for (const client of this.#byUser.get(ending.userId) ?? []) {
      if (client.identity !== undefined && concerns(ending, client.identity.user)) this.#cut(client);
    }
  }

  #cut(client: FeedClient): void {
    this.forget(client);
    client.sendEvent('signedOut', null);
  }
}

/** The account that a key has no right to. */
function notFor({ book: allowed }: KeyHolder, book: Book): Code | undefined {
  return allowed === 'both' || allowed === book ? undefined : '11384';
}

function concerns({ userId, sessionId }: Ending, user: SignedInUser): boolean {
  return userId === user.id && (sessionId === null || sessionId === user.sessionId);
}

/** An ending that does not name its session ends all of them: rather one sign-in too many. */
function sessionOf(data: unknown): string | null {
  const named = typeof data === 'object' && data !== null && 'sessionId' in data ? data.sessionId : null;
  return typeof named === 'string' ? named : null;
}
