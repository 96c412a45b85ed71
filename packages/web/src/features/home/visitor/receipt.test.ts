import { describe, expect, it } from 'vitest';
import { bitcoin, bitcoinContract } from '../../../../test/samples.ts';
import { exampleReceipt } from './receipt.ts';

const info = { ...bitcoin, contract: bitcoinContract };

describe('the receipt on home', () => {
  it('is worked out from the first and the last quote of a day, to the last digit', () => {
    // 0.1 × 96,000 ÷ 10; 9,600 × 0.05 %; 0.1 × 1,123.40; 9,712.34 × 0.05 %; 112.34 − 4.80 − 4.85617.
    expect(exampleReceipt(info)).toEqual({
      quantity: '0.1',
      leverage: 10,
      feeRate: '0.0005',
      open: '96000.00',
      close: '97123.40',
      margin: '960',
      openingFee: '4.8',
      profit: '112.34',
      closingFee: '4.85617',
      net: '102.68383',
      change: '1.17',
      told: '1.17',
    });
  });

  it('works the change out itself, whatever it was told', () => {
    expect(exampleReceipt({ ...info, zdf: '9.99' })).toMatchObject({ change: '1.17', told: '9.99' });
  });

  it('shows what was lost as well', () => {
    expect(exampleReceipt({ ...info, nowPrice: '95000.00' })).toMatchObject({ profit: '-100', change: '-1.04' });
  });

  it('says nothing where there is no price or no contract', () => {
    expect(exampleReceipt({ ...info, price: '' })).toBeNull();
    expect(exampleReceipt(bitcoin)).toBeNull();
  });
});
