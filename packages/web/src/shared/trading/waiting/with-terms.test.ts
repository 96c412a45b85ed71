import { expect, test } from 'vitest';
import { position } from '../../../../test/samples.ts';
import { withTerms } from './with-terms.ts';

/** Two lots of 1,000 units at 160 yen, a tenth of it as margin, when a yen was 0.006 USDT. */
const waiting = {
  ...position,
  status: 'awaiting' as const,
  orderType: 'limit' as const,
  openPrice: null,
  limitPrice: '160.00',
  lots: '2',
  handCount: '2000',
  conversion: '0.006',
  marginUsed: '192',
  openFee: '0.96',
  fee: '0.96',
};

test('an order that waits would hold what one placed now with those terms holds, at the conversion of now', () => {
  // 3 × 1,000 × 150 × 0.007 = 3,150.
  expect(withTerms(waiting, { price: '150.00', lots: '3' }, '0.007')).toMatchObject({
    lots: '3',
    handCount: '3000',
    limitPrice: '150.00',
    conversion: '0.007',
    marginUsed: '315',
    openFee: '1.575',
    fee: '1.575',
  });
});

test('without a conversion of now it is that of before', () => {
  for (const unknown of [undefined, '0', '']) {
    expect(withTerms(waiting, { lots: '4' }, unknown)).toMatchObject({
      conversion: '0.006',
      marginUsed: '384',
      openFee: '1.92',
    });
  }
});

test('the same terms change nothing, however they are written and whatever the conversion has become', () => {
  for (const same of [{}, { price: '160' }, { price: '160.00', lots: '2.0' }, { price: '' }, { lots: '0' }, { trigger: '150' }])
    expect(withTerms(waiting, same, '0.007')).toBe(waiting);
});

test('a trigger that has been reached stays, and so does every order that does not wait', () => {
  const stop = { ...waiting, orderType: 'stopLimit' as const, triggerPrice: '155.00' };
  expect(withTerms(stop, { trigger: '150.00' }, '0.006').triggerPrice).toBe('150.00');
  const reached = { ...stop, triggeredAt: '2025-06-02T12:00:00.000Z' };
  expect(withTerms(reached, { trigger: '150.00' }, '0.006')).toBe(reached);
  expect(withTerms(position, { lots: '1', price: '5' }, '1')).toBe(position);
});
