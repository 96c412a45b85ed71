import { describe, expect, it } from 'vitest';
import { toFixed } from '../money/fixed.ts';
import { areReasonable } from './changed-terms.ts';
import type { ContractTerms } from './instrument.ts';

const listed: ContractTerms = {
  lotSize: toFixed('1'),
  lotStep: toFixed('0.01'),
  lotsMin: toFixed('0.01'),
  lotsMax: toFixed('100'),
  leverages: [2, 5, 10],
  feeRate: toFixed('0.0005'),
  maintenanceRate: toFixed('0.01'),
  financingRateLong: toFixed('0.0003'),
  financingRateShort: toFixed('-0.0001'),
};

describe('changed terms', () => {
  it('may lower leverage, and change rates and lots within their bounds', () => {
    expect(areReasonable(listed, {})).toBe(true);
    expect(areReasonable(listed, { leverages: [2] })).toBe(true);
    // Half of the margin at leverage 10 is 5%; 4.9% is below it.
    expect(areReasonable(listed, { feeRate: toFixed('0.00299'), maintenanceRate: toFixed('0.049') })).toBe(true);
    expect(areReasonable(listed, { lotsMin: toFixed('0.1'), lotsMax: toFixed('5') })).toBe(true);
  });

  it.each([
    ['a leverage that is not listed', { leverages: [2, 20] }],
    ['no leverage at all', { leverages: [] }],
    ['leverages out of order, or twice', { leverages: [5, 5] }],
    ['a fee of 0.3%', { feeRate: toFixed('0.003') }],
    ['a negative fee', { feeRate: toFixed('-0.001') }],
    ['maintenance of half the margin', { maintenanceRate: toFixed('0.05') }],
    ['more than 0.2% of financing a day', { financingRateLong: toFixed('0.0021') }],
    ['financing that pays both sides', { financingRateLong: toFixed('0.0001'), financingRateShort: toFixed('-0.0002') }],
    ['a smallest order above the largest', { lotsMin: toFixed('6'), lotsMax: toFixed('5') }],
    ['lots between two steps', { lotsMin: toFixed('0.015') }],
    ['more lots than listed', { lotsMax: toFixed('101') }],
  ])('may not be %s', (_, changes) => {
    expect(areReasonable(listed, changes)).toBe(false);
  });
});
