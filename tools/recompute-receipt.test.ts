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

/** One coin long at 100, ten times the margin, closed at 110: worked out by hand. */
const contract = {
  id: '1',
  kind: 'contract',
  status: 'closed',
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

const receipts = { contract, option, spot, plan };

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
    { ...contract, steps: contract.steps.with(6, { ...contract.steps[6], result: '9' } as never) },
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
    'status: liquidated',
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
