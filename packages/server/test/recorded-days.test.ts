import type { Client } from '@assay/contract/client.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { type CandlePeriod, candlePeriods } from '@assay/contract/vocabulary/markets.ts';
import { describe, expect, it } from 'vitest';
import type { Spot } from './recorded-days/coins.ts';
import type { Contract, Sweep } from './recorded-days/contract-course.ts';
import { contractCourse } from './recorded-days/contracts.ts';
import { plain, units } from './recorded-days/money.ts';
import type { Option } from './recorded-days/others.ts';
import {
  type Prices,
  day,
  hour,
  isRecorded,
  isTrading,
  joined,
  lastAt,
  minute,
  second,
  tradableAt,
} from './recorded-days/prices.ts';
import { holdRecomputed } from './recorded-days/recomputed.ts';
import { liveThrough } from './recorded-days/story.ts';

/** How far stops and limits lie from the price, in millionths of it, and how large orders are. */
const habits = {
  always: { away: 12_000n, leverage: 20, lots: { BTCUSDT: '0.1', ETHUSDT: '1', LTCUSDT: '5' } },
  forex: { away: 500n, leverage: 20, lots: {} },
  metal: { away: 1500n, leverage: 20, lots: {} },
  usEquity: { away: 3000n, leverage: 5, lots: { IBM: '2', SPY: '2' } },
  usFuture: { away: 1500n, leverage: 20, lots: {} },
} as const satisfies Record<Prices['hours'], { away: bigint; leverage: number; lots: Readonly<Record<string, string>> }>;

/** Moments from a time on, some seconds away from any quote. */
function momentsOf(from: string, until: string, every: number): number[] {
  const start = Date.parse(from) + 7.3 * second;
  return Array.from({ length: Math.ceil((Date.parse(until) - start) / every) }, (_, place) => start + place * every);
}

/** The second of them, and each so many later. */
const somes = (moments: readonly number[], every = 3) => moments.filter((_, place) => place % every === 1);

/** Four times the lots, and targets of so many quarters. */
const quarters = (lots: string, targets: readonly (readonly [price: bigint, quarters: bigint])[]) => ({
  lots: plain(units(lots, 6) * 4n, 6),
  targets: targets.map(([price, many]) => ({ price, lots: plain(units(lots, 6) * many, 6) })),
});

/** The price of a moment with what lies around it, and orders of either side as a trader would place them there. */
function habitsAt(prices: Prices, at: number) {
  const quote = lastAt(prices.quotes, at);
  if (quote === undefined) return undefined;
  const { away, leverage: highest, lots: sizes } = habits[prices.hours];
  const lots = Object.entries(sizes).find(([code]) => code === prices.code)?.[1] ?? '0.01';
  const far = (parts: bigint) => quote.mid + (quote.mid * away * parts) / 2_000_000n;
  const common = { prices, at, lots, leverage: 5 };
  return { lots, highest, far, long: { ...common, side: 'long' }, short: { ...common, side: 'short' } } as const;
}

/** What has to come about by it. */
const handled = ['contract part', 'part done', 'margin add done', 'margin remove done', 'margin remove 11302', 'terms done'];

/** Contracts to which their owner does something on the way: closes some of them, moves margin, gives other terms to what waits. */
function handledAt(prices: Prices, at: number): Contract[] {
  const habit = habitsAt(prices, at);
  if (habit === undefined) return [];
  const { lots, highest, far, long, short } = habit;
  const [twice, fourfold] = [2n, 4n].map((times) => plain(units(lots, 6) * times, 6));
  const four = { lots: fourfold ?? lots };
  const half = { kind: 'part', lots: twice ?? lots } as const;
  const margin = (way: 'add' | 'remove', amount: string, after: number) =>
    ({ kind: 'margin', way, amount, at: at + after }) as const;
  return [
    {
      ...long,
      ...four,
      stopLoss: far(-4n),
      takeProfit: far(4n),
      deeds: [
        margin('add', '12.500001', 20 * minute),
        { kind: 'part', lots, at: at + 50 * minute },
        // Three quarters of what was added are left, and so much of them once.
        margin('remove', '7', 80 * minute),
        margin('remove', '7', 85 * minute),
        { kind: 'part', lots: '1000', at: at + 95 * minute },
        { ...half, at: at + 4 * hour },
      ],
    },
    {
      ...short,
      ...four,
      leverage: highest,
      deeds: [margin('add', '3', hour), { ...half, at: at + 26 * hour }],
      endBy: at + 31 * hour,
    },
    {
      ...long,
      limit: far(-1n),
      stopLoss: far(-4n),
      takeProfit: far(1n),
      deeds: [
        { kind: 'terms', at: at + 12 * minute, limit: far(-2n), lots: twice ?? lots },
        { kind: 'terms', at: at + 45 * minute, limit: far(0n) },
        { kind: 'terms', at: at + 5 * hour, lots },
      ],
    },
    {
      ...short,
      ...four,
      trigger: far(-1n),
      stopLoss: far(3n),
      deeds: [
        { kind: 'terms', at: at + 6 * minute, trigger: far(-2n) },
        margin('add', '5', 25 * minute),
        { kind: 'part', lots, at: at + 30 * minute },
        { kind: 'terms', at: at + 90 * minute, lots: twice ?? lots },
        { kind: 'part', lots, at: at + 6 * hour },
      ],
      endBy: at + 20 * hour,
    },
  ];
}

/** Contracts of all kinds at a moment, around the price of that moment. */
function contractsAt(prices: Prices, at: number): Contract[] {
  const habit = habitsAt(prices, at);
  if (habit === undefined) return [];
  const { lots, highest, far, long, short } = habit;
  const distance = far(2n) - far(0n);
  return [
    { ...long, stopLoss: far(-2n), takeProfit: far(3n) },
    { ...short, stopLoss: far(2n), takeProfit: far(-2n) },
    { ...long, limit: far(-1n), stopLoss: far(-4n), takeProfit: far(1n), endBy: at + 8 * hour },
    { ...short, limit: far(1n), stopLoss: far(4n), takeProfit: far(-1n) },
    { ...long, trailing: distance, stopLoss: far(-1n) },
    { ...short, trailing: distance, endBy: at + 5 * hour },
    { ...long, trigger: far(1n), stopLoss: far(-3n), expires: at + 3 * hour },
    { ...short, trigger: far(-1n), limit: far(-1n), takeProfit: far(-4n), expires: at + 6 * hour },
    // A quarter at each of three prices, and the last one for the take-profit or the stop; of the short the second price has all the rest.
    {
      ...long,
      ...quarters(lots, [
        [far(1n), 1n],
        [far(2n), 1n],
        [far(3n), 1n],
      ]),
      takeProfit: far(4n),
      stopLoss: far(-4n),
    },
    {
      ...short,
      ...quarters(lots, [
        [far(-1n), 1n],
        [far(-2n), 3n],
      ]),
      stopLoss: far(3n),
      endBy: at + 12 * hour,
    },
    { ...long, leverage: highest },
    { ...short, leverage: highest, endBy: at + 30 * hour },
    { ...long, stopLoss: far(-6n), endBy: at + 4 * hour, turns: true },
    { ...short, limit: far(2n), endBy: at + 2 * hour, turns: true },
  ];
}

/** Some seconds away from any quote. */
const sweepOf = (kind: Sweep['kind'], code: string, time: string): Sweep => ({
  kind,
  code,
  at: Date.parse(time) + 17.1 * second,
});

/** Options of all periods, one after the other. */
function optionsAt(all: readonly Prices[], moments: readonly number[]): Option[] {
  const periods = ['1min', '5min', '15min', '30min', '1hour', '4hour', '1day'];
  return moments.flatMap((at, place) =>
    all.flatMap((prices, which): Option[] => {
      const periodId = periods[(place + which) % periods.length] ?? '';
      return [
        { prices, at, periodId, direction: 'up', stake: `${10 + place}.37` },
        { prices, at, periodId, direction: 'down', stake: '25' },
      ];
    }),
  );
}

/** Coins bought and sold, at once and at limits on either side of the price. */
function spotAt(prices: Prices, at: number): Spot[] {
  const quote = tradableAt(prices, at);
  if (quote === undefined) return [];
  const size = { BTCUSDT: '0.02', ETHUSDT: '0.2', LTCUSDT: '1.5' }[prices.code] ?? '';
  const near = quote.mid / 200n;
  const common = { prices, at };
  return [
    { ...common, side: 'buy', by: 'turnover', size: '333.33' },
    { ...common, side: 'buy', by: 'quantity', size, limit: quote.mid - near },
    { ...common, side: 'buy', by: 'turnover', size: '200', limit: quote.mid - 4n * near, cancelAt: at + 9 * hour },
    { ...common, side: 'sell', by: 'quantity', size, limit: quote.mid + near, cancelAt: at + 9 * hour },
    { ...common, side: 'sell', by: 'turnover', size: '55.5' },
    {
      ...common,
      side: 'buy',
      by: 'quantity',
      size,
      trigger: quote.mid + near,
      limit: quote.mid + near / 2n,
      endsAt: at + 6 * hour,
    },
    { ...common, side: 'sell', by: 'turnover', size: '40', trigger: quote.mid - near, limit: quote.mid - 2n * near },
    { ...common, side: 'sell', by: 'turnover', size: '30', limit: quote.mid + 2n * near, stop: quote.mid - near },
    { ...common, side: 'buy', by: 'turnover', size: '150', limit: quote.mid - 3n * near, endsAt: at + 4 * hour },
    // One comes nearer and is made smaller, one is sold at whatever the price is then.
    { ...common, side: 'buy', by: 'turnover', size: '60' },
    {
      ...common,
      side: 'buy',
      by: 'turnover',
      size: '120',
      limit: quote.mid - 4n * near,
      amend: { at: at + hour, limit: quote.mid - 2n * near, size },
    },
    {
      ...common,
      side: 'sell',
      by: 'turnover',
      size: '25',
      limit: quote.mid + 3n * near,
      amend: { at: at + 40 * minute, limit: quote.mid - 6n * near },
    },
  ];
}

/** Candles of every period, page by page, are the bars that the files add up to. */
async function holdCandles(call: Client, all: readonly Prices[], until: number): Promise<void> {
  for (const { code, bars, scale } of all) {
    for (const [period, length] of Object.entries(candlePeriods) as [CandlePeriod, number][]) {
      // Weeks begin on Mondays, and the epoch began on a Thursday.
      const expected = joined(bars, length, period === '1w' ? 4 * day : 0);
      const told = [];
      for (let to = until; ;) {
        const page = await call(index.getKValueByCodeAndDate, { code, period, to, limit: 1500 });
        told.unshift(...page);
        if (page.length < 1500) break;
        to = (page[0]?.time ?? 0) - 1;
      }
      const price = (ticks: bigint) => Number(ticks) / 10 ** scale;
      expect(told.map(({ volume: _, ...bar }) => bar)).toEqual(
        expected.map(({ time, open, high, low, close }) => {
          return { time, open: price(open), high: price(high), low: price(low), close: price(close) };
        }),
      );
      for (const [place, { volume }] of told.entries()) expect(volume).toBeCloseTo(expected[place]?.volume ?? 0, 6);
    }
  }
}

describe.runIf(isRecorded)('recorded days, each event computed from the text of the files', () => {
  it('coins, 4 to 6 April 2018: around the clock, with gaps in which nothing trades', async () => {
    const { endings, receipts, prices, until, call } = await liveThrough(
      ['20180404', '20180405', '20180406'],
      '2018-04-04',
      (all) => {
        const moments = momentsOf('2018-04-04T01:00Z', '2018-04-06T23:00Z', 9 * hour);
        const rates = { dailyYield: 4000n, penalty: 50_000n };
        const at = Date.parse('2018-04-04T06:30Z') + 400;
        return {
          contracts: [
            ...moments.flatMap((moment) => all.flatMap((one) => contractsAt(one, moment))),
            ...somes(moments).flatMap((moment) => all.flatMap((one) => handledAt(one, moment + 2 * minute))),
          ],
          sweeps: [
            sweepOf('cancelAll', 'LTCUSDT', '2018-04-05T10:40Z'),
            sweepOf('closeAll', 'LTCUSDT', '2018-04-05T21:40Z'),
            sweepOf('closeAll', 'ETHUSDT', '2018-04-06T10:50Z'),
          ],
          options: optionsAt(all, momentsOf('2018-04-04T02:00Z', '2018-04-06T23:00Z', 157 * minute)),
          spot: moments.flatMap((moment) => all.flatMap((one) => spotAt(one, moment + minute))),
          coinSweeps: [{ code: 'LTCUSDT', at: Date.parse('2018-04-05T14:00Z') + 400 }],
          dust: all
            .filter(({ code }) => code === 'BTCUSDT')
            .map((bitcoin) => ({ prices: bitcoin, at: at + 3 * minute, bought: '0.02', sold: '0.0199' })),
          plans: [
            { ...rates, at, amount: '1234.567891', days: 7 },
            { ...rates, at, amount: '777.77', days: 2, dailyYield: 1500n },
            { ...rates, at, amount: '5000.5', days: 7, leaveAt: at + 1.5 * day },
          ],
        };
      },
    );
    expect([...endings].toSorted()).toEqual([
      'cancelAll done',
      'closeAll 10015',
      'closeAll done',
      'contract 10015',
      'contract awaiting',
      'contract cancelled',
      'contract expired',
      'contract liquidation',
      'contract manual',
      'contract open',
      'contract part',
      'contract stopLoss',
      'contract takeProfit',
      'contract target',
      'contract trailingStop',
      'margin add 11008',
      'margin add done',
      'margin remove 11008',
      'margin remove 11302',
      'margin remove done',
      'option 10015',
      'option lost',
      'option open',
      'option tie',
      'option void',
      'option won',
      'part 10015',
      'part 11008',
      'part 11300',
      'part 11301',
      'part done',
      'plan closedSuccessfully',
      'plan inIncome',
      'plan profitDivided',
      'reverse 10015',
      'reverse 11008',
      'reverse done',
      'spot amended 11008',
      'spot amended filled',
      'spot amended waits',
      'spot buy cancelled',
      'spot buy expired',
      'spot buy filled',
      'spot buy open',
      'spot dust filled',
      'spot oco sell stopLoss',
      'spot oco sell takeProfit',
      'spot sell cancelled',
      'spot sell filled',
      'spot sell open',
      'spot stopLimit buy cancelled',
      'spot stopLimit buy expired',
      'spot stopLimit buy filled',
      'spot stopLimit sell filled',
      'spot stopLimit sell open',
      'terms 11008',
      'terms 11306',
      'terms done',
    ]);
    await holdCandles(call, prices, until);
    await holdRecomputed(receipts);
  });

  it('currencies and gold, 1 and 2 May 2014: until Friday evening', async () => {
    const { endings, receipts, prices, until, call } = await liveThrough(['20140501', '20140502'], '2014-05-01', (all) => {
      const moments = momentsOf('2014-05-01T00:30Z', '2014-05-02T20:50Z', 3.5 * hour);
      return {
        contracts: [
          ...moments.flatMap((moment) => all.flatMap((one) => contractsAt(one, moment))),
          ...somes(moments, 6).flatMap((moment) => all.flatMap((one) => handledAt(one, moment + 2 * minute))),
        ],
        sweeps: all.map(({ code }) => sweepOf('closeAll', code, '2014-05-02T15:10Z')),
        options: optionsAt(all, momentsOf('2014-05-01T01:00Z', '2014-05-02T20:50Z', 93 * minute)),
      };
    });
    for (const each of ['stopLoss', 'takeProfit', 'target', 'trailingStop', 'manual', 'open', 'cancelled', '10015']) {
      expect(endings).toContain(`contract ${each}`);
    }
    for (const each of ['won', 'lost', '10015']) expect(endings).toContain(`option ${each}`);
    for (const each of ['closeAll done', 'reverse done', ...handled]) expect(endings).toContain(each);
    await holdCandles(call, prices, until);
    await holdRecomputed(receipts);
  });

  it('shares, a fund and a future, 4 to 8 October 2013: over a weekend, and never before or after the market', async () => {
    const orders: Contract[] = [];
    const { endings, receipts, prices, until, call } = await liveThrough(
      ['20131004', '20131007', '20131008'],
      '2013-10-04',
      (all) => {
        // Just before the bell of each day, and every few hours.
        const bells = momentsOf('2013-10-04T19:50Z', '2013-10-08T20:00Z', day);
        const moments = [...momentsOf('2013-10-04T09:00Z', '2013-10-08T23:00Z', 5 * hour), ...bells];
        orders.push(...moments.flatMap((moment) => all.flatMap((one) => contractsAt(one, moment))));
        orders.push(...somes(moments).flatMap((moment) => all.flatMap((one) => handledAt(one, moment + 2 * minute))));
        const rest = momentsOf('2013-10-07T20:09Z', '2013-10-08T21:00Z', day);
        const options = optionsAt(all, [...momentsOf('2013-10-04T13:00Z', '2013-10-08T22:00Z', 107 * minute), ...rest]);
        // The future rests from 20:15 to 20:30: at 20:24 the last quote is too old.
        const voids = all
          .filter(({ code }) => code === 'ES')
          .flatMap((one) => optionsAt([one], rest).map((each) => ({ ...each, periodId: '15min' })));
        // On a Saturday, and while all of them trade.
        const sweeps = all.flatMap(({ code }) => [
          sweepOf('closeAll', code, '2013-10-05T12:10Z'),
          sweepOf('cancelAll', code, '2013-10-07T12:10Z'),
          sweepOf('closeAll', code, '2013-10-07T15:10Z'),
        ]);
        return { contracts: orders, sweeps, options: [...options, ...voids] };
      },
    );
    for (const each of ['stopLoss', 'takeProfit', 'target', 'trailingStop', 'manual', 'open', 'cancelled', '10015']) {
      expect(endings).toContain(`contract ${each}`);
    }
    for (const each of ['won', 'lost', 'void', '10015']) expect(endings).toContain(`option ${each}`);
    for (const each of ['closeAll done', 'closeAll 10015', 'cancelAll done', 'reverse done', ...handled])
      expect(endings).toContain(each);
    await holdCandles(call, prices, until);
    await holdRecomputed(receipts);

    const hours = new Map(prices.map((each) => [each.code, each.hours]));
    const traded = receipts.flatMap(({ kind, terms, quotes }) => {
      const code = String(terms['instrument']).split('-').at(-1) ?? '';
      return kind === 'contract' ? quotes.map(({ time }) => isTrading(hours.get(code) ?? 'usEquity', Date.parse(time))) : [];
    });
    expect(traded).not.toContain(false);
    // It would have come otherwise: some of these orders were reached in minutes before or after the market.
    const allHours = orders.map((order) => ({ ...order, prices: withoutHours(order.prices) }));
    const earlier = orders.filter((order, place) => {
      const free = allHours[place];
      const course = contractCourse(order, until);
      return course.refused === null && free !== undefined && contractCourse(free, until).closeTime !== course.closeTime;
    });
    expect(earlier.length).toBeGreaterThan(5);
  });
});

/** Prices at which trading never rests. */
function withoutHours(prices: Prices): Prices {
  return { ...prices, quotes: prices.quotes.map((quote) => ({ ...quote, trades: true })) };
}

it.runIf(!isRecorded)('recorded days are not on this machine: ../shared/data/market is absent', () => {
  expect(isRecorded).toBe(false);
});
