import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { expect, it } from 'vitest';
import { checkReceipt } from './check-receipt.ts';

/** 0.01 bitcoin bought at 40,002.00 with a fee of 0.1% in bitcoin. */
const receipt: Receipt = {
  id: 's1',
  kind: 'spot',
  status: 'filled',
  terms: { side: 'buy', quantity: '0.01 BTC', feeRate: '0.001' },
  quotes: [{ moment: 'fill', time: '2026-01-01T00:00:00.000Z', bid: '39998.00', ask: '40002.00', source: 'simulated X' }],
  steps: [
    { name: 'turnover', formula: '', numbers: { price: '40002.00' }, result: '400.02' },
    { name: 'paid', formula: '', numbers: {}, result: '400.02 USDT' },
    { name: 'received', formula: '', numbers: {}, result: '0.01 BTC' },
    { name: 'fee', formula: '', numbers: {}, result: '0.00001 BTC' },
    { name: 'credited', formula: '', numbers: {}, result: '0.00999 BTC' },
  ],
  transfers: [],
};
const withStep = (name: string, result: string): Receipt => ({
  ...receipt,
  steps: receipt.steps.map((step) => (step.name === name ? { ...step, result } : step)),
});

it('of a spot order is computed again from terms and quote', () => {
  expect(checkReceipt(receipt)).toEqual({
    checked: ['turnover', 'paid', 'received', 'fee', 'credited', 'price'],
    differs: [],
  });
});

it.each(['turnover', 'paid', 'received', 'fee', 'credited'])(
  'of a spot order is not believed when its %s is another',
  (name) => {
    expect(checkReceipt(withStep(name, '0.5 BTC'))?.differs).toEqual([name]);
  },
);

it('is not believed when an amount is in another asset', () => {
  expect(checkReceipt(withStep('fee', '0.00001 USDT'))?.differs).toEqual(['fee']);
});

it('is not believed when the price is not that of the recorded quote', () => {
  const quotes = receipt.quotes.map((quote) => ({ ...quote, ask: '40001.00' }));
  expect(checkReceipt({ ...receipt, quotes })?.differs).toEqual(['price']);
});

it('of a limit order is not believed unless its price had reached the limit', () => {
  const trigger = (limitPrice: string) => ({
    name: 'fillTrigger',
    formula: '',
    numbers: { ask: '40002.00', limitPrice },
    result: 'reached',
  });
  const limited = (limitPrice: string, step = trigger(limitPrice)): Receipt => ({
    ...receipt,
    terms: { ...receipt.terms, limitPrice },
    steps: [step, ...receipt.steps],
  });
  const reached = checkReceipt(limited('40002.00'));
  expect([reached?.differs, reached?.checked.at(-1)]).toEqual([[], 'fillTrigger']);
  expect(checkReceipt(limited('40001.99'))?.differs).toEqual(['fillTrigger']);
  expect(checkReceipt(limited('40002.00', trigger('40003.00')))?.differs).toEqual(['fillTrigger']);
  expect(checkReceipt({ ...limited('40002.00'), steps: receipt.steps })?.differs).toEqual(['fillTrigger']);
});

it('of an order that waits shows what it holds', () => {
  const steps = [...receipt.steps.slice(0, 1), { name: 'held', formula: '', numbers: {}, result: '400.02 USDT' }];
  expect(checkReceipt({ ...receipt, status: 'open', steps, quotes: [] })).toEqual({
    checked: ['turnover', 'held'],
    differs: [],
  });
});

const step = (name: string, numbers: Record<string, string>, result: string) => ({ name, formula: '', numbers, result });
const fill = (bid: string, ask: string) => ({
  moment: 'fill',
  time: '2026-01-01T00:01:00.000Z',
  bid,
  ask,
  source: 'simulated X',
});

it('of a stop-limit order is believed where its quote had reached the trigger, and not without that', () => {
  const began = { ...fill('40010.00', '40020.00'), moment: 'trigger' };
  const of = (ask: string, quotes = [began, ...receipt.quotes]): Receipt => ({
    ...receipt,
    terms: { ...receipt.terms, orderType: 'stopLimit', limitPrice: '40002.00', triggerPrice: '40015.00' },
    quotes,
    steps: [
      step('entryTrigger', { ask, triggerPrice: '40015.00' }, 'reached'),
      step('fillTrigger', { ask: '40002.00', limitPrice: '40002.00' }, 'reached'),
      ...receipt.steps,
    ],
  });
  const sound = checkReceipt(of('40020.00'));
  expect([sound?.differs, sound?.checked.includes('entryTrigger')]).toEqual([[], true]);
  expect(checkReceipt(of('40030.00'))?.differs).toEqual(['entryTrigger']);
  expect(checkReceipt(of('40020.00', receipt.quotes))?.differs).toEqual(['entryTrigger']);
  const early = { ...began, ask: '40014.99' };
  expect(checkReceipt(of('40014.99', [early, ...receipt.quotes]))?.differs).toEqual(['entryTrigger']);
});

it('of a pair is believed where the quote had reached the one of the two that it names', () => {
  const of = (closeReason: 'takeProfit' | 'stopLoss', bid: string, level: Record<string, string>): Receipt => ({
    ...receipt,
    closeReason,
    terms: {
      side: 'sell',
      orderType: 'oco',
      quantity: '0.01 BTC',
      feeRate: '0.001',
      takeProfit: '45000.00',
      stopLoss: '39000.00',
    },
    quotes: [fill(bid, bid)],
    steps: [step('fillTrigger', { bid, ...level }, 'reached'), step('turnover', { price: bid }, '389.99')],
  });
  const stopped = checkReceipt(of('stopLoss', '38999.00', { stopLoss: '39000.00' }));
  expect([stopped?.differs, stopped?.checked]).toEqual([[], ['turnover', 'price', 'fillTrigger']]);
  expect(checkReceipt(of('takeProfit', '38999.00', { takeProfit: '45000.00' }))?.differs).toEqual(['fillTrigger']);
  expect(checkReceipt(of('stopLoss', '38999.00', { stopLoss: '38999.50' }))?.differs).toEqual(['fillTrigger']);
});

it('of an amended order is believed where what it held before comes to the same here', () => {
  const of = (held: string): Receipt => ({
    ...receipt,
    steps: [step('heldBefore', { quantity: '0.02', limitPrice: '39000.00' }, held), ...receipt.steps],
  });
  expect(checkReceipt(of('780 USDT'))?.differs).toEqual([]);
  expect(checkReceipt(of('781 USDT'))?.differs).toEqual(['heldBefore']);
});
