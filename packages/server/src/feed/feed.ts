import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type FeedCommand, feedCommand } from '@assay/contract/feed.ts';
import { feedPath, feedProtocol } from '@assay/contract/paths.ts';
import { signedText } from '@assay/contract/signing.ts';
import type { HaltInForce } from '@assay/contract/vocabulary/halts.ts';
import { feed as limits } from '@assay/contract/vocabulary/limits.ts';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { haltsTopic } from '../halts/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { type Authenticate, languageOf } from '../platform/http.ts';
import { createRateLimiter, type Limiters, type RateLimiter } from '../platform/limits/rate-limit.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isLoopback, networkOf } from '../platform/networks.ts';
import { onPrivateMessage } from '../platform/private-events.ts';
import { type Keys, readSigned, refuseUntimely } from '../platform/programs/signed-calls.ts';
import { type Refusal, isRefusal, refuse, tooMany } from '../platform/refusal.ts';
import { sendRefusal } from '../platform/reply.ts';
import { type Backlog, closeCodes, FeedClient } from './client.ts';
import { deflateOptions, withinWindow } from './deflate.ts';
import { QuoteLines, type QuoteSource } from './quote-lines.ts';
import { SignIns } from './sign-ins.ts';
import { Subscriptions } from './subscription.ts';

export interface LiveFeedOptions {
  readonly market: QuoteSource;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** Keys of customers' programs; left out where none are taken. */
  readonly keys?: Keys | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly socketsPerAddress: number;
  /** For what other processes count too; left out where there is this one alone. */
  readonly limiter?: Limiters;
  /** Origins other than the site's own whose pages may connect, such as `https://assay.example`. */
  readonly origins: readonly string[];
  /** What operators have halted; left out where there are no halts. */
  readonly halts?: () => Promise<readonly HaltInForce[]>;
  /** How much may wait for a slow reader; tests widen it to show what it is for. */
  readonly backlog?: Backlog;
}

const messageBytesMax = 32 * 1024;
const socketsMax = 20_000;
/** A visitor who scrolls changes what it subscribes to a few times a second. */
const messageLimit = { max: 60, windowMs: 3000 };
/**
 * ws would cut off a client without a word once so many pings came in one go, 60 by default. Ours comes first: it
 * counts them like messages, and says why it closes.
 */
const socketOptions = {
  maxPayload: messageBytesMax,
  maxPendingAutoPongs: 2 * messageLimit.max,
  perMessageDeflate: deflateOptions,
};
/** Of one network together: each sign-in asks the database. */
const signInLimit = { max: 100, windowMs: 10_000 };
const bookOf = (virtually: 'YES' | 'NO') => (virtually === 'NO' ? 'demo' : 'real');
/** What the message of a program says nothing of. */
const unsaid = {
  method: 'GET',
  target: feedPath,
  idempotencyKey: '',
  deadline: '',
  bodySha256: createHash('sha256').digest('hex'),
};
const mistakesMax = 5;
const tickMs = 1000 / limits.batchesPerSecondMax;
/** Sessions are checked again once in so many pings, which is once a minute: a third of the clients at each. */
const beatsPerRecheck = 3;
/** Halts are read again this often while any client is connected, in case a message of the bus is lost. */
const haltsMs = 5000;
const closeMsMax = 1000;
const backlogMax: Backlog = { lagBytesMax: 0, backlogBytesMax: limits.backlogBytesMax };

/** The live feed at `/websocket/message`: quotes for every client, private events for those that are signed in. */
export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #lines: QuoteLines;
  readonly #subscriptions: Subscriptions;
  readonly #signIns: SignIns;
  readonly #messages: RateLimiter;
  readonly #signInsOf: RateLimiter;
  readonly #figures: ReturnType<typeof createFigures>;
  readonly #clients = new Set<FeedClient>();
  readonly #byNetwork = new Map<string, number>();
  readonly #ends: (() => void)[] = [];
  #halts: readonly HaltInForce[] = [];
  /** Reads of the halts that have begun, and which of them gave the present state. */
  #haltReads = 0;
  #haltsKnown = 0;
  /** No client was connected when it was due to be read again. */
  #haltsDue = false;
  #connections = 0;
  #beats = 0;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.#lines = new QuoteLines(options.market);
    this.#subscriptions = new Subscriptions(this.#lines);
    this.#signIns = new SignIns(options);
    this.#messages = createRateLimiter(options.clock);
    this.#signInsOf = options.limiter?.('sign-ins') ?? createRateLimiter(options.clock);
    this.#figures = createFigures(options.metrics);
  }

  /** Opens the path. Before any other route: the plugin has to see them all to keep upgrades away from them. */
  async register(app: FastifyInstance): Promise<void> {
    await app.register(websocket, {
      options: socketOptions,
      // ws has sent an error to a client that breaks the protocol and is closing it; that is not our fault.
      errorHandler: (error) => this.#options.log.debug({ reason: error.message }, 'a socket of the live feed broke'),
      preClose: (done) => void this.stop().finally(done),
    });
    app.route({
      method: 'GET',
      url: feedPath,
      schema: { hide: true },
      preValidation: async (request, reply) => this.#admit(request, reply),
      handler: (_request, reply) => reply.callNotFound(),
      wsHandler: (socket, request) => this.#connect(socket, request),
    });
  }

  start(): void {
    this.tick();
    const timers = [
      setInterval(() => this.tick(), tickMs),
      setInterval(() => this.beat(), limits.pingMs),
      setInterval(() => (this.#clients.size > 0 ? this.#readHalts() : (this.#haltsDue = true)), haltsMs),
    ];
    this.#ends.push(
      onPrivateMessage(
        this.#options.bus,
        (message) => this.#signIns.deliver(message),
        () => this.#signIns.leaveGaps(),
      ),
    );
    this.#ends.push(
      this.#options.bus.subscribe<unknown>(
        haltsTopic,
        () => this.#readHalts(),
        () => this.#readHalts(),
      ),
    );
    this.#readHalts();
    this.#ends.push(() => timers.forEach((timer) => clearInterval(timer)));
  }

  /** Closes every socket; those that do not answer within a second are cut off. */
  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    this.#lines.stop();
    const closed = [...this.#clients].map(({ socket }) => {
      const gone = new Promise<void>((done) => socket.once('close', () => done()));
      socket.close(closeCodes.goingAway, 'restarting');
      return gone;
    });
    const cut = setTimeout(() => [...this.#clients].forEach(({ socket }) => socket.terminate()), closeMsMax);
    await Promise.all(closed);
    clearTimeout(cut);
  }

  /** Sends what has changed since the last tick, at most four times a second. */
  tick(): void {
    const changed = this.#lines.refresh();
    this.#subscriptions.begin(changed);
    let sent = 0;
    let lagging = 0;
    for (const client of this.#clients) {
      const outcome = client.sendChanges(this.#lines, changed);
      if (outcome === 'sent') sent += 1;
      if (outcome === 'lagging') lagging += 1;
    }
    this.#figures.batches.inc(sent);
    this.#figures.lagging.set(lagging);
  }

  /** Pings every client and terminates those that did not answer the last ping, or did not complete the close. */
  beat(): void {
    this.#beats += 1;
    const due: FeedClient[] = [];
    const newest = this.#lines.newest();
    for (const client of this.#clients) {
      if (!client.alive || !client.open) {
        client.socket.terminate();
        continue;
      }
      client.alive = false;
      client.socket.ping();
      // A client that shows no price, or only those of a closed market, learns the current time from this.
      if (asksForQuotes(client.socket) && !client.hasHeard) client.greet(newest);
      client.hasHeard = false;
      if (client.id % beatsPerRecheck === this.#beats % beatsPerRecheck) due.push(client);
    }
    this.#signIns.recheckAll(due, (client, work) => this.#settled(client, work));
  }

  #readHalts(): void {
    const { halts, log } = this.#options;
    const read = (this.#haltReads += 1);
    this.#haltsDue = false;
    halts?.().then(
      (inForce) => this.#tellHalts(inForce, read),
      (error: unknown) => log.warn({ err: error }, 'what is stopped could not be read'),
    );
  }

  /** To every client at once, unless a later read has finished first. A new client is sent it where there is any. */
  #tellHalts(inForce: readonly HaltInForce[], read: number): void {
    if (read < this.#haltsKnown) return;
    this.#haltsKnown = read;
    const changed = JSON.stringify(inForce) !== JSON.stringify(this.#halts);
    this.#halts = inForce;
    if (changed) for (const client of this.#clients) if (client.open) client.sendEvent('halts', inForce);
  }

  /** The most that waits for one client, in bytes. */
  backlogBytes(): number {
    return [...this.#clients].reduce((most, { waitingBytes }) => Math.max(most, waitingBytes), 0);
  }

  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { headers } = request.raw;
    const offers = headers['sec-websocket-extensions'];
    if (offers !== undefined) headers['sec-websocket-extensions'] = withinWindow(offers);
    const refusal = this.#refusalOf(request);
    return refusal && sendRefusal(reply, refusal, languageOf(request));
  }

  #refusalOf(request: FastifyRequest): Refusal | undefined {
    const { origin } = request.headers;
    // A browser always sends an Origin; a client without one is no browser and carries no session cookie.
    if (origin !== undefined && !this.#isAllowed(origin, request.host)) return refuse('403');
    const full = this.#clients.size >= socketsMax;
    if (full || (this.#byNetwork.get(networkOf(request.ip)) ?? 0) >= this.#options.socketsPerAddress)
      return tooMany(limits.pingMs / 1000);
    return undefined;
  }

  /** The site's own, or a page that came from this very address by its number: a name can be made to point here by any site. */
  #isAllowed(origin: string, host: string): boolean {
    if (this.#options.origins.includes(origin)) return true;
    const page = URL.parse(origin);
    const name = page?.hostname.replace(/^\[|\]$/g, '') ?? '';
    return page?.host === host && (isIP(name) !== 0 || isLoopback(name));
  }

  #connect(socket: WebSocket, request: FastifyRequest): void {
    this.#connections += 1;
    const asks = asksForQuotes(socket);
    const subscription = this.#subscriptions.take(asks ? [] : null);
    const client = new FeedClient(this.#connections, socket, request, subscription, this.#options.backlog ?? backlogMax);
    this.#clients.add(client);
    this.#byNetwork.set(client.network, (this.#byNetwork.get(client.network) ?? 0) + 1);
    this.#figures.clients.set(this.#clients.size);
    socket.on('pong', () => (client.alive = true));
    // ws answers pings by itself, so they count like messages.
    socket.on('ping', () => this.#mayGoOn(client));
    socket.on('message', (data, isBinary) => this.#receive(client, data, isBinary));
    socket.once('close', (code) => this.#disconnect(client, code));
    if (asks) client.greet(this.#lines.newest());
    else client.sendSnapshot();
    if (this.#halts.length > 0) client.sendEvent('halts', this.#halts);
    if (this.#haltsDue) this.#readHalts();
  }

  #disconnect(client: FeedClient, code: number): void {
    this.#clients.delete(client);
    const left = (this.#byNetwork.get(client.network) ?? 1) - 1;
    if (left === 0) this.#byNetwork.delete(client.network);
    else this.#byNetwork.set(client.network, left);
    this.#signIns.forget(client);
    this.#subscriptions.release(client.subscription);
    this.#figures.clients.set(this.#clients.size);
    this.#figures.closed.inc({ code: String(code) });
  }

  #mayGoOn(client: FeedClient): boolean {
    if (this.#messages(String(client.id), messageLimit) === 0) return true;
    client.socket.close(closeCodes.policy, 'too many messages');
    return false;
  }

  #receive(client: FeedClient, data: RawData, isBinary: boolean): void {
    if (!client.open || !this.#mayGoOn(client)) return;
    // Without fragments, which is how ws hands messages over, text is one buffer.
    const text = !isBinary && Buffer.isBuffer(data) ? data.toString() : '';
    const parsed = feedCommand.safeParse(readJson(text));
    if (!parsed.success) {
      client.mistakes += 1;
      if (client.mistakes > mistakesMax) client.socket.close(closeCodes.policy, 'not understood');
      else client.sendEvent('error', { code: '400' });
      return;
    }
    const command = parsed.data;
    switch (command.op) {
      case 'ping':
        return client.sendEvent('pong', null);
      case 'subscribe':
        return this.#subscribe(client, command.codes);
      case 'auth':
        if (this.#signInsOf(client.network, signInLimit) > 0) return client.sendEvent('error', { code: '429' });
        return this.#settle(client, this.#signIns.signIn(client, command.token, bookOf(command.virtually)));
      case 'signedAuth':
        if (this.#signInsOf(client.network, signInLimit) > 0) return client.sendEvent('error', { code: '429' });
        return this.#signInByKey(client, command);
    }
  }

  /** Signed like a call, as the GET of this path that it stands for. */
  #signInByKey(client: FeedClient, command: Extract<FeedCommand, { op: 'signedAuth' }>): void {
    const { time, window, virtually } = command;
    const read = readSigned(command, { key: 'key', time: 'time', window: 'window', signature: 'signature' });
    const refused = isRefusal(read) ? read : refuseUntimely(read, this.#options.clock.wall());
    if (isRefusal(read) || refused !== undefined) {
      const { code, fields, values } = refused ?? refuse('400');
      return client.sendEvent('error', { code, fields, values });
    }
    const text = signedText({ ...unsaid, time, window, virtually });
    this.#settle(client, this.#signIns.signInByKey(client, { ...read, text, ip: client.ip }, bookOf(virtually)));
  }

  /** From now on only these codes; their current quotes are sent at once. */
  #subscribe(client: FeedClient, codes: readonly string[]): void {
    const subscription = this.#subscriptions.take(codes);
    this.#subscriptions.release(client.subscription);
    client.subscription = subscription;
    client.sendSnapshot();
  }

  #settle(client: FeedClient, work: Promise<void>): void {
    void this.#settled(client, work);
  }

  #settled(client: FeedClient, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'a session could not be checked');
      client.sendEvent('error', { code: '500' });
    });
  }
}

/** Whether the client gets only what it subscribes to, as it asked when it connected. */
const asksForQuotes = ({ protocol }: WebSocket): boolean => protocol === feedProtocol;

function createFigures(metrics: Metrics) {
  return {
    clients: metrics.gauge('feed_clients', 'Sockets of the live feed'),
    lagging: metrics.gauge('feed_clients_lagging', 'Sockets that had not read what was sent before, at the last tick'),
    batches: metrics.counter('feed_batches_total', 'Batches of quotes that were sent'),
    closed: metrics.counter('feed_closed_total', 'Sockets that ended, by close code', ['code']),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
