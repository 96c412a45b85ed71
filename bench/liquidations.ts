// Ten thousand positions that one quote liquidates, half of them real: from the quote to the last durable liquidation.
import { amount } from '@assay/domain/money/amount.ts';
import { Engine } from '@assay/server/engine/engine.ts';
import { fundHouse } from '@assay/server/ledger/index.ts';
import { createLocalBus } from '@assay/server/platform/bus.ts';
import { systemClock } from '@assay/server/platform/clock.ts';
import type { Database } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { type Products, createProducts } from '@assay/server/products.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, whole } from './measurement.ts';
import { type Mode, beside, modes, person, prepareHouse, standing } from './traders.ts';

const code = 'BTCUSDT';
const people = 100;
const perAccount = 50;
const secondsMax = 5;
const log = createLogger('silent');

/** As many positions on either account of each customer, one round after the other. */
async function openAll(dealer: Products['positions']['dealer'], users: readonly string[]): Promise<void> {
  const input = { code, side: 'long', type: 'market', lots: '1', leverage: 20 } as const;
  const common = { product: 'contracts', lane: 'people', kind: 'open', opens: true, call: null, input } as const;
  const owners = users.flatMap((userId) => (['demo', 'real'] as const).map((book) => ({ userId, book })));
  for (let round = 0; round < perAccount; round += 1) {
    const commands = owners.map((owner, place) => {
      const orderNo = `C300107-${String(round * owners.length + place).padStart(10, '0')}`;
      return { ...common, owner, orderNo };
    });
    await Promise.all(commands.map((command) => dealer.submit(command)));
  }
}

async function liquidate(db: Database, mode: Mode): Promise<number> {
  const { market, set } = standing(code, mode);
  await prepareHouse(db, mode);
  const bus = createLocalBus(log);
  const parts = { db, bus, clock: systemClock, market: market as never, mode, log, origin: '' } as const;
  const products = createProducts(parts);
  products.house?.begin(db);
  const users: string[] = [];
  for (let index = 0; index < people; index += 1) users.push(await person(db, index));
  const funds = { treasury: amount(0n), insurance: amount(10n ** 15n), lending: amount(0n), trading: amount(0n) };
  for (const book of ['demo', 'real'] as const) {
    await db.transact((tx) => fundHouse(tx, { book, reference: `house:${book}`, at: 0, funds }));
  }
  await openAll(products.positions.dealer, users);
  const engine = new Engine({ db, sources: products.sources, log });
  await engine.lead();
  const started = performance.now();
  engine.see({ ...set(4_000_000), source: mode === 'live' ? 'live' : 'simulated', position: 1, acts: true });
  await engine.settled();
  const took = performance.now() - started;
  const [left] = await db.query<{ left: number }>("select count(*) as left from positions where status <> 'liquidated'");
  if (left?.left !== 0) throw new Error(`${left?.left} positions were not liquidated`);
  await engine.retire();
  products.house?.stop();
  return took;
}

export async function measure(): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const mode of modes) {
    const took = await withDurableDatabase(16, ({ db }) => liquidate(db, mode));
    measured.push({
      figure: `liquidations: ${whole(2 * people * perAccount)} positions at one quote, half of them real${beside(mode)}`,
      ours: `${(took / 1000).toFixed(1)} s`,
      reference: `limit ${secondsMax} s`,
      ratio: (secondsMax * 1000) / took,
      aim: 1,
    });
  }
  return measured;
}
