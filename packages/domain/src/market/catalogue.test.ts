import { marketTypes } from '@assay/contract/vocabulary/markets.ts';
import { code as codePattern, id as idPattern } from '@assay/contract/vocabulary/units.ts';
import { describe, expect, it } from 'vitest';
import { compare, divide, fixed, isZero, toFixed, zero } from '../money/fixed.ts';
import { instrumentById, instrumentOf, instruments, simulationOf } from './catalogue.ts';
import type { Instrument } from './instrument.ts';

const of = (assetClass: Instrument['assetClass']) => instruments.filter((one) => one.assetClass === assetClass);
const largest = (one: Instrument) => Math.max(...one.contract.leverages);

describe('the catalogue', () => {
  it('lists what the market promises', () => {
    expect(of('crypto').length).toBeGreaterThanOrEqual(350);
    expect(of('forex')).toHaveLength(28);
    expect(of('stock')).toHaveLength(40);
    expect(of('etf')).toHaveLength(20);
    expect(of('future')).toHaveLength(12);
    expect(of('metal').map((one) => one.code)).toEqual(['XAUUSD', 'XAGUSD', 'XPTUSD', 'XPDUSD']);
  });

  it('gives each instrument a code and an id of its own, in the notation of the wire', () => {
    expect(new Set(instruments.map((one) => one.code)).size).toBe(instruments.length);
    for (const one of instruments) {
      expect(one.id).toBe(`${one.assetClass}-${one.code}`);
      expect(codePattern.safeParse(one.code).success, one.code).toBe(true);
      expect(idPattern.safeParse(one.id).success, one.id).toBe(true);
      expect(one.type).toBe(marketTypes[one.assetClass]);
      expect(instrumentOf(one.code)).toBe(one);
      expect(instrumentById(one.id)).toBe(one);
    }
  });

  it('knows nothing of codes that are not listed', () => {
    expect(instrumentOf('toString')).toBeUndefined();
    expect(() => simulationOf({ id: 'crypto-NOPE' })).toThrow('not in the catalogue');
  });

  it('quotes pairs in the order of the market', () => {
    const codes = of('forex').map((one) => one.code);
    expect(codes).toEqual(
      expect.arrayContaining(['EURUSD', 'GBPJPY', 'AUDNZD', 'USDCAD', 'USDJPY', 'EURGBP', 'CHFJPY', 'CADCHF']),
    );
    expect(codes).not.toContain('USDEUR');
  });

  it('takes fees below 0.3 % everywhere', () => {
    for (const one of instruments) {
      for (const rate of [one.contract.feeRate, one.spot?.feeRate ?? zero]) expect(compare(rate, toFixed('0.003'))).toBe(-1);
      expect(isZero(one.contract.feeRate)).toBe(false);
    }
  });

  it('keeps maintenance below half of the smallest margin', () => {
    for (const one of instruments) {
      const smallestMargin = divide(fixed(1n, 0), fixed(BigInt(2 * largest(one)), 0), 9, 'down');
      expect(compare(one.contract.maintenanceRate, smallestMargin), one.id).toBe(-1);
    }
  });

  it('stays within the leverages that retail customers are offered', () => {
    const max = (code: string) => largest(instrumentOf(code) ?? expect.fail(code));
    expect(['EURUSD', 'USDJPY', 'EURCHF'].map(max)).toEqual([30, 30, 30]);
    expect(['AUDUSD', 'EURNZD', 'XAUUSD', 'ES', 'GC'].map(max)).toEqual([20, 20, 20, 20, 20]);
    expect(['CL', 'ZC', 'XAGUSD'].map(max)).toEqual([10, 10, 10]);
    expect(Math.max(...[...of('stock'), ...of('etf')].map(largest))).toBe(5);
    expect(Math.max(...of('crypto').map(largest))).toBe(20);
    expect(Math.min(...of('crypto').flatMap((one) => [...one.contract.leverages]))).toBe(2);
  });

  it('has lots whose largest order holds the smallest', () => {
    for (const { contract, id } of instruments) {
      expect(compare(contract.lotsMin, zero), id).toBe(1);
      expect(compare(contract.lotsMin, contract.lotsMax), id).toBe(-1);
      expect(contract.lotsMin).toEqual(contract.lotStep);
    }
  });

  it('never pays both sides of a contract for holding it', () => {
    for (const { contract, id } of instruments) {
      const both =
        contract.financingRateLong.units * 10n ** BigInt(contract.financingRateShort.scale) +
        contract.financingRateShort.units * 10n ** BigInt(contract.financingRateLong.scale);
      expect(both > 0n, id).toBe(true);
    }
  });

  it('has decimals enough for the moves of each price, and room for years of them', () => {
    for (const one of instruments) {
      const { referencePrice } = simulationOf(one);
      expect(referencePrice, one.id).toBeGreaterThanOrEqual(1000);
      expect(referencePrice, one.id).toBeLessThan(1e12);
    }
    const scales = ['BTCUSDT', 'EURUSD', 'USDJPY', 'XAUUSD', 'AAPL', 'ES'].map((code) => instrumentOf(code)?.priceScale);
    expect(scales).toEqual([2, 6, 4, 4, 4, 2]);
  });

  it('trades coins on the spot, and nothing else', () => {
    for (const one of instruments) {
      expect(one.spot !== null).toBe(one.assetClass === 'crypto');
      expect(one.spot?.quantityScale ?? 0).toBeLessThanOrEqual(8);
    }
  });
});
