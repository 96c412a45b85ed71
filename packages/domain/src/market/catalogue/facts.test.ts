import { expect, test } from 'vitest';
import { formatFixed } from '../../money/fixed.ts';
import { instrumentOf, instruments } from '../catalogue.ts';
import { factsOf } from './facts.ts';

test('every share has a sector, every fund and future but those in doubt an exchange, and nothing else has either', () => {
  const without = (fact: 'sector' | 'exchange', ...classes: string[]) =>
    instruments
      .filter(({ assetClass, code }) => classes.includes(assetClass) && factsOf(code)[fact] === undefined)
      .map(({ code }) => code);
  expect(without('sector', 'stock')).toEqual([]);
  expect(without('exchange', 'stock', 'etf', 'future')).toEqual(['WMT', 'ARKK']);
  const others = instruments.filter(({ assetClass }) => ['crypto', 'forex', 'metal'].includes(assetClass));
  expect(others.filter(({ code }) => factsOf(code).exchange ?? factsOf(code).sector)).toEqual([]);
});

test('a lot of ounces or index points is as large as the contract’s own', () => {
  for (const { code, contract } of instruments) {
    const { lot } = factsOf(code);
    if (lot === undefined) continue;
    // Grains are quoted in cents: a cent of 5,000 bushels is 50 dollars.
    const size = lot.unit === 'bushel' ? '50' : lot.count;
    expect([code, formatFixed(contract.lotSize)]).toEqual([code, size]);
  }
});

test('what is a price of the same thing is named, and is listed', () => {
  expect(factsOf('GC').alike).toEqual(['XAUUSD', 'GLD']);
  expect(factsOf('BTCUSDT').alike).toEqual([]);
  for (const { code } of instruments) for (const one of factsOf(code).alike) expect(instrumentOf(one)).toBeDefined();
});
