import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Authenticate, SignedInUser } from '../platform/http.ts';
import type { PrivateMessage } from '../platform/private-events.ts';
import type { FeedClient } from './client.ts';

interface Ending {
  readonly userId: string;
  /** Null ends all sessions of the user. */
  readonly sessionId: string | null;
}

/** Who is signed in on which socket. Private events go to the sockets of their own user and account, to no other. */
export class SignIns {
  readonly #authenticate: Authenticate;
  readonly #byUser = new Map<string, Set<FeedClient>>();
  /** Sessions that ended while a sign-in was being checked: its answer may be older than the end. */
  readonly #checking = new Set<Ending[]>();

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /** Attaches the client to the token's user and the chosen account, and says so: what follows is theirs. Without a valid session it is signed out. */
  async signIn(client: FeedClient, token: string, book: Book): Promise<void> {
    client.signIns += 1;
    const attempt = client.signIns;
    const user = await this.#check(token);
    if (attempt !== client.signIns || !client.open) return;
    this.forget(client);
    if (user === undefined) return client.sendEvent('signedOut', null);
    client.identity = { token, user, book };
    const clients = this.#byUser.get(user.id) ?? new Set();
    this.#byUser.set(user.id, clients.add(client));
    client.sendEvent('authenticated', { userId: user.id, book });
  }

  deliver({ userId, book, event, data }: PrivateMessage): void {
    if (event === 'signedOut') return this.#end({ userId, sessionId: sessionOf(data) });
    for (const client of this.#byUser.get(userId) ?? []) {
      if (book === null || client.identity?.book === book) client.sendEvent(event, data);
    }
  }

  /** Asks again whether the session still runs: a message about its end may have been lost. */
  async recheck(client: FeedClient): Promise<void> {
    const { identity, signIns } = client;
    if (identity === undefined || (await this.#check(identity.token)) !== undefined) return;
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

  async #check(token: string): Promise<SignedInUser | undefined> {
    const endings: Ending[] = [];
    this.#checking.add(endings);
    try {
      const user = await this.#authenticate(token);
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

function concerns({ userId, sessionId }: Ending, user: SignedInUser): boolean {
  return userId === user.id && (sessionId === null || sessionId === user.sessionId);
}

/** An ending that does not name its session ends all of them: rather one sign-in too many. */
function sessionOf(data: unknown): string | null {
  const named = typeof data === 'object' && data !== null && 'sessionId' in data ? data.sessionId : null;
  return typeof named === 'string' ? named : null;
}
