import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from './log.ts';

/**
 * Messages between slices that may live in different processes. Delivery is at most once: certainty comes from reading
 * the database, a message only makes it fast.
 */
export interface Bus {
  publish(topic: string, message: unknown): void;
  /**
   * Answers a function that ends the subscription. `onLoss` is called when messages of the topic are known to have been lost,
   * before the next one is handed over.
   */
  subscribe<Message>(topic: string, handler: (message: Message) => void, onLoss?: () => void): () => void;
  /** False while messages neither leave nor arrive. */
  readonly connected: boolean;
  close(): Promise<void>;
}

type Handler = (message: never) => void;

/** A message between processes: of its topic the sender's own number, one after the other. */
interface Numbered {
  readonly from: string;
  readonly number: number;
  readonly message: unknown;
}

/**
 * A server that two of these have found silent is down: a server that is cut off reports so before its prices are old.
 */
const pingMs = 2_000;
/** A connection that is not made by then is tried anew: one that was begun while nothing passed never would be. */
const connectMsMax = 5_000;
const senderCharsMax = 64;
/** Senders whose numbers are known, by topic; each start of a process is a new one. */
const sendersMax = 10_000;

function createLocal(log: Logger) {
  const handlers = new Map<string, Set<Handler>>();
  const losses = new Map<string, Set<() => void>>();
  return {
    /** Notifies subscribers that something is missing. */
    lose(topic: string): void {
      for (const onLoss of losses.get(topic) ?? []) onLoss();
    },
    deliver(topic: string, message: unknown): void {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          handler(message as never);
        } catch (error) {
          log.error({ err: error, topic }, 'a bus handler failed');
        }
      }
    },
    add(topic: string, handler: Handler, onLoss?: () => void): () => void {
      const set = handlers.get(topic) ?? new Set();
      handlers.set(topic, set.add(handler));
      const told = losses.get(topic) ?? new Set();
      if (onLoss !== undefined) losses.set(topic, told.add(onLoss));
      return () => {
        if (onLoss !== undefined) told.delete(onLoss);
        set.delete(handler);
      };
    },
    topics: () => handlers.keys(),
  };
}

/** The bus of a single process: a publish calls the handlers at once, in the order they subscribed. */
export function createLocalBus(log: Logger): Bus {
  const local = createLocal(log);
  return {
    publish: (topic, message) => local.deliver(topic, message),
    subscribe: (topic, handler, onLoss) => local.add(topic, handler, onLoss),
    connected: true,
    close: async () => undefined,
  };
}

/** The bus between processes over NATS. A process receives its own messages through the server, too. */
export async function connectNatsBus(url: string, log: Logger): Promise<Bus> {
  const { connect } = await import('@nats-io/transport-node');
  const limits = { maxReconnectAttempts: -1, pingInterval: pingMs, timeout: connectMsMax };
  const connection = await connect({ servers: url, name: 'assay', ...limits });
  const local = createLocal(log);
  const subscribed = new Set<string>();
  const state = watchConnection(connection, log);
  const numbers = createNumbers();

  function receive(topic: string, text: string): void {
    const numbered = readNumbered(text);
    if (numbered === undefined) return log.warn({ topic }, 'a message of the bus is not understood');
    if (numbers.misses(topic, numbered)) local.lose(topic);
    local.deliver(topic, numbered.message);
  }

  return {
    get connected() {
      return state.connected;
    },
    publish: (topic, message) => connection.publish(`assay.${topic}`, JSON.stringify(numbers.next(topic, message))),
    subscribe: (topic, handler, onLoss) => {
      if (!subscribed.has(topic)) {
        subscribed.add(topic);
        connection.subscribe(`assay.${topic}`, {
          callback: (error, message) => {
            if (error) log.error({ err: error, topic }, 'the bus refused a message');
            else receive(topic, message.string());
          },
        });
      }
      return local.add(topic, handler, onLoss);
    },
    close: () => connection.drain(),
  };
}

/** Undefined for what is no message of ours. An exception in its callback would end the client's reading altogether. */
export function readNumbered(text: string): Numbered | undefined {
  try {
    const { from, number, message } = JSON.parse(text) as Partial<Numbered>;
    if (typeof from !== 'string' || from.length > senderCharsMax || !Number.isSafeInteger(number)) return undefined;
    return { from, number: Number(number), message };
  } catch {
    return undefined;
  }
}

/** Numbers the messages it sends, and detects lost messages of others by gaps in theirs. */
export function createNumbers() {
  const from = randomUUID();
  const sent = new Map<string, number>();
  /** By topic and sender. A new sender may have sent before this process subscribed. */
  const heard = new Map<string, number>();
  return {
    next(topic: string, message: unknown): Numbered {
      const number = (sent.get(topic) ?? 0) + 1;
      sent.set(topic, number);
      return { from, number, message };
    },
    misses(topic: string, { from: sender, number }: Numbered): boolean {
      const name = `${topic} ${sender}`;
      const before = heard.get(name);
      heard.set(name, number);
      if (heard.size > sendersMax) heard.delete(heard.keys().next().value ?? '');
      return before !== undefined && number !== before + 1;
    },
  };
}

/** Logs when the connection is lost and restored; it reconnects by itself. */
function watchConnection(connection: NatsConnection, log: Logger): { readonly connected: boolean } {
  const state = { connected: true };
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') log.warn('the bus is not connected');
      if (type === 'reconnect') log.info('the bus is connected again');
      if (type === 'disconnect' || type === 'reconnect') state.connected = type === 'reconnect';
    }
  })();
  return state;
}
