import type { Socket } from 'node:net';
import type { FeedEvent } from '@assay/contract/feed.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { networkOf } from '../platform/networks.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import { textFrame } from './frame.ts';
import { type Message, Reading } from './message.ts';
import type { QuoteLines } from './quote-lines.ts';
import type { Subscription } from './subscription.ts';

/** Whose private events a socket gets. */
export interface Identity {
  readonly user: SignedInUser;
  readonly book: Book;
  /** Asks again whether session or key is still good. */
  readonly stillGood: () => Promise<boolean>;
}

export interface Backlog {
  /** A client with more than this unsent gets no quotes until it has read on; then it gets the latest. */
  readonly lagBytesMax: number;
  /** Nothing is ever queued beyond this: the socket is closed. */
  readonly backlogBytesMax: number;
}

/** Close codes of RFC 6455 and of the registry of close codes. */
export const closeCodes = { goingAway: 1001, policy: 1008, tryAgainLater: 1013 } as const;

/** One socket: what it has been sent, what it has missed, and who is signed in on it. */
export class FeedClient {
  readonly id: number;
  readonly ip: string;
  readonly network: string;
  readonly socket: WebSocket;
  /** Where frames go. `ws` writes here only what closes, pings and answers pings: whole, at once and uncompressed, so that the two never mix. */
  readonly #wire: Socket;
  /** What it has read of what was compressed; undefined for a client that takes nothing compressed. */
  readonly #reading: Reading | undefined;
  readonly #backlog: Backlog;
  /** Codes that changed while the client did not read. */
  readonly #missed = new Set<string>();
  /** The number of the next private event; undefined for clients that get none. */
  #seq: number | undefined;
  subscription: Subscription;
  identity: Identity | undefined;
  /** Grows with each attempt to sign in: only the latest counts. */
  signIns = 0;
  /** What it sent that could not be understood. */
  mistakes = 0;
  /** True while it has answered the last ping. */
  alive = true;
  /** True once it has been sent a change of a price since the last ping. */
  hasHeard = false;

  constructor(id: number, socket: WebSocket, request: FastifyRequest, subscription: Subscription, backlog: Backlog) {
    this.id = id;
    this.ip = request.ip;
    this.network = networkOf(request.ip);
    this.socket = socket;
    this.#wire = request.raw.socket;
    this.subscription = subscription;
    this.#backlog = backlog;
    this.#reading = socket.extensions === '' ? undefined : new Reading();
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** The whole of the subscription, at once or when the client has read on; it replaces everything missed. */
  sendSnapshot(): void {
    this.#missed.clear();
    this.#reading?.forget();
    if (this.#lagging) for (const code of this.subscription.covered()) this.#missed.add(code);
    else this.#send(this.#frameOf(this.subscription.snapshot()));
  }

  /** One quote, by which it knows the time and that prices come: it has not yet subscribed, or its prices do not move. */
  greet(newest: string | undefined): void {
    this.#send(textFrame(newest ?? '[]'));
  }

  /** Sends what has changed, or remembers it for a client that still has to read what it was sent before. */
  sendChanges(lines: QuoteLines, changed: ReadonlySet<string>): 'sent' | 'nothing' | 'lagging' {
    if (!this.open) return 'nothing';
    if (this.#lagging) {
      for (const code of this.subscription.wanted(changed)) this.#missed.add(code);
      return 'lagging';
    }
    const message = this.#missed.size > 0 ? this.#catchUp(lines, changed) : this.subscription.batch(changed);
    if (message === undefined) return 'nothing';
    // Nothing is waiting, so this can't pile up.
    this.#wire.write(this.#frameOf(message));
    this.hasHeard = true;
    return 'sent';
  }

  /** What the client has been sent and the system has not yet taken. */
  get waitingBytes(): number {
    return this.#wire.writableLength;
  }

  get #lagging(): boolean {
    return this.waitingBytes > this.#backlog.lagBytesMax;
  }

  sendEvent(event: FeedEvent['event'], data: unknown): void {
    this.#send(textFrame(JSON.stringify({ event, data } satisfies FeedEvent)));
  }

  /** From now on what is private is numbered, from 0: a program sees by a number that is left out that it has to ask anew. */
  count(counted: boolean): void {
    this.#seq = counted ? 0 : undefined;
  }

  sendPrivate(event: FeedEvent['event'], data: unknown): void {
    if (this.#seq === undefined) return this.sendEvent(event, data);
    this.#send(textFrame(JSON.stringify({ event, data, seq: this.#seq } satisfies FeedEvent)));
    this.#seq += 1;
  }

  /** Something that may have been for this client was lost before it came here. */
  leaveGap(): void {
    if (this.#seq !== undefined) this.#seq += 1;
  }

  /** Private events can't be conflated, so there is an end to how many wait; the client comes back and asks anew. */
  #send(frame: Buffer): void {
    if (!this.open) return;
    if (this.waitingBytes + frame.length > this.#backlog.backlogBytesMax)
      this.socket.close(closeCodes.tryAgainLater, 'too slow');
    else this.#wire.write(frame);
  }

  #frameOf(message: Message): Buffer {
    return this.#reading !== undefined && message.isCompressed ? message.deflatedFor(this.#reading) : message.plain();
  }

  #catchUp(lines: QuoteLines, changed: ReadonlySet<string>): Message | undefined {
    const codes = this.#missed.union(this.subscription.wanted(changed));
    this.#missed.clear();
    const text = lines.batch(codes);
    return text === undefined ? undefined : this.subscription.single(text);
  }
}
