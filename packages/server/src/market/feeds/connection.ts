import { WebSocket } from 'ws';
import type { FeedLog } from './feed.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly log: FeedLog;
  /** Called on every new connection: to sign in and to subscribe. */
  readonly opened: (send: (message: object) => void) => void;
  /** Called with each message; false means that it was not understood. */
  readonly received: (message: unknown, send: (message: object) => void) => boolean;
  readonly timing?: Partial<ConnectionTiming>;
}

export interface ConnectionTiming {
  /** The first wait before connecting again; each further one is twice as long, up to the largest. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
  /** Without any message for this long, the connection counts as dead. A ping is sent at half of it. */
  readonly silenceMsMax: number;
}

export interface Connection {
  close(): Promise<void>;
}

const timingDefaults: ConnectionTiming = { backoffMs: 500, backoffMsMax: 30_000, silenceMsMax: 30_000 };
const handshakeMsMax = 10_000;
const messageBytesMax = 1024 * 1024;

/**
 * Keeps one WebSocket with a price source open until it is closed: connects again after any failure, each time waiting
 * longer and never at the same moment as others, and gives up on a connection that has gone quiet.
 */
export function keepConnected(options: ConnectionOptions): Connection {
  const timing = { ...timingDefaults, ...options.timing };
  const host = new URL(options.url).host;
  let socket: WebSocket | undefined;
  let again: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  function connect(): void {
    const current = new WebSocket(options.url, {
      handshakeTimeout: handshakeMsMax,
      maxPayload: messageBytesMax,
      perMessageDeflate: false,
    });
    socket = current;
    let heardAt = performance.now();
    const heard = (): void => {
      heardAt = performance.now();
    };
    const watch = setInterval(() => {
      if (performance.now() - heardAt > timing.silenceMsMax) current.terminate();
      else if (current.readyState === WebSocket.OPEN) current.ping();
    }, timing.silenceMsMax / 2);
    const send = (message: object): void => {
      if (current.readyState === WebSocket.OPEN) current.send(JSON.stringify(message));
    };
    current.on('open', () => {
      heard();
      options.opened(send);
    });
    current.on('pong', heard);
    current.on('ping', heard);
    current.on('message', (data) => {
      heard();
      if (closed) return;
      const understood = options.received(parseJson(Buffer.isBuffer(data) ? data.toString() : ''), send);
      // Only a source that speaks sense has earned a quick return after the next failure.
      if (understood) failures = 0;
    });
    // An error is always followed by 'close'; what it says may contain the address.
    current.on('error', () => undefined);
    current.on('close', (code) => {
      clearInterval(watch);
      if (closed) return;
      const waitMs = Math.round(backoff(failures, timing));
      failures += 1;
      options.log.warn({ host, code, waitMs }, 'price source disconnected');
      again = setTimeout(connect, waitMs);
    });
  }

  connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(again);
      const last = socket;
      if (last === undefined || last.readyState === WebSocket.CLOSED) return;
      const ended = new Promise((resolve) => last.once('close', resolve));
      last.terminate();
      await ended;
    },
  };
}

/** Doubles with each failure up to the largest; between half and the whole of it, so that many do not return at once. */
function backoff(failures: number, { backoffMs, backoffMsMax }: ConnectionTiming): number {
  const whole = Math.min(backoffMsMax, backoffMs * 2 ** Math.min(failures, 20));
  return whole / 2 + (Math.random() * whole) / 2;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
