import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differenceOf } from './recompute-receipt.ts';

const at = (time: string) => `2030-01-07T${time}.000Z`;

function quote(moment: string, time: string, bid: string, ask = bid) {
  return { moment, time: at(time), bid, ask, source: 'simulated COINUSDT' };
}

function transfer(time: string, reason: string, way: string, amount: string, asset = 'USDT') {
  const [from = '', to = ''] = way.split(' → ');
  return { transactionId: '1', time: at(time), reason, from, to, asset, amount };
}

function step(name: string, numbers: Record<string, string>, result: string) {
  return { name, formula: '', numbers, result };
}

/** One coin long at 100, ten times the margin, closed at 110 by a take-profit at 109.5: worked out by hand. */
const contract = {
  id: '1',
  kind: 'contract',
  status: 'closed',
  closeReason: 'takeProfit',
  terms: {
    orderType: 'market',
    side: 'long',
    lots: '1',
    lotSize: '1',
    leverage: '10',
    conversion: '1',
    feeRate: '0.001',
    maintenanceRate: '0.005',
    financingRate: '0.0001',
  },
  quotes: [quote('open', '12:00:00', '99.98', '100'), quote('close', '13:00:00', '110', '110.02')],
  steps: [
    step('quantity', { lots: '1', lotSize: '1' }, '1'),
    step('notional', { quantity: '1', price: '100.00', conversion: '1' }, '100'),
    step('margin', { notional: '100', leverage: '10' }, '10'),
    step('openFee', { price: '100.00', notional: '100', feeRate: '0.001' }, '0.1'),
    step('maintenance', { price: '100.00', notional: '100', maintenanceRate: '0.005' }, '0.5'),
    // (0.5 − 10 + 100) / 0.999 = 90.590…
    step(
      'liquidationPrice',
      { maintenance: '0.5', margin: '10', price: '100.00', quantity: '1', conversion: '1', feeRate: '0.001' },
      '90.59',
    ),
    step('trigger', { bid: '110.00', takeProfit: '109.50' }, 'reached'),
    step('profit', { openPrice: '100.00', closePrice: '110.00', quantity: '1', conversion: '1', margin: '10' }, '10'),
    step('closeFee', { price: '110.00', notional: '110', feeRate: '0.001' }, '0.11'),
    step('returned', { margin: '10', profit: '10', closeFee: '0.11' }, '19.89'),
  ],
  transfers: [
    transfer('12:00:00', 'contract.opened', 'available → margin', '10'),
    transfer('12:00:00', 'contract.opened', 'available → house:fees', '0.1'),
    transfer('13:00:00', 'contract.closed', 'house:trading → available', '10'),
    transfer('13:00:00', 'contract.closed', 'margin → available', '10'),
    transfer('13:00:00', 'contract.closed', 'available → house:fees', '0.11'),
  ],
};

/**
 * One coin short at 100, better than its limit of 99. A night costs 20: the balance has 1 and the margin 9.899, which leaves
 * nothing. Liquidated at 105: 5 are lost beyond the margin, of which the insurance fund has 2.
 */
const liquidated = {
  id: '2',
  kind: 'contract',
  status: 'liquidated',
  closeReason: 'liquidation',
  terms: {
    orderType: 'limit',
    side: 'short',
    lots: '1',
    lotSize: '1',
    leverage: '10',
    conversion: '1',
    feeRate: '0.001',
    maintenanceRate: '0.005',
    financingRate: '0.2',
    limitPrice: '99.00',
  },
  quotes: [
    quote('place', '11:00:00', '98'),
    quote('open', '12:00:00', '100', '100.02'),
    quote('close', '21:30:00', '104.98', '105'),
  ],
  steps: [
    step('fillTrigger', { bid: '100.00', limitPrice: '99.00' }, 'reached'),
    step('quantity', { lots: '1', lotSize: '1' }, '1'),
    step('notional', { quantity: '1', price: '100.00', conversion: '1' }, '100'),
    // Held at the limit: 9.9 and 0.099; the fee at 100 is 0.1.
    step('margin', { notional: '100', leverage: '10' }, '9.899'),
    step('openFee', { price: '100.00', notional: '100', feeRate: '0.001' }, '0.1'),
    step('maintenance', { price: '100.00', notional: '100', maintenanceRate: '0.005' }, '0.5'),
    // (0 − 0.5 + 100) / 1.001 = 99.400…, up to a tick
    step(
      'liquidationPrice',
      { maintenance: '0.5', margin: '0', price: '100.00', quantity: '1', conversion: '1', feeRate: '0.001' },
      '99.41',
    ),
    step(
      'financing',
      {
        notional: '100',
        financingRate: '0.2',
        days: '1',
        dueAt: at('21:00:00'),
        fromBalance: '1',
        fromMargin: '9.899',
      },
      '10.899',
    ),
    step('trigger', { margin: '0', profit: '-5', closeFee: '0.105', maintenance: '0.5' }, 'reached'),
    step('profit', { openPrice: '100.00', closePrice: '105.00', quantity: '1', conversion: '1', margin: '0' }, '0'),
    step('closeFee', { price: '105.00', notional: '105', feeRate: '0.001' }, '0'),
    step('returned', { margin: '0', profit: '0', closeFee: '0' }, '0'),
    step('gap', { insurance: '2' }, '5'),
  ],
  transfers: [
    transfer('11:00:00', 'contract.placed', 'available → order', '9.999'),
    transfer('12:00:00', 'contract.filled', 'order → margin', '9.899'),
    transfer('12:00:00', 'contract.filled', 'order → house:fees', '0.1'),
    transfer('21:00:00', 'financing.charged', 'available → house:trading', '1'),
    transfer('21:00:00', 'financing.charged', 'margin → house:trading', '9.899'),
    transfer('21:30:00', 'contract.liquidated', 'house:insurance → house:trading', '2'),
  ],
};

/** 20 on falling from 100 (the middle of 99.99 and 100.02, down to a tick); 99.50 at expiry wins 16. */
const option = {
  id: 'o1',
  kind: 'option',
  status: 'won',
  terms: {
    direction: 'down',
    stake: '20',
    period: '5 min',
    payoutRate: '0.8',
    strike: '100.00',
    tick: '0.01',
    openedAt: at('12:00:00'),
    expiresAt: at('12:05:00'),
    staleAfterMs: '10000',
  },
  quotes: [quote('open', '11:59:59', '99.99', '100.02'), quote('settle', '12:04:58', '99.5')],
  steps: [
    step('strike', { bid: '99.99', ask: '100.02', tick: '0.01' }, '100.00'),
    step('expectedReturn', { stake: '20', payoutRate: '0.8' }, '36'),
    step('ageMs', { expiresAt: at('12:05:00'), time: at('12:04:58') }, '2000'),
    step('settlement', { bid: '99.5', ask: '99.5', tick: '0.01' }, '99.50'),
    step('outcome', { settlement: '99.50', strike: '100.00' }, 'won'),
    step('returned', { stake: '20', profit: '16' }, '36'),
  ],
  transfers: [
    transfer('12:00:00', 'option.bought', 'available → order', '20'),
    transfer('12:05:01', 'option.won', 'order → available', '20'),
    transfer('12:05:01', 'option.won', 'house:trading → available', '16'),
  ],
};

/** 0.3 coins at 33.33 or better, filled at 33.31: 9.993 of the 9.999 that were held, and 0.0003 coins of fee. */
const spot = {
  id: 's1',
  kind: 'spot',
  status: 'filled',
  terms: { orderType: 'limit', side: 'buy', quantity: '0.3 COIN', feeRate: '0.001', limitPrice: '33.33' },
  quotes: [quote('place', '12:00:00', '34'), quote('fill', '12:10:00', '33.3', '33.31')],
  steps: [
    step('fillTrigger', { ask: '33.31', limitPrice: '33.33' }, 'reached'),
    step('turnover', { quantity: '0.3', price: '33.31' }, '9.993'),
    step('paid', {}, '9.993 USDT'),
    step('received', {}, '0.3 COIN'),
    step('fee', { received: '0.3', feeRate: '0.001' }, '0.0003 COIN'),
    step('credited', { received: '0.3', fee: '0.0003' }, '0.2997 COIN'),
  ],
  transfers: [
    transfer('12:00:00', 'spot.placed', 'available → order', '9.999'),
    transfer('12:10:00', 'spot.filled', 'order → house:trading', '9.993'),
    transfer('12:10:00', 'spot.filled', 'house:trading → available', '0.3', 'COIN'),
    transfer('12:10:00', 'spot.filled', 'available → house:fees', '0.0003', 'COIN'),
    transfer('12:10:00', 'spot.filled', 'order → available', '0.006'),
  ],
};

/** 1000 at 0.4% a day for a week, left on the second day: 1000 − 50 − 4. */
const plan = {
  id: 'p1',
  kind: 'plan',
  status: 'closedSuccessfully',
  terms: { amount: '1000', days: '7', dailyYield: '0.004', penaltyRate: '0.05', accruesFrom: at('12:00:00') },
  quotes: [],
  steps: [
    step('dailyIncome', { amount: '1000', dailyYield: '0.004' }, '4'),
    step('wholeIncome', { dailyIncome: '4', days: '7' }, '28'),
    step('penalty', { amount: '1000', penaltyRate: '0.05' }, '50'),
    step('cumulativeIncome', { dailyIncome: '4', incomeDays: '1' }, '4'),
    step('returned', { amount: '1000', penalty: '50', cumulativeIncome: '4' }, '946'),
  ],
  transfers: [
    transfer('12:00:00', 'plan.opened', 'available → plan', '1000'),
    transfer('12:00:00', 'plan.opened', 'house:treasury → house:committed', '28'),
    { ...transfer('12:00:00', 'plan.income', 'house:committed → available', '4'), time: '2030-01-08T12:00:00.000Z' },
    ...[
      transfer('15:00:00', 'plan.left', 'plan → house:treasury', '54'),
      transfer('15:00:00', 'plan.left', 'plan → available', '946'),
      transfer('15:00:00', 'plan.left', 'house:committed → house:treasury', '24'),
    ].map((each) => ({ ...each, time: '2030-01-08T15:00:00.000Z' })),
  ],
};

/** Begun at 34.05, amended once while it rested at 33.50, and filled there: 0.3 coins for 10.0 of the 10.05 that it held. */
const begun = {
  ...spot,
  terms: { ...spot.terms, orderType: 'stopLimit', limitPrice: '33.5', triggerPrice: '34' },
  quotes: [
    quote('place', '12:00:00', '33.9'),
    quote('trigger', '12:05:00', '34', '34.05'),
    quote('amend', '12:06:00', '34'),
    quote('fill', '12:10:00', '33.3', '33.31'),
  ],
  steps: [
    step('heldBefore', { quantity: '0.4', limitPrice: '33.4' }, '13.36 USDT'),
    step('entryTrigger', { ask: '34.05', triggerPrice: '34' }, 'reached'),
    step('fillTrigger', { ask: '33.31', limitPrice: '33.5' }, 'reached'),
    ...spot.steps.slice(1),
  ],
  transfers: [
    transfer('12:00:00', 'spot.placed', 'available → order', '13.36'),
    transfer('12:06:00', 'spot.amended', 'order → available', '3.31'),
    ...spot.transfers.slice(1, 4),
    transfer('12:10:00', 'spot.filled', 'order → available', '0.057'),
  ],
};

/** A pair that sold 0.3 coins at its stop-loss of 30, at the 29.9 of the quote that reached it. */
const pair = {
  id: 's2',
  kind: 'spot',
  status: 'filled',
  closeReason: 'stopLoss',
  terms: { orderType: 'oco', side: 'sell', quantity: '0.3 COIN', feeRate: '0.001', takeProfit: '40', stopLoss: '30' },
  quotes: [quote('place', '12:00:00', '34'), quote('fill', '12:10:00', '29.9', '29.91')],
  steps: [
    step('fillTrigger', { bid: '29.9', stopLoss: '30' }, 'reached'),
    step('turnover', { quantity: '0.3', price: '29.9' }, '8.97'),
    step('paid', {}, '0.3 COIN'),
    step('received', {}, '8.97 USDT'),
    step('fee', { received: '8.97', feeRate: '0.001' }, '0.00897 USDT'),
    step('credited', { received: '8.97', fee: '0.00897' }, '8.96103 USDT'),
    step('profit', { value: '8.96103', cost: '9.5', quantity: '0.3' }, '-0.53897'),
  ],
  transfers: [
    transfer('12:00:00', 'spot.placed', 'available → order', '0.3', 'COIN'),
    transfer('12:10:00', 'spot.filled', 'order → house:trading', '0.3', 'COIN'),
    transfer('12:10:00', 'spot.filled', 'house:trading → available', '8.97'),
    transfer('12:10:00', 'spot.filled', 'available → house:fees', '0.00897'),
  ],
};

/** An order that waited until its end, and gave back then. */
const expired = {
  ...spot,
  status: 'cancelled',
  closeReason: 'expired',
  terms: { ...spot.terms, expiresAt: at('12:30:00') },
  quotes: spot.quotes.slice(0, 1),
  steps: [step('turnover', { quantity: '0.3', price: '33.33' }, '9.999'), step('held', {}, '9.999 USDT')],
  transfers: [spot.transfers[0], transfer('12:30:00', 'spot.cancelled', 'order → available', '9.999')],
};

const receipts = { contract, liquidated, option, spot, begun, pair, expired, plan };

it.each(Object.entries(receipts))(
  'a %s that was worked out by hand agrees, alone and as an answer carries it',
  (_, receipt) => {
    expect(differenceOf(receipt)).toBeNull();
    expect(differenceOf({ code: '200', result: receipt, message: '', fields: {} })).toBeNull();
  },
);

it.each([
  [
    'profit',
    { ...contract, steps: contract.steps.with(7, { ...contract.steps[7], result: '9' } as never) },
    'step profit, result: 10 ',
  ],
  [
    'a fee that was moved',
    {
      ...contract,
      transfers: contract.transfers.with(4, transfer('13:00:00', 'contract.closed', 'available → house:fees', '0.12')),
    },
    'transfer 5, amount: 0.11 ',
  ],
  ['a transfer too many', { ...plan, transfers: [...plan.transfers, plan.transfers[5]] }, 'transfer 7, reason: nothing '],
  [
    'a closing that the price made a liquidation',
    { ...contract, quotes: contract.quotes.with(1, quote('close', '13:00:00', '90')) },
    'closeReason: liquidation or manual recomputed, takeProfit',
  ],
  ['an outcome', { ...option, status: 'lost' }, 'status: won recomputed'],
  [
    'a quote from after expiry',
    { ...option, quotes: option.quotes.with(1, quote('settle', '12:05:01', '99.5')) },
    'from after its expiry',
  ],
  [
    'a quote too old',
    { ...option, quotes: option.quotes.with(1, quote('settle', '12:04:49', '99.5')) },
    'status: void recomputed',
  ],
  ['another expiry', { ...option, terms: { ...option.terms, period: '1 hour' } }, 'it expires at 2030-01-07T13:00:00.000Z'],
  [
    'a fill beyond the limit',
    { ...spot, quotes: spot.quotes.with(1, quote('fill', '12:10:00', '33.34')) },
    'beyond its limit of 33.33',
  ],
  [
    'a fill before its quote',
    { ...spot, quotes: spot.quotes.with(1, quote('fill', '12:10:01', '33.3', '33.31')) },
    'is before its quote',
  ],
  [
    'an income a second early',
    {
      ...plan,
      transfers: plan.transfers.with(2, {
        ...transfer('12:00:00', 'plan.income', 'house:committed → available', '4'),
        time: '2030-01-08T11:59:59.000Z',
      }),
    },
    'transfer 3, time: 2030-01-08T12:00:00.000Z',
  ],
  ['a word for a number', { ...spot, terms: { ...spot.terms, feeRate: 'none' } }, 'none is not a number'],
  ['anything else', { kind: 'contract' }, 'this is no receipt'],
])('names the first difference: %s', (_, receipt, words) => {
  expect(differenceOf(receipt)).toContain(words);
});

/** The contract above, closed at 110 for another reason, or claimed to be. */
function closedBy(closeReason: string | undefined, numbers: Record<string, string> | null, status = 'closed') {
  const steps = contract.steps.flatMap((each) => {
    if (each.name !== 'trigger') return [each];
    return numbers === null ? [] : [step('trigger', { bid: '110.00', ...numbers }, 'reached')];
  });
  const { closeReason: _, ...rest } = contract;
  return { ...rest, ...(closeReason !== undefined && { closeReason }), status, steps };
}

it.each([
  ['a stop-loss drawn up behind the price', closedBy('stopLoss', { stopLoss: '110.01' })],
  ['a trailing stop, to the tick', closedBy('trailingStop', { best: '113.00', distance: '3.00' })],
  ['its owner, with nothing to reach', closedBy('manual', null, 'closedEarly')],
])('a contract closed by %s agrees', (_, receipt) => {
  expect(differenceOf(receipt)).toBeNull();
});

const withStep = <R extends Pick<typeof spot, 'steps'>>(
  receipt: R,
  name: string,
  numbers: Record<string, string>,
  result?: string,
) => ({
  ...receipt,
  steps: receipt.steps.map((each) =>
    each.name === name ? { ...each, numbers: { ...each.numbers, ...numbers }, result: result ?? each.result } : each,
  ),
});

it.each([
  ['a take-profit that was not reached', closedBy('takeProfit', { takeProfit: '110.01' }), 'had not reached a takeProfit of'],
  ['a stop-loss that was not reached', closedBy('stopLoss', { stopLoss: '109.99' }), 'had not reached a stopLoss of 109.99'],
  [
    'a trailing stop that lay lower',
    closedBy('trailingStop', { best: '113.00', distance: '3.01' }),
    'had not reached a trailingStop of 109.99',
  ],
  ['a distance of nothing', closedBy('trailingStop', { best: '110.00', distance: '0' }), 'distance is not above zero'],
  [
    'another price than the one it closed at',
    closedBy('takeProfit', { bid: '110.01', takeProfit: '109.50' }),
    'step trigger, bid: 110 recomputed, 110.01',
  ],
  ['a stop without its level', closedBy('stopLoss', { takeProfit: '109.50' }), 'nothing is not a number'],
  ['a trigger that is missing', closedBy('takeProfit', null), 'nothing is not a number'],
  ['a trigger although its owner has closed it', closedBy('manual', {}, 'closedEarly'), 'step trigger, name'],
  ['another reason than the status', closedBy('manual', null), 'status: closedEarly recomputed, closed'],
  ['no reason', closedBy(undefined, null), 'closeReason: stopLoss or takeProfit or trailingStop or manual recomputed, none'],
  ['a liquidation for nothing', closedBy('liquidation', {}, 'liquidated'), 'manual recomputed, liquidation'],
  ['a reason for what is still open', { ...contract, quotes: contract.quotes.slice(0, 1) }, 'closeReason: none or void'],
  ['a reason that nobody knows', closedBy('mood', {}), 'mood on the receipt'],
  ['a stop for a liquidation', { ...liquidated, closeReason: 'stopLoss' }, 'liquidation or manual recomputed, stopLoss'],
  ['other margin at the liquidation', withStep(liquidated, 'trigger', { margin: '9.9' }), 'step trigger, margin: 0 '],
  ['a loss cut off at the margin', withStep(liquidated, 'trigger', { profit: '0' }), 'step trigger, profit: -5 '],
  ['more insurance than gap', withStep(liquidated, 'gap', { insurance: '5.000001' }), 'insurance gave 5.000001'],
  ['insurance that did not move', withStep(liquidated, 'gap', { insurance: '3' }), 'transfer 6, amount: 3 '],
  [
    'financing cut short while there is margin',
    withStep(liquidated, 'financing', { fromMargin: '9.898' }, '10.898'),
    '10.898 of 20, with margin left',
  ],
  ['financing of more than a night costs', withStep(liquidated, 'financing', { fromBalance: '11' }), '20.899 is more than 20'],
  ['financing below zero', withStep(liquidated, 'financing', { fromBalance: '-1' }), 'a share is below zero'],
  ['another split than was moved', withStep(liquidated, 'financing', { fromBalance: '2' }, '11.899'), 'transfer 4, amount: 2 '],
  [
    'a limit that is not the order’s',
    { ...spot, steps: spot.steps.with(0, step('fillTrigger', { ask: '33.31', limitPrice: '33.31' }, 'reached')) },
    'step fillTrigger, limitPrice: 33.33 ',
  ],
  ['a fill without its limit', { ...spot, steps: spot.steps.slice(1) }, 'step turnover, name: fillTrigger'],
  [
    'a trigger that no price had reached',
    { ...begun, terms: { ...begun.terms, triggerPrice: '34.06' } },
    'short of its trigger',
  ],
  ['a fill of what had not begun', { ...begun, quotes: begun.quotes.toSpliced(1, 1) }, 'had not begun'],
  ['an amendment that gave back too much', withStep(begun, 'heldBefore', { limitPrice: '33.5' }), 'heldBefore, result: 13.4 '],
  ['a stop-loss above the price', { ...pair, terms: { ...pair.terms, stopLoss: '29.8' } }, 'not reached a stopLoss of 29.8'],
  ['a sale without a profit', { ...pair, steps: pair.steps.slice(0, -1) }, 'a sale has a profit'],
  ['a profit from more than was received', withStep(pair, 'profit', { value: '8.97' }, '-0.53'), 'more than what was received'],
  ['a pair that ended by neither', { ...pair, closeReason: 'cancelled' }, 'its take-profit or its stop-loss'],
  ['an end before its time', { ...expired, terms: { ...expired.terms, expiresAt: at('12:31:00') } }, 'it expired at'],
])('names what no price has reached: %s', (_, receipt, words) => {
  expect(differenceOf(receipt)).toContain(words);
});

it('the command says it of each file and ends with 1 when one differs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-recompute-'));
  const files = [contract, { ...plan, status: 'profitDivided' }].map((receipt, place) => {
    const file = join(folder, `${place}.json`);
    writeFileSync(file, JSON.stringify(receipt));
    return file;
  });
  const command = join(import.meta.dirname, 'recompute-receipt.ts');
  const both = spawnSync(process.execPath, [command, ...files], { encoding: 'utf8' });
  expect(both.stdout).toMatch(/0\.json: agrees\n.*1\.json: differs: status/);
  expect(both.status).toBe(1);
  expect(spawnSync(process.execPath, [command, ...files.slice(0, 1)]).status).toBe(0);
  rmSync(folder, { recursive: true });
});
