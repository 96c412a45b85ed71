import type { Instrument } from '@assay/domain/market/instrument.ts';
import { z } from 'zod';
import { type Connection, type ConnectionTiming, keepConnected } from './connection.ts';
import type { Emit, Feed, FeedLog, WallClock } from './feed.ts';
import { punctuality } from './punctuality.ts';
import { ticksFromWire } from './wire-price.ts';

export interface VendorOptions {
  readonly instruments: readonly Instrument[];
  readonly url: string;
  /** Secret: it is sent in the first message and appears nowhere else. */
  readonly key: string;
  readonly now: WallClock;
  readonly log: FeedLog;
  readonly timing?: Partial<ConnectionTiming>;
}

/**
 * Live prices of stocks, currencies, metals and futures from a vendor, over a small protocol that any vendor's own can
 * be translated to. One JSON object a message, decimals as strings, times in epoch milliseconds:
 *
 * ```
 * → {"op":"auth","key":"…"}
 * ← {"type":"authenticated"}                       or {"type":"refused"}, and the vendor closes
 * → {"op":"subscribe","symbols":["AAPL","EURUSD"]}
 * ← {"type":"quote","symbol":"AAPL","bid":"271.90","ask":"271.92","time":1767225600000,"volume":"120"}
 * ← {"type":"heartbeat","time":1767225600500}
 * ```
 *
 * A heartbeat within every three seconds shows that a price that has not changed is still the price; without quotes and heartbeats
 * nothing new is opened.
 * `volume` is what was traded since the symbol's last quote and may be absent. Symbols are the catalogue's codes.
 */
export function vendorFeed({ instruments, url, key, now, log, timing }: VendorOptions): Feed {
  const byCode = new Map(instruments.map((instrument) => [instrument.code, instrument]));
  const punctual = punctuality(now);
  let connection: Connection | undefined;

  function quote(message: VendorQuote, emit: Emit): void {
    const instrument = byCode.get(message.symbol);
    if (instrument === undefined) return;
    const bid = ticksFromWire(message.bid, instrument, 'down');
    const ask = ticksFromWire(message.ask, instrument, 'up');
    void emit({ code: instrument.code, bid, ask, time: message.time, volume: Number(message.volume ?? 0) });
  }

  function receive(message: unknown, emit: Emit, send: (message: object) => void): boolean {
    const parsed = vendorMessage.safeParse(message);
    if (!parsed.success) return false;
    const { data } = parsed;
    if (data.type === 'authenticated') send({ op: 'subscribe', symbols: [...byCode.keys()] });
    if ('time' in data && data.time !== undefined) punctual.heard(data.time);
    if (data.type === 'quote') quote(data, emit);
    if (data.type !== 'refused') return true;
    // Counts as a failure: a wrong key is tried again ever more seldom, not in a storm.
    log.warn({ host: new URL(url).host }, 'the vendor refused the key');
    return false;
  }

  return {
    kind: 'live',
    codes: new Set(byCode.keys()),
    provedMsAgo: punctual.provedMsAgo,
    start: async (emit) => {
      connection = keepConnected({
        url,
        log,
        opened: (send) => send({ op: 'auth', key }),
        received: (message, send) => receive(message, emit, send),
        ...(timing === undefined ? {} : { timing }),
      });
    },
    stop: async () => connection?.close(),
  };
}

const decimalText = z.string().max(40);
const vendorQuote = z.object({
  type: z.literal('quote'),
  symbol: z.string(),
  bid: decimalText,
  ask: decimalText,
  time: z.number(),
  volume: decimalText.optional(),
});
type VendorQuote = z.infer<typeof vendorQuote>;

const vendorMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated') }),
  z.object({ type: z.literal('refused') }),
  z.object({ type: z.literal('heartbeat'), time: z.number().optional() }),
  vendorQuote,
]);
