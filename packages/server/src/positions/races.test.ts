import { order } from '@assay/contract/endpoints/order.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside, withoutTape, withoutNews } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { meanwhile } from '../../test/meanwhile.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { type Database, unhurried } from '../platform/database.ts';
import { createProducts } from '../products.ts';
import { type Closing, type ContractCommand, asked } from './commands.ts';
import { actOnQuote } from './submit.ts';

const db = patientlyAside(await testDatabase());
const { bus, clock, market, quote, person, context } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const now = () => ({ code: 'COINUSDT', bid: 0, ask: 0, time: clock.now(), volume: 0 });

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin, order: own?.order };
}

describe('races', () => {
  it('twenty closings of one position close it once', async () => {
    const { demo, userId } = await person('doubleclose');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await warm(db);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        demo(order.stopU, { id }, { idempotencyKey: `close-${index}` }).then(
          ({ status }) => status,
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => '11008'), 'closedEarly']);
    expect(await held(userId)).toEqual({ available: 99_999_800_000n, margin: 0n, order: 0n });
  });

  it('between the owner closing and the engine liquidating, exactly one wins', async () => {
    const { demo } = await person('racer');
    for (let round = 0; round < 10; round++) {
      await quote(10_000);
      const { id } = await demo(order.buyU, long, { idempotencyKey: `race-${round}` });
      await quote(9000);
      const crossed = { ...now(), bid: 9000, ask: 9000 };
      await Promise.all([
        demo(order.stopU, { id }, { idempotencyKey: `stop-${round}` }).catch(() => undefined),
        actOnQuote(context, Number(id), crossed, null),
        actOnQuote(context, Number(id), crossed, null),
      ]);
      const { transfers } = await demo(order.receipt, { id });
      expect(transfers.filter(({ from, to }) => from === 'margin' && to === 'house:trading')).toHaveLength(1);
    }
    await expectSoundBooks(db);
  });

  it('between amending and filling, the order is filled once, and keeps what was amended or has told that it was too late', async () => {
    const { demo } = await person('amendrace');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, type: 'limit', price: '95' });
    await quote(9400);
    const crossed = { ...now(), bid: 9400, ask: 9400 };
    const [amended] = await Promise.allSettled([
      demo(order.amendU, { id, takeProfit: '120' }),
      actOnQuote(context, Number(id), crossed, null),
    ]);
    const done = amended.status === 'fulfilled';
    if (!done) expect(amended.reason).toMatchObject({ code: '11163' });
    const filled = { status: 'open', openPrice: '94.00', takeProfit: done ? '120.00' : null };
    expect((await demo(order.listUOrder, {})).items).toMatchObject([filled]);
  });

  it('between withdrawing and a limit that was reached, the order would be lost, did nobody read the tape under its lock', async () => {
    const { demo, userId } = await person('withdrawrace');
    const parts = { bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;
    const withdraw = async (on: Database, idempotencyKey: string) => {
      await quote(10_000);
      const { id } = await demo(order.buyU, { ...long, type: 'limit', price: '95' }, { idempotencyKey });
      await quote(9400);
      await quote(9800);
      const { dealer } = createProducts({ ...parts, db: on }).positions;
      const command: Closing = { ...asked({ userId, book: 'demo' }, null), kind: 'close', id: Number(id), input: {} };
      return dealer.submit(command);
    };
    expect(await withdraw(db, 'read')).toMatchObject({ code: '11163' });
    expect(await withdraw(withoutTape(db), 'unread')).toMatchObject({ status: 'cancelled' });
  });

  it('two hundred parallel orders for the whole balance: one opens', async () => {
    const { demo, userId } = await person('spender');
    await quote(10_000);
    await warm(db);
    // Margin 99,009.9 and fee 990.099: all but the last 0.001 USDT.
    const all = { ...long, lots: '9900.99' };
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        demo(order.buyU, all, { idempotencyKey: `spend-${index}` }).then(
          () => 'opened',
          (refusal: { code: string }) => refusal.code,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'opened')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '10011')).toHaveLength(199);
    expect(await held(userId)).toMatchObject({ available: 1000n });
  });

  it('a stranger who names an order neither waits for it nor makes its owner wait', async () => {
    const owner = await person('unmoved');
    const stranger = await person('stranger');
    await quote(10_000);
    const { id } = await owner.demo(order.buyU, long);
    await db.transact(async (tx) => {
      await tx.query('select from positions where id = $1 for update', [id]);
      await expect(stranger.demo(order.stopU, { id })).rejects.toMatchObject({ code: '404' });
      await expect(stranger.demo(order.amendU, { id, stopLoss: '95' })).rejects.toMatchObject({ code: '404' });
    }, unhurried);
  });

  it('the same key again answers the first order and opens no second', async () => {
    const { demo } = await person('repeats');
    await quote(10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => demo(order.buyU, long, { idempotencyKey: 'once' })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await demo(order.listUOrder, {})).items).toHaveLength(1);
  });
});

describe('a quote that reaches a stop while a hand is being decided', () => {
  const orderNo = 'C300107-0000000001';
  const hands = {
    closing: (about) => ({ ...about, kind: 'close' }),
    'closing a part': (about) => ({ ...about, kind: 'close', input: { lots: '0.4' } }),
    reversing: (about) => ({ ...about, kind: 'reverse', orderNo, opens: true }),
    'closing all': ({ id: _, ...about }) => ({ ...about, kind: 'closeAll', input: {} }),
  } satisfies Record<string, (about: Omit<Closing, 'kind'>) => ContractCommand>;
  const parts = { bus, clock, market, mode: 'sandbox', log: silent, origin: '' } as const;

  it.each(Object.entries(hands))('goes first: %s trades at no price newer than the tape that was read', async (name, by) => {
    const { demo, userId } = await person(name.replaceAll(' ', ''));
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    const come = async () => {
      await quote(9400);
      await quote(9900);
    };
    const { dealer } = createProducts({ ...parts, db: meanwhile(db, 'after the tape is read', come) }).positions;
    await dealer.submit(by({ ...asked({ userId, book: 'demo' }, null), id: Number(id), input: {} }));
    const ended = { id, lots: '1', status: 'closed', closeReason: 'stopLoss', closePrice: '94.00' };
    expect((await demo(order.listUOrder, {})).items).toMatchObject([ended]);
    await expectSoundBooks(db);
  });

  it('would be skipped, were nobody asked what has come since the tape was read', async () => {
    const { demo, userId } = await person('skipped');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    const come = async () => {
      await quote(9400);
      await quote(9900);
    };
    const without = { ...parts, market: withoutNews(market), db: meanwhile(db, 'after the tape is read', come) };
    const { dealer } = createProducts(without).positions;
    await dealer.submit(hands.closing({ ...asked({ userId, book: 'demo' }, null), id: Number(id), input: {} }));
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ id, status: 'closedEarly', closePrice: '99.00' }]);
  });
});
