import { closeReasons, positionStatuses } from '@assay/contract/vocabulary/statuses.ts';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../market/instrument.ts';
import type { Quote } from '../market/quote.ts';
import { amount, nothing } from '../money/amount.ts';
import { one, toFixed } from '../money/fixed.ts';
import { decideAmend } from './decide-amend.ts';
import { decideFill } from './decide-fill.ts';
import { type FinancingSituation, decideFinancing } from './decide-financing.ts';
import { type OpenDecision, type OpenRequest, type OpenSituation, decideOpen, openOrdersMax } from './decide-open.ts';
import { decideTrigger } from './decide-trigger.ts';
import { financingFor } from './financing.ts';
import { isRefused, refused } from './refused.ts';
import { type OpenPosition, decideClose, refuseToClose, settle, triggerAt } from './settle.ts';
import { mayBecome, statusAfter } from './statuses.ts';
import { largestLots, percentOfMargin, priceForProfit, profitOfPercent } from './ticket.ts';

/** 1 lot = 1 unit, price in cents, no fee, maintenance 0.5%: the worked example of the rules. */
const plain: Instrument = {
  id: 'stock-PLAIN',
  code: 'PLAIN',
  name: 'Plain',
  assetClass: 'stock',
  type: 3,
  base: 'PLAIN',
  quote: 'USD',
  logo: '',
  priceScale: 2,
  hours: 'usEquity',
  halfSpreadPpm: 0,
  contract: {
    lotSize: toFixed('1'),
    lotStep: toFixed('0.01'),
    lotsMin: toFixed('0.01'),
    lotsMax: toFixed('1000'),
    leverages: [1, 5, 10, 200],
    feeRate: toFixed('0'),
    maintenanceRate: toFixed('0.005'),
    financingRateLong: toFixed('0.0001'),
    financingRateShort: toFixed('-0.00005'),
  },
  spot: null,
};
const withFee: Instrument = { ...plain, contract: { ...plain.contract, feeRate: toFixed('0.001') } };

const quote = (bid: number, ask = bid): Quote => ({ code: 'PLAIN', bid, ask, time: 0, volume: 0 });
const request = (over: Partial<OpenRequest> = {}): OpenRequest => ({
  side: 'long',
  type: 'market',
  lots: '1',
  leverage: 10,
  ...over,
});
const fillOf = (made: ReturnType<typeof decideFill>) => (made?.kind === 'fill' ? made : undefined);
const situation = (over: Partial<OpenSituation> = {}): OpenSituation => ({
  instrument: plain,
  quote: quote(10_000),
  now: 0,
  tradable: true,
  pricesAllowed: true,
  conversion: one,
  ...over,
});

function opened(over: Partial<OpenRequest> = {}, around: Partial<OpenSituation> = {}): OpenDecision {
  const decision = decideOpen(request(over), situation(around));
  if (isRefused(decision)) throw new Error(`refused with ${decision.refused}`);
  return decision;
}

function positionOf(decision: OpenDecision): OpenPosition {
  const { price, margin, maintenance } = decision.opening;
  return { terms: decision.terms, cover: { openPrice: price, margin, maintenance }, stops: decision.stops };
}

const usd = (text: string) => amount(BigInt(Math.round(Number(text) * 1e6)));

describe('opening a contract', () => {
  it('takes 10 USDT of margin for 1 lot at 100 with leverage 10 and liquidates a long at 90.50, a short at 109.50', () => {
    const long = opened();
    expect([long.opening.margin, long.opening.fee, long.opening.maintenance, long.liquidation]).toEqual([
      usd('10'),
      0n,
      usd('0.5'),
      9050,
    ]);
    expect(opened({ side: 'short' }).liquidation).toBe(10_950);
  });

  it('counts the closing fee into the liquidation price', () => {
    // 10 + (p − 100) − 0.001·p ≤ 0.5 → p ≤ 90.5 / 0.999 = 90.5905…; a short: p ≥ 109.5 / 1.001 = 109.3906…
    expect(opened({}, { instrument: withFee }).liquidation).toBe(9059);
    expect(opened({ side: 'short' }, { instrument: withFee }).liquidation).toBe(10_940);
  });

  it('opens a long at the ask and a short at the bid', () => {
    const around = { quote: quote(9990, 10_010) };
    expect(opened({}, around).opening.price).toBe(10_010);
    expect(opened({ side: 'short' }, around).opening.price).toBe(9990);
  });

  it('rounds margin and fee up to a whole micro-USDT', () => {
    // 0.01 lots at 100.01 = 1.0001 notional; / 10 = 0.10001; fee 0.0010001 → 0.001001.
    const { opening } = opened({ lots: '0.01' }, { instrument: withFee, quote: quote(10_001) });
    expect([opening.margin, opening.fee]).toEqual([100_010n, 1_001n]);
  });

  it('converts a foreign quote currency at the conversion frozen at open', () => {
    const { opening, liquidation } = opened({}, { conversion: toFixed('0.0065') });
    expect(opening.margin).toBe(usd('0.065'));
    expect(liquidation).toBe(9050);
  });

  it('shows the worst case, a day of financing and the profit at both stops before it is confirmed', () => {
    const shown = opened({ takeProfit: '104', stopLoss: '97.5' }, { instrument: withFee });
    expect(shown.hold).toBe(usd('10.1'));
    expect(shown.worstCase).toBe(usd('10.1'));
    expect(shown.financing).toBe(usd('0.01'));
    expect([shown.profitAtTakeProfit, shown.profitAtStopLoss]).toEqual([usd('4'), usd('-2.5')]);
  });

  it.each<[string, Partial<OpenRequest>, Partial<OpenSituation>, ReturnType<typeof refused>]>([
    ['a closed or suspended instrument', {}, { tradable: false }, refused('10015')],
    ['simulated prices on a real account', {}, { pricesAllowed: false }, refused('11011')],
    ['lots below the smallest', { lots: '0.001' }, {}, refused('11007', 'lots')],
    ['lots above the largest', { lots: '1000.01' }, {}, refused('11007', 'lots')],
    ['lots between two steps', { lots: '0.015' }, {}, refused('11007', 'lots')],
    ['lots that are no number', { lots: 'NaN' }, {}, refused('11007', 'lots')],
    ['a leverage that is not offered', { leverage: 11 }, {}, refused('11006', 'leverage')],
    ['a position that its own quote would liquidate', { leverage: 200 }, {}, refused('11006', 'leverage')],
    ['a limit order without a price', { type: 'limit' }, {}, refused('11012', 'price')],
    ['a limit between two ticks', { type: 'limit', price: '99.999' }, {}, refused('11012', 'price')],
    ['a market order with a price', { price: '99' }, {}, refused('11012', 'price')],
    ['a stop-loss on the winning side', { stopLoss: '100.01' }, {}, refused('11005', 'stopLoss')],
    ['a stop-loss at the current price', { stopLoss: '100' }, {}, refused('11005', 'stopLoss')],
    ['a stop-loss at the liquidation price', { stopLoss: '90.5' }, {}, refused('11005', 'stopLoss')],
    ['a take-profit on the losing side', { takeProfit: '99' }, {}, refused('11005', 'takeProfit')],
    ['a price that moved at all when no slippage is allowed', { seenPrice: '99.99' }, {}, refused('11004', 'seenPrice')],
    ['a slippage without the price it counts from', { maxSlippageBps: 5 }, {}, refused('11004', 'seenPrice')],
    ['one order too many', {}, { openOrders: openOrdersMax }, refused('11010')],
    ['a balance one micro-USDT short', {}, { available: amount(9_999_999n) }, refused('10011', 'lots')],
  ])('refuses %s', (_name, over, around, expected) => {
    expect(decideOpen(request(over), situation(around))).toEqual(expected);
  });

  it('takes a price that is worse by no more than the allowed slippage, and any better one', () => {
    expect(opened({ seenPrice: '99.95', maxSlippageBps: 6 }).opening.price).toBe(10_000);
    expect(decideOpen(request({ seenPrice: '99.95', maxSlippageBps: 5 }), situation())).toEqual(refused('11004', 'seenPrice'));
    expect(opened({ seenPrice: '101' }).opening.price).toBe(10_000);
    expect(opened({ side: 'short', seenPrice: '99' }).opening.price).toBe(10_000);
  });

  it('is closed by hand at a price no worse than the one seen: a long at a lower bid, a short at a higher ask', () => {
    const moved = refused('11004', 'seenPrice');
    const [long, short] = (['long', 'short'] as const).map((side) => opened({ side }).terms);
    if (long === undefined || short === undefined) throw new Error('there are two sides');
    // 100.00 less 0.5% is 99.50, and 100.00 more 0.5% is 100.50.
    const seen = { seenPrice: '100', maxSlippageBps: 50 };
    expect(refuseToClose(seen, long, quote(9_950, 9_960))).toBeNull();
    expect(refuseToClose(seen, long, quote(9_949, 10_000))).toEqual(moved);
    expect(refuseToClose(seen, long, quote(12_000))).toBeNull();
    expect(refuseToClose(seen, short, quote(10_040, 10_050))).toBeNull();
    expect(refuseToClose(seen, short, quote(10_000, 10_051))).toEqual(moved);
    expect(refuseToClose(seen, short, quote(8_000))).toBeNull();
    expect(refuseToClose({}, long, quote(1))).toBeNull();
  });

  it('accepts exactly the balance that margin and fee need', () => {
    expect(opened({}, { available: usd('10') }).hold).toBe(usd('10'));
  });
});

describe('a limit order', () => {
  it('waits at its limit and holds margin and fee at that price', () => {
    const waiting = opened({ type: 'limit', price: '95' }, { instrument: withFee });
    expect([waiting.kind, waiting.limit, waiting.hold]).toEqual(['await', 9500, usd('9.595')]);
  });

  it('fills at once, at the quote, when the quote already satisfies it', () => {
    const long = opened({ type: 'limit', price: '101' });
    expect([long.kind, long.opening.price]).toEqual(['open', 10_000]);
    const short = opened({ side: 'short', type: 'limit', price: '99' });
    expect([short.kind, short.opening.price]).toEqual(['open', 10_000]);
  });

  it('compares its stops with the limit', () => {
    expect(opened({ type: 'limit', price: '95', takeProfit: '96', stopLoss: '94' }).kind).toBe('await');
    expect(decideOpen(request({ type: 'limit', price: '95', stopLoss: '96' }), situation())).toEqual(
      refused('11005', 'stopLoss'),
    );
    expect(decideOpen(request({ type: 'limit', price: '95', takeProfit: '94.99' }), situation())).toEqual(
      refused('11005', 'takeProfit'),
    );
  });

  it('fills at its limit or better and gives back what it held too much', () => {
    const { terms, limit, hold, stops } = opened({ type: 'limit', price: '95' }, { instrument: withFee });
    const order = { terms, limit: limit ?? 0, trigger: null, hold, stops, trailingBps: null };
    expect(decideFill(order, quote(9501), one, nothing)).toBeNull();
    // 94 instead of 95: margin 9.4, fee 0.094, held 9.595.
    const fill = fillOf(decideFill(order, quote(9400), one, nothing));
    expect([fill?.opening.price, fill?.opening.margin, fill?.opening.fee, fill?.released]).toEqual([
      9400,
      usd('9.4'),
      usd('0.094'),
      usd('0.101'),
    ]);
  });

  it('keeps a short that fills above its limit within what was held', () => {
    const { terms, limit, hold, stops } = opened({ side: 'short', type: 'limit', price: '105' }, { instrument: withFee });
    // Held 10.5 + 0.105. At 110 the fee is 0.11, so the margin is 10.495 instead of 11.
    const fill = fillOf(
      decideFill({ terms, limit: limit ?? 0, trigger: null, hold, stops, trailingBps: null }, quote(11_000), one, nothing),
    );
    expect([fill?.opening.margin, fill?.opening.fee, fill?.released]).toEqual([usd('10.495'), usd('0.11'), 0n]);
  });

  it('waits while the spread of the quote would liquidate it at once', () => {
    const { terms, limit, hold, stops } = opened({ type: 'limit', price: '95' });
    expect(
      decideFill({ terms, limit: limit ?? 0, trigger: null, hold, stops, trailingBps: null }, quote(8500, 9500), one, nothing),
    ).toBeNull();
  });
});

describe('what a quote triggers', () => {
  const position = positionOf(opened({ stopLoss: '95', takeProfit: '105' }));

  it('nothing between the stops', () => {
    expect(triggerAt(position, quote(9501))).toBeNull();
    expect(triggerAt(position, quote(10_499))).toBeNull();
  });

  it('the stop-loss and the take-profit at their price and beyond', () => {
    expect(triggerAt(position, quote(9500))).toBe('stopLoss');
    expect(triggerAt(position, quote(10_500))).toBe('takeProfit');
  });

  it('liquidation rather than the stop-loss when one quote crosses both', () => {
    expect(triggerAt(position, quote(9050))).toBe('liquidation');
    expect(triggerAt(position, quote(9051))).toBe('stopLoss');
  });

  it('in an order that a version with the stop first would be caught by', () => {
    const stopFirst: typeof triggerAt = (each, at) => (at.bid <= (each.stops.stopLoss ?? 0) ? 'stopLoss' : triggerAt(each, at));
    const judged = (trigger: typeof triggerAt) => [9500, 9051, 9050, 8000].map((bid) => trigger(position, quote(bid)));
    expect(judged(triggerAt)).toEqual(['stopLoss', 'stopLoss', 'liquidation', 'liquidation']);
    expect(judged(stopFirst)).not.toEqual(judged(triggerAt));
  });

  it('looks at the bid of a long and at the ask of a short', () => {
    expect(triggerAt(position, quote(9400, 9600))).toBe('stopLoss');
    const short = positionOf(opened({ side: 'short', stopLoss: '105' }));
    expect(triggerAt(short, quote(10_400, 10_500))).toBe('stopLoss');
    expect(triggerAt(short, quote(10_400, 10_499))).toBeNull();
  });

  it('the trailing stop at its distance from the best price', () => {
    const trailing = { ...position, stops: { ...position.stops, trailing: { distance: 200, best: 10_300 } } };
    expect(triggerAt(trailing, quote(10_101))).toBeNull();
    expect(triggerAt(trailing, quote(10_100))).toBe('trailingStop');
    expect(
      triggerAt({ ...trailing, stops: { ...trailing.stops, trailing: { distance: 900, best: 10_300 } } }, quote(9400)),
    ).toBe('stopLoss');
  });
});

describe('closing', () => {
  it('pays a gain and the whole margin, the fee apart', () => {
    const { terms, cover } = positionOf(opened({}, { instrument: withFee }));
    expect(settle(terms, cover, 10_400)).toEqual({
      closePrice: 10_400,
      profit: usd('4'),
      gain: usd('4'),
      loss: 0n,
      fee: usd('0.104'),
      returned: usd('10'),
      gap: 0n,
    });
  });

  it('takes a loss from the margin and the fee from the rest', () => {
    const { terms, cover } = positionOf(opened({}, { instrument: withFee }));
    expect(settle(terms, cover, 9700)).toMatchObject({
      profit: usd('-3'),
      loss: usd('3'),
      fee: usd('0.097'),
      returned: usd('6.903'),
      gap: 0n,
    });
  });

  it('caps the loss at the margin; what lies beyond is a gap and never a debt', () => {
    const { terms, cover } = positionOf(opened({}, { instrument: withFee }));
    expect(settle(terms, cover, 8500)).toMatchObject({
      profit: usd('-10'),
      loss: usd('10'),
      fee: 0n,
      returned: 0n,
      gap: usd('5'),
    });
  });

  it('by hand uses the closing side of the quote', () => {
    expect(decideClose(positionOf(opened()), quote(10_100, 10_200)).closePrice).toBe(10_100);
    expect(decideClose(positionOf(opened({ side: 'short' })), quote(9800, 9900)).closePrice).toBe(9900);
  });

  it('ends each way in its own status and never twice', () => {
    expect(Object.fromEntries(closeReasons.map((reason) => [reason, statusAfter(reason)]))).toEqual({
      stopLoss: 'closed',
      takeProfit: 'closed',
      trailingStop: 'closed',
      manual: 'closedEarly',
      liquidation: 'liquidated',
      cancelled: 'cancelled',
      expired: 'cancelled',
      uncovered: 'cancelled',
      void: 'cancelled',
      reset: 'cancelled',
    });
    const changes = positionStatuses.flatMap((from) =>
      positionStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(changes.toSorted()).toEqual([
      'awaiting → cancelled',
      'awaiting → open',
      'open → cancelled',
      'open → closed',
      'open → closedEarly',
      'open → liquidated',
    ]);
  });
});

describe('amending stops', () => {
  const open = { side: 'long', priceScale: 2, reference: 10_000, liquidation: 9050, open: true } as const;
  const none = { stopLoss: null, takeProfit: null, trailing: null };

  it('changes what is named, removes what is null, keeps the rest', () => {
    const stops = { stopLoss: 9500, takeProfit: 10_500, trailing: null };
    expect(decideAmend({ stopLoss: null, trailingStop: '2' }, { ...open, stops })).toEqual({
      stopLoss: null,
      takeProfit: 10_500,
      trailing: { distance: 200, best: 10_000 },
    });
  });

  it('starts a trailing stop anew only when its distance changes', () => {
    const stops = { ...none, trailing: { distance: 200, best: 10_300 } };
    expect(decideAmend({ trailingStop: '2.00' }, { ...open, stops })).toMatchObject({
      trailing: { distance: 200, best: 10_300 },
    });
    expect(decideAmend({ trailingStop: '3' }, { ...open, stops })).toMatchObject({ trailing: { distance: 300, best: 10_000 } });
  });

  it('refuses what the price already passed and distances that are none', () => {
    expect(decideAmend({ stopLoss: '100' }, { ...open, stops: none })).toEqual(refused('11005', 'stopLoss'));
    expect(decideAmend({ stopLoss: '90.5' }, { ...open, stops: none })).toEqual(refused('11005', 'stopLoss'));
    expect(decideAmend({ trailingStop: '100' }, { ...open, stops: none })).toEqual(refused('11016', 'trailingStop'));
    expect(decideAmend({ trailingStop: '0.001' }, { ...open, stops: none })).toEqual(refused('11016', 'trailingStop'));
  });
});

describe('financing', () => {
  it('is notional at open × rate × days, and a short may receive it', () => {
    expect(financingFor(opened().terms, 10_000, 3)).toBe(usd('0.03'));
    expect(financingFor(opened({ side: 'short' }).terms, 10_000, 1)).toBe(usd('-0.005'));
  });
});

describe('what financing falls due', () => {
  // 0.01 USDT a day of a position of 100.
  const position = positionOf(opened());
  const noon = Date.UTC(2030, 0, 7, 12);
  const at = (day: number) => Date.UTC(2030, 0, day, 21);
  const due = (now: number, over: Partial<FinancingSituation> = {}) =>
    decideFinancing(position, { hours: 'always', financedUntil: noon, available: usd('5'), now, ...over });

  it('is nothing until 21:00, and each moment once', () => {
    expect(due(at(7) - 1)).toEqual({ charges: [], financedUntil: noon });
    const first = { dueAt: at(7), days: 1, amount: usd('0.01'), fromAvailable: usd('0.01'), fromMargin: 0n };
    expect(due(at(7))).toEqual({ charges: [first], financedUntil: at(7) });
    expect(due(at(7), { financedUntil: at(7) })).toEqual({ charges: [], financedUntil: at(7) });
    expect(due(at(9)).charges.map(({ dueAt }) => dueAt)).toEqual([at(7), at(8), at(9)]);
  });

  it('takes free money first, then the margin, then nothing', () => {
    const taken = due(at(9), { available: usd('0.015') }).charges.map((each) => [each.fromAvailable, each.fromMargin]);
    expect(taken).toEqual([
      [usd('0.01'), 0n],
      [usd('0.005'), usd('0.005')],
      [0n, usd('0.01')],
    ]);
    const poor = { ...position, cover: { ...position.cover, margin: usd('0.004') } };
    const [charge] = decideFinancing(poor, { hours: 'always', financedUntil: noon, available: usd('0'), now: at(8) }).charges;
    expect(charge).toMatchObject({ amount: usd('0.004'), fromMargin: usd('0.004') });
  });

  it('is received by a short', () => {
    const short = positionOf(opened({ side: 'short' }));
    const penniless = { hours: 'always', financedUntil: noon, available: usd('0'), now: at(7) } as const;
    expect(decideFinancing(short, penniless).charges).toMatchObject([
      { amount: usd('-0.005'), fromAvailable: 0n, fromMargin: 0n },
    ]);
  });
});

describe('what a quote brings about', () => {
  const calm = { warned: false, followed: null };
  const trailing = {
    ...positionOf(opened()),
    stops: { stopLoss: null, takeProfit: null, trailing: { distance: 100, best: 10_000 } },
  };

  it('is a warning once, a recovery, or nothing', () => {
    const position = positionOf(opened());
    expect(decideTrigger(position, calm, quote(10_000))).toBeNull();
    expect(decideTrigger(position, calm, quote(9074))).toEqual({ kind: 'warn' });
    expect(decideTrigger(position, { ...calm, warned: true }, quote(9074))).toBeNull();
    expect(decideTrigger(position, { ...calm, warned: true }, quote(10_000))).toEqual({ kind: 'recovered' });
    expect(decideTrigger(position, calm, quote(9000))).toMatchObject({ kind: 'close', reason: 'liquidation' });
  });

  it('takes into account how far a trailing stop has followed, but never back', () => {
    expect(decideTrigger(trailing, calm, quote(9950))).toBeNull();
    const followed = { kind: 'close', reason: 'trailingStop', trailingBest: 10_050 };
    expect(decideTrigger(trailing, { ...calm, followed: 10_050 }, quote(9950))).toEqual(followed);
    expect(decideTrigger(trailing, { ...calm, followed: 9900 }, quote(9900))).toMatchObject({ trailingBest: 10_000 });
  });
});

describe('the helpers of the ticket', () => {
  it('turn an amount or a percentage of the margin into a stop price and back', () => {
    const { terms, opening } = opened();
    expect(priceForProfit(terms, opening.price, usd('4'))).toBe(10_400);
    expect(priceForProfit(terms, opening.price, usd('-2.5'))).toBe(9750);
    expect(priceForProfit(opened({ side: 'short' }).terms, opening.price, usd('4'))).toBe(9600);
    expect(profitOfPercent(toFixed('-25'), opening.margin)).toBe(usd('-2.5'));
    expect(percentOfMargin(usd('-2.5'), opening.margin)).toEqual(toFixed('-25.00'));
  });

  it('know the most lots that a balance allows', () => {
    expect(largestLots(plain, 'long', 10, 10_000, one, usd('25.05'))).toEqual(toFixed('2.50'));
    expect(largestLots(plain, 'long', 10, 10_000, one, usd('0.05'))).toBeUndefined();
  });
});
