import { type Amount, amount, minus, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { HeldLots, type Match, gainOf } from '@assay/domain/spot/lots.ts';
import { type Flow, flowsOf } from '../../ledger/index.ts';
import type { Account, CoinFill, PortfolioContext } from '../context.ts';
import { balancesAt } from './balance.ts';
import { type Period, type Report, type ReportLine, cutLine, instant, money } from './report.ts';

/** Coins that came or went, in the order in which they did. */
interface Step {
  readonly at: Date;
  readonly orderNo: string;
  readonly asset: string;
  /** Below zero when they left. */
  readonly coins: Amount;
  /** USDT that was paid for them or received, fees off; null for coins that came or went without a deal. */
  readonly money: Amount | null;
  /** Of a sale, against the average cost. */
  readonly net: Amount | null;
}

/** By what coins come and go besides deals: together with these it is all that an account's balance of a coin is made of. */
const besidesDeals = [
  'deposit.completed',
  'withdrawal.completed',
  'referral.rewarded',
  'correction.booked',
  'demo.reset',
] as const;

/** Fills that are read at once. */
const pageSize = 1_000;

/**
 * The result of selling coins in the period, by both methods of costing: first in, first out, each sale with the purchases that
 * it used up; and average cost, as the site shows it. Coins from elsewhere have no cost that is known here. What is left at the
 * end is listed below with its lots. The list is truncated, and says so at its end, beyond `linesMax` sales with their parts
 * and lots, or as many fills since the beginning.
 */
export function coinsReport(context: PortfolioContext, account: Account, period: Period, linesMax: number): Report {
  return {
    kind: 'coins',
    columns: [
      { name: 'coin', width: 8, align: 'start' },
      { name: 'acquired', width: 14, align: 'start' },
      { name: 'disposed', width: 14, align: 'start' },
      { name: 'quantity', width: 14, align: 'end' },
      { name: 'proceeds', width: 13, align: 'end' },
      { name: 'cost', width: 13, align: 'end' },
      { name: 'result', width: 13, align: 'end' },
      { name: 'currency', width: 0, align: 'start' },
      { name: 'order number', width: 15, align: 'start' },
    ],
    lines: linesUntil(context, account, period, linesMax),
  };
}

async function* linesUntil(
  context: PortfolioContext,
  account: Account,
  period: Period,
  linesMax: number,
): AsyncGenerator<ReportLine, undefined> {
  yield* balanceLines('opening', await balancesAt(context.db, account, period.from), period.from);
  const held = new Map<string, HeldLots>();
  const totals = new Totals();
  let [steps, written] = [0, 0];
  for await (const step of stepsUntil(context, account, period.to, linesMax)) {
    if ((steps += 1) > linesMax) {
      yield cutLine;
      return;
    }
    for (const line of taken(held, step)) {
      if (step.at < period.from) continue;
      if ((written += 1) > linesMax) {
        yield cutLine;
        return;
      }
      totals.add(line);
      yield line;
    }
  }
  for (const own of held.values()) written += own.left.length;
  if (written > linesMax) {
    yield cutLine;
    return;
  }
  yield* totals.lines();
  yield* lotLines(held);
  yield* balanceLines('closing', await balancesAt(context.db, account, period.to), period.to);
}

/** What was bought and sold here, page by page, and what was brought and taken out, in the order of their times. */
async function* stepsUntil(
  { db, spotFills }: PortfolioContext,
  account: Account,
  to: Date,
  limit: number,
): AsyncGenerator<Step, undefined> {
  // One more than is shown: it proves that there are more.
  const some = { to, limit: limit + 1, without: usdt };
  const moved = (await flowsOf(db, { ...account, reasons: besidesDeals, from: new Date(0) }, some)).values();
  let flow = moved.next();
  let after: CoinFill | null = null;
  for (;;) {
    const page: readonly CoinFill[] = await spotFills(db, account, to, { after, limit: pageSize });
    for (const fill of page) {
      for (; !flow.done && flow.value.at < fill.at; flow = moved.next()) yield stepOfFlow(flow.value);
      yield stepOfFill(fill);
    }
    after = page.at(-1) ?? null;
    if (page.length < pageSize) break;
  }
  for (; !flow.done; flow = moved.next()) yield stepOfFlow(flow.value);
}

function stepOfFill({ at, orderNo, side, asset, coins, money: paid, net }: CoinFill): Step {
  const moved = amount(side === 'buy' ? coins : -coins);
  return { at, orderNo, asset, coins: moved, money: amount(paid), net: net === null ? null : amount(net) };
}

function stepOfFlow({ at, reference, asset, amount: coins }: Flow): Step {
  return { at, orderNo: reference ?? '', asset: asset.code, coins, money: null, net: null };
}

/** Adds the lot of coins that came, and takes first in, first out where they left: a line of each part, and one of the average. */
function* taken(held: Map<string, HeldLots>, step: Step): Generator<ReportLine, undefined> {
  const { at, orderNo, asset, coins } = step;
  const own = held.get(asset) ?? new HeldLots();
  held.set(asset, own);
  if (coins > 0n) {
    own.add({ acquired: at.getTime(), orderNo, coins, cost: step.money });
    return;
  }
  const disposal = { disposed: at.getTime(), orderNo, coins: minus(nothing, coins), proceeds: step.money };
  for (const match of own.take(disposal)) yield fifoLine(step, match);
  if (step.net !== null && step.money !== null) yield averageLine(step, step.money, step.net);
}

function fifoLine(step: Step, match: Match): ReportLine {
  return {
    type: match.proceeds === null ? 'withdrawn' : 'fifo',
    cells: {
      coin: step.asset,
      acquired: match.lot === null ? '' : instant(new Date(match.lot.acquired)),
      disposed: instant(step.at),
      quantity: money(match.coins, assetOf(step.asset)),
      ...told('proceeds', match.proceeds),
      ...told('cost', match.cost),
      ...told('result', gainOf(match)),
      currency: usdt.code,
      'order number': step.orderNo,
    },
  };
}

function averageLine(step: Step, proceeds: Amount, net: Amount): ReportLine {
  return {
    type: 'average',
    cells: {
      coin: step.asset,
      disposed: instant(step.at),
      quantity: money(minus(nothing, step.coins), assetOf(step.asset)),
      proceeds: money(proceeds, usdt),
      cost: money(minus(proceeds, net), usdt),
      result: money(net, usdt),
      currency: usdt.code,
      'order number': step.orderNo,
    },
  };
}

function told(name: string, value: Amount | null): Record<string, string> {
  return value === null ? {} : { [name]: money(value, usdt) };
}

const ways = { fifo: 'totalFifo', average: 'totalAverage' } as const;
const summed = ['proceeds', 'cost', 'result'] as const;

/** The sum of what is known, for each costing method. */
class Totals {
  readonly #sums = new Map<keyof typeof ways, Amount[]>();

  add({ type, cells }: ReportLine): void {
    if (type !== 'fifo' && type !== 'average') return;
    const before = this.#sums.get(type);
    const of = summed.map((column, place) =>
      sum(before?.[place] ?? nothing, parseAmount(cells[column] ?? '0', usdt) ?? nothing),
    );
    this.#sums.set(type, of);
  }

  lines(): ReportLine[] {
    return (['fifo', 'average'] as const).flatMap((way): ReportLine[] => {
      const of = this.#sums.get(way);
      if (of === undefined) return [];
      const sums = Object.fromEntries(summed.map((column, place) => [column, money(of[place] ?? nothing, usdt)]));
      return [{ type: ways[way], cells: { ...sums, currency: usdt.code } }];
    });
  }
}

/** What is left, lot by lot. */
function* lotLines(held: ReadonlyMap<string, HeldLots>): Generator<ReportLine, undefined> {
  for (const [asset, own] of [...held].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { acquired, orderNo, coins, cost } of own.left) {
      yield {
        type: 'lot',
        cells: {
          coin: asset,
          acquired: instant(new Date(acquired)),
          quantity: money(coins, assetOf(asset)),
          ...told('cost', cost),
          currency: usdt.code,
          'order number': orderNo,
        },
      };
    }
  }
}

/** What there was of each coin at an end of the period. */
function balanceLines(type: 'opening' | 'closing', balances: ReadonlyMap<string, Amount>, at: Date): ReportLine[] {
  return [...balances]
    .filter(([asset]) => asset !== usdt.code)
    .map(([asset, coins]) => ({ type, cells: { coin: asset, disposed: instant(at), quantity: money(coins, assetOf(asset)) } }));
}
