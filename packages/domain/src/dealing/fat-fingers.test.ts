import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { units } from '../../test/desk.ts';
import { type Fixed, fixed, formatFixed, toFixed } from '../money/fixed.ts';
import { type FatFinger, type Typed, fatFingers } from './fat-fingers.ts';

const words = (finger: FatFinger) =>
  [
    finger.kind,
    ...('price' in finger ? [`at ${formatFixed(finger.price)}`] : []),
    ...('percent' in finger ? [formatFixed(finger.percent)] : []),
  ].join(' ');

/** At a market of 100, with 1,000 on the account. */
function said(typed: {
  buys?: boolean;
  limit?: string;
  trigger?: string;
  pair?: boolean;
  cost?: string;
  equity?: string | null;
}): string[] {
  const { buys = true, limit, trigger, pair = false, cost = '10', equity = '1000' } = typed;
  return fatFingers({
    buys,
    limit: limit === undefined ? null : toFixed(limit),
    trigger: trigger === undefined ? null : toFixed(trigger),
    pair,
    market: toFixed('100'),
    cost: units(cost),
    equity: equity === null ? undefined : units(equity),
  }).map(words);
}

describe('a price', () => {
  it.each([
    [{ limit: '99.99' }, []],
    [{ limit: '100' }, ['fillsAtOnce']],
    [{ limit: '105' }, ['fillsAtOnce']],
    [{ limit: '105.01' }, ['farThrough 5.1']],
    [{ limit: '150' }, ['farThrough 50']],
    [{ limit: '80.01' }, ['farAway at 80.01 20']],
    [{ limit: '80.1' }, []],
    [{ limit: '0.01' }, ['farAway at 0.01 100']],
    [{ buys: false, limit: '100.01' }, []],
    [{ buys: false, limit: '99' }, ['fillsAtOnce']],
    [{ buys: false, limit: '80' }, ['farThrough 20']],
    [{ buys: false, limit: '120' }, ['farAway at 120 20']],
    [{ buys: false, limit: '999999999' }, ['farAway at 999999999 999999899']],
    [{ trigger: '110' }, []],
    [{ trigger: '121' }, ['farAway at 121 21']],
    [{ buys: false, trigger: '79' }, ['farAway at 79 21']],
    [{}, []],
  ] as const)('%j says %j', (typed, sentences) => {
    expect(said(typed)).toEqual(sentences);
  });
});

describe('of two prices both are looked at', () => {
  it.each([
    // A limit that begins to wait at 110 is usual a little beyond it, and further on the other side.
    [{ trigger: '110', limit: '115.5' }, []],
    [{ trigger: '110', limit: '115.51' }, ['farFromTrigger at 115.51 5.1']],
    [{ trigger: '110', limit: '1101' }, ['farFromTrigger at 1101 901']],
    [{ trigger: '110', limit: '89' }, []],
    [{ trigger: '110', limit: '11' }, ['farFromTrigger at 11 90']],
    [{ trigger: '1100', limit: '110' }, ['farAway at 1100 1000', 'farFromTrigger at 110 90']],
    [{ buys: false, trigger: '90', limit: '85.5' }, []],
    [{ buys: false, trigger: '90', limit: '8.5' }, ['farFromTrigger at 8.5 90.6']],
    // Of a pair both wait at once, one on each side of the market.
    [{ buys: false, pair: true, limit: '110', trigger: '90' }, []],
    [{ buys: false, pair: true, limit: '1100', trigger: '90' }, ['farAway at 1100 1000']],
    [{ buys: false, pair: true, limit: '110', trigger: '9' }, ['farAway at 9 91']],
    [{ buys: false, pair: true, limit: '1100', trigger: '9' }, ['farAway at 9 91', 'farAway at 1100 1000']],
  ] as const)('%j says %j', (typed, sentences) => {
    expect(said(typed)).toEqual(sentences);
  });
});

describe('a size', () => {
  it('of more than half of what the account is worth is told, and nothing of an account that is not known', () => {
    expect(said({ cost: '500' })).toEqual([]);
    expect(said({ cost: '500.000001' })).toEqual(['halfOfEquity 50.1']);
    expect(said({ cost: '990', limit: '300' })).toEqual(['farThrough 200', 'halfOfEquity 99']);
    expect(said({ cost: '990', equity: null })).toEqual([]);
    expect(said({ cost: '990', equity: '0' })).toEqual([]);
  });
});

it('is the same for a buyer and a seller, mirrored', () => {
  const cents = fc.bigInt({ min: 1n, max: 19_999n });
  const both = fc.record({ limit: fc.option(cents), trigger: fc.option(cents) });
  /** Percents are of the price looked from, which is another one in the mirror unless it is the market. */
  const seen = (typed: Omit<Typed, 'market' | 'cost' | 'equity'>) =>
    fatFingers({ ...typed, market: toFixed('100'), cost: units('1'), equity: undefined }).map((finger) =>
      'price' in finger ? { kind: finger.kind, percent: finger.percent } : finger,
    );
  fc.assert(
    fc.property(both, fc.boolean(), ({ limit, trigger }, pair) => {
      fc.pre(pair || limit === null || trigger === null);
      const at = (price: bigint | null, mirrored: boolean): Fixed | null =>
        price === null ? null : fixed(mirrored ? 20_000n - price : price, 2);
      const asked = (buys: boolean) => ({ buys, pair, limit: at(limit, !buys), trigger: at(trigger, !buys) });
      expect(seen(asked(false))).toEqual(seen(asked(true)));
    }),
  );
});
