import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { type HaltScope, loneAgainMs, loneWithdrawalHaltMs } from '@assay/contract/vocabulary/halts.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { minute, refusalOf } from '../../test/identity-app.ts';
import { cross, fund, yen } from '../../test/trading.ts';
import { openOperatorSession } from '../operators/index.ts';
import { haltsInForce, haltsTopic, serveHaltsDesk } from './index.ts';

const db = await testDatabase(12);
const { bus, clock, market, quote, person, customer } = await funding(db, { waitMs: minute, catalogue: [coin, cross, yen] });
await fund(db, 'demo');
const { operatorWith, from } = await consoleApp(db, clock, (desk) => serveHaltsDesk(desk, { bus, market }));
const { halts, proposals, audit } = consoleCalls;
type Operator = Awaited<ReturnType<typeof operatorWith>>;
const two = async (): Promise<[Operator, Operator]> => [await operatorWith(['finance']), await operatorWith(['administrator'])];
const [first, second] = await two();
const reason = 'the feed tells nonsense';
/** A session ends within a day. */
async function anew({ id }: Operator): Promise<Operator['call']> {
  const [row] = await db.query<{ hash: string }>('select password_hash as hash from operators where id = $1', [id]);
  const caller = { ip: '192.0.2.50', userAgent: 'test' };
  const session = await openOperatorSession(db, clock.wall(), caller, { id, passwordHash: row?.hash ?? '' });
  return from(caller.ip, session?.token);
}
let keys = 0;
const key = () => ({ idempotencyKey: `halts-${(keys += 1)}` });

const heard: unknown[] = [];
bus.subscribe(haltsTopic, (message) => heard.push(message));
/** What is stopped or resumed has reached all processes. */
const told = async <T>(act: Promise<T>): Promise<T> => {
  const before = heard.length;
  const done = await act;
  await expect.poll(() => heard.length).toBeGreaterThan(before);
  return done;
};
interface Stop {
  readonly scope: HaltScope;
  readonly subject?: string;
  readonly message?: string;
}
const stop = (input: Stop, by = first) => told(by.call(halts.begin, { reason, ...input }, key()));
async function resume(id: string, by = first, also = second): Promise<void> {
  const { proposalId } = await by.call(halts.proposeEnd, { id, reason }, key());
  await told(also.call(proposals.approve, { id: proposalId }, key()));
}

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const option = { code: 'COINUSDT', direction: 'up', periodId: '1min', amount: '10' } as const;
const coins = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' } as const;

afterEach(async () => {
  const { items } = await first.call(halts.list, { only: 'inForce' }).catch(() => ({ items: [] }));
  for (const { id } of items) await resume(id);
});

describe('what opens', () => {
  it('is stopped in an instrument by one person at once; what stands is closed, changed, cancelled and sold', async () => {
    const { demo } = await person('stopped_one');
    await quote(10_000);
    const [kept, turned] = [await demo(order.buyU, long, key()), await demo(order.buyU, long, key())];
    const resting = await demo(order.buyU, { ...long, type: 'limit', price: '90' }, key());
    await demo(order.submit, coins, key());
    const later = key();
    const halt = await stop({ scope: 'instrument', subject: 'COINUSDT', message: 'We are checking our prices' });
    expect(halt).toMatchObject({ inForce: true, begunBy: { id: first.id }, lapsesAt: null });
    expect(heard.at(-1)).toBeNull();
    // One person halts at once; the message for customers is reviewed by a second person before.
    const itself = { scope: 'instrument', subject: 'COINUSDT' } as const;
    expect(await haltsInForce(db, clock.wall())).toMatchObject([{ ...itself, message: null }]);
    expect(await refusalOf(first.call(halts.confirm, { id: halt.id }, key()))).toBe('11070');
    await second.call(halts.confirm, { id: halt.id }, key());
    expect(await refusalOf(second.call(halts.confirm, { id: halt.id }, key()))).toBe('11059');
    expect(await haltsInForce(db, clock.wall())).toMatchObject([{ ...itself, message: 'We are checking our prices' }]);
    expect(await refusalOf(demo(order.buyU, long, later))).toBe('10015');
    expect(await refusalOf(demo(order.buyU, { ...long, type: 'limit', price: '90' }, key()))).toBe('10015');
    expect(await refusalOf(demo(order.buyOptions, option, key()))).toBe('10015');
    expect(await refusalOf(demo(order.submit, coins, key()))).toBe('10015');
    expect(await demo(order.submit, { ...coins, side: 'sell', quantity: '0.5' }, key())).toMatchObject({ status: 'filled' });
    expect(await demo(order.amendU, { id: kept.id, stopLoss: '96' }, key())).toMatchObject({ stopLoss: '96.00' });
    expect(await demo(order.stopU, { id: kept.id }, key())).toMatchObject({ status: 'closedEarly' });
    expect(await demo(order.stopU, { id: resting.id }, key())).toMatchObject({ status: 'cancelled' });
    // Of a reversal the closing is done and the opening is not.
    expect(await demo(order.reverse, { id: turned.id }, key())).toMatchObject({
      closed: { status: 'closedEarly' },
      opened: null,
      refused: '10015',
    });
    await resume(halt.id);
    expect(await demo(order.buyU, long, later)).toMatchObject({ status: 'open' });
  });

  it('is resumed by two, of whom either may have stopped it', async () => {
    const { id } = await stop({ scope: 'openings' });
    const { proposalId } = await first.call(halts.proposeEnd, { id, reason }, key());
    expect(await refusalOf(first.call(proposals.approve, { id: proposalId }, key()))).toBe('11070');
    expect(await haltsInForce(db, clock.wall())).toHaveLength(1);
    await told(second.call(proposals.approve, { id: proposalId }, key()));
    expect(await haltsInForce(db, clock.wall())).toEqual([]);
    expect((await first.call(halts.list, {})).items[0]).toMatchObject({ id, inForce: false, endedBy: { id: second.id } });
    expect(await refusalOf(first.call(halts.proposeEnd, { id, reason }, key()))).toBe('11059');
  });

  it('is stopped in a class and everywhere, and nowhere else', async () => {
    const { demo } = await person('stopped_class');
    await quote(10_000);
    const { id } = await stop({ scope: 'class', subject: 'forex' });
    expect(await demo(order.buyU, long, key())).toMatchObject({ status: 'open' });
    await stop({ scope: 'class', subject: coin.assetClass });
    expect(await refusalOf(demo(order.buyU, long, key()))).toBe('10015');
    await resume(id);
    for (const halt of (await first.call(halts.list, { only: 'inForce' })).items) await resume(halt.id);
    await stop({ scope: 'openings' });
    expect(await refusalOf(demo(order.buyU, long, key()))).toBe('10015');
  });

  it('is stopped once, in something that there is, by those who may', async () => {
    await stop({ scope: 'openings' });
    expect(await refusalOf(second.call(halts.begin, { scope: 'openings', reason }, key()))).toBe('11411');
    for (const wrong of [
      { scope: 'instrument', subject: 'NOSUCH' },
      { scope: 'instrument' },
      { scope: 'class', subject: 'COINUSDT' },
      { scope: 'withdrawals', subject: 'COINUSDT' },
    ] as const)
      expect(await refusalOf(first.call(halts.begin, { reason, ...wrong }, key()))).toBe('404');
    for (const roles of [['support'], ['reviewer']] as const) {
      const other = await operatorWith(roles);
      expect(await refusalOf(other.call(halts.begin, { scope: 'openings', reason }, key()))).toBe('403');
      expect((await other.call(halts.list, {})).items[0]).toMatchObject({ scope: 'openings' });
    }
    expect((await second.call(audit.list, { action: 'halt.begun', limit: 1 })).items[0]).toMatchObject({
      operatorId: first.id,
      details: { scope: 'openings', reason },
    });
  });
});

describe('withdrawals and registrations', () => {
  it('new accounts are opened again when two have resumed it', async () => {
    const { id } = await stop({ scope: 'registrations' });
    await expect(person('too_early')).rejects.toMatchObject({ code: '11410' });
    await resume(id);
    await person('in_time');
  });

  it('withdrawals are not held by one person day after day: another one stops them, or the same when a week has gone by', async () => {
    const [a, b] = await two();
    const withdrawals = { scope: 'withdrawals', reason } as const;
    await stop(withdrawals, a);
    clock.advance(loneWithdrawalHaltMs);
    const again = (by: string) =>
      db.query(`insert into halts (scope, reason, begun_by, begun_at, lapses_at) values ('withdrawals', $1, $2, $3, $4)`, [
        reason,
        by,
        new Date(clock.wall()),
        new Date(clock.wall() + loneWithdrawalHaltMs),
      ]);
    expect(await refusalOf((await anew(a))(halts.begin, withdrawals, key()))).toBe('11070');
    await expect(again(a.id)).rejects.toThrow('has just stopped withdrawals alone');
    const lone = await told((await anew(b))(halts.begin, withdrawals, key()));
    await resume(lone.id, ...(await two()));
    clock.advance(loneAgainMs - 1);
    expect(await refusalOf((await anew(a))(halts.begin, withdrawals, key()))).toBe('11070');
    clock.advance(1);
    const later = await told((await anew(a))(halts.begin, withdrawals, key()));
    await resume(later.id, ...(await two()));
  });

  it('withdrawals are stopped by one for a day, and by a second for as long as it takes', async () => {
    const ada = await customer('ada_lovelace', '5000');
    const method = await ada.method();
    const [a] = await two();
    const lone = await stop({ scope: 'withdrawals' }, a);
    expect(Date.parse(lone.lapsesAt ?? '') - Date.parse(lone.begunAt)).toBe(loneWithdrawalHaltMs);
    await expect(ada.withdraw(method, '50')).rejects.toMatchObject({ code: '11410' });
    expect(await refusalOf(a.call(halts.confirm, { id: lone.id }, key()))).toBe('11070');
    clock.advance(loneWithdrawalHaltMs);
    await ada.withdraw(method, '50');
    const [c, d] = await two();
    const both = await stop({ scope: 'withdrawals' }, c);
    expect(await told(d.call(halts.confirm, { id: both.id }, key()))).toMatchObject({
      lapsesAt: null,
      confirmedBy: { id: d.id },
    });
    expect(await refusalOf(c.call(halts.confirm, { id: both.id }, key()))).toBe('11059');
    clock.advance(2 * loneWithdrawalHaltMs);
    await expect(ada.withdraw(method, '50')).rejects.toMatchObject({ code: '11410' });
    await resume(both.id, ...(await two()));
    await ada.withdraw(method, '50');
  });
});

describe('the table', () => {
  it('ends no stop without two, lets no lone one last, and changes nothing of what was stopped', async () => {
    const [a] = await two();
    const { id } = await told(a.call(halts.begin, { scope: 'withdrawals', reason }, key()));
    const change = (set: string) => db.query(`update halts set ${set} where id = $1`, [id]);
    await expect(change('ended_at = now(), proposal_id = (select max(id) from proposals)')).rejects.toThrow('is ended by two');
    await expect(change('ended_at = now()')).rejects.toThrow('is ended by two');
    await expect(change('lapses_at = null')).rejects.toThrow('only a second person');
    await expect(change(`confirmed_by = ${a.id}, lapses_at = null`)).rejects.toThrow('a_second_person');
    await expect(change(`reason = 'something else altogether'`)).rejects.toThrow('is written down');
    await resume(id, ...(await two()));
  });
});
