import { randomUUID } from 'node:crypto';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { wholeServer } from '../../test/whole-server.ts';

const { index, order, user } = customerCalls;
const db = await testDatabase();
const server = await wholeServer(db);
const ana = await server.person('anastasia');
const ben = await server.person('benjamin');
const key = () => ({ idempotencyKey: randomUUID() });
const contract = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 5 } as const;
let ended = '';

beforeAll(async () => {
  await server.quote();
  ended = (await ana.demo(order.buyU, contract, key())).id;
  await ana.demo(order.stopU, { id: ended }, key());
});

const check = (code: string) => ben.real(index.checkReceipt, { code });
const share = (hidesAmounts: boolean) => ana.demo(user.shareReceipt, { id: ended, hidesAmounts });

describe('a shared receipt', () => {
  test('shows whoever has its code what is needed to compute it, and nothing that leads to its owner', async () => {
    const { code } = await share(false);
    expect(code).toMatch(/^[\w-]{22}$/);
    const shown = await check(code);
    expect(shown).toMatchObject({
      book: 'demo',
      hidesAmounts: false,
      figures: { kind: 'contract', side: 'long', leverage: '5' },
    });
    expect(shown.receipt.terms).toMatchObject({ lots: '1' });
    expect(shown.receipt.steps.map(({ name }) => name)).toContain('profit');
    expect(shown.receipt).toMatchObject({ id: '', transfers: [] });
    const text = JSON.stringify(shown);
    const own = await ana.demo(order.receipt, { id: ended });
    for (const secret of ['anastasia', own.terms['orderNo'] ?? 'none']) expect(text).not.toContain(secret);
  });

  test('tells no size once its owner hides the amounts, by the same code', async () => {
    const [shown, hidden] = [await share(false), await share(true)];
    expect(hidden.code).toBe(shown.code);
    expect(await ana.demo(user.shareOf, { id: ended })).toEqual({ code: hidden.code, hidesAmounts: true });
    const { receipt, figures, percent } = await check(hidden.code);
    expect(receipt.steps).toEqual([]);
    expect(Object.keys(receipt.terms)).not.toContain('lots');
    expect(Object.keys(receipt.terms)).toContain('leverage');
    expect(receipt.quotes.map(({ moment }) => moment)).toEqual(['open', 'close']);
    // Bought and sold at one quote: it cost the spread and both fees.
    expect(figures).not.toBeNull();
    expect(Number(percent)).toBeLessThan(0);
  });

  test('leads nowhere once it is taken back, and a new one has a code of its own', async () => {
    const { code } = await share(false);
    await ana.demo(user.revokeShare, { id: ended });
    expect(await refusalOf(check(code))).toBe('404');
    expect(await ana.demo(user.shareOf, { id: ended })).toBeNull();
    expect(await refusalOf(ana.demo(user.revokeShare, { id: ended }))).toBe('404');
    expect((await share(false)).code).not.toBe(code);
  });

  test('can be made of nothing that is open, nor of an order of somebody else', async () => {
    const { id } = await ana.demo(order.buyU, contract, key());
    expect(await refusalOf(ana.demo(user.shareReceipt, { id, hidesAmounts: true }))).toBe('404');
    expect(await refusalOf(ben.demo(user.shareReceipt, { id: ended, hidesAmounts: true }))).toBe('404');
    expect(await refusalOf(ana.real(user.shareReceipt, { id: ended, hidesAmounts: true }))).toBe('404');
    expect(await refusalOf(check('A'.repeat(22)))).toBe('404');
  });

  test('is made sixty times an hour', async () => {
    server.clock.advance(3_600_000);
    for (let number = 0; number < 60; number += 1) await share(number % 2 === 0);
    expect(await refusalOf(share(true))).toBe('429');
  });
});
