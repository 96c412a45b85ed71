import { order } from '@assay/contract/endpoints/order.ts';
import { mid } from '@assay/domain/market/quote.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type OptionRow, termsOf } from '@assay/domain/options/option.ts';
import { settleOption } from '@assay/domain/options/settle.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { describe, expect, it } from 'vitest';
import { patientlyAside } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { day, minute, standingClock } from '../../test/identity-app.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { columns } from './row.ts';
import { SettlementRound } from './settlement-round.ts';

const db = patientlyAside(await testDatabase(20));
const clock = standingClock();
await fund(db, 'demo');
const running = new AbortController().signal;

/** A process of the deployment that leads and records prices. The next one begins where this one stops. */
async function startProcess() {
  const server = await trading(db, { clock });
  const stop = () => server.market.stop();
  return { ...server, stop, round: new SettlementRound(server.options, silent) };
}

const up = { code: coin.code, direction: 'up', amount: '10', periodId: '1min' } as const;

async function available(userId: string): Promise<bigint | undefined> {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  return own?.available;
}

describe('an option that expires while nobody is there', () => {
  it('is settled after the restart by the quote that was recorded before its expiry, not by a later one', async () => {
    const first = await startProcess();
    const { demo, userId } = await first.person('restarted');
    await first.quote(10_000);
    const { id, orderNo } = await demo(order.buyOptions, up);
    clock.advance(minute - 3000);
    await first.quote(10_100);
    await first.stop();

    clock.advance(5000);
    const second = await startProcess();
    await second.quote(9000);
    await second.round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'won', settlement: '101.00' });
    expect(await available(userId)).toBe(100_008_000_000n);

    // The terms and the record give the same result.
    const [row] = await db.query<OptionRow>(`select ${columns} from options where order_no = $1`, [orderNo]);
    if (row === undefined) throw new Error('the option is gone');
    const recorded = await second.market.quoteAt(coin.code, row.expiresAt.getTime(), 10_000);
    expect(recorded && mid(recorded)).toBe(10_100);
    expect(settleOption(termsOf(row), recorded)).toMatchObject({
      outcome: row.status,
      price: row.settlement,
      profit: row.profit,
    });
    await second.stop();
  });

  it('is void when the last price before it is too old by then, however long it takes to come back', async () => {
    const first = await startProcess();
    const { demo, userId } = await first.person('away');
    await first.quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(30_000);
    await first.quote(10_100);
    await first.stop();

    clock.advance(5 * day);
    const second = await startProcess();
    await second.round.run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void', voidReason: 'stale' });
    expect(await available(userId)).toBe(100_000_000_000n);
    await second.stop();
    await expectSoundBooks(db);
  });

  it('is void when its prices now come from elsewhere than its strike', async () => {
    const first = await startProcess();
    const { demo } = await first.person('elsewhere');
    await first.quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    await first.stop();
    const second = await trading(db, { clock, kind: 'live' });
    clock.advance(minute - 2000);
    await second.quote(10_100);
    clock.advance(3000);
    await new SettlementRound(second.options, silent).run(running);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void', voidReason: 'stale' });
    await second.market.stop();
  });
});

describe('an expiry between two milliseconds', () => {
  /** An option that expires half a millisecond after a moment, and a round that counts how often it looks at what is due. */
  async function between(name: string) {
    const server = await startProcess();
    const { demo } = await server.person(name);
    await server.quote(10_000);
    const { id, orderNo } = await demo(order.buyOptions, up);
    await db.query('alter table options disable trigger options_guard');
    await db.query("update options set expires_at = expires_at + interval '500 microseconds' where order_no = $1", [orderNo]);
    await db.query('alter table options enable trigger options_guard');
    const [row] = await db.query<OptionRow>(`select ${columns} from options where order_no = $1`, [orderNo]);
    const stopped = new AbortController();
    let looks = 0;
    const query: typeof db.query = (sql, values) => {
      if (sql.includes('order by expires_at')) looks += 1;
      if (looks > 9) stopped.abort();
      return db.query(sql, values);
    };
    const round = new SettlementRound({ ...server.options, db: { ...db, query } }, silent);
    /** Answers how many pages a round has read. */
    const run = async () => {
      looks = 0;
      await round.run(stopped.signal);
      return looks;
    };
    return { ...server, demo, id, run, expiresAt: row?.expiresAt.getTime() ?? 0 };
  }

  it('is looked at once it has passed, and not again and again before', async () => {
    const { demo, id, run, expiresAt, quote, stop } = await between('early');
    clock.advance(expiresAt - clock.now());
    expect([await run(), await run()]).toEqual([1, 0]);
    await quote(10_100);
    expect(await run()).toBe(2);
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void' });
    await stop();
  });

  it('is found once in a round while it waits for what decides', async () => {
    const { demo, id, run, expiresAt, quote, stop } = await between('waiting');
    clock.advance(expiresAt + 1 - clock.now());
    expect(await run()).toBe(2);
    await quote(10_100);
    await run();
    expect(await demo(order.getOptionsOrderById, { id })).toMatchObject({ status: 'void' });
    await stop();
  });
});

describe('settling', () => {
  it('twice, by ten leaders at once and again after a restart, pays once', async () => {
    const first = await startProcess();
    const { demo, userId } = await first.person('once');
    await first.quote(10_000);
    const { id } = await demo(order.buyOptions, up);
    clock.advance(minute - 1000);
    await first.quote(10_100);
    clock.advance(2000);
    await warm(db, 20);
    const complaints: unknown[] = [];
    const log: typeof silent = Object.assign(Object.create(silent) as typeof silent, {
      error: (complaint: unknown) => complaints.push(complaint),
    });
    const leaders = Array.from({ length: 10 }, () => new SettlementRound(first.options, log));
    await Promise.all(leaders.map((leader) => leader.run(running)));
    await Promise.all(leaders.map((leader) => leader.run(running)));
    expect(complaints).toEqual([]);
    await first.stop();
    const second = await startProcess();
    await second.round.run(running);
    const { transfers } = await demo(order.receipt, { id });
    expect(transfers.map(({ reason }) => reason)).toEqual(['option.bought', 'option.won', 'option.won']);
    expect(await available(userId)).toBe(100_008_000_000n);
    await second.stop();
    await expectSoundBooks(db);
  });

  it('of a settled option is refused by the database itself, and so are a change of its terms and its deletion', async () => {
    const [settled] = await db.query<{ id: number }>(`select id from options where status = 'won' limit 1`);
    const set = (what: string) => db.query(`update options set ${what} where id = $1`, [settled?.id]);
    await expect(set(`status = 'void', void_reason = 'stale', settlement = null, profit = 0`)).rejects.toThrow(
      "can't become void",
    );
    await expect(db.query('delete from options where id = $1', [settled?.id])).rejects.toThrow('kept for good');

    const { quote, person, stop } = await startProcess();
    const { demo } = await person('frozen');
    await quote(10_000);
    const { orderNo } = await demo(order.buyOptions, up);
    const change = (what: string) => db.query(`update options set ${what} where order_no = $1`, [orderNo]);
    const won = `status = 'won', settlement = 10100, settled_at = now()`;
    for (const term of ['strike = 1', 'stake = 1', 'payout_rate = 0.9', "direction = 'down'", 'expires_at = now()']) {
      await expect(change(`${term}, ${won}, profit = floor(stake * payout_rate)`)).rejects.toThrow(/frozen|check constraint/);
    }
    await expect(change(`${won}, profit = 8000001`)).rejects.toThrow('the_profit_follows_from_the_result');
    await expect(change(`${won.replace('10100', '9900')}, profit = 8000000`)).rejects.toThrow('the_result_follows');
    await stop();
  });
});
