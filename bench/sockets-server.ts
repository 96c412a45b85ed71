// The process under test of sockets.ts: the product's live feed, or bare ws sending the same bytes. Reports to its
// parent where it listens and, when asked, how much processor time it has used.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { feedPath } from '@assay/contract/paths.ts';
import { feed as limits } from '@assay/contract/vocabulary/limits.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { LiveFeed, type LiveFeedOptions } from '@assay/server/feed/index.ts';
import type { TapedQuote } from '@assay/server/market/index.ts';
import { createLocalBus } from '@assay/server/platform/bus.ts';
import { systemClock } from '@assay/server/platform/clock.ts';
import { createFastify } from '@assay/server/platform/fastify.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { createMetrics } from '@assay/server/platform/metrics.ts';
import { WebSocketServer } from 'ws';

const changes = 35;
const tickMs = 1000 / limits.batchesPerSecondMax;
const quoted = instruments.slice(0, changes);

/** Quotes that all change between two ticks, at the pace of the feed. */
function wandering(): LiveFeedOptions['market'] {
  const quotes = new Map<string, TapedQuote>();
  const listeners = new Set<(quote: TapedQuote, instrument: (typeof quoted)[number]) => void>();
  let step = 0;
  const move = (): void => {
    step += 1;
    for (const [index, instrument] of quoted.entries()) {
      const bid = 1_000_000 + index * 1000 + (step % 997);
      const taped = { source: 'simulated', position: step, acts: true } as const;
      const quote: TapedQuote = { code: instrument.code, bid, ask: bid + 10, time: Date.now(), volume: 0, ...taped };
      quotes.set(instrument.code, quote);
      for (const listener of listeners) listener(quote, instrument);
    }
  };
  move();
  setInterval(move, tickMs);
  return {
    instruments: () => quoted,
    quote: (code) => quotes.get(code),
    tradable: () => true,
    day: () => undefined,
    splits: () => 0,
    onQuote: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onHalt: () => () => undefined,
  };
}

async function product(): Promise<number> {
  const log = createLogger('silent');
  const metrics = createMetrics();
  const app = await createFastify({ log, metrics, live: false, trustProxy: undefined });
  const feed = new LiveFeed({
    market: wandering(),
    bus: createLocalBus(log),
    clock: systemClock,
    authenticate: () => Promise.resolve(undefined),
    log,
    metrics,
    socketsPerAddress: 10_000,
    origins: [],
  });
  await feed.register(app);
  feed.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** What remains when everything is taken away that is not sending: one message, the same bytes, to every socket. */
async function bare(): Promise<number> {
  const line = (index: number): string =>
    JSON.stringify({
      code: quoted[index]?.code,
      price: '10000.05',
      zdf: '0.00',
      bid: '10000.00',
      ask: '10000.10',
      time: new Date().toISOString(),
    });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: feedPath, perMessageDeflate: false });
  await once(server, 'listening');
  setInterval(() => {
    const bytes = Buffer.from(`[${quoted.map((_, index) => line(index)).join(',')}]`);
    for (const client of server.clients) client.send(bytes, { binary: false });
  }, tickMs);
  return (server.address() as AddressInfo).port;
}

const port = await (process.argv[2] === 'bare' ? bare() : product());
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.send?.({ port });
