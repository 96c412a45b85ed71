import type { Notification } from '@assay/contract/endpoints/notification.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { leading } from '../../test/leading.ts';
import { trading } from '../../test/trading.ts';
import { createNotify, serveNotifications } from '../notifications/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { type Database, type Transaction, unhurried } from '../platform/database.ts';
import { alertsSource } from './source.ts';

const db = await testDatabase();
const { quote, person, market, bus, clock, http } = await trading(db);
serveNotifications(http);
const context = { db, bus, clock, market, notify: createNotify(bus) };
const source = alertsSource(context);
const above = { code: 'COINUSDT', direction: 'above', price: '105' } as const;
const below = { ...above, direction: 'below', price: '95' } as const;

const lead = () => leading({ db, market, bus, sources: [source] });

type Person = Awaited<ReturnType<typeof person>>;
const facts = async ({ demo }: Person) => (await demo(user.listNotification, {})).items.map(({ values }) => values);

describe('a price alert', () => {
  it('fires once, at the quote that reached it: above at the bid, below at the ask', async () => {
    const alice = await person('alice');
    const heard: unknown[] = [];
    const end = bus.subscribe<{ userId: string; book: null; event: string; data: Notification }>('private', (message) =>
      heard.push([message.userId, message.book, message.event, message.data.kind]),
    );
    const { engine, over } = await lead();
    await quote(10_000);
    await alice.demo(user.createPriceAlert, above, { idempotencyKey: 'up' });
    const waiting = await alice.demo(user.createPriceAlert, below, { idempotencyKey: 'down' });
    // The ask is over the line, the bid is not: one could not sell at 105.
    await quote(10_499, 10_510);
    await engine.settled();
    expect(await facts(alice)).toEqual([]);
    await quote(10_520, 10_530);
    await quote(10_000);
    await quote(10_600);
    await engine.settled();
    expect(await facts(alice)).toEqual([{ code: 'COINUSDT', direction: 'above', price: '105.00', reached: '105.20' }]);
    expect(await alice.real(user.priceAlerts, {})).toEqual([waiting]);
    await quote(9490, 9501);
    await quote(9480, 9500);
    await engine.settled();
    expect((await facts(alice))[0]).toEqual({ code: 'COINUSDT', direction: 'below', price: '95.00', reached: '95.00' });
    expect(heard).toEqual([
      [alice.userId, null, 'notification', 'priceAlert'],
      [alice.userId, null, 'notification', 'priceAlert'],
    ]);
    expect(engine.size).toBe(0);
    end();
    await over();
  });

  it('is set two hundred times an hour, and the same key may try again after', async () => {
    const eager = await person('eager');
    const next = (key: string) => eager.demo(user.createPriceAlert, above, { idempotencyKey: key });
    for (let number = 0; number < 200; number += 1) {
      const { id } = await next(`eager${number}`);
      await eager.demo(user.deletePriceAlert, { id });
    }
    expect(await refusalOf(next('too-many'))).toBe('429');
    clock.advance(3_600_000);
    expect(await next('too-many')).toMatchObject({ price: '105.00' });
    await db.query('delete from price_alerts');
  });

  it('waits through a restart, and one that fired before it does not fire again after', async () => {
    const bob = await person('bobby');
    await quote(10_000);
    const first = await lead();
    await bob.demo(user.createPriceAlert, above, { idempotencyKey: 'fires' });
    await bob.demo(user.createPriceAlert, { ...above, price: '110' }, { idempotencyKey: 'waits' });
    await quote(10_500);
    await first.engine.settled();
    await first.over();
    const second = await lead();
    expect(second.engine.size).toBe(1);
    await quote(10_400);
    await quote(11_000);
    await second.engine.settled();
    expect(await facts(bob)).toMatchObject([{ price: '110.00' }, { price: '105.00' }]);
    await second.over();
  });

  it('is found by reconciling when its message is lost, and judged by the quotes since', async () => {
    const carol = await person('carol');
    await quote(10_000);
    const { engine, over } = await leading({ db, market, bus: createLocalBus(silent), sources: [source] });
    await carol.demo(user.createPriceAlert, above);
    await quote(10_500);
    await quote(10_000);
    await engine.reconcile();
    await engine.settled();
    expect(await facts(carol)).toMatchObject([{ reached: '105.00' }]);
    await over();
  });

  it('fires once when two engines act on it at the same time, and not at all once it is deleted', async () => {
    const dave = await person('dave');
    await quote(10_000);
    const { id } = await dave.demo(user.createPriceAlert, above);
    const crossed = { code: 'COINUSDT', bid: 10_500, ask: 10_500, time: clock.now(), volume: 0 };
    await warm(db);
    await Promise.all(Array.from({ length: 8 }, () => source.act(Number(id), crossed, null)));
    expect(await facts(dave)).toHaveLength(1);
    const gone = await dave.demo(user.createPriceAlert, above, { idempotencyKey: 'gone' });
    expect(await dave.demo(user.deletePriceAlert, { id: gone.id })).toEqual([]);
    expect(await source.act(Number(gone.id), crossed, null)).toBeUndefined();
    expect(await facts(dave)).toHaveLength(1);
  });

  it('would fire twice without the lock on its row', async () => {
    const twin = await person('twin');
    await quote(10_000);
    const { id } = await twin.demo(user.createPriceAlert, above);
    let readers = 0;
    const both = Promise.withResolvers<void>();
    const unlocked = (tx: Transaction): Transaction => ({
      withCommit: (sql, values, then) => tx.withCommit(sql, values, then),
      afterCommit: (action) => tx.afterCommit(action),
      query: async <Row extends object>(sql: string, values?: readonly unknown[]) => {
        const rows = await tx.query<Row>(sql.replace(' for update', ''), values);
        if (sql.includes(' for update')) {
          readers += 1;
          if (readers === 2) both.resolve();
          await both.promise;
        }
        return rows;
      },
    });
    const without: Database = { ...db, transact: (work) => db.transact((tx) => work(unlocked(tx)), unhurried) };
    const crossed = { code: 'COINUSDT', bid: 10_500, ask: 10_500, time: clock.now(), volume: 0 };
    const broken = alertsSource({ ...context, db: without });
    await Promise.all([1, 2].map(() => broken.act(Number(id), crossed, null)));
    expect(await facts(twin)).toHaveLength(2);
  });

  it('is refused off the tick, on an unknown instrument, and beyond fifty, also when many arrive at once', async () => {
    const { demo } = await person('collector');
    expect(await refusalOf(demo(user.createPriceAlert, { ...above, price: '105.001' }))).toBe('11019');
    expect(await refusalOf(demo(user.createPriceAlert, { ...above, code: 'NOSUCH' }))).toBe('11009');
    await warm(db);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        demo(user.createPriceAlert, { ...above, price: String(200 + index) }, { idempotencyKey: `alert-${index}` }).then(
          () => 'set',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect([answers.filter((one) => one === 'set').length, answers.filter((one) => one === '11020').length]).toEqual([50, 10]);
  });

  it('is its owner’s alone', async () => {
    const owner = await person('owner');
    const other = await person('other');
    const { id } = await owner.demo(user.createPriceAlert, { ...above, price: '999' });
    expect(await other.demo(user.priceAlerts, {})).toEqual([]);
    expect(await refusalOf(other.demo(user.deletePriceAlert, { id }))).toBe('404');
    expect(await refusalOf(other.demo(user.deletePriceAlert, { id: 'o1' }))).toBe('404');
    expect(await owner.demo(user.priceAlerts, {})).toHaveLength(1);
  });
});

describe('the watchlist', () => {
  it('is kept for a person on both accounts, oldest first, and changed rather than replaced', async () => {
    const { demo, real } = await person('stargazer');
    expect(await demo(user.watchlist, {})).toEqual({ codes: [] });
    await demo(user.setWatchlist, { add: ['BTCUSDT', 'ETHUSDT'] });
    // Another device stars one that is there already, and one more.
    await real(user.setWatchlist, { add: ['ETHUSDT', 'GONEUSDT'] });
    expect(await demo(user.setWatchlist, { remove: ['BTCUSDT'] })).toEqual({ codes: ['ETHUSDT', 'GONEUSDT'] });
    const other = await person('othergazer');
    expect(await other.demo(user.watchlist, {})).toEqual({ codes: [] });
  });

  it('holds two hundred; the oldest fall off', async () => {
    const { demo } = await person('astronomer');
    const codes = (from: number, count: number) => Array.from({ length: count }, (_, index) => `S${from + index}`);
    await demo(user.setWatchlist, { add: codes(0, 200) });
    const { codes: kept } = await demo(user.setWatchlist, { add: codes(200, 3) });
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'S3', 'S202']);
    expect(await refusalOf(demo(user.setWatchlist, { add: codes(0, 201) }))).toBe('400');
  });
});
