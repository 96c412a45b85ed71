// A process of a deployment that does nothing but spend: everything of it is its own but the database. `two-processes.test.ts`
// is one, and starts another one by this file.
import { createHash } from 'node:crypto';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import pino from 'pino';
import type { Emit } from '../../src/market/feeds/feed.ts';
import { createMarket } from '../../src/market/index.ts';
import { Pace } from '../../src/market/pace.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import { connectDatabase } from '../../src/platform/database.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { newOrderNo } from '../../src/platform/order-number.ts';
import { isRefusal } from '../../src/platform/refusal.ts';
import { createProducts } from '../../src/products.ts';

/** What is bought, of every product that can be bought with a demo account. */
export type What = 'contract' | 'limit' | 'option' | 'coins';

/** A spend in a user's name, under a key of its own or a shared one. */
export interface Spend {
  readonly what: What;
  readonly userId: string;
  readonly sessionId: string;
  readonly key: string;
}

const code = 'BTCUSDT';
/** All clocks stand still. A coin costs 100,000 USDT. */
export const now = Date.UTC(2030, 0, 7, 12);
const price = 10_000_000;

const bought = {
  // A margin of 5,000 and a fee of 25.
  contract: {
    letter: 'C',
    product: 'contracts',
    kind: 'open',
    input: { code, side: 'long', type: 'market', lots: '0.5', leverage: 10 },
  },
  limit: {
    letter: 'C',
    product: 'contracts',
    kind: 'open',
    input: { code, side: 'long', type: 'limit', price: '90000.00', lots: '0.5', leverage: 10 },
  },
  option: { letter: 'O', product: 'options', kind: 'buy', input: { code, direction: 'up', amount: '5000', periodId: '1min' } },
  coins: {
    letter: 'S',
    product: 'spot',
    kind: 'place',
    coins: ['BTC'],
    input: { code, side: 'buy', type: 'market', turnover: '5000' },
  },
} as const;

function orderOf({ what, userId, sessionId, key }: Spend) {
  const { letter, input, ...kind } = bought[what];
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  return {
    ...kind,
    input,
    orderNo: newOrderNo(letter, now),
    lane: 'people',
    owner: { userId, book: 'demo' },
    opens: true,
    call: { scope: `${userId}|demo|/${what}`, key: `key:${key}`, keyed: true, bodyHash, sessionId, until: Infinity },
  } as const;
}

/** Everything that a process has of its own, on the database at this address. */
export async function spendingProcess(url: string) {
  const log = pino({ level: 'silent' });
  const db = connectDatabase({ url, poolSize: 8, log });
  const bus = createLocalBus(log);
  const clock = { now: () => now, wall: () => now, elapsed: () => 0 };
  const instrument = instrumentOf(code);
  if (instrument === undefined) throw new Error(`${code} is not in the catalogue`);
  let emit: Emit = async () => true;
  const feed = {
    kind: 'simulated',
    codes: new Set([code]),
    start: async (to: Emit) => {
      emit = to;
    },
    stop: async () => undefined,
  } as const;
  const catalogue = [instrument];
  const pace = new Pace({ wall: () => 0, elapsed: () => 0 });
  const metrics = createMetrics();
  const market = await createMarket({ db, clock, bus, log, metrics, pace, role: 'all', catalogue, feeds: [feed] });
  // Two hundred spends of one account are to meet each other.
  const placesMax = Infinity;
  const products = createProducts({ db, bus, clock, market, mode: 'sandbox', log, origin: '', placesMax });
  await market.start();
  await market.lead();
  await emit({ code, bid: price, ask: price, time: now, volume: 0 });
  // A cold pool would let one process go first.
  const clients = await Promise.all(Array.from({ length: 8 }, () => db.connect()));
  for (const client of clients) client.release();
  return {
    /** All at once; answers the code of each refusal, and the number of what was bought. */
    spend: (spends: readonly Spend[]): Promise<string[]> =>
      Promise.all(
        spends.map(async (each) => {
          const answer = await products.positions.dealer.submit(orderOf(each));
          return isRefusal(answer) ? answer.code : (answer as { orderNo: string }).orderNo;
        }),
      ),
    close: async () => {
      await products.counter.stop();
      await market.stop();
      await db.close();
    },
  };
}

const [, , url] = process.argv;
if (import.meta.main && url !== undefined) {
  const own = await spendingProcess(url);
  process.on('message', (spends: Spend[]) => void own.spend(spends).then((answers) => process.send?.(answers)));
  process.once('disconnect', () => void own.close());
  process.send?.('ready');
}
