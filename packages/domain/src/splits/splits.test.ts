import { describe, expect, it } from 'vitest';
import { coin } from '../../test/coin.ts';
import { instruments } from '../market/catalogue.ts';
import { amount } from '../money/amount.ts';
import { type Fixed, formatFixed, toFixed } from '../money/fixed.ts';
import { type Ratio, combined, inverse, ratio, same } from '../money/ratio.ts';
import { settleOption } from '../options/settle.ts';
import { liquidationPrice } from '../positions/liquidation.ts';
import { settle } from '../positions/settle.ts';
import { type Side, type Terms, exactProfit, notionalAt, openingAt } from '../positions/terms.ts';
import { hasActions } from './action.ts';
import { limitAfter, stopsAfter } from './adjust-contract.ts';
import { decideDividend } from './dividend.ts';
import { splitAgain, unsplit } from './split.ts';

const sevenForOne = ratio(7n, 1n);
const oneForTen = ratio(1n, 10n);
const oneForThree = ratio(1n, 3n);

/** 10 shares with leverage 2, fee 0.05%, maintenance 1%; prices have four decimals. */
const terms = (side: Side): Terms => ({
  side,
  leverage: 2,
  lots: toFixed('10'),
  lotSize: toFixed('1'),
  quantity: toFixed('10'),
  priceScale: 4,
  conversion: toFixed('1'),
  feeRate: toFixed('0.0005'),
  maintenanceRate: toFixed('0.01'),
  financingRate: toFixed('0.0002'),
  splits: unsplit,
});
const over = (side: Side, split: Ratio, isOpen = true): Terms => {
  const before = terms(side);
  return { ...before, splits: splitAgain(before.splits, split, isOpen) };
};
/** A price or money as people write it. */
const ticks = (price: string) => Number(fixedAt(toFixed(price), 4));
const fixedAt = ({ units, scale }: Fixed, to: number) => units * 10n ** BigInt(to - scale);
const usd = (text: string) => amount(fixedAt(toFixed(text), 6));

describe('a contract over 7 for 1', () => {
  // 10 × 649.30: margin 3,246.50, maintenance 64.93.
  const { margin, maintenance } = openingAt(terms('long'), ticks('649.30'));
  const cover = { openPrice: ticks('649.30'), margin, maintenance };

  it('is worth at 92.80 what it was worth at 649.60: 3.00 of profit, and the fee is of the same notional', () => {
    expect([margin, maintenance]).toEqual([usd('3246.50'), usd('64.93')]);
    const before = settle(terms('long'), cover, ticks('649.60'));
    const after = settle(over('long', sevenForOne), cover, ticks('92.80'));
    expect({ ...after, closePrice: before.closePrice }).toEqual(before);
    // 6,496 × 0.0005.
    expect([after.profit, after.fee]).toEqual([usd('3'), usd('3.248')]);
    const short = settle(over('short', sevenForOne), cover, ticks('92.80'));
    expect(short.profit).toBe(usd('-3'));
  });

  it('is liquidated at a seventh of the price', () => {
    // Long: 10 × 0.9995 × p ≤ 6493 + 64.93 − 3246.50, so p ≤ 331.30865…, and 47.32980… of the new shares.
    expect(liquidationPrice(terms('long'), cover)).toBe(ticks('331.3086'));
    expect(liquidationPrice(over('long', sevenForOne), cover)).toBe(ticks('47.3298'));
    // Short: 10 × 1.0005 × p ≥ 6493 + 3246.50 − 64.93, so p ≥ 966.97351…, and 138.13907….
    expect(liquidationPrice(terms('short'), cover)).toBe(ticks('966.9736'));
    expect(liquidationPrice(over('short', sevenForOne), cover)).toBe(ticks('138.1391'));
  });

  it('has its stops where they were, to the tick that reaches them', () => {
    const trailing = { distance: ticks('10'), best: ticks('655') };
    // 400 / 7 = 57.142857…, 700 / 7 = 100; 645 / 7 = 92.142857… and 10 / 7 = 1.428571….
    const long = { stopLoss: ticks('400'), takeProfit: ticks('700'), trailing };
    expect(stopsAfter('long', long, sevenForOne)).toEqual({
      stopLoss: ticks('57.1428'),
      takeProfit: ticks('100'),
      trailing: { distance: ticks('1.4286'), best: ticks('93.5714') },
    });
    // 800 / 7 = 114.285714…, 500 / 7 = 71.428571…; 665 / 7 = 95 for the stop of the short.
    const short = { stopLoss: ticks('800'), takeProfit: ticks('500'), trailing };
    expect(stopsAfter('short', short, sevenForOne)).toEqual({
      stopLoss: ticks('114.2858'),
      takeProfit: ticks('71.4285'),
      trailing: { distance: ticks('1.4286'), best: ticks('93.5714') },
    });
    expect(stopsAfter('long', { stopLoss: 6, takeProfit: null, trailing: null }, sevenForOne).stopLoss).toBeNull();
  });

  it('that waited fills seven times the units at a seventh of its limit', () => {
    expect([limitAfter('long', ticks('640'), sevenForOne), limitAfter('short', ticks('660'), sevenForOne)]).toEqual([
      ticks('91.4285'),
      ticks('94.2858'),
    ]);
    const waited = over('long', sevenForOne, false);
    // 70 × 91.40; then 70 × 0.10 of profit.
    expect(formatFixed(notionalAt(waited, ticks('91.40')))).toBe('6398');
    expect(openingAt(waited, ticks('91.40')).margin).toBe(usd('3199'));
    expect(formatFixed(exactProfit(waited, ticks('91.40'), ticks('91.50')))).toBe('7');
    // And split again once it is open, 2 for 1: 140 × (45.80 − 45.70).
    const again = { ...waited, splits: splitAgain(waited.splits, ratio(2n, 1n), true) };
    expect(formatFixed(exactProfit(again, ticks('91.40'), ticks('45.80')))).toBe('14');
  });
});

describe('a contract over a reverse split', () => {
  it('1 for 10: 51.00 is 5.10 of the old shares', () => {
    expect(formatFixed(exactProfit(over('long', oneForTen), ticks('5'), ticks('51')))).toBe('1');
  });

  it('1 for 3: what splits into thirds is rounded once, where money is made of it', () => {
    // 10 × (30.01 / 3 − 10) = 0.0333…: down to 0.033333, and −0.0333… down to −0.033334.
    const cover = { openPrice: ticks('10'), margin: usd('50'), maintenance: usd('1') };
    expect(settle(over('long', oneForThree), cover, ticks('30.01')).profit).toBe(usd('0.033333'));
    expect(settle(over('short', oneForThree), cover, ticks('30.01')).profit).toBe(usd('-0.033334'));
    expect(settle(over('long', oneForThree), cover, ticks('30')).profit).toBe(0n);
  });

  it('after a split the same as never', () => {
    expect(combined(sevenForOne, inverse(sevenForOne))).toEqual(same);
    const once = splitAgain(unsplit, sevenForOne, true);
    expect(splitAgain(once, inverse(sevenForOne), true)).toEqual(unsplit);
  });
});

describe('an option over 7 for 1', () => {
  const option = {
    direction: 'up',
    stake: usd('10'),
    payoutRate: toFixed('0.8'),
    strike: ticks('649.35'),
    priceScale: 4,
    openedAt: 0,
    expiresAt: 60_000,
    staleAfterMs: 60_000,
    split: sevenForOne,
  } as const;
  const outcome = (price: string, strike = option.strike) => {
    const at = ticks(price);
    return settleOption({ ...option, strike }, { code: 'AAPL', bid: at, ask: at, time: 60_000, volume: 0 }).outcome;
  };

  it('is decided by the strike as it was: 7 × 92.7642 = 649.3494 loses, 7 × 92.7643 = 649.3501 wins', () => {
    expect([outcome('92.7642'), outcome('92.7643')]).toEqual(['lost', 'won']);
    expect(outcome('92.7643', ticks('649.3501'))).toBe('tie');
  });
});

describe('a dividend of 0.82', () => {
  const rich = { available: usd('1000'), margin: usd('3246.50') };

  it('is received on 70 shares by a long after 7 for 1, and charged to a short', () => {
    const nothing = { received: 0n, charged: 0n, fromAvailable: 0n, fromMargin: 0n };
    expect(decideDividend(over('long', sevenForOne), toFixed('0.82'), rich)).toEqual({ ...nothing, received: usd('57.40') });
    expect(decideDividend(over('short', sevenForOne), toFixed('0.82'), rich)).toEqual({
      ...nothing,
      charged: usd('57.40'),
      fromAvailable: usd('57.40'),
    });
  });

  it('takes from the margin what is not free, and then no more', () => {
    const short = over('short', sevenForOne);
    const little = { available: usd('50'), margin: usd('3246.50') };
    expect(decideDividend(short, toFixed('0.82'), little)).toMatchObject({ fromAvailable: usd('50'), fromMargin: usd('7.40') });
    const poor = { available: usd('1'), margin: usd('2') };
    expect(decideDividend(short, toFixed('0.82'), poor)).toMatchObject({ charged: usd('3'), fromMargin: usd('2') });
  });

  it('is rounded in favour of the holder: 10 / 3 × 0.82 = 2.7333…', () => {
    expect(decideDividend(over('long', oneForThree), toFixed('0.82'), rich).received).toBe(usd('2.733334'));
    expect(decideDividend(over('short', oneForThree), toFixed('0.82'), rich).charged).toBe(usd('2.733333'));
  });
});

describe('corporate actions', () => {
  it('are of shares and funds with prices of others: nothing that is listed is kept as a coin and split as well', () => {
    const listed = instruments.filter((one) => hasActions(one, 'live'));
    expect(listed.map(({ code }) => code)).toEqual(
      instruments.filter(({ assetClass }) => assetClass === 'stock' || assetClass === 'etf').map(({ code }) => code),
    );
    expect(listed.filter(({ spot }) => spot !== null)).toEqual([]);
    const [share] = listed;
    if (share === undefined) throw new Error('no share is listed');
    expect([hasActions(share, 'replay'), hasActions(share, 'simulated')]).toEqual([true, false]);
    expect([hasActions({ ...share, spot: coin.spot }, 'live'), hasActions(coin, 'live')]).toEqual([false, false]);
  });

  it('no ratio is made of nothing', () => {
    expect(() => ratio(0n, 1n)).toThrow('no ratio');
    expect(ratio(14n, 4n)).toEqual({ to: 7n, from: 2n });
  });
});
