import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { leaseOf } from '../../test/leading.ts';
import { fund, trading } from '../../test/trading.ts';
import type { Source } from '../engine/index.ts';
import { Lead, LeadLost, fenced } from '../platform/lead/lead.ts';
import { createProducts } from '../products.ts';

const db = await testDatabase(12);
// For its terms no time passes: they end by what the tests do, however slow the machine is.
const lead = new Lead(() => 0);
const { bus, market, clock, quote, person, sources } = await trading(db, { lead });
await fund(db, 'demo');
const { takeLead, loseLead } = await leaseOf(db, lead);

const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const codeOf = (refusal: { code: string }) => refusal.code;
const [contracts, , alerts] = sources as [Source, Source, Source];

/** There is no leader, as far as this process can see. */
function nobodyLeads(): void {
  lead.ended();
  lead.seen({ term: lead.term, leftMs: 0 }, lead.elapsed());
}

describe('while nobody leads', () => {
  it('nothing that prices decide about is opened, and what is open can be closed, amended and cancelled', async () => {
    const { demo } = await person('unwatched');
    await takeLead();
    await quote(10_000);
    const kept = await demo(order.buyU, long, { idempotencyKey: 'kept' });
    const amended = await demo(order.buyU, { ...long, stopLoss: '95' }, { idempotencyKey: 'amended' });
    const resting = await demo(order.submit, { code: 'COINUSDT', side: 'buy', type: 'limit', price: '90', quantity: '1' });
    nobodyLeads();
    const later = { idempotencyKey: 'later' };
    const option = { code: 'COINUSDT', direction: 'up', periodId: '1min', amount: '10' } as const;
    const coins = { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' } as const;
    expect(await demo(order.buyU, long, later).catch(codeOf)).toBe('10015');
    expect(await demo(order.buyOptions, option).catch(codeOf)).toBe('10015');
    expect(await demo(order.submit, coins).catch(codeOf)).toBe('10015');
    expect(await demo(order.stopU, { id: kept.id })).toMatchObject({ status: 'closedEarly' });
    expect(await demo(order.amendU, { id: amended.id, stopLoss: '96' })).toMatchObject({ stopLoss: '96.00' });
    expect(await demo(order.cancelBb, { id: resting.id })).toMatchObject({ status: 'cancelled' });
    // It was a temporary refusal: the same call succeeds once there is a leader again.
    await takeLead();
    expect(await demo(order.buyU, long, later)).toMatchObject({ status: 'open' });
  });
});

describe('an act of the engine', () => {
  it('in a term that is over has no effect, and takes no order beside it along', async () => {
    const { demo } = await person('fenced');
    await takeLead();
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98' }, { idempotencyKey: 'stopped' });
    await quote(9_790);
    const crossed = market.quote('COINUSDT');
    if (crossed === undefined) throw new Error('no quote');
    await loseLead();
    const [act, beside] = await Promise.allSettled([
      contracts.act(Number(id), crossed, null),
      demo(order.buyU, long, { idempotencyKey: 'beside' }),
    ]);
    expect(act).toMatchObject({ reason: new LeadLost() });
    expect(beside).toMatchObject({ value: { status: 'open' } });
    expect((await demo(order.listUOrder, { status: 'open' })).items).toHaveLength(2);
    await takeLead();
    expect(await contracts.act(Number(id), crossed, null)).toMatchObject({ alive: false });
  });

  it('would be booked by a leader that was replaced, without its term', async () => {
    const { demo } = await person('unfenced');
    await takeLead();
    await quote(10_000);
    const { id } = await demo(order.buyU, { ...long, stopLoss: '98' });
    await quote(9_790);
    const crossed = market.quote('COINUSDT');
    if (crossed === undefined) throw new Error('no quote');
    await loseLead();
    const free = createProducts({ db, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).sources[0];
    expect(await free?.act(Number(id), crossed, null)).toMatchObject({ alive: false });
  });

  it('is not even sent by who knows that he may have been replaced', async () => {
    await takeLead();
    await quote(10_000);
    const crossed = market.quote('COINUSDT');
    if (crossed === undefined) throw new Error('no quote');
    lead.ended();
    await expect(contracts.act(1, crossed, null, { owner: { userId: '1', book: 'demo' }, lane: 'demo' })).rejects.toThrow(
      LeadLost,
    );
  });

  it('that is a transaction of its own, such as an alert, holds the term too', async () => {
    const { userId, demo } = await person('alerted');
    await takeLead();
    await quote(10_000);
    const { id } = await demo(user.createPriceAlert, { code: 'COINUSDT', direction: 'below', price: '98' });
    await quote(9_790);
    const crossed = market.quote('COINUSDT');
    if (crossed === undefined) throw new Error('no quote');
    await loseLead();
    await expect(alerts.act(Number(id), crossed, null)).rejects.toThrow(LeadLost);
    await expect(fenced(db, lead).transact((tx) => tx.query('delete from price_alerts'))).rejects.toThrow(LeadLost);
    expect(await db.query('select from price_alerts where user_id = $1', [userId])).toHaveLength(1);
  });
});
