import { order } from '@assay/contract/endpoints/order.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { leading } from '../../test/leading.ts';
import { expectSoundBooks, fund, trading } from '../../test/trading.ts';

const db = await testDatabase();
const { quote, person, market, bus, sources, clock } = await trading(db);
const lead = () => leading({ db, market, bus, sources });
await fund(db, 'demo');

// Margin 10, maintenance 0.5: liquidation at 90.59, warning at 90.84, recovered from 91.10 on; see the domain's own test.
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;

async function told(userId: string, kind = 'marginWarning') {
  const rows = await db.query<{ facts: Record<string, string> }>(
    'select facts from notifications where user_id = $1 and kind = $2 order by id',
    [userId, kind],
  );
  return rows.map(({ facts }) => facts);
}

type Leading = Awaited<ReturnType<typeof lead>>;

/** Prices one after the other, each dealt with before the next. */
async function prices({ engine }: Leading, ...cents: number[]): Promise<void> {
  for (const price of cents) {
    await quote(price);
    await engine.settled();
  }
}

describe('a position that loses its margin', () => {
  it('warns its holder once, again only after it has recovered, and is then liquidated where it always would be', async () => {
    const { demo, userId } = await person('warned');
    const leader = await lead();
    await quote(10_000);
    const { id } = await demo(order.buyU, long);
    await prices(leader, 9085);
    expect(await told(userId)).toEqual([]);
    await prices(leader, 9084, 9080, 9100, 9070, 9109, 9084);
    expect(await told(userId)).toEqual([
      { orderId: id, code: 'COINUSDT', side: 'long', lots: '1', price: '90.84', liquidationPrice: '90.59' },
    ]);
    await prices(leader, 9110, 9083);
    expect((await told(userId)).map(({ price }) => price)).toEqual(['90.84', '90.83']);
    await prices(leader, 9059);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'liquidation', closePrice: '90.59' }]);
    // −9.41 of price, 0.1 and 0.09059 of fees.
    expect(await told(userId, 'positionLiquidated')).toMatchObject([{ orderId: id, price: '90.59', profit: '-9.60059' }]);
    expect(await told(userId, 'positionClosed')).toEqual([]);
    await leader.over();
    await expectSoundBooks(db);
  });

  it('is not warned of a second time by the process that takes over', async () => {
    const { demo, userId } = await person('takeover');
    const first = await lead();
    await quote(10_000);
    await demo(order.buyU, long);
    await prices(first, 9080);
    await first.over();
    const second = await lead();
    await prices(second, 9075);
    expect(await told(userId)).toHaveLength(1);
    await prices(second, 9150, 9080);
    expect(await told(userId)).toHaveLength(2);
    await second.over();
  });

  it('is liquidated without a warning by a price that jumps over both lines', async () => {
    const { demo, userId } = await person('jumps');
    const leader = await lead();
    await quote(10_000);
    await demo(order.buyU, long);
    await prices(leader, 9000);
    expect(await told(userId)).toEqual([]);
    expect(await told(userId, 'positionLiquidated')).toHaveLength(1);
    await leader.over();
  });

  it('keeps its stops while it is warned of, and takes its profit after a deep dip', async () => {
    const { demo } = await person('dips');
    const leader = await lead();
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, takeProfit: '102' });
    await demo(order.amendU, { id, trailingStop: '9.5' });
    await prices(leader, 9084, 9110, 10_200);
    expect((await demo(order.listUOrder, {})).items).toMatchObject([{ closeReason: 'takeProfit', closePrice: '102.00' }]);
    // A trailing stop goes on following from the best price it had: 101 − 9.5, above the warning.
    await quote(10_000);
    const short = await demo(order.buyU, { ...long, side: 'short', stopLoss: '109.3' });
    await prices(leader, 10_915, 10_930);
    expect((await demo(order.listUOrder, {})).items[0]).toMatchObject({ id: short.id, closeReason: 'stopLoss' });
    await leader.over();
  });
});

it('a limit that is filled and a stop that is reached are news; what one does by hand is only listed', async () => {
  const { demo, userId } = await person('news');
  const leader = await lead();
  await quote(10_000);
  const byHand = await demo(order.buyU, long, { idempotencyKey: 'hand' });
  await demo(order.stopU, { id: byHand.id });
  const limit = await demo(order.buyU, { ...long, type: 'limit', price: '99', stopLoss: '98' }, { idempotencyKey: 'limit' });
  await prices(leader, 9900, 9800);
  const rows = await db.query<{ kind: string; orderId: string; news: boolean; at: Date }>(
    `select kind, facts->>'orderId' as "orderId", read_at is null as news, created_at as at from notifications
     where user_id = $1 order by id`,
    [userId],
  );
  expect(rows.map(({ kind, orderId, news }) => [kind, orderId, news])).toEqual([
    ['positionOpened', byHand.id, false],
    ['positionClosed', byHand.id, false],
    ['positionOpened', limit.id, true],
    ['positionClosed', limit.id, true],
  ]);
  expect(rows.at(-1)?.at.getTime()).toBe(clock.now());
  await leader.over();
});
