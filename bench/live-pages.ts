// What live prices cost: bytes on a socket, and in a browser scripting on the page of an instrument, frames of the market while it is
// scrolled, memory.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { feedPath, feedProtocol } from '@assay/contract/paths.ts';
import type { CDPSession, Page } from 'playwright-core';
import { type ClientOptions, WebSocket } from 'ws';
import { launchBrowser, visit } from '../e2e/browser.ts';
import { type OwnApp, registered, startApp } from '../e2e/harness.ts';
import type { Measurement } from './measurement.ts';

const code = 'BTCUSDT';
const slowdown = 4;
const watchedMs = 12_000;
const scriptMsMax = 30;
const frameMsMax = 50;
/** What a minute of prices may leave behind after the garbage is gone: what is kept of a few lines, and nothing that grows. */
const heapGrowthMax = 1.1;
const scrolledPx = 24_000;
const heardMs = 20_000;
const unaskedKilobytesMax = 4;

interface Heard {
  readonly whole: number;
  readonly uncompressed: number;
  /** Of a page that shows no price. */
  readonly nothing: number;
}

/** What sockets that subscribe to nothing take in a second, in kilobytes, once they have the first picture. */
async function heard(app: OwnApp): Promise<Heard> {
  const address = app.origin.replace(/^http/, 'ws') + feedPath;
  const open = async (options: ClientOptions, protocol: string[] = []) => {
    const socket = new WebSocket(address, protocol, options);
    const [[answer]] = (await Promise.all([once(socket, 'upgrade'), once(socket, 'message')])) as [[IncomingMessage], unknown];
    return { socket, bytes: () => answer.socket.bytesRead };
  };
  const sockets = [await open({}), await open({ perMessageDeflate: false }), await open({}, [feedProtocol])];
  await delay(3000);
  const before = sockets.map(({ bytes }) => bytes());
  await delay(heardMs);
  const [whole = 0, uncompressed = 0, nothing = 0] = sockets.map(
    ({ bytes }, place) => (bytes() - (before[place] ?? 0)) / heardMs,
  );
  for (const { socket } of sockets) socket.terminate();
  return { whole, uncompressed, nothing };
}

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

const waited = (page: Page, ms: number) =>
  page.evaluate((wait) => new Promise<void>((done) => void setTimeout(done, wait)), ms);

interface Detail {
  readonly scriptMsPerSecond: number;
  readonly taskMsPerSecond: number;
  readonly heapGrowth: number;
}

/** A desktop with a position open, as a trader uses it all day. */
async function detail(browser: Browser, app: OwnApp): Promise<Detail> {
  const person = await registered(app);
  const order = { code, side: 'long', type: 'market', lots: '0.01', leverage: 10 } as const;
  await person.call(customerCalls.order.buyU, order, { idempotencyKey: person.userName });
  const { page, context } = await visit(browser, app, { person });
  const session = await context.newCDPSession(page);
  // Time of the page's own thread: what others on the machine take is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`/cruuency?code=${code}`);
  await page.locator('canvas').first().waitFor();
  await waited(page, 5000);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await metricsOf(session)).get('JSHeapUsedSize') ?? 0;
  };
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const before = await metricsOf(session);
  await waited(page, watchedMs);
  const after = await metricsOf(session);
  const perSecond = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / (watchedMs / 1e6);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const heapBefore = await heap();
  await waited(page, 60_000);
  const heapGrowth = (await heap()) / heapBefore;
  await context.close();
  return { scriptMsPerSecond: perSecond('ScriptDuration'), taskMsPerSecond: perSecond('TaskDuration'), heapGrowth };
}

interface Scroll {
  /** The longest frame after the first, in milliseconds. */
  readonly longest: number;
  readonly long: number;
  readonly frames: number;
}

/** The whole market scrolled fast, on a slow phone. */
async function scroll(browser: Browser, app: OwnApp): Promise<Scroll> {
  const { page, context } = await visit(browser, app, { device: 'phone' });
  const session = await context.newCDPSession(page);
  await page.goto('/market');
  await page.getByRole('row').filter({ hasText: 'ETHUSDT' }).first().waitFor();
  await waited(page, 3000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await waited(page, 2000);
  const taken = await page.evaluate(
    (px) =>
      new Promise<number[]>((done) => {
        const lasted: number[] = [];
        let last = performance.now();
        const begun = last;
        const step = (): void => {
          const now = performance.now();
          lasted.push(now - last);
          last = now;
          // As far as the time that has passed says: a frame that is late does not slow the finger down.
          const to = ((now - begun) / 8000) * px;
          window.scrollTo(0, to);
          if (to < px) requestAnimationFrame(step);
          else done(lasted);
        };
        requestAnimationFrame(step);
      }),
    scrolledPx,
  );
  await context.close();
  const frames = taken.slice(2);
  return { longest: Math.max(...frames), long: frames.filter((ms) => ms > frameMsMax).length, frames: frames.length };
}

export async function measure(): Promise<Measurement[]> {
  const app = await startApp({ movable: false });
  // As customers' browsers run it, with all compilers.
  const browser = await launchBrowser([]);
  try {
    const { whole, uncompressed, nothing } = await heard(app);
    const { scriptMsPerSecond, taskMsPerSecond, heapGrowth } = await detail(browser, app);
    const { longest, long, frames } = await scroll(browser, app);
    return [
      {
        figure: 'prices: a socket that has asked for nothing, compressed once for all such',
        ours: `${whole.toFixed(1)} kB/s; ${nothing.toFixed(1)} of a page without prices`,
        reference: `limit ${unaskedKilobytesMax} kB/s; ${uncompressed.toFixed(1)} as text`,
        ratio: unaskedKilobytesMax / whole,
        aim: 1,
      },
      {
        figure: 'prices: scripting on the page of an instrument, processor ÷ 4',
        ours: `${scriptMsPerSecond.toFixed(0)} ms/s, ${taskMsPerSecond.toFixed(0)} ms/s with layout and paint`,
        reference: `limit ${scriptMsMax} ms/s`,
        ratio: scriptMsMax / scriptMsPerSecond,
        aim: 1,
      },
      {
        figure: 'prices: frames while the whole market is scrolled in 8 s on a phone, processor ÷ 4',
        ours: `longest ${longest.toFixed(0)} ms, ${long} of ${frames} over ${frameMsMax} ms`,
        reference: `limit ${frameMsMax} ms`,
        ratio: frameMsMax / longest,
        aim: 1,
      },
      {
        figure: 'prices: memory of that page after a minute of them',
        ours: `× ${heapGrowth.toFixed(2)}`,
        reference: `limit × ${heapGrowthMax}`,
        ratio: heapGrowthMax / heapGrowth,
        aim: 1,
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}
