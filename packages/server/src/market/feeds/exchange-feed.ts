import type { Instrument } from '@assay/domain/market/instrument.ts';
import { z } from 'zod';
import { type Connection, type ConnectionTiming, keepConnected } from './connection.ts';
import type { Emit, Feed, FeedLog, WallClock } from './feed.ts';
import { punctuality } from './punctuality.ts';
import { ticksFromWire } from './wire-price.ts';

export interface ExchangeOptions {
  readonly instruments: readonly Instrument[];
  /** Address of the combined streams of a public exchange, such as wss://stream.binance.com:9443/stream */
  readonly url: string;
  readonly now: WallClock;
  readonly log: FeedLog;
  readonly timing?: Partial<ConnectionTiming>;
}

/**
 * Live prices of coins from a public exchange that speaks Binance's WebSocket streams; no key is needed. Best bid and
 * ask come from `bookTicker`, volume from `aggTrade`. Only trades say when they were made. All streams share a connection that keeps
 * their order, so a trade shows how late the quotes around it are; a quote has the time at which it would have arrived otherwise.
 */
export function exchangeFeed({ instruments, url, now, log, timing }: ExchangeOptions): Feed {
  const bySymbol = new Map(instruments.map((instrument) => [symbolOf(instrument), instrument]));
  const traded = new Map<string, number>();
  const punctual = punctuality(now);
  let connection: Connection | undefined;

  function receive(message: unknown, emit: Emit): boolean {
    const parsed = streamMessage.safeParse(message);
    if (!parsed.success) return false;
    const { data } = parsed.data;
    const instrument = bySymbol.get(data.s);
    if (instrument === undefined) return true;
    const { code } = instrument;
    const volume = traded.get(code) ?? 0;
    if ('q' in data) {
      punctual.heard(data.E);
      const quantity = Number(data.q);
      if (quantity > 0 && Number.isFinite(quantity)) traded.set(code, volume + quantity);
      return true;
    }
    traded.delete(code);
    const bid = ticksFromWire(data.b, instrument, 'down');
    const ask = ticksFromWire(data.a, instrument, 'up');
    void emit({ code, bid, ask, time: punctual.time(), volume });
    return true;
  }

  return {
    kind: 'live',
    codes: new Set(instruments.map((instrument) => instrument.code)),
    provedMsAgo: punctual.provedMsAgo,
    start: async (emit) => {
      connection = keepConnected({
        url,
        log,
        opened: (send) => subscriptions([...bySymbol.keys()]).forEach(send),
        received: (message) => receive(message, emit),
        ...(timing === undefined ? {} : { timing }),
      });
    },
    stop: async () => connection?.close(),
  };
}

/** Coins that exchanges know by another code than the catalogue. */
const exchangeCodes: Readonly<Record<string, string>> = { MIOTAUSDT: 'IOTAUSDT' };

function symbolOf({ code }: Instrument): string {
  return exchangeCodes[code] ?? code;
}

/** An exchange takes few commands in a second, so each one subscribes to many streams. */
const streamsPerCommand = 300;

function subscriptions(symbols: readonly string[]): object[] {
  const streams = symbols.flatMap((symbol) => [`${symbol.toLowerCase()}@bookTicker`, `${symbol.toLowerCase()}@aggTrade`]);
  const commands: object[] = [];
  for (let at = 0; at < streams.length; at += streamsPerCommand) {
    commands.push({ method: 'SUBSCRIBE', params: streams.slice(at, at + streamsPerCommand), id: commands.length + 1 });
  }
  return commands;
}

const decimalText = z.string().max(40);
/** `s` symbol, `b` and `a` best bid and ask; of a trade, `E` when it was published and `q` the quantity. */
const bookTicker = z.object({ s: z.string(), b: decimalText, a: decimalText });
const trade = z.object({ e: z.literal('aggTrade'), s: z.string(), E: z.number(), q: decimalText });
const streamMessage = z.object({ data: z.union([trade, bookTicker]) });
