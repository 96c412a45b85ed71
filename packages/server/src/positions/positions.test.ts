import { randomUUID } from 'node:crypto';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { actOnQuote } from './submit.ts';

const db = await testDatabase();
const { clock, quote, person, context, bus, market, app } = await trading(db);
await fund(db, 'demo');

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const short = { ...long, side: 'short' } as const;
const now = () => ({ code: 'COINUSDT', bid: 0, ask: 0, time: clock.now(), volume: 0 });

/** What the engine would do about a quote for one order. */
async function act(id: string, bid: number, ask = bid): Promise<void> {
  await quote(bid, ask);
  await actOnQuote(context, Number(id), { ...now(), bid, ask }, null);
}

/** What a receipt says was reached. */
function triggersOf({ steps }: Receipt): string[] {
  return steps
    .filter(({ name }) => name === 'trigger' || name === 'fillTrigger')
    .map(({ formula, numbers, result }) => {
      const shown = Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
      return `${formula}: ${shown.join(', ')}: ${result}`;
    });
}

async function held(userId: string) {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return { available: own?.available, margin: own?.margin, order: own?.order };
}

describe('a contract at the market', () => {
  it('opens at the ask, shows its live profit, and closes at the bid with every cent accounted for', async () => {
    const { demo, userId } = await person('opens');
    await quote(9990, 10_000);
    // Notional 100: margin 10, fee 0.1. Liquidation: (0.5 − 10 + 100) / 0.999 = 90.5905…, down to the cent.
    const opened = await demo(order.buyU, long);
    expect(opened).toMatchObject({
      status: 'open',
      openPrice: '100.00',
      currentPrice: '99.90',
      marginUsed: '10',
      fee: '0.1',
      profit: '-0.1',
      liquidationPrice: '90.59',
      handCount: '1',
    });
    expect(await held(userId)).toEqual({ available: 99_989_900_000n, margin: 10_000_000n, order: 0n });

    await quote(10_400, 10_410);
    const list = await demo(order.listUOrder, { status: 'open' });
    expect(list.items).toMatchObject([{ id: opened.id, currentPrice: '104.00', lastPrice: '104.05', profit: '4' }]);

    // Closing fee 0.104: 99,989.9 + 10 + 4 − 0.104.
    const closed = await demo(order.stopU, { id: opened.id });
    expect(closed).toMatchObject({
      status: 'closedEarly',
      closeReason: 'manual',
      closePrice: '104.00',
      profit: '4',
      fee: '0.204',
    });
    expect(await held(userId)).toEqual({ available: 100_003_796_000n, margin: 0n, order: 0n });
    expect(await demo(order.getProfitTotal, {})).toMatchObject({
      equity: '100003.796',
      realisedProfit: '3.796',
      unrealisedProfit: '0',
    });
    await expectSoundBooks(db);
  });

  it('tells engine and sockets only after it is durable', async () => {
    const { demo, userId } = await person('events');
    const seen: unknown[] = [];
    const ends = [
      bus.subscribe('positions', (message: { alive: boolean }) => seen.push(['engine', message.alive])),
      bus.subscribe('private', (message: { userId: string; event: string }) => seen.push([message.userId, message.event])),
    ];
    await quote(10_000);
    await demo(order.buyU, long);
    expect(await refusalOf(demo(order.buyU, { ...long, lots: '100000' }))).toBe('10011');
    for (const end of ends) end();
    expect(seen).toEqual([
      ['engine', true],
      [userId, 'order'],
      [userId, 'balance'],
      [userId, 'notification'],
    ]);
  });

  it('is refused by the rules and by the balance, and then leaves nothing behind', async () => {
    const { demo, real, userId } = await person('refused');
    await quote(10_000);
    expect(await refusalOf(demo(order.buyU, { ...long, code: 'NOSUCH' }))).toBe('11009');
    expect(await refusalOf(demo(order.buyU, { ...long, leverage: 7 }))).toBe('11006');
    expect(await refusalOf(demo(order.buyU, { ...long, lots: '0.005' }))).toBe('11007');
    expect(await refusalOf(demo(order.buyU, { ...long, stopLoss: '100' }))).toBe('11005');
    expect(await refusalOf(demo(order.buyU, { ...long, type: 'limit' }))).toBe('11012');
    expect(await refusalOf(demo(order.buyU, { ...long, seenPrice: '99.99' }))).toBe('11004');
    expect(await refusalOf(real(order.buyU, long))).toBe('10011');
    expect(await demo(order.listUOrder, {})).toEqual({ items: [], nextCursor: null });
    expect(await held(userId)).toEqual({ available: 100_000_000_000n, margin: 0n, order: 0n });
  });

  it('is closed no worse than what was seen and accepted, and at any price when nothing is said of it', async () => {
    const { demo, userId } = await person('closes');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await quote(9_949, 9_960);
    const seen = { id, seenPrice: '100', maxSlippageBps: 50 };
    const key = () => ({ idempotencyKey: randomUUID() });
    expect(await refusalOf(demo(order.stopU, seen, key()))).toBe('11004');
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ id, status: 'open' }]);
    await quote(9_950, 9_960);
    expect(await demo(order.stopU, seen, key())).toMatchObject({ status: 'closedEarly', closePrice: '99.50' });
    await quote(10_000);
    const another = await demo(order.buyU, long, key());
    await quote(9_500);
    expect(await demo(order.stopU, { id: another.id })).toMatchObject({ status: 'closedEarly', closePrice: '95.00' });
    expect(await held(userId)).toMatchObject({ margin: 0n });
  });

  it('that waits is withdrawn whatever price was seen', async () => {
    const { demo } = await person('withdraws');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, type: 'limit', price: '95' });
    expect(await demo(order.stopU, { id, seenPrice: '200' })).toMatchObject({ status: 'cancelled' });
  });

  const malformed = [
    '-1',
    'NaN',
    'Infinity',
    '1e309',
    '9007199254740993.1e0',
    '١',
    '__proto__',
    '1,5',
    ' 1',
    1,
    null,
    {},
    ['1'],
  ];
  it.each([
    ...malformed.map((lots): [number, string, unknown] => [400, '400', lots]),
    ...['0', '0.0', '', undefined].map((lots): [number, string, unknown] => [422, '11007', lots]),
  ])('answers %i and %s to lots of %j and writes nothing', async (status, code, lots) => {
    const { token } = attacker;
    const answer = await app.inject({
      method: 'POST',
      url: '/swx/customer/order/buyU',
      headers: { authorization: token, virtually: 'NO' },
      payload: { ...long, lots },
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await attacker.demo(order.listUOrder, {})).toEqual({ items: [], nextCursor: null });
  });

  it('converts yen at the turned-around mid of its pair, and not at all while that pair has no price', async () => {
    const { demo } = await person('crosses');
    const cross = { ...long, code: 'EURJPY' };
    await quote(16_000, 16_000, 'EURJPY');
    expect(await refusalOf(demo(order.buyU, cross))).toBe('10015');
    await quote(12_500, 12_500, 'USDJPY');
    await quote(16_000, 16_000, 'EURJPY');
    // 160 JPY / 125 = 1.28 USDT of notional.
    const opened = await demo(order.buyU, { ...cross, lots: '1.00' });
    expect(opened).toMatchObject({ marginUsed: '0.128', fee: '0.00128', conversion: '0.008' });
    const { quotes } = await demo(order.receipt, { id: opened.id });
    expect(quotes.map(({ moment, source }) => [moment, source])).toEqual([
      ['convert', 'simulated USDJPY'],
      ['open', 'simulated EURJPY'],
    ]);
  });

  it('stops at 200 living orders, also when many arrive at once', async () => {
    const { demo } = await person('crowded');
    await quote(10_000);
    await warm(db);
    const many = Array.from({ length: 205 }, (_, index) =>
      demo(order.buyU, { ...long, lots: '0.01' }, { idempotencyKey: `crowd-${index}` }).then(
        () => 'opened',
        (refusal: { code: string }) => refusal.code,
      ),
    );
    const outcomes = await Promise.all(many);
    expect(outcomes.filter((one) => one === 'opened')).toHaveLength(200);
    expect(outcomes.filter((one) => one === '11010')).toHaveLength(5);
  });
});

const attacker = await person('attacker');

describe('a limit order', () => {
  it('holds margin and fee at its limit, gives back all when withdrawn, and what it did not need when filled', async () => {
    const { demo, userId } = await person('limits');
    await quote(10_000);
    const limit = { ...long, type: 'limit', price: '95' } as const;
    const withdrawn = await demo(order.buyU, limit, { idempotencyKey: 'first' });
    expect(withdrawn).toMatchObject({ status: 'awaiting', limitPrice: '95.00', marginUsed: '9.5', openPrice: null });
    expect(await held(userId)).toMatchObject({ order: 9_595_000n });
    expect(await demo(order.stopU, { id: withdrawn.id })).toMatchObject({
      status: 'cancelled',
      closeReason: 'cancelled',
      fee: '0',
    });
    expect(await held(userId)).toEqual({ available: 100_000_000_000n, margin: 0n, order: 0n });

    const { id } = await demo(order.buyU, limit, { idempotencyKey: 'second' });
    await act(id, 9501);
    expect((await demo(order.listUOrder, { status: 'awaiting' })).items).toHaveLength(1);
    // Filled at 94: margin 9.4, fee 0.094; 0.101 of the hold returns.
    await act(id, 9390, 9400);
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([
      { id, openPrice: '94.00', marginUsed: '9.4', fee: '0.094' },
    ]);
    expect(await held(userId)).toEqual({ available: 99_990_506_000n, margin: 9_400_000n, order: 0n });
    expect(triggersOf(await demo(order.receipt, { id: withdrawn.id }))).toEqual([]);
    expect(triggersOf(await demo(order.receipt, { id }))).toEqual(['ask ≤ limitPrice: ask 94.00, limitPrice 95.00: reached']);
    await expectSoundBooks(db);
  });

  it('can be withdrawn while the instrument is suspended, when nothing else happens', async () => {
    const { demo } = await person('suspended');
    await quote(10_000);
    const open = await demo(order.buyU, long);
    const waiting = await demo(order.buyU, { ...long, type: 'limit', price: '95' });
    // A leap of more than 30% is held until three later quotes agree.
    await quote(5000);
    expect(market.tradable('COINUSDT')).toBe(false);
    expect(await refusalOf(demo(order.buyU, short))).toBe('10015');
    expect(await refusalOf(demo(order.stopU, { id: open.id }))).toBe('10015');
    expect(await demo(order.stopU, { id: waiting.id })).toMatchObject({ status: 'cancelled' });
    await quote(10_000);
  });
});

describe('what a quote triggers', () => {
  it('closes at the quote that crossed the stop, better or worse alike', async () => {
    const { demo } = await person('stopped');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98', takeProfit: '104' });
    await act(id, 9801);
    expect((await demo(order.listUOrder, { status: 'open' })).items).toMatchObject([{ expectedProfit: '4' }]);
    await act(id, 9750, 9760);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { status: 'closed', closeReason: 'stopLoss', closePrice: '97.50', profit: '-2.5' },
    ]);
  });

  it('liquidates rather than stops when one quote crosses both, and what the gap exceeds the margin by is not owed', async () => {
    const { demo, userId } = await person('gapped');
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '95' });
    await act(id, 8500);
    const [ended] = (await demo(order.listUOrder, {})).items;
    // Loss 15 of margin 10: 5 come from the insurance fund, no closing fee is left to take.
    expect(ended).toMatchObject({ status: 'liquidated', closeReason: 'liquidation', profit: '-10', fee: '0.1' });
    expect(await held(userId)).toEqual({ available: 99_989_900_000n, margin: 0n, order: 0n });
    const { transfers, steps } = await demo(order.receipt, { id });
    expect(transfers.filter(({ from }) => from === 'house:insurance')).toMatchObject([{ to: 'house:trading', amount: '5' }]);
    expect(steps.at(-1)).toMatchObject({ name: 'gap', numbers: { insurance: '5' }, result: '5' });
    // The whole loss and the whole fee count, although neither is all taken: 10 − 15 − 0.085 ≤ 0.5.
    expect(steps.find(({ name }) => name === 'trigger')).toEqual({
      name: 'trigger',
      formula: 'margin + profit − closeFee ≤ maintenance, in exact numbers',
      numbers: { margin: '10', profit: '-15', closeFee: '0.085', maintenance: '0.5' },
      result: 'reached',
    });
    await expectSoundBooks(db);
  });

  it('follows the best price with a trailing stop, also from what the engine has seen and not yet written down', async () => {
    const { demo } = await person('trails');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    const trailing = await demo(order.amendU, { id, trailingStop: '2' });
    expect(trailing).toMatchObject({ trailingStop: '2.00', trailingStopPrice: '98.00' });
    const [row] = await db.query<{ version: number }>('select version from positions where id = $1', [id]);
    await quote(10_300);
    const followed = { version: row?.version ?? 0, best: 10_300 };
    await actOnQuote(context, Number(id), { ...now(), bid: 10_101, ask: 10_101 }, followed);
    expect((await demo(order.listUOrder, { status: 'open' })).items).toHaveLength(1);
    await actOnQuote(
      context,
      Number(id),
      { ...now(), bid: 10_100, ask: 10_100 },
      { ...followed, version: followed.version - 1 },
    );
    expect((await demo(order.listUOrder, { status: 'open' })).items).toHaveLength(1);
    await actOnQuote(context, Number(id), { ...now(), bid: 10_100, ask: 10_100 }, followed);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { closeReason: 'trailingStop', closePrice: '101.00', profit: '1' },
    ]);
    const receipt = await demo(order.receipt, { id });
    expect(receipt.closeReason).toBe('trailingStop');
    expect(triggersOf(receipt)).toEqual(['bid ≤ best − distance: bid 101.00, best 103.00, distance 2.00: reached']);
  });

  it.each([
    ['long', 'stopLoss', 9750, 9760, 'bid ≤ stopLoss: bid 97.50, stopLoss 98.00: reached'],
    ['long', 'takeProfit', 10_450, 10_460, 'bid ≥ takeProfit: bid 104.50, takeProfit 104.00: reached'],
    ['short', 'stopLoss', 10_190, 10_200, 'ask ≥ stopLoss: ask 102.00, stopLoss 102.00: reached'],
    ['short', 'takeProfit', 9580, 9590, 'ask ≤ takeProfit: ask 95.90, takeProfit 96.00: reached'],
    ['short', 'liquidation', 10_900, 10_945, 'margin 10, profit -9.45, closeFee 0.10945, maintenance 0.5: reached'],
  ] as const)('shows on the receipt of a %s what the %s reached', async (side, reason, bid, ask, words) => {
    const { demo } = await person(`${side}${reason}`);
    await quote(10_000);
    const stops = side === 'long' ? { stopLoss: '98', takeProfit: '104' } : { stopLoss: '102', takeProfit: '96' };
    const { id } = await demo(order.buyU, { ...long, side, ...(reason === 'liquidation' ? {} : stops) });
    expect(triggersOf(await demo(order.receipt, { id }))).toEqual([]);
    await act(id, bid, ask);
    const receipt = await demo(order.receipt, { id });
    expect(receipt.closeReason).toBe(reason);
    expect(triggersOf(receipt)).toMatchObject([expect.stringContaining(words)]);
  });
});

describe('amending', () => {
  it('sets, keeps and removes stops, and refuses unreasonable ones', async () => {
    const { demo } = await person('amends');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    expect(await demo(order.amendU, { id, stopLoss: '95', takeProfit: '105' })).toMatchObject({
      stopLoss: '95.00',
      takeProfit: '105.00',
    });
    expect(await demo(order.amendU, { id, stopLoss: null })).toMatchObject({ stopLoss: null, takeProfit: '105.00' });
    expect(await refusalOf(demo(order.amendU, { id, stopLoss: '90.59' }))).toBe('11005');
    expect(await refusalOf(demo(order.amendU, { id, takeProfit: '99' }))).toBe('11005');
    expect(await refusalOf(demo(order.amendU, { id, trailingStop: '0.001' }))).toBe('11016');
    await demo(order.stopU, { id });
    expect(await refusalOf(demo(order.amendU, { id, takeProfit: '110' }))).toBe('11008');
  });
});

describe('the demo reset', () => {
  it('ends what is open and what awaits, and the books stay sound', async () => {
    const { demo, userId } = await person('resets');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await demo(order.buyU, { ...long, type: 'limit', price: '95' });
    await demo(user.demoReset, {});
    const receipt = await demo(order.receipt, { id });
    expect([receipt.closeReason, triggersOf(receipt)]).toEqual(['reset', []]);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([
      { status: 'cancelled', closeReason: 'reset' },
      { status: 'cancelled', closeReason: 'reset' },
    ]);
    expect(await held(userId)).toEqual({ available: 100_000_000_000n, margin: 0n, order: 0n });
    await expectSoundBooks(db);
  });
});

describe('in the database', () => {
  it('frozen terms can not be changed, an ended position not at all, and none is deleted', async () => {
    const { demo } = await person('frozen');
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await expect(db.query('update positions set leverage = 20 where id = $1', [id])).rejects.toThrow('frozen');
    await expect(db.query('update positions set open_price = 9000 where id = $1', [id])).rejects.toThrow('frozen');
    await demo(order.stopU, { id });
    await expect(db.query("update positions set status = 'open' where id = $1", [id])).rejects.toThrow("can't become");
    await expect(db.query('update positions set profit = 1000 where id = $1', [id])).rejects.toThrow("can't become");
    await expect(db.query('delete from positions where id = $1', [id])).rejects.toThrow('kept for good');
  });
});

describe('a live deployment', () => {
  it('lets a real account trade on live prices only', async () => {
    const simulated = await trading(await testDatabase(2), { mode: 'live' });
    const { demo, real } = await simulated.person('lives');
    await simulated.quote(10_000);
    expect(await refusalOf(real(order.buyU, long))).toBe('11011');
    expect(await demo(order.buyU, long)).toMatchObject({ status: 'open' });
    const live = await trading(await testDatabase(2), { mode: 'live', kind: 'live' });
    const trader = await live.person('lives');
    await live.quote(10_000);
    expect(await refusalOf(trader.real(order.buyU, long))).toBe('10011');
  });
});
