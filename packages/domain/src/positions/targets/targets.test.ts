import { describe, expect, it } from 'vitest';
import { coin } from '../../../test/coin.ts';
import { type DeskTerms, booked, deskOf, now, owner, quoteOf, units } from '../../../test/desk.ts';
import type { Quote } from '../../market/quote.ts';
import { formatFixed, one, toFixed } from '../../money/fixed.ts';
import { ratio } from '../../money/ratio.ts';
import { actOnQuote } from '../act-on-quote.ts';
import { actOnTape } from '../act-on-tape.ts';
import { amendContract } from '../amend-contract.ts';
import type { AmendRequest } from '../decide-amend.ts';
import { type OpenRequest, decideOpen } from '../decide-open.ts';
import { liveThrough } from '../live-through.ts';
import { openContract } from '../open-contract.ts';
import { closePart } from '../parts/close-part.ts';
import { type ContractDraft, type PositionRow, postingsOf, termsOf } from '../position.ts';
import { type Refused, isRefused } from '../refused.ts';
import { lotsOfShares, profitAtTarget, targetsWithin } from './targets.ts';

const orderNo = 'C300107-0000000001';
const long = { code: coin.code, side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
const far = { price: '110', lots: '0.3' };
const near = { price: '105', lots: '0.4' };
const two = [far, near];

function sound(draft: ContractDraft | Refused | null): ContractDraft {
  if (draft === null || isRefused(draft)) throw new Error(`refused, or nothing: ${JSON.stringify(draft)}`);
  return draft;
}
const asked = (input: Partial<OpenRequest>, terms: DeskTerms = {}) =>
  openContract(deskOf(terms), { owner: owner(), orderNo, input: { ...long, ...input } }, { id: 3, openOrders: 0 });
/** One lot at 100, ten times: margin 10, fee 0.1, maintenance 0.5. */
const open = (input: Partial<OpenRequest> = { targets: two }) => sound(asked(input)).row;
const refusalOf = (draft: ContractDraft | Refused) => (isRefused(draft) ? [draft.refused, draft.field] : null);
const at = (row: PositionRow, bid: number, ask = bid, time = now + 1000) =>
  actOnQuote(deskOf({ at: time }), { quote: quoteOf(bid, ask, time), reached: null }, row);
const amend = (row: PositionRow, request: AmendRequest, terms: DeskTerms = {}) =>
  amendContract(deskOf(terms), request, row, null);
const parts = ({ earlier, part }: ContractDraft) => [...earlier.map((step) => step.part), part];

describe('targets of an order', () => {
  it('stand nearest first, whatever the order in which they were asked for', () => {
    expect(open().targets).toEqual([
      { price: 10_500, lots: '0.4' },
      { price: 11_000, lots: '0.3' },
    ]);
    expect(refusalOf(asked({ side: 'short', targets: two }))).toEqual(['11005', 'targets.0.price']);
    const below = [
      { price: '90', lots: '0.5' },
      { price: '95', lots: '0.5' },
    ];
    expect(open({ side: 'short', targets: below }).targets?.map(({ price }) => price)).toEqual([9500, 9000]);
  });

  it.each<[string, Partial<OpenRequest>, unknown]>([
    ['at the price', { targets: [{ price: '100', lots: '0.4' }] }, ['11005', 'targets.0.price']],
    ['of half a tick', { targets: [{ price: '105.005', lots: '0.4' }] }, ['11005', 'targets.0.price']],
    ['where another is', { targets: [near, { price: '105.00', lots: '0.1' }] }, ['11005', 'targets.1.price']],
    ['at the take-profit', { targets: [near], takeProfit: '105' }, ['11005', 'targets.0.price']],
    ['before the take-profit', { targets: [near], takeProfit: '105.01' }, null],
    ['of half a step', { targets: [{ price: '105', lots: '0.405' }] }, ['11300', 'targets.0.lots']],
    ['of nothing', { targets: [{ price: '105', lots: '0' }] }, ['11300', 'targets.0.lots']],
    ['of more than there is', { targets: [...two, { price: '115', lots: '0.31' }] }, ['11300', 'targets']],
    ['of all there is', { targets: [...two, { price: '115', lots: '0.3' }] }, null],
    ['of an order whose limit is near', { type: 'limit', price: '95', targets: [{ price: '96', lots: '1' }] }, null],
    [
      'that are too many',
      { targets: [1, 2, 3, 4, 5, 6].map((step) => ({ price: String(100 + step), lots: '0.1' })) },
      ['11300', 'targets'],
    ],
  ])('%s', (_, input, refusal) => {
    expect(refusalOf(asked(input))).toEqual(refusal);
  });

  it('leave the rest to the take-profit: 0.3 lots at 120 bring 6', () => {
    const decision = decideOpen(
      { ...long, targets: two, takeProfit: '120' },
      { instrument: coin, quote: quoteOf(10_000), now, conversion: one, tradable: true, pricesAllowed: true },
    );
    expect(decision).toMatchObject({ profitAtTakeProfit: 6_000_000n });
    const terms = termsOf(open());
    expect(open().targets?.map((target) => profitAtTarget(terms, 10_000, target))).toEqual([2_000_000n, 3_000_000n]);
  });

  it('leave the smallest order, or nothing', () => {
    const desk = deskOf();
    const contract = { ...coin.contract, lotsMin: toFixed('0.1') };
    const market = { ...desk.market, instrument: () => ({ ...coin, contract }) };
    const of = (lots: string) => {
      const input = { ...long, targets: [{ price: '105', lots }] };
      const asks = { owner: owner(), orderNo, input };
      return refusalOf(openContract({ ...desk, market }, asks, { id: 3, openOrders: 0 }));
    };
    expect(['0.09', '0.1', '0.9', '0.91', '1'].map(of)).toEqual([
      ['11300', 'targets.0.lots'],
      null,
      null,
      ['11300', 'targets'],
      null,
    ]);
  });
});

describe('a quote that reaches targets', () => {
  it('closes the share of one at the quote, as a part with the target as its take-profit, and the rest keeps the others', () => {
    const draft = sound(at(open(), 10_600));
    expect(booked(draft)).toEqual([
      'contract.closed: house:trading → available 2.4 USDT',
      'contract.closed: margin → available 4 USDT',
      'contract.closed: available → house:fees 0.0424 USDT',
    ]);
    expect(parts(draft)).toMatchObject([
      {
        id: 100,
        orderNo: `${orderNo}/1`,
        partOf: 3,
        lots: '0.4',
        status: 'closed',
        closeReason: 'takeProfit',
        takeProfit: 10_500,
        closePrice: 10_600,
        targets: null,
      },
    ]);
    expect(draft.row).toMatchObject({
      status: 'open',
      lots: '0.6',
      parts: 1,
      margin: 6_000_000n,
      takeProfit: null,
      targets: [{ price: 11_000, lots: '0.3' }],
      quotedAt: now + 1000,
      liquidationPrice: 9059,
    });
  });

  it('closes the shares of all that it reaches, each as a part and a step of its own', () => {
    const draft = sound(at(open(), 11_200));
    expect(parts(draft)).toMatchObject([
      { id: 100, orderNo: `${orderNo}/1`, lots: '0.4', margin: 4_000_000n, profit: 4_800_000n, closeFee: 44_800n },
      { id: 101, orderNo: `${orderNo}/2`, lots: '0.3', margin: 3_000_000n, profit: 3_600_000n, closeFee: 33_600n },
    ]);
    expect(draft.earlier.map(({ row }) => [row.version, row.parts])).toEqual([[1, 1]]);
    expect(draft.before).toMatchObject({ version: 2, parts: 1, lots: '0.6' });
    expect(draft.row).toMatchObject({ status: 'open', lots: '0.3', parts: 2, targets: null });
  });

  it('ends the order at its own take-profit after those before it', () => {
    const draft = sound(at(open({ targets: two, takeProfit: '111' }), 11_200));
    expect(parts(draft)).toMatchObject([{ lots: '0.4' }, { lots: '0.3' }, null]);
    expect(draft.row).toMatchObject({ status: 'closed', lots: '0.3', closeReason: 'takeProfit', takeProfit: 11_100, parts: 2 });
  });

  it('ends the order itself where the last target has all that is left', () => {
    const draft = sound(at(open({ targets: [...two, { price: '112', lots: '0.3' }], takeProfit: '120' }), 11_200));
    expect(draft.row).toMatchObject({ orderNo, status: 'closed', closeReason: 'takeProfit', takeProfit: 11_200, lots: '0.3' });
    expect(draft.row.targets).toBeNull();
  });

  it('ends all of it where a stop or the liquidation price is reached as well', () => {
    const trailing = { ...open(), trailingDistance: 100, trailingBest: 11_000 };
    expect(sound(at(trailing, 10_600))).toMatchObject({
      earlier: [],
      part: null,
      row: { closeReason: 'trailingStop', lots: '1' },
    });
    const doomed = { ...open(), marginTaken: 9_999_999n, openPrice: 20_000 };
    expect(sound(at(doomed, 10_600)).row).toMatchObject({ status: 'liquidated', lots: '1' });
  });

  it('takes a trailing stop along: what is left follows from the best price so far', () => {
    const draft = sound(at({ ...open(), trailingDistance: 2000, trailingBest: 10_000 }, 10_600));
    expect(draft.row).toMatchObject({ trailingBest: 10_600, trailingDistance: 2000, lots: '0.6' });
  });

  it('does nothing a second time, and nothing short of them', () => {
    expect(at(open(), 10_499)).toBeNull();
    expect(at(sound(at(open(), 10_600)).row, 10_600)).toBeNull();
  });

  it('of a short is the ask: 0.5 lots at 95 bring 2.5', () => {
    const row = open({ side: 'short', targets: [{ price: '95', lots: '0.5' }] });
    expect(at(row, 9490, 9501)).toBeNull();
    expect(parts(sound(at(row, 9490, 9500)))).toMatchObject([{ lots: '0.5', profit: 2_500_000n, closePrice: 9500 }]);
  });

  it('ends all of it where the lots of a target have no unit of the margin', () => {
    const dust = { ...open({ targets: [{ price: '105', lots: '0.4' }] }), margin: 2n, maintenance: 0n };
    expect(sound(at(dust, 10_600))).toMatchObject({ part: null, row: { status: 'closed', lots: '1', takeProfit: 10_500 } });
  });

  it('charges what was due once, before the first of them', () => {
    const day = 86_400_000;
    const draft = sound(at(open(), 11_200, 11_200, now + day));
    expect(draft.earlier[0]?.charges).toHaveLength(1);
    expect(draft.charges).toEqual([]);
    expect(postingsOf(draft).map(({ reference }) => reference)).toEqual([orderNo, `${orderNo}/1`, `${orderNo}/2`]);
  });
});

describe('on the tape', () => {
  it('each target is reached by its own quote, and the stop-loss by the one after', () => {
    const tape = [10_600, 10_300, 11_000, 9700].map((bid, place) => quoteOf(bid, bid, now + 1000 * (place + 1)));
    const reached = actOnTape(({ time }) => deskOf({ at: time }), open({ targets: two, stopLoss: '98' }), tape);
    const draft = sound(reached?.draft ?? null);
    expect(parts(draft)).toMatchObject([
      { id: 100, lots: '0.4', closePrice: 10_600 },
      { id: 101, lots: '0.3', closePrice: 11_000 },
      null,
    ]);
    expect(draft.row).toMatchObject({ status: 'closed', closeReason: 'stopLoss', lots: '0.3', closePrice: 9700 });
    const early = actOnTape(({ time }) => deskOf({ at: time }), open({ targets: two, stopLoss: '98' }), tape.slice(0, 2));
    expect(early).toMatchObject({ quote: { bid: 10_600 }, draft: { row: { status: 'open', lots: '0.6' } } });
  });
});

describe('a stop entry that gaps over a target', () => {
  // One lot from 103 on; 0.4 of it at 105.
  const act = (row: PositionRow, quote: Quote) =>
    actOnQuote(deskOf({ at: quote.time, balances: { available: units('1000') } }), { quote, reached: null }, row);
  const gap = quoteOf(10_690, 10_700, now + 1000);
  const opened = () => sound(act(sound(asked({ type: 'stop', trigger: '103', targets: two })).row, gap)).row;
  const after = (bid: number) => act(opened(), quoteOf(bid, bid + 10, now + 2000));

  it('opens at that quote, with the target behind it, and is closed by it of nothing', () => {
    expect(opened()).toMatchObject({ status: 'open', openPrice: 10_700, lots: '1', parts: 0 });
    expect(opened().targets).toEqual([
      { price: 10_500, lots: '0.4' },
      { price: 11_000, lots: '0.3' },
    ]);
    expect(act(opened(), gap)).toBeNull();
  });

  it('has that share closed by the next quote at or beyond it, at a loss where it opened higher', () => {
    // 0.4 × (106.9 − 107), and 0.1% of 42.76.
    const draft = sound(after(10_690));
    expect(parts(draft)).toMatchObject([
      { lots: '0.4', closeReason: 'takeProfit', takeProfit: 10_500, closePrice: 10_690, profit: -40_000n },
    ]);
    expect(booked(draft)).toEqual([
      'contract.closed: margin → house:trading 0.04 USDT',
      'contract.closed: margin → house:fees 0.04276 USDT',
      'contract.closed: margin → available 4.19724 USDT',
    ]);
    expect(draft.row).toMatchObject({ status: 'open', lots: '0.6', targets: [{ price: 11_000, lots: '0.3' }] });
  });

  it('keeps it where the next one comes back from there', () => {
    expect(after(10_499)).toBeNull();
  });
});

describe('targets of a position that changes', () => {
  it('are set, replaced and removed, and stay where they are not named', () => {
    const plain = open({});
    const set = sound(amend(plain, { targets: two })).row;
    expect(set.targets).toHaveLength(2);
    expect(sound(amend(set, { stopLoss: '95' })).row.targets).toHaveLength(2);
    expect(sound(amend(set, { targets: [{ price: '120', lots: '1' }] })).row.targets).toEqual([{ price: 12_000, lots: '1' }]);
    expect(sound(amend(set, { targets: null })).row.targets).toBeNull();
    expect(sound(amend(set, { targets: [] })).row.targets).toBeNull();
  });

  it('lie before the take-profit, whichever of the two is changed', () => {
    const row = open();
    expect(refusalOf(amend(row, { takeProfit: '109' }))).toEqual(['11005', 'takeProfit']);
    expect(refusalOf(amend(row, { takeProfit: '111' }))).toBeNull();
    expect(refusalOf(amend(row, { takeProfit: '109', targets: [near] }))).toBeNull();
    expect(refusalOf(amend(open({ takeProfit: '108' }), { targets: two }))).toEqual(['11005', 'targets.0.price']);
  });

  it('are as many as parts can still be closed', () => {
    expect(refusalOf(amend({ ...open({}), parts: 98 }, { targets: two }))).toBeNull();
    expect(refusalOf(amend({ ...open({}), parts: 99 }, { targets: two }))).toEqual(['11303', 'targets']);
    const close = (row: PositionRow) => closePart(deskOf(), row, { lots: '0.1' }, { id: 4, followed: null, judgedUntil: now });
    expect(refusalOf(close({ ...open(), parts: 97 }))).toBeNull();
    expect(refusalOf(close({ ...open(), parts: 98 }))).toEqual(['11303', 'lots']);
  });

  it('go with the other terms of an order that waits, and are judged with them', () => {
    const waits = open({ type: 'limit', price: '95', targets: [{ price: '96', lots: '0.9' }] });
    expect(refusalOf(amend(waits, { price: '97' }))).toEqual(['11005', 'targets.0.price']);
    expect(refusalOf(amend(waits, { lots: '0.5' }))).toEqual(['11300', 'targets']);
    const smaller = sound(amend(waits, { lots: '0.5', targets: [{ price: '96', lots: '0.5' }] })).row;
    expect(smaller).toMatchObject({ lots: '0.5', targets: [{ price: 9600, lots: '0.5' }] });
  });

  it('lose what is closed by hand, the last ones first', () => {
    const close = (lots: string) =>
      sound(closePart(deskOf(), open(), { lots }, { id: 4, followed: null, judgedUntil: now })).row.targets;
    expect(close('0.3')).toEqual([
      { price: 10_500, lots: '0.4' },
      { price: 11_000, lots: '0.3' },
    ]);
    expect(close('0.5')).toEqual([
      { price: 10_500, lots: '0.4' },
      { price: 11_000, lots: '0.1' },
    ]);
    expect(close('0.6')).toEqual([{ price: 10_500, lots: '0.4' }]);
    expect(close('0.9')).toEqual([{ price: 10_500, lots: '0.1' }]);
  });

  it('have what would be less than the smallest order go with the one before', () => {
    const targets = open().targets ?? [];
    const within = (left: string) => targetsWithin(targets, toFixed(left), toFixed('0.1')).map(({ lots }) => lots);
    expect(within('0.8')).toEqual(['0.4', '0.3']);
    expect(within('0.75')).toEqual(['0.4', '0.35']);
    expect(within('0.45')).toEqual(['0.45']);
    expect(within('0.1')).toEqual(['0.1']);
  });

  it('move with a split to where the same worth is, and one below the first tick is gone', () => {
    const terms = { kind: 'split', ratio: ratio(3n, 1n) } as const;
    const action = { id: 9, terms, since: now + 1, opensAt: now + 2 };
    expect(liveThrough(deskOf(), open(), action)?.row).toMatchObject({
      lots: '1',
      targets: [
        { price: 3500, lots: '0.4' },
        { price: 3667, lots: '0.3' },
      ],
    });
    const low = open({ side: 'short', targets: [{ price: '0.01', lots: '0.5' }] });
    expect(liveThrough(deskOf(), low, action)?.row.targets).toBeNull();
  });

  it('that a split brings to one tick are one, and the take-profit closes what meets it', () => {
    const over = (input: Partial<OpenRequest>) => {
      const action = { id: 9, terms: { kind: 'split', ratio: ratio(2n, 1n) }, since: now + 1, opensAt: now + 2 } as const;
      const { takeProfit, targets } = liveThrough(deskOf(), open(input), action)?.row ?? {};
      return { takeProfit, targets };
    };
    // 105.01 / 2 = 52.505 and 105.02 / 2 = 52.51, both reached from 52.51 on; 105.03 / 2 from 52.52 on.
    const met = [
      { price: '105.01', lots: '0.3' },
      { price: '105.02', lots: '0.4' },
    ];
    const together = { price: 5251, lots: '0.7' };
    expect(over({ targets: met })).toEqual({ takeProfit: null, targets: [together] });
    expect(over({ targets: met, takeProfit: '105.03' })).toEqual({ takeProfit: 5252, targets: [together] });
    const last = { price: '105.03', lots: '0.2' };
    expect(over({ targets: [...met, last], takeProfit: '105.04' })).toEqual({ takeProfit: 5252, targets: [together] });
    expect(over({ targets: [last], takeProfit: '105.04' })).toEqual({ takeProfit: 5252, targets: null });
    // Of an order that waits as well; below the market 94.99 and 94.98 are both reached from 47.49 on.
    expect(over({ type: 'limit', price: '95', targets: met })).toMatchObject({ targets: [together] });
    const below = [
      { price: '94.99', lots: '0.3' },
      { price: '94.98', lots: '0.7' },
    ];
    expect(over({ side: 'short', targets: below })).toMatchObject({ targets: [{ price: 4749, lots: '1' }] });
  });
});

it('shares of a position in percent are whole steps of it, rounded down, and all of them are all of it', () => {
  const shares = (percents: number[], lots: string) =>
    lotsOfShares(percents, toFixed(lots), toFixed('0.01')).map((each) => formatFixed(each));
  expect(shares([33], '1')).toEqual(['0.33']);
  expect(shares([33, 33], '0.1')).toEqual(['0.03', '0.03']);
  expect(shares([50], '0.01')).toEqual(['0']);
  expect(shares([33, 33, 34], '0.1')).toEqual(['0.03', '0.03', '0.04']);
  expect(shares([100], '7.77')).toEqual(['7.77']);
  expect(shares([], '1')).toEqual([]);
});
