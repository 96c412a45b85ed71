import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { deskOf, now, owner, units } from '../../test/desk.ts';
import { amount } from '../money/amount.ts';
import { toFixed } from '../money/fixed.ts';
import { buyOption } from '../options/buy-option.ts';
import { optionPeriods } from '../options/periods.ts';
import { openContract } from '../positions/open-contract.ts';
import { refused } from '../positions/refused.ts';
import { noCost } from '../spot/cost.ts';
import { placeOrder } from '../spot/place-order.ts';
import { houseFor } from './desk.ts';
import {
  type House,
  type HouseTerms,
  dealMaxOf,
  leverageMaxOf,
  instrumentMaxOf,
  refuseExposure,
  refuseHedge,
} from './house.ts';

const terms: HouseTerms = {
  dealShare: toFixed('0.001'),
  dealFloor: units('10000'),
  personMax: units('100'),
  instrumentMax: units('300'),
  houseMax: units('500'),
  closeWindowMs: 8 * 3_600_000,
  closeLeverageMax: 5,
};

describe('the size that a price is good for', () => {
  it('is a thousandth of a day’s turnover, and the floor where that is less', () => {
    expect(dealMaxOf(units('25000000'), terms)).toBe(units('25000'));
    // 582,000 a day: 90,000 in one order were filled at the top of this book.
    expect(dealMaxOf(units('582000'), terms)).toBe(units('10000'));
  });
});

describe('what all together may hold of an instrument', () => {
  it('is ten such orders, and never more than two persons have set', () => {
    expect(instrumentMaxOf(units('20'), terms)).toBe(units('200'));
    expect(instrumentMaxOf(units('40'), terms)).toBe(units('300'));
  });
});

describe('leverage before a close', () => {
  it('is capped within eight hours of it, and on nothing that never closes', () => {
    // Friday, 11 January 2030: shares close at 21:00 UTC, currencies at 22:00.
    const at = (hour: number) => Date.UTC(2030, 0, 11, hour);
    expect(leverageMaxOf('usEquity', at(20), terms)).toBe(5);
    expect([leverageMaxOf('forex', at(13), terms), leverageMaxOf('forex', at(15), terms)]).toEqual([null, 5]);
    expect(leverageMaxOf('always', at(20), terms)).toBeNull();
  });
});

describe('what the house takes on', () => {
  const asked = (side: 'long' | 'short', notional: string, person = '0', instrument = '0', others = '0') => {
    const nets = { person: signed(person), instrument: signed(instrument), others: units(others) };
    return refuseExposure({ side, notional: units(notional) }, nets, terms)?.refused;
  };
  const signed = (text: string) => amount(text.startsWith('-') ? -units(text.slice(1)) : units(text));

  it.each([
    ['long', '100', '0', '0', '0', undefined],
    ['long', '100.000001', '0', '0', '0', '11214'],
    ['short', '50', '-51', '0', '0', '11214'],
    ['long', '50', '20', '250', '0', undefined],
    ['long', '51', '20', '250', '0', '11214'],
    ['long', '51', '20', '240', '210', '11214'],
    // Lowering is always taken, also beyond a limit that was lowered meanwhile; turning it around only as far as it goes.
    ['short', '90', '0', '900', '900', undefined],
    ['short', '150', '100', '900', '0', undefined],
    ['short', '250', '100', '900', '0', '11214'],
  ] as const)(
    '%s %s by who has %s, of %s in the instrument and %s elsewhere: %s',
    (side, notional, person, net, others, code) => {
      expect(asked(side, notional, person, net, others)).toBe(code);
    },
  );

  it('is not both sides of what closes, by one person', () => {
    const legs = { long: units('100'), short: units('0') };
    const taking = { owner: owner('real'), notional: units('1'), product: 'contract', waits: false } as const;
    const share = { ...coin, hours: 'usEquity' } as const;
    expect(refuseHedge({ ...taking, instrument: share, side: 'short' }, legs)?.refused).toBe('11216');
    expect(refuseHedge({ ...taking, instrument: share, side: 'long' }, legs)).toBeUndefined();
    expect(refuseHedge({ ...taking, instrument: coin, side: 'short' }, legs)).toBeUndefined();
    expect(refuseHedge({ ...taking, product: 'spot', instrument: share, side: 'short' }, legs)).toBeUndefined();
  });
});

describe('an order with real money', () => {
  const asked: string[] = [];
  const house: House = {
    limitsOf: () => ({ dealMax: units('1000'), leverageMax: 5 }),
    refuses: ({ side, notional, product, waits }) => {
      asked.push(`${product} ${side} ${notional}${waits ? ' waits' : ''}`);
      return notional === units('999') ? refused('11214') : undefined;
    },
  };
  const desk = () => {
    const plain = deskOf();
    return { ...plain, view: { ...plain.view, house }, costOf: () => noCost };
  };
  const of = (draft: object) => ('refused' in draft ? draft.refused : undefined);
  const contract = (lots: string, leverage = 5, book: 'real' | 'demo' = 'real') => {
    const input = { code: coin.code, side: 'long', type: 'market', lots, leverage } as const;
    return of(openContract(desk(), { owner: owner(book), orderNo: 'C1', input }, { id: 1, openOrders: 0 }));
  };
  const spot = (turnover: string, side: 'buy' | 'sell' = 'buy', price?: string) => {
    const input = { code: coin.code, side, type: price === undefined ? 'market' : 'limit', price, turnover } as const;
    return of(placeOrder(desk(), { owner: owner('real'), orderNo: 'S1', input }, { id: 1, openOrders: 0 }));
  };

  it('is as large as its price is good for, with the leverage of the moment, and as the house takes on', () => {
    expect([contract('10'), contract('10.01'), contract('1', 10), contract('9.99')]).toEqual([
      undefined,
      '11213',
      '11215',
      '11214',
    ]);
    expect([spot('1000'), spot('1001'), spot('999')]).toEqual([undefined, '11213', '11214']);
    expect(asked).toEqual([
      `contract long ${units('1000')}`,
      `contract long ${units('999')}`,
      `spot long ${units('1000')}`,
      `spot long ${units('999')}`,
    ]);
  });

  it('counts as waiting unless it is filled at once', () => {
    asked.length = 0;
    expect([spot('900', 'buy', '90'), spot('900', 'buy', '100')]).toEqual([undefined, undefined]);
    expect(asked).toEqual([`spot long ${units('900')} waits`, `spot long ${units('900')}`]);
  });

  it('that sells coins is the way out: it is asked its size, and of nothing that the house takes on', () => {
    asked.length = 0;
    expect([spot('999', 'sell'), spot('1000', 'sell'), spot('1001', 'sell')]).toEqual([undefined, undefined, '11213']);
    expect(asked).toEqual([]);
  });

  it('stakes no more than that on an option', () => {
    const input = { code: coin.code, direction: 'up', amount: '1001', periodId: 'x' } as const;
    const option = (stake: string, periodId: string) =>
      of(
        buyOption(
          desk(),
          { owner: owner('real'), orderNo: 'O1', input: { ...input, amount: stake, periodId } },
          { id: 1, offered: true, openOptions: 0 },
        ),
      );
    expect(option('1', 'none')).toBe('10017');
    expect(['1000', '1001'].map((stake) => option(stake, firstPeriod))).toEqual([undefined, '11213']);
  });

  it('is asked of no demo account, and nowhere where there is no such house', () => {
    expect(contract('11', 10, 'demo')).toBeUndefined();
    expect(houseFor(desk().view, owner('real'))).toBe(house);
    expect(houseFor({ ...deskOf().view, now }, owner('real'))).toBeUndefined();
  });
});

const firstPeriod = optionPeriods(coin)[0]?.id ?? '';
