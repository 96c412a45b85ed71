import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { expect, it } from 'vitest';
import { checkReceipt } from './check-receipt.ts';

type Step = Receipt['steps'][number];

const step = (name: string, numbers: Record<string, string>, result: string): Step => ({ name, formula: '', numbers, result });

/** 1 lot of 1 at 100.00 with leverage 10, maintenance 0.5%, fee 0.1%, closed at 110.00 (long) or 110.02 (short). */
function closed(side: 'long' | 'short', closeReason: Receipt['closeReason'], ...steps: Step[]): Receipt {
  return {
    id: '1',
    kind: 'contract',
    status: 'closed',
    ...(closeReason !== undefined && { closeReason }),
    terms: {
      orderType: 'market',
      side,
      lots: '1',
      lotSize: '1',
      leverage: '10',
      conversion: '1',
      feeRate: '0.001',
      maintenanceRate: '0.005',
      financingRate: '0.0002',
    },
    quotes: [
      { moment: 'open', time: '2026-01-01T00:00:00.000Z', bid: '100.00', ask: '100.00', source: 'simulated X' },
      { moment: 'close', time: '2026-01-01T01:00:00.000Z', bid: '110.00', ask: '110.02', source: 'simulated X' },
    ],
    steps: [step('notional', { price: '100.00' }, '100'), ...steps],
    transfers: [],
  };
}

const trigger = (numbers: Record<string, string>, result = 'reached') => step('trigger', numbers, result);
/** 10 − 10.02 − 0.11002 ≤ 0.5; with 1 taken by financing the margin was 9. */
const liquidation = { margin: '10', profit: '-10.02', closeFee: '0.11002', maintenance: '0.5' };

it.each([
  ['long', 'stopLoss', { bid: '110.00', stopLoss: '110.00' }],
  ['long', 'takeProfit', { bid: '110.00', takeProfit: '109.50' }],
  ['long', 'trailingStop', { bid: '110.00', best: '113.00', distance: '3.00' }],
  ['short', 'stopLoss', { ask: '110.02', stopLoss: '110.01' }],
  ['short', 'takeProfit', { ask: '110.02', takeProfit: '110.02' }],
  ['short', 'trailingStop', { ask: '110.02', best: '107.00', distance: '3.02' }],
  ['short', 'liquidation', liquidation],
] as const)('a %s closed by a %s that was reached is believed', (side, reason, numbers) => {
  const check = checkReceipt(closed(side, reason, trigger(numbers)));
  expect([check?.differs, check?.checked.at(-1)]).toEqual([[], 'trigger']);
});

it.each([
  ['a stop-loss below the price', closed('long', 'stopLoss', trigger({ bid: '110.00', stopLoss: '109.99' }))],
  ['a take-profit above it', closed('long', 'takeProfit', trigger({ bid: '110.00', takeProfit: '110.01' }))],
  ['a trailing stop a tick away', closed('long', 'trailingStop', trigger({ bid: '110.00', best: '113.00', distance: '3.01' }))],
  ['the stop-loss of a short above it', closed('short', 'stopLoss', trigger({ ask: '110.02', stopLoss: '110.03' }))],
  ['another price than the recorded one', closed('long', 'stopLoss', trigger({ bid: '109.00', stopLoss: '110.00' }))],
  ['a level that is missing', closed('long', 'stopLoss', trigger({ bid: '110.00' }))],
  ['a liquidation of what had margin left', closed('long', 'liquidation', trigger(liquidation))],
  ['other margin than was left', closed('short', 'liquidation', trigger({ ...liquidation, margin: '9' }))],
  ['a stop of which nothing is said', closed('long', 'stopLoss')],
  [
    'a stop that its own receipt did not reach',
    closed('long', 'stopLoss', trigger({ bid: '110.00', stopLoss: '111.00' }, 'notReached')),
  ],
  ['a stop although its holder closed it', closed('long', 'manual', trigger({ bid: '110.00', stopLoss: '111.00' }))],
])('%s is not believed', (_, receipt) => {
  expect(checkReceipt(receipt)?.differs).toEqual(['trigger']);
});

it('weighs a liquidation with the margin that financing has left', () => {
  const financed = (margin: string) =>
    closed('short', 'liquidation', step('financing', { fromMargin: '1' }, '1'), trigger({ ...liquidation, margin }));
  expect(checkReceipt(financed('9'))?.differs).toEqual([]);
  expect(checkReceipt(financed('10'))?.differs).toEqual(['trigger']);
});

it('claims nothing about what closed a contract that is open, or that its holder closed', () => {
  expect(checkReceipt(closed('long', undefined))?.checked).not.toContain('trigger');
  expect(checkReceipt(closed('long', 'manual'))).toMatchObject({ differs: [] });
});

it('believes that a limit order opened at its limit only where it did', () => {
  const limited = (limitPrice: string, numbers = { ask: '100.00', limitPrice }): Receipt => {
    const receipt = closed('long', undefined, step('fillTrigger', numbers, 'reached'));
    return { ...receipt, terms: { ...receipt.terms, orderType: 'limit', limitPrice } };
  };
  const reached = checkReceipt(limited('100.00'));
  expect([reached?.differs, reached?.checked.at(-1)]).toEqual([[], 'fillTrigger']);
  expect(checkReceipt(limited('99.99'))?.differs).toEqual(['fillTrigger']);
  expect(checkReceipt(limited('100.00', { ask: '99.00', limitPrice: '100.00' }))?.differs).toEqual(['fillTrigger']);
});

it('believes that a stop entry opened at its trigger only where the price had come so far', () => {
  const entered = (side: 'long' | 'short', triggerPrice: string, numbers: Record<string, string>): Receipt => {
    const receipt = closed(side, undefined, step('entryTrigger', { ...numbers, triggerPrice }, 'reached'));
    return { ...receipt, terms: { ...receipt.terms, orderType: 'stop', triggerPrice } };
  };
  const differs = (receipt: Receipt) => checkReceipt(receipt)?.differs;
  expect(differs(entered('long', '100.00', { ask: '100.00' }))).toEqual([]);
  expect(differs(entered('long', '100.01', { ask: '100.00' }))).toEqual(['entryTrigger']);
  expect(differs(entered('short', '100.00', { bid: '100.00' }))).toEqual([]);
  expect(differs(entered('short', '99.99', { bid: '100.00' }))).toEqual(['entryTrigger']);
  expect(differs(entered('long', '100.00', { ask: '101.00' }))).toEqual(['entryTrigger']);
});

it('works out again what an order held under each of its terms', () => {
  // 10% and 0.1% of 95, then of two lots at 96.
  const amended = (held: string) => {
    const steps = [
      step('placed', { lots: '1', limitPrice: '95.00' }, '9.595'),
      step('amended', { lots: '2', limitPrice: '96.00' }, held),
    ];
    return checkReceipt(closed('long', undefined, ...steps));
  };
  expect([amended('19.392')?.differs, amended('19.392')?.checked.slice(-2)]).toEqual([[], ['placed', 'amended']]);
  expect(amended('19.393')?.differs).toEqual(['amended']);
});
