import type { SharedReceipt } from '@assay/contract/endpoints/sharing.ts';
import { expect, test } from 'vitest';
import { agrees } from './check-shared.ts';

const quote = (moment: string, bid: string, ask: string) => ({
  moment,
  time: '2026-01-05T00:00:00.000Z',
  bid,
  ask,
  source: 'live X',
});

const shared: SharedReceipt = {
  book: 'real',
  sharedAt: '2026-01-05T00:00:00.000Z',
  hidesAmounts: true,
  figures: {
    kind: 'contract',
    side: 'long',
    leverage: '10',
    feeRate: '0.0005',
    financingRate: '0.0001',
    financingDays: 0,
    financed: null,
    open: '40000',
    close: '41000',
    cover: null,
  },
  percent: '23.98',
  receipt: {
    id: '',
    kind: 'contract',
    status: 'closed',
    terms: {},
    quotes: [quote('open', '39999', '40000.0'), quote('close', '41000', '41002')],
    steps: [],
    transfers: [],
  },
};

test('a result agrees where it follows from quotes that were recorded', () => {
  expect(agrees(shared)).toBe(true);
});

test('a result that was changed, or a price that no quote had, does not', () => {
  expect(agrees({ ...shared, percent: '23.99' })).toBe(false);
  const receipt = { ...shared.receipt, quotes: [quote('open', '39998', '39999'), quote('close', '41000', '41002')] };
  expect(agrees({ ...shared, receipt })).toBe(false);
});

test('an option is compared with the middle of its quotes, and what has no percent is not judged', () => {
  const figures = { kind: 'option', direction: 'up', payoutRate: '0.8', strike: '100.00', settlement: '100.01' } as const;
  const quotes = [quote('open', '100.00', '100.01'), quote('settle', '100.01', '100.02')];
  const option = { ...shared, figures, percent: '80.00', receipt: { ...shared.receipt, terms: { tick: '0.01' }, quotes } };
  expect(agrees(option)).toBe(true);
  expect(agrees({ ...option, figures: { ...figures, strike: '99.98' } })).toBe(false);
  expect(agrees({ ...shared, figures: null, percent: null })).toBeNull();
});
