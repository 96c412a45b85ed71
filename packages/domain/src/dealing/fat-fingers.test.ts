import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { units } from '../../test/desk.ts';
import { fixed, formatFixed, toFixed } from '../money/fixed.ts';
import { type Typed, fatFingers } from './fat-fingers.ts';

/** At a market of 100, with 1,000 on the account. */
function said(typed: { buys?: boolean; price?: string; triggers?: boolean; cost?: string; equity?: string | null }): string[] {
  const { buys = true, price, triggers = false, cost = '10', equity = '1000' } = typed;
  return fatFingers({
    buys,
    price: price === undefined ? null : toFixed(price),
    triggers,
    market: toFixed('100'),
    cost: units(cost),
    equity: equity === null ? undefined : units(equity),
  }).map((finger) => ('percent' in finger ? `${finger.kind} ${formatFixed(finger.percent)}` : finger.kind));
}

describe('a price', () => {
  it.each([
    [{ price: '99.99' }, []],
    [{ price: '100' }, ['fillsAtOnce']],
    [{ price: '105' }, ['fillsAtOnce']],
    [{ price: '105.01' }, ['farThrough 5.1']],
    [{ price: '150' }, ['farThrough 50']],
    [{ price: '80.01' }, ['farAway 20']],
    [{ price: '80.1' }, []],
    [{ price: '0.01' }, ['farAway 100']],
    [{ buys: false, price: '100.01' }, []],
    [{ buys: false, price: '99' }, ['fillsAtOnce']],
    [{ buys: false, price: '80' }, ['farThrough 20']],
    [{ buys: false, price: '120' }, ['farAway 20']],
    [{ buys: false, price: '999999999' }, ['farAway 999999899']],
    [{ price: '110', triggers: true }, []],
    [{ price: '121', triggers: true }, ['farAway 21']],
    [{ buys: false, price: '79', triggers: true }, ['farAway 21']],
    [{}, []],
  ] as const)('%j says %j', (typed, words) => {
    expect(said(typed)).toEqual(words);
  });
});

describe('a size', () => {
  it('of more than half of what the account is worth is told, and nothing of an account that is not known', () => {
    expect(said({ cost: '500' })).toEqual([]);
    expect(said({ cost: '500.000001' })).toEqual(['halfOfEquity 50.1']);
    expect(said({ cost: '990', price: '300' })).toEqual(['farThrough 200', 'halfOfEquity 99']);
    expect(said({ cost: '990', equity: null })).toEqual([]);
    expect(said({ cost: '990', equity: '0' })).toEqual([]);
  });
});

it('is the same for whoever buys and whoever sells, seen in the mirror', () => {
  const cents = fc.bigInt({ min: 1n, max: 19_999n });
  fc.assert(
    fc.property(cents, fc.boolean(), (price, triggers) => {
      const typed: Omit<Typed, 'buys' | 'price'> = {
        triggers,
        market: toFixed('100'),
        cost: units('1'),
        equity: undefined,
      };
      const bought = fatFingers({ ...typed, buys: true, price: fixed(price, 2) });
      expect(fatFingers({ ...typed, buys: false, price: fixed(20_000n - price, 2) })).toEqual(bought);
    }),
  );
});
