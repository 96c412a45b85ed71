import { order } from '@assay/contract/endpoints/order.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { eachTime } from '../../test/meanwhile.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { createProducts } from '../products.ts';
import { asked, type ContractCommand } from './commands.ts';

const bases = ['COIN', 'GEM', 'ORE', 'TIN', 'FIG'];
const catalogue = bases.map((base) => ({ ...coin, id: `crypto-${base}USDT`, code: `${base}USDT`, name: base, base }));
const codes = catalogue.map(({ code }) => code);
const db = await testDatabase();
const { bus, clock, market, feed, person } = await trading(db, { catalogue });
await fund(db, 'demo');

const long = { side: 'long', type: 'market', lots: '1', leverage: 10, stopLoss: '95' } as const;
let calls = 0;
const key = () => ({ idempotencyKey: `moves-${++calls}` });

/** A hundredth of a second later. */
async function quote(code: string, price: number): Promise<void> {
  clock.advance(10);
  await feed.emit({ code, bid: price, ask: price, time: clock.now(), volume: 0 });
}

async function all(price: number): Promise<void> {
  for (const code of codes) await quote(code, price);
}

/** A customer who has bought of each at 100. */
async function holder(name: string, terms: { readonly trailingStop?: string; readonly takeProfit?: string } = {}) {
  const { demo, userId } = await person(name);
  await all(10_000);
  const ids: string[] = [];
  for (const code of codes) ids.push((await demo(order.buyU, { ...long, ...terms, code }, key())).id);
  return { demo, ids, about: asked({ userId, book: 'demo' }, null) };
}

/** Decides a hand while something comes each time that the tape has been read for it; answers how often it was. */
async function decided(command: ContractCommand, come: (time: number) => Promise<void>): Promise<number> {
  let times = 0;
  const moving = eachTime(db, async (time) => {
    times = time;
    await come(time);
  });
  const { dealer } = createProducts({ db: moving, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).positions;
  await dealer.submit(command);
  return times;
}

describe('a market that stands still at no time', () => {
  it('lets all be closed at once, at the last prices', async () => {
    const { demo, about } = await holder('hurried');
    const times = await decided({ ...about, kind: 'closeAll', input: {} }, async (time) => {
      if (time <= 20) await all(10_000 + time);
    });
    const { items } = await demo(order.listUOrder, {});
    expect(items.map(({ status, closePrice }) => [status, closePrice])).toEqual(codes.map(() => ['closedEarly', '100.01']));
    expect(times).toBe(1);
    await expectSoundBooks(db);
  });

  it('lets a part be closed and the rest be judged by all that came since the tape was read', async () => {
    const { demo, ids, about } = await holder('apart', { trailingStop: '2' });
    const [id = ''] = ids;
    const times = await decided({ ...about, kind: 'close', id: Number(id), input: { lots: '0.4' } }, async (time) => {
      for (const price of [10_390, 10_200, 10_210]) if (time <= 20) await quote('COINUSDT', price);
    });
    expect(times).toBe(1);
    await quote('COINUSDT', 10_190);
    await demo(order.stopU, { id }, key());
    const [rest] = (await demo(order.listUOrder, { code: 'COINUSDT' })).items.filter((each) => each.id === id);
    expect(rest).toMatchObject({ lots: '0.6', closeReason: 'trailingStop', closePrice: '101.90' });
    await expectSoundBooks(db);
  });

  it('lets a position be reversed, and the new one be judged by what comes after its price', async () => {
    const { demo, ids, about } = await holder('turned');
    const [id = ''] = ids;
    const input = {};
    const turn = { ...about, kind: 'reverse', id: Number(id), orderNo: 'C300108-0000000001', opens: true, input } as const;
    const times = await decided(turn, async (time) => {
      if (time <= 20) await quote('COINUSDT', 10_000 + time);
    });
    expect(times).toBe(1);
    const of = (await demo(order.listUOrder, { code: 'COINUSDT' })).items;
    expect(of.map(({ side, status, openPrice, closePrice }) => [side, status, openPrice, closePrice])).toEqual([
      ['short', 'open', '100.01', null],
      ['long', 'closedEarly', '100.00', '100.01'],
    ]);
    await expectSoundBooks(db);
  });

  it('puts a hand off once for each position that it has reached meanwhile, which ends at that', async () => {
    const { demo, about } = await holder('reached');
    const times = await decided({ ...about, kind: 'closeAll', input: {} }, async (time) => {
      const code = codes[time - 1];
      for (const price of [9400, 9900]) if (code !== undefined) await quote(code, price);
    });
    const { items } = await demo(order.listUOrder, {});
    expect(items.map(({ closeReason, closePrice }) => [closeReason, closePrice])).toEqual(
      codes.map(() => ['stopLoss', '94.00']),
    );
    expect(times).toBe(codes.length + 1);
    await expectSoundBooks(db);
  });

  it('puts a hand off where a stop that has followed it on the tape is reached after that', async () => {
    const { demo, ids, about } = await holder('followed', { trailingStop: '2' });
    const [id = ''] = ids;
    await quote('COINUSDT', 10_390);
    const times = await decided({ ...about, kind: 'close', id: Number(id), input: {} }, async (time) => {
      for (const price of [10_180, 10_300]) if (time === 1) await quote('COINUSDT', price);
    });
    const ended = (await demo(order.listUOrder, { code: 'COINUSDT' })).items;
    expect(ended).toMatchObject([{ id, closeReason: 'trailingStop', closePrice: '101.80' }]);
    expect(times).toBe(2);
  });

  it('puts a hand off where more has come than is remembered, since one of that may have reached it', async () => {
    const { demo, ids, about } = await holder('flooded');
    const [id = ''] = ids;
    const times = await decided({ ...about, kind: 'close', id: Number(id), input: {} }, async (time) => {
      if (time > 1) return;
      for (const price of [9400, ...Array.from({ length: 256 }, (_, index) => 9900 + (index % 2))])
        await quote('COINUSDT', price);
    });
    const ended = (await demo(order.listUOrder, { code: 'COINUSDT' })).items;
    expect(ended).toMatchObject([{ id, closeReason: 'stopLoss', closePrice: '94.00' }]);
    expect(times).toBe(2);
  });
});
