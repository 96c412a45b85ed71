import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { holdRecomputed } from '../../test/recorded-days/recomputed.ts';
import { expectSoundBooks, trading } from '../../test/trading.ts';
import { balances, post } from '../ledger/index.ts';
import { refuse } from '../platform/refusal.ts';

const db = await testDatabase();
const { clock, quote, person, bus, market } = await trading(db);

const buy = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '2.5' } as const;
const sell = { ...buy, side: 'sell' } as const;
const limit = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '95', quantity: '1' } as const;

/** What a demo account has, by asset, as [available, set aside for orders]. */
async function has(userId: string) {
  const own = await balances(db, 'demo', userId, ['COIN', 'USDT'].map(assetOf));
  return own.map(({ available, order: held }) => [available, held]);
}

describe('coins at the market', () => {
  it('are bought at the ask, and valued at the bid', async () => {
    const { demo, userId } = await person('buyer');
    await quote(9990, 10_010);
    // 2.5 × 100.10 = 250.25. The fee is 0.1% of the coins: 0.0025.
    const bought = await demo(order.submit, buy);
    expect(bought).toMatchObject({
      status: 'filled',
      quantity: '2.5',
      turnover: '250.25',
      filledPrice: '100.10',
      fee: '0.0025',
      feeAsset: 'COIN',
      price: null,
      held: '0',
      profit: null,
    });
    expect(await has(userId)).toEqual([
      [249_750_000n, 0n],
      [99_749_750_000n, 0n],
    ]);
    // 2.4975 × 99.90 = 249.50025; they cost the 250.25 that were paid.
    expect(await demo(user.listBalances, {})).toEqual([
      { asset: 'USDT', available: '99749.75', held: '0', valueUsdt: '99749.75' },
      {
        asset: 'COIN',
        available: '2.4975',
        held: '0',
        valueUsdt: '249.50025',
        // 250.25 ÷ 2.4975 = 100.20020020…
        averageCost: '100.200201',
        unrealised: '-0.74975',
      },
    ]);
    const totals = await demo(order.getProfitTotal, {});
    expect(totals).toMatchObject({ equity: '99999.25025', available: '99749.75', coins: '249.50025', held: '0' });
    expect(totals.products).toContainEqual(expect.objectContaining({ product: 'spot', unrealised: '-0.74975', held: '0' }));
    await expectSoundBooks(db);
  });

  it('are sold at the bid by turnover, with a profit against what they had cost', async () => {
    const { demo, userId } = await person('seller');
    await quote(10_000);
    await demo(order.submit, buy);
    await quote(10_990, 11_000);
    // 100 / 109.90 = 0.90991…, down to 0.9099: 99.99801 received, fee 0.09999801 up to 0.099999.
    const sold = await demo(order.submit, { code: 'COINUSDT', side: 'sell', type: 'market', turnover: '100' });
    expect(sold).toMatchObject({
      quantity: '0.9099',
      turnover: '99.99801',
      fee: '0.099999',
      feeAsset: 'USDT',
      sizedBy: 'turnover',
    });
    // 99.99801 − 0.099999 are received; the coins had cost 250 × 0.9099 ÷ 2.4975 = 91.081081….
    expect(sold.profit).toBe('8.816929');
    // 2.5 − 0.0025 − 0.9099 coins; 100,000 − 250 + 99.99801 − 0.099999.
    expect(await has(userId)).toEqual([
      [158_760_000n, 0n],
      [99_849_898_011n, 0n],
    ]);
    expect((await demo(user.listBalances, {}))[1]).toMatchObject({ averageCost: '100.1001', realised: '8.816929' });
    // The rest is worth 1.5876 × 109.90 = 174.47724 and has cost 250 − 91.081082 = 158.918918.
    expect((await demo(order.getProfitTotal, {})).products).toContainEqual(
      expect.objectContaining({ product: 'spot', unrealised: '15.558322', held: '0' }),
    );
  });

  it('are refused with the code of what is wrong, and nothing is written', async () => {
    const { demo, userId } = await person('refused');
    await quote(10_000);
    expect(await refusalOf(demo(order.submit, { ...buy, code: 'NOTHING' }))).toBe('11009');
    expect(await refusalOf(demo(order.submit, { ...buy, code: 'EURJPY' }))).toBe('11009');
    expect(await refusalOf(demo(order.submit, sell))).toBe('11013');
    expect(await refusalOf(demo(order.submit, { ...buy, quantity: '1000.01' }))).toBe('10011');
    expect(await refusalOf(demo(order.submit, { ...buy, turnover: '100' }))).toBe('10016');
    expect(await refusalOf(demo(order.submit, { ...limit, price: '95.001' }))).toBe('11012');
    expect(await refusalOf(demo(order.submit, { ...buy, seenPrice: '99.5', maxSlippageBps: 50 }))).toBe('11004');
    expect(await refusalOf(demo(order.submit, { ...limit, price: '999999999999999999', quantity: '999999999999999999' }))).toBe(
      '11012',
    );
    expect(await refusalOf(demo(order.submit, { ...limit, price: '90071992547409.91', quantity: '999999999999999999' }))).toBe(
      '10016',
    );
    for (const quantity of ['0', '']) expect(await refusalOf(demo(order.submit, { ...buy, quantity }))).toBe('10016');
    for (const quantity of ['-1', 'NaN', 'Infinity', '1e3', '١', ' 1']) {
      expect(await refusalOf(demo(order.submit, { ...buy, quantity }))).toBe('400');
    }
    clock.advance(60_000);
    expect(await refusalOf(demo(order.submit, buy))).toBe('10015');
    expect((await demo(order.listBbOrder, {})).items).toEqual([]);
    expect(await has(userId)).toEqual([
      [0n, 0n],
      [100_000_000_000n, 0n],
    ]);
  });

  it('that came as a deposit are sold without profit or loss', async () => {
    const { real, userId } = await person('depositor');
    const deposit = {
      reason: 'deposit.completed',
      transfers: [
        {
          from: houseAccount('outside:deposits'),
          to: userAccount(userId, 'available'),
          asset: assetOf('COIN'),
          amount: amount(300_000_000n),
        },
      ],
    } as const;
    await db.transact((tx) => post(tx, { book: 'real', reference: 'deposit:coins', at: clock.now(), ...deposit }));
    await quote(10_000);
    expect(await real(order.submit, { ...sell, quantity: '2' })).toMatchObject({ turnover: '200', fee: '0.2', profit: '0' });
    expect(await real(order.getProfitTotal, {})).toMatchObject({ equity: '299.8', available: '199.8', coins: '100' });
  });
});

describe('a limit order', () => {
  it('holds what it would pay, and cancelling gives exactly that back, also while nothing trades', async () => {
    const { demo, userId } = await person('patient');
    await quote(10_000);
    await demo(order.submit, { ...buy, quantity: '2' });
    const buying = await demo(order.submit, { ...limit, quantity: '0.3333' });
    const selling = await demo(order.submit, { ...limit, side: 'sell', price: '105', quantity: '1.5' });
    expect(buying).toMatchObject({ status: 'open', held: '31.6635', heldAsset: 'USDT', turnover: '31.6635', fee: '0.0003333' });
    expect(selling).toMatchObject({ status: 'open', held: '1.5', heldAsset: 'COIN', turnover: '157.5', fee: '0.1575' });
    expect(await has(userId)).toEqual([
      [49_800_000n, 150_000_000n],
      [99_768_336_500n, 31_663_500n],
    ]);
    expect((await demo(order.getProfitTotal, {})).held).toBe('181.6635');
    await expectSoundBooks(db);
    clock.advance(3_600_000);
    expect(market.tradable(coin.code)).toBe(false);
    for (const { id } of [buying, selling])
      expect(await demo(order.cancelBb, { id })).toMatchObject({ status: 'cancelled', held: '0' });
    expect(await refusalOf(demo(order.cancelBb, { id: buying.id }, { idempotencyKey: 'again' }))).toBe('11008');
    expect(await has(userId)).toEqual([
      [199_800_000n, 0n],
      [99_800_000_000n, 0n],
    ]);
    await expectSoundBooks(db);
  });

  it('tells engine and sockets only after it is durable', async () => {
    const { demo, userId } = await person('events');
    const seen: unknown[] = [];
    const ends = [
      bus.subscribe('spot', (message: { alive: boolean }) => seen.push(['engine', message.alive])),
      bus.subscribe('private', (message: { userId: string; event: string; data: { asset?: string } }) =>
        seen.push([message.userId === userId, message.event, message.data.asset]),
      ),
    ];
    await quote(10_000);
    await demo(order.submit, limit);
    expect(await refusalOf(demo(order.submit, { ...limit, quantity: '90000' }))).toBe('10011');
    await demo(order.submit, buy);
    for (const end of ends) end();
    expect(seen).toEqual([
      ['engine', true],
      [true, 'order', undefined],
      [true, 'balance', 'USDT'],
      [true, 'order', undefined],
      [true, 'balance', 'USDT'],
      [true, 'balance', 'COIN'],
      [true, 'notification', undefined],
    ]);
  });

  it('is refused beyond 200 that wait, also when many arrive at once and pay in two assets', async () => {
    const { demo } = await person('hoarder');
    await quote(10_000);
    await demo(order.submit, { ...buy, quantity: '10' });
    const placed = await Promise.all(
      Array.from({ length: 205 }, (_, index) => {
        const side = index % 2 === 0 ? ({ side: 'buy', price: '95' } as const) : ({ side: 'sell', price: '105' } as const);
        return demo(order.submit, { ...limit, ...side, quantity: '0.02' }, { idempotencyKey: `many-${index}` }).then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        );
      }),
    );
    expect(placed.filter((one) => one === 'open')).toHaveLength(200);
    expect(placed.filter((one) => one === '11010')).toHaveLength(5);
    expect(await demo(order.submit, { ...buy, quantity: '1' })).toMatchObject({ status: 'filled' });
  });
});

describe('an order that waits for more than a limit', () => {
  const begins = { ...limit, type: 'stopLimit', price: '104', trigger: '105' } as const;
  const pair = { ...limit, side: 'sell', type: 'oco', price: '120', trigger: '90' } as const;

  it('is kept with its trigger and its end, and its receipt is recomputed while it waits', async () => {
    const { demo, userId } = await person('triggers');
    await quote(10_000);
    const until = new Date(clock.now() + 3_600_000).toISOString();
    const placed = await demo(order.submit, { ...begins, until });
    expect(placed).toMatchObject({
      type: 'stopLimit',
      triggerPrice: '105.00',
      triggeredAt: null,
      expiresAt: until,
      held: '104',
    });
    expect(await has(userId)).toEqual([
      [0n, 0n],
      [99_896_000_000n, 104_000_000n],
    ]);
    expect(await refusalOf(demo(order.submit, { ...begins, trigger: '99' }))).toBe('11321');
    expect(await refusalOf(demo(order.submit, { ...begins, until: '2001-01-01T00:00:00Z' }))).toBe('11305');
    expect(await refusalOf(demo(order.submit, pair))).toBe('11013');
    await holdRecomputed([await demo(order.receipt, { id: placed.id })]);
  });

  it('is amended, holds what it needs then, and fills at once where its new limit is reached', async () => {
    const { demo, userId } = await person('amends');
    await quote(10_000);
    const { id } = await demo(order.submit, limit);
    const dearer = await demo(order.amendBb, { id, price: '96', quantity: '2', until: 'day' });
    expect(dearer).toMatchObject({ price: '96.00', quantity: '2', held: '192', status: 'open' });
    expect(Date.parse(dearer.expiresAt ?? '') % 86_400_000).toBe(0);
    expect(await demo(order.amendBb, { id, quantity: '0.5', until: null })).toMatchObject({ held: '48', expiresAt: null });
    expect(await has(userId)).toEqual([
      [0n, 0n],
      [99_952_000_000n, 48_000_000n],
    ]);
    expect(await refusalOf(demo(order.amendBb, { id, quantity: '9999' }))).toBe('10011');
    const filled = await demo(order.amendBb, { id, price: '101' });
    expect(filled).toMatchObject({ status: 'filled', filledPrice: '100.00', turnover: '50' });
    expect(await refusalOf(demo(order.amendBb, { id, price: '90' }))).toBe('11008');
    await holdRecomputed([await demo(order.receipt, { id })]);
    await expectSoundBooks(db);
  });

  it('can be amended by nobody who writes past the rules, nor without keeping what it was', async () => {
    const { demo } = await person('guarded');
    await quote(10_000);
    const { id } = await demo(order.submit, limit);
    await expect(db.query('update spot_orders set limit_price = 9600 where id = $1', [id.slice(1)])).rejects.toThrow('frozen');
    const forged = JSON.stringify([{ quantity: '1', limitPrice: 1, triggerPrice: null, expiresAt: null, hold: '1' }]);
    await expect(
      db.query('update spot_orders set limit_price = 9600, amendments = $2 where id = $1', [id.slice(1), forged]),
    ).rejects.toThrow('is not kept');
    /** Keeps what the order was, and says that it holds so much; all of it undone in the end. */
    const holding = (hold: string, before = 'select') =>
      db.transact(async (tx) => {
        await tx.query(before);
        await tx.query(
          `update spot_orders set limit_price = 9600, hold = $2, amendments = jsonb_build_array(jsonb_build_object('quantity',
             quantity::text, 'limitPrice', limit_price, 'triggerPrice', trigger_price, 'expiresAt', expires_at, 'hold', hold::text))
           where id = $1`,
          [id.slice(1), hold],
        );
        await tx.query('set constraints all immediate');
        return refuse('400');
      });
    // In the books it holds 95 USDT.
    for (const hold of ['96000000', '94999999'])
      await expect(holding(hold)).rejects.toThrow('does not hold what the books say');
    expect(await holding('95000000')).toEqual(refuse('400'));
    const unguarded = 'alter table spot_orders disable trigger spot_amended_exactly';
    expect(await holding('96000000', unguarded)).toEqual(refuse('400'));
  });

  it('is withdrawn together with all others, or with those of one instrument', async () => {
    const { demo, userId } = await person('leaves');
    await quote(10_000);
    await demo(order.submit, { ...buy, quantity: '2' });
    for (const input of [limit, begins, pair]) await demo(order.submit, input);
    expect(await demo(order.cancelAllBb, { code: 'BTCUSDT' })).toEqual({ items: [] });
    const { items } = await demo(order.cancelAllBb, {});
    expect(items.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['limit', 'cancelled', 'cancelled'],
      ['stopLimit', 'cancelled', 'cancelled'],
      ['oco', 'cancelled', 'cancelled'],
    ]);
    expect(await has(userId)).toEqual([
      [199_800_000n, 0n],
      [99_800_000_000n, 0n],
    ]);
    await expectSoundBooks(db);
  });
});

describe('leftovers of coins', () => {
  it('are converted once a day, by an order with a receipt, and no coin of worth with them', async () => {
    const { demo, userId } = await person('sweeper');
    await quote(10_000);
    await demo(order.submit, buy);
    expect(await refusalOf(demo(order.dust, { codes: ['COINUSDT'] }))).toBe('11324');
    // 2.4975 coins less 2.489 leave 0.0085, worth 0.85.
    await demo(order.submit, { ...sell, quantity: '2.489' });
    const seen = { seenReceived: '0.85', maxSlippageBps: 5 };
    expect(await refusalOf(demo(order.dust, { codes: ['COINUSDT'], ...seen }))).toBe('11004');
    expect(await refusalOf(demo(order.dust, { codes: ['COINUSDT'], maxSlippageBps: 50 }))).toBe('11004');
    const { items } = await demo(order.dust, { codes: ['COINUSDT', 'NOTHING'], ...seen, maxSlippageBps: 50 });
    expect(items).toMatchObject([{ type: 'dust', status: 'filled', quantity: '0.0085', turnover: '0.85', fee: '0.00085' }]);
    expect((await has(userId))[0]).toEqual([0n, 0n]);
    await holdRecomputed([await demo(order.receipt, { id: items[0]?.id ?? '' })]);
    await demo(order.submit, { ...buy, quantity: '1' });
    await demo(order.submit, { ...sell, quantity: '0.99' });
    expect(await refusalOf(demo(order.dust, { codes: ['COINUSDT'] }, { idempotencyKey: 'again' }))).toBe('11323');
    await expectSoundBooks(db);
  });
});

describe('whose order it is', () => {
  it('decides who sees and cancels it: not another person, not the other account', async () => {
    const owner = await person('owner');
    const other = await person('other');
    await quote(10_000);
    const { id } = await owner.demo(order.submit, limit);
    for (const call of [other.demo, other.real, owner.real]) {
      expect(await refusalOf(call(order.cancelBb, { id }))).toBe('404');
      expect(await refusalOf(call(order.receipt, { id }))).toBe('404');
      expect((await call(order.listBbOrder, {})).items).toEqual([]);
    }
    for (const strange of ['s0', 's99999999999999999', 'x', id.slice(1), `o${id.slice(1)}`]) {
      expect(await refusalOf(owner.demo(order.cancelBb, { id: strange }))).toBe('404');
    }
  });

  it('lists newest first, by page, status and code', async () => {
    const { demo } = await person('lists');
    await quote(10_000);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.unshift((await demo(order.submit, index % 2 === 0 ? limit : buy, { idempotencyKey: `list-${index}` })).id);
    }
    const first = await demo(order.listBbOrder, { limit: 3 });
    const second = await demo(order.listBbOrder, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await demo(order.listBbOrder, { status: 'open' })).items).toHaveLength(3);
    expect((await demo(order.listBbOrder, { status: ['filled', 'cancelled'] })).items).toHaveLength(2);
    expect((await demo(order.listBbOrder, { code: 'EURJPY' })).items).toEqual([]);
    expect(await refusalOf(demo(order.listBbOrder, { cursor: '7' }))).toBe('400');
  });
});

describe('the receipt', () => {
  it('shows terms, the quote, formulas with their numbers and every transfer', async () => {
    const { demo } = await person('receipts');
    await quote(10_000);
    await demo(order.submit, buy);
    await quote(10_990, 11_000);
    const { id, orderNo } = await demo(order.submit, { ...sell, quantity: '2' });
    const receipt = await demo(order.receipt, { id });
    expect(receipt).toMatchObject({ id, kind: 'spot', status: 'filled' });
    expect(receipt.terms).toMatchObject({ orderNo, side: 'sell', quantity: '2 COIN', feeRate: '0.001' });
    expect(receipt.quotes).toMatchObject([{ moment: 'fill', bid: '109.9', ask: '110', source: 'simulated COINUSDT' }]);
    expect(Object.fromEntries(receipt.steps.map(({ name, result }) => [name, result]))).toEqual({
      turnover: '219.8',
      paid: '2 COIN',
      received: '219.8 USDT',
      fee: '0.2198 USDT',
      credited: '219.5802 USDT',
      // 2 of the 2.4975 coins had cost 200.200201 of the 250.
      profit: '19.379999',
    });
    expect(receipt.transfers.map(({ from, to, amount: moved, asset }) => [from, to, moved, asset])).toEqual([
      ['available', 'house:trading', '2', 'COIN'],
      ['house:trading', 'available', '219.8', 'USDT'],
      ['available', 'house:fees', '0.2198', 'USDT'],
    ]);
  });

  it.each([
    ['buy', '95', 9390, 9400, { ask: '94.00', limitPrice: '95.00' }, 'ask ≤ limitPrice'],
    ['sell', '105', 10_510, 10_520, { bid: '105.10', limitPrice: '105.00' }, 'bid ≥ limitPrice'],
  ] as const)('of a %s at a limit shows that the price reached it', async (side, price, bid, ask, numbers, formula) => {
    const { demo } = await person(`reached${side}`);
    await quote(10_000);
    await demo(order.submit, { ...buy, quantity: '2' }, { idempotencyKey: 'coins' });
    await quote(bid, ask);
    const { id } = await demo(order.submit, { ...limit, side, price });
    const { steps } = await demo(order.receipt, { id });
    expect(steps.filter(({ name }) => name === 'fillTrigger')).toEqual([
      { name: 'fillTrigger', formula, numbers, result: 'reached' },
    ]);
  });

  it('of an order that waits or was withdrawn says what it held', async () => {
    const { demo } = await person('waiting');
    await quote(10_000);
    const { id } = await demo(order.submit, limit);
    await demo(order.cancelBb, { id });
    const receipt = await demo(order.receipt, { id });
    expect(receipt.quotes).toMatchObject([{ moment: 'place' }]);
    expect(receipt.steps.map(({ name, result }) => [name, result])).toEqual([
      ['turnover', '95'],
      ['held', '95 USDT'],
    ]);
    expect(receipt.transfers.map(({ reason }) => reason)).toEqual(['spot.placed', 'spot.cancelled']);
  });
});

describe('a demo reset', () => {
  it('begins the results of coins anew', async () => {
    const { demo } = await person('resetresults');
    await quote(10_000);
    await demo(order.submit, buy);
    await quote(11_000);
    await demo(order.submit, { ...sell, quantity: '1' });
    const coinNow = async () => (await demo(user.listBalances, {})).find(({ asset }) => asset === 'COIN');
    // 110 less 0.11 for a coin that had cost 250 ÷ 2.4975, rounded up.
    expect(await coinNow()).toMatchObject({ realised: '9.789899' });
    clock.advance(1000);
    await demo(user.demoReset, {});
    await quote(12_000);
    await demo(order.submit, { ...buy, quantity: '1' }, { idempotencyKey: 'afresh' });
    // 120 ÷ 0.999, rounded up.
    expect(await coinNow()).toMatchObject({ averageCost: '120.120121' });
    expect(await coinNow()).not.toHaveProperty('realised');
  });

  it('withdraws what waits, takes the coins back and forgets what they had cost', async () => {
    const { demo, userId } = await person('resets');
    await quote(10_000);
    await demo(order.submit, buy);
    await demo(order.submit, limit, { idempotencyKey: 'buying' });
    await demo(order.submit, { ...limit, side: 'sell', price: '110' }, { idempotencyKey: 'selling' });
    await demo(user.demoReset, {});
    expect(await has(userId)).toEqual([
      [0n, 0n],
      [100_000_000_000n, 0n],
    ]);
    expect((await demo(order.listBbOrder, { status: 'open' })).items).toEqual([]);
    await quote(12_000);
    expect((await demo(order.getProfitTotal, {})).products).toContainEqual(
      expect.objectContaining({
        product: 'spot',
        realised: '0',
        unrealised: '0',
        held: '0',
      }),
    );
    await expectSoundBooks(db);
  });
});
