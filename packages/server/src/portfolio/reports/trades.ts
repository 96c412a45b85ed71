import { type Amount, amount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Account, PortfolioContext, Product } from '../context.ts';
import { usdtAt } from './balance.ts';
import { type Period, type Report, type ReportLine, instant, money } from './report.ts';

interface TradeRow {
  readonly product: Exclude<Product, 'plan'>;
  readonly at: Date;
  readonly opened: Date;
  readonly code: string;
  readonly side: string;
  readonly orderNo: string;
  readonly quantity: string;
  readonly unit: string;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  /** Null for a purchase of coins. */
  readonly gross: bigint | null;
  readonly fees: bigint;
  readonly feeAsset: string;
  readonly financing: bigint;
}

/** Lines of one file at most: a year with more is asked for by shorter ones. */
const tradesMax = 50_000;

/**
 * Every trade that ended in the period, oldest first, and what ties them to the balance: opening + results + everything else =
 * closing. Everything else is what the ledger statement tells line by line: deposits, withdrawals, purchases, what is still open.
 */
export async function tradesReport(context: PortfolioContext, account: Account, period: Period): Promise<Report> {
  const { db, market, trades } = context;
  const rows = await db.query<TradeRow>(
    `select * from (${trades.join(' union all ')}) t
     where user_id = $1 and book = $2 and at >= $3 and at < $4 order by at, product, number limit $5`,
    [account.userId, account.book, period.from, period.to, tradesMax],
  );
  const results = rows.map(netOf);
  const [opening, closing] = [await usdtAt(db, account, period.from), await usdtAt(db, account, period.to)];
  const net = sum(...results.map((each) => each ?? nothing));
  const inUsdt = rows.filter(({ gross }) => gross !== null);
  const total = (pick: (row: TradeRow) => bigint) => money(sum(...inUsdt.map((row) => amount(pick(row)))), usdt);
  const lines: ReportLine[] = [
    { type: 'opening', cells: { closed: instant(period.from), result: money(opening, usdt), currency: usdt.code } },
    ...rows.map((row, place) => lineOf(row, results[place] ?? null, market.instrument(row.code)?.quote ?? '')),
    {
      type: 'total',
      cells: {
        gross: total((row) => row.gross ?? 0n),
        fees: total((row) => row.fees),
        'fee currency': usdt.code,
        financing: total((row) => row.financing),
        result: money(net, usdt),
        currency: usdt.code,
      },
    },
    { type: 'otherMovements', cells: { result: money(minus(closing, sum(opening, net)), usdt), currency: usdt.code } },
    { type: 'closing', cells: { closed: instant(period.to), result: money(closing, usdt), currency: usdt.code } },
  ];
  return {
    kind: 'trades',
    columns: [
      { name: 'opened', width: 11, align: 'start' },
      { name: 'closed', width: 11, align: 'start' },
      { name: 'instrument', width: 9, align: 'start' },
      { name: 'side', width: 6, align: 'start' },
      { name: 'quantity', width: 11, align: 'end' },
      { name: 'unit', width: 0, align: 'start' },
      { name: 'open price', width: 10, align: 'end' },
      { name: 'close price', width: 10, align: 'end' },
      { name: 'price currency', width: 0, align: 'start' },
      { name: 'gross', width: 11, align: 'end' },
      { name: 'fees', width: 10, align: 'end', unit: 'fee currency' },
      { name: 'fee currency', width: 0, align: 'start' },
      { name: 'financing', width: 9, align: 'end' },
      { name: 'result', width: 12, align: 'end' },
      { name: 'currency', width: 0, align: 'start' },
      { name: 'order number', width: 15, align: 'start' },
    ],
    lines,
  };
}

/** A purchase of coins has no result: its fee is in what the coins have cost. */
function netOf({ gross, fees, financing }: TradeRow): Amount | null {
  return gross === null ? null : amount(gross - fees - financing);
}

function lineOf(row: TradeRow, net: Amount | null, quote: string): ReportLine {
  return {
    type: row.product,
    cells: {
      opened: instant(row.opened),
      closed: instant(row.at),
      instrument: row.code,
      side: row.side,
      quantity: row.quantity,
      unit: row.unit,
      'open price': row.openPrice ?? '',
      'close price': row.closePrice ?? '',
      'price currency': quote,
      gross: row.gross === null ? '' : money(amount(row.gross), usdt),
      fees: money(amount(row.fees), assetOf(row.feeAsset)),
      'fee currency': row.feeAsset,
      financing: money(amount(row.financing), usdt),
      result: net === null ? '' : money(net, usdt),
      currency: usdt.code,
      'order number': row.orderNo,
    },
  };
}
