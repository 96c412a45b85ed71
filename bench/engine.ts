// A million resting triggers: what a quote costs the engine, beside scanning the instrument's orders.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TriggerIndex, type Watch } from '@assay/server/engine/triggers.ts';
import { type Measurement, nanosecondsPerRun, seeded, whole } from './measurement.ts';

const triggerCount = 1_000_000;
const instrumentCount = 400;
const midTicks = 1_000_000;

interface RestingOrder {
  readonly key: number;
  readonly watch: Watch;
  readonly price: number;
}

interface Market {
  readonly codes: readonly string[];
  readonly triggers: readonly (RestingOrder & { readonly code: string })[];
}

/** What rests in the engine: each order or alert by the side of the quote that wakes it. */
const resting: readonly { readonly what: string; readonly watch: Watch }[] = [
  { what: 'a long contract: stop-loss or liquidation', watch: 'bidFalls' },
  { what: 'a long contract: take-profit', watch: 'bidRises' },
  { what: 'a short contract: stop-loss or liquidation', watch: 'askRises' },
  { what: 'a short contract: take-profit', watch: 'askFalls' },
  { what: 'a limit order for a long contract', watch: 'askFalls' },
  { what: 'a spot limit to buy', watch: 'askFalls' },
  { what: 'a spot limit to sell', watch: 'bidRises' },
  { what: 'a price alert below', watch: 'askFalls' },
];

/** Triggers on both sides of the price, 0.1% to 20% away, each kind as often as the others. Options wait for a time: see options.ts. */
function market(): Market {
  const random = seeded(42);
  const codes = Array.from({ length: instrumentCount }, (_, index) => `CODE${index}`);
  const triggers = Array.from({ length: triggerCount }, (_, key) => {
    const watch = resting[key % resting.length]?.watch ?? 'bidFalls';
    const away = Math.round(midTicks * (0.001 + random() * 0.2));
    const price = watch.endsWith('Falls') ? midTicks - away : midTicks + away;
    return { key, code: codes[Math.floor(random() * instrumentCount)] ?? 'CODE0', watch, price };
  });
  return { codes, triggers };
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function scan(orders: readonly RestingOrder[], bid: number, ask: number, fire: (key: number) => void): void {
  for (const { key, watch, price } of orders) {
    if (
      (watch === 'bidFalls' && bid <= price) ||
      (watch === 'bidRises' && bid >= price) ||
      (watch === 'askFalls' && ask <= price) ||
      (watch === 'askRises' && ask >= price)
    ) {
      fire(key);
    }
  }
}

/** Quotes wander within 0.05% of the middle: they reach nothing, as nearly every quote does. */
function quietQuotes(codes: readonly string[]): () => readonly [code: string, bid: number] {
  const random = seeded(7);
  const quotes = Array.from({ length: 4096 }, () => {
    const code = codes[Math.floor(random() * codes.length)] ?? 'CODE0';
    return [code, midTicks + Math.round((random() - 0.5) * midTicks * 0.001)] as const;
  });
  let next = 0;
  return () => quotes[(next = (next + 1) % quotes.length)] ?? ['CODE0', midTicks];
}

export function measure(): Promise<Measurement[]> {
  const { codes, triggers } = market();
  const before = usedBytes();
  const index = new TriggerIndex();
  for (const { key, code, watch, price } of triggers) index.set(key, code, watch, price);
  const megabytes = (usedBytes() - before) / 1e6;

  let fired = 0;
  const fire = (): void => {
    fired += 1;
  };
  const indexQuotes = quietQuotes(codes);
  const ours = nanosecondsPerRun(() => {
    const [code, bid] = indexQuotes();
    index.cross(code, bid, bid + 10, fire);
  });

  const byCode = Map.groupBy(triggers, ({ code }) => code);
  const scanQuotes = quietQuotes(codes);
  const scanned = nanosecondsPerRun(() => {
    const [code, bid] = scanQuotes();
    scan(byCode.get(code) ?? [], bid, bid + 10, fire);
  });
  if (fired > 0) throw new Error('quiet quotes reached a trigger: this run measured something else');

  const small = smallIndex(codes);
  const smallQuotes = quietQuotes(codes);
  const few = nanosecondsPerRun(() => {
    const [code, bid] = smallQuotes();
    small.cross(code, bid, bid + 10, fire);
  });

  return Promise.resolve([
    {
      figure: 'engine: a quote over 1,000,000 triggers (contracts, spot, alerts) on 400 instruments',
      ours: `${ours.toFixed(0)} ns a quote`,
      reference: `${whole(scanned)} ns scanning the instrument's orders`,
      ratio: scanned / ours,
      aim: 1000,
    },
    {
      figure: 'engine: the same with a hundredth of the triggers (O(1): about 1)',
      ours: `${ours.toFixed(0)} ns a quote`,
      reference: `${few.toFixed(0)} ns with 10,000 triggers`,
      ratio: few / ours,
      aim: 0.5,
    },
    {
      figure: 'engine: memory of 1,000,000 triggers',
      ours: `${whole(megabytes)} MB`,
      reference: 'limit 300 MB',
      ratio: 300 / megabytes,
      aim: 1,
    },
  ]);
}

function smallIndex(codes: readonly string[]): TriggerIndex {
  const index = new TriggerIndex();
  const random = seeded(42);
  for (let key = 0; key < triggerCount / 100; key += 1) {
    const watch = resting[key % resting.length]?.watch ?? 'bidFalls';
    const away = Math.round(midTicks * (0.001 + random() * 0.2));
    index.set(key, codes[key % codes.length] ?? 'CODE0', watch, watch.endsWith('Falls') ? midTicks - away : midTicks + away);
  }
  return index;
}
