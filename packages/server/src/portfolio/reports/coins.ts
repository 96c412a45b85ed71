import { type Amount, amount, minus, nothing, parseAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { type Lot, type Match, gainOf, takeFirst } from '@assay/domain/spot/lots.ts';
import { flowsOf } from '../../ledger/index.ts';
import type { Account, PortfolioContext } from '../context.ts';
import { balancesAt } from './balance.ts';
import { type Period, type Report, type ReportLine, instant, money } from './report.ts';

/** Coins that came or went, in the order in which they did. */
interface Step {
  readonly at: Date;
  readonly orderNo: string;
  readonly asset: string;
  /** Below zero when they left. */
  readonly coins: Amount;
  /** USDT that was paid for them or received, fees off; null for coins that were brought in or taken out. */
  readonly money: Amount | null;
  /** Of a sale, against the average cost. */
  readonly net: Amount | null;
}

interface Books {
  readonly lots: ReadonlyMap<string, readonly Lot[]>;
  readonly lines: readonly ReportLine[];
}

/**
 * What selling coins in the period has brought, by both ways of telling what they had cost: first in, first out, each sale with the
 * purchases that it used up; and average cost, as the site tells it. Coins from elsewhere have no cost that is known here. What is
 * left at the end stands below with its lots.
 */
export async function coinsReport(context: PortfolioContext, account: Account, period: Period): Promise<Report> {
  const steps = await stepsUntil(context, account, period.to);
  let books: Books = { lots: new Map(), lines: [] };
  for (const step of steps) books = afterStep(books, step, step.at >= period.from);
  const [opening, closing] = [
    await balancesAt(context.db, account, period.from),
    await balancesAt(context.db, account, period.to),
  ];
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
    lines: [
      ...balanceLines('opening', opening, period.from),
      ...books.lines,
      ...totalsOf(books.lines),
      ...lotLines(books.lots),
      ...balanceLines('closing', closing, period.to),
    ],
  };
}

async function stepsUntil({ db, spotFills }: PortfolioContext, account: Account, to: Date): Promise<Step[]> {
  const fills = await spotFills(db, account, to);
  const reasons = ['deposit.completed', 'withdrawal.completed'] as const;
  const flows = await flowsOf(db, { ...account, reasons, from: new Date(0) }, to);
  const traded = fills.map(({ at, orderNo, side, asset, coins, money: paid, net }): Step => ({
    at,
    orderNo,
    asset,
    coins: amount(side === 'buy' ? coins : -coins),
    money: amount(paid),
    net: net === null ? null : amount(net),
  }));
  const moved = flows
    .filter(({ asset }) => asset.code !== usdt.code)
    .map(({ at, reference, asset, amount: coins }): Step => ({
      at,
      orderNo: reference ?? '',
      asset: asset.code,
      coins,
      money: null,
      net: null,
    }));
  return [...traded, ...moved].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** The lots after coins came or went; lines of those that left in the period. */
function afterStep({ lots, lines }: Books, step: Step, counts: boolean): Books {
  const { at, orderNo, asset, coins } = step;
  const own = lots.get(asset) ?? [];
  const kept = (after: readonly Lot[]) => new Map(lots).set(asset, after);
  if (coins > 0n) {
    return { lots: kept([...own, { acquired: at.getTime(), orderNo, coins, cost: step.money }]), lines };
  }
  const disposal = { disposed: at.getTime(), orderNo, coins: minus(nothing, coins), proceeds: step.money };
  const taken = takeFirst(own, disposal);
  return { lots: kept(taken.lots), lines: counts ? [...lines, ...linesOf(step, taken.matches)] : lines };
}

function linesOf(step: Step, matches: readonly Match[]): ReportLine[] {
  const fifo = matches.map((match): ReportLine => {
    const gain = gainOf(match);
    return {
      type: match.proceeds === null ? 'withdrawn' : 'fifo',
      cells: {
        coin: step.asset,
        acquired: match.lot === null ? '' : instant(new Date(match.lot.acquired)),
        disposed: instant(step.at),
        quantity: money(match.coins, assetOf(step.asset)),
        ...told('proceeds', match.proceeds),
        ...told('cost', match.cost),
        ...told('result', gain),
        currency: usdt.code,
        'order number': step.orderNo,
      },
    };
  });
  if (step.net === null || step.money === null) return fifo;
  return [
    ...fifo,
    {
      type: 'average',
      cells: {
        coin: step.asset,
        disposed: instant(step.at),
        quantity: money(minus(nothing, step.coins), assetOf(step.asset)),
        proceeds: money(step.money, usdt),
        cost: money(minus(step.money, step.net), usdt),
        result: money(step.net, usdt),
        currency: usdt.code,
        'order number': step.orderNo,
      },
    },
  ];
}

function told(name: string, value: Amount | null): Record<string, string> {
  return value === null ? {} : { [name]: money(value, usdt) };
}

/** The sum of what is known, for each way of telling the cost. */
function totalsOf(lines: readonly ReportLine[]): ReportLine[] {
  return (['fifo', 'average'] as const).flatMap((way): ReportLine[] => {
    const of = lines.filter(({ type }) => type === way);
    if (of.length === 0) return [];
    const total = (column: string) =>
      money(sum(...of.map(({ cells }) => parseAmount(cells[column] ?? '0', usdt) ?? nothing)), usdt);
    const sums = { proceeds: total('proceeds'), cost: total('cost'), result: total('result') };
    return [{ type: way === 'fifo' ? 'totalFifo' : 'totalAverage', cells: { ...sums, currency: usdt.code } }];
  });
}

/** What is left, lot by lot. */
function lotLines(lots: ReadonlyMap<string, readonly Lot[]>): ReportLine[] {
  return [...lots]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([asset, own]) =>
      own.map(({ acquired, orderNo, coins, cost }): ReportLine => ({
        type: 'lot',
        cells: {
          coin: asset,
          acquired: instant(new Date(acquired)),
          quantity: money(coins, assetOf(asset)),
          ...told('cost', cost),
          currency: usdt.code,
          'order number': orderNo,
        },
      })),
    );
}

/** What there was of each coin at an end of the period. */
function balanceLines(type: 'opening' | 'closing', balances: ReadonlyMap<string, Amount>, at: Date): ReportLine[] {
  return [...balances]
    .filter(([asset]) => asset !== usdt.code)
    .map(([asset, coins]) => ({ type, cells: { coin: asset, disposed: instant(at), quantity: money(coins, assetOf(asset)) } }));
}
