import { type Amount, amount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { type Ratio, inverse, scaled } from '@assay/domain/money/ratio.ts';
import { type LivedThrough, splitsOf } from '@assay/domain/splits/split.ts';
import type { Account, PortfolioContext, Product } from '../context.ts';
import { usdtAt } from './balance.ts';
import { type Period, type Report, type ReportLine, cutLine, instant, money } from './report.ts';

interface TradeRow {
  readonly product: Exclude<Product, 'plan'>;
  readonly number: number;
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
  /** Until the price at which it ended; null for none. */
  readonly splits: readonly LivedThrough[] | null;
}

/** What a split leaves of a quantity or a price: so fine that the result follows from them to the last unit. */
const decimalsOverSplit = 12;

/** Trades that are read at once. */
const pageSize = 1_000;

/**
 * Every trade that ended in the period, oldest first, and what ties them to the balance: opening + results + everything else =
 * closing. Everything else is what the ledger statement lists line by line: deposits, withdrawals, purchases, what is still
 * open. A trade over a split is shown in the units of its closing price, with the split beside it. Beyond `linesMax` trades it
 * is truncated, and says so at its end.
 */
export function tradesReport(context: PortfolioContext, account: Account, period: Period, linesMax: number): Report {
  return {
    kind: 'trades',
    columns: [
      { name: 'opened', width: 12, align: 'start' },
      { name: 'closed', width: 12, align: 'start' },
      { name: 'instrument', width: 9, align: 'start' },
      { name: 'side', width: 6, align: 'start' },
      { name: 'quantity', width: 11, align: 'end', unit: 'unit' },
      { name: 'unit', width: 0, align: 'start' },
      { name: 'split', width: 0, align: 'start' },
      { name: 'open price', width: 10, align: 'end', unit: 'price currency' },
      { name: 'close price', width: 10, align: 'end', unit: 'price currency' },
      { name: 'price currency', width: 0, align: 'start' },
      { name: 'gross', width: 11, align: 'end' },
      { name: 'fees', width: 10, align: 'end', unit: 'fee currency' },
      { name: 'fee currency', width: 0, align: 'start' },
      { name: 'financing', width: 9, align: 'end' },
      { name: 'result', width: 12, align: 'end' },
      { name: 'currency', width: 0, align: 'start' },
      { name: 'order number', width: 16, align: 'start' },
    ],
    lines: linesOf(context, account, period, linesMax),
  };
}

async function* linesOf(
  context: PortfolioContext,
  account: Account,
  period: Period,
  linesMax: number,
): AsyncGenerator<ReportLine, undefined> {
  const { db, market } = context;
  const opening = await usdtAt(db, account, period.from);
  yield { type: 'opening', cells: { closed: instant(period.from), result: money(opening, usdt), currency: usdt.code } };
  let [gross, fees, financing, net] = [nothing, nothing, nothing, nothing];
  let told = 0;
  for await (const row of tradesOf(context, account, period)) {
    if ((told += 1) > linesMax) {
      yield cutLine;
      return;
    }
    const result = netOf(row);
    if (result !== null) {
      gross = sum(gross, amount(row.gross ?? 0n));
      fees = sum(fees, amount(row.fees));
      financing = sum(financing, amount(row.financing));
      net = sum(net, result);
    }
    yield lineOf(row, result, market.instrument(row.code)?.quote ?? '');
  }
  const closing = await usdtAt(db, account, period.to);
  const result = money(net, usdt);
  const sums = { gross: money(gross, usdt), fees: money(fees, usdt), financing: money(financing, usdt), result };
  yield { type: 'total', cells: { ...sums, 'fee currency': usdt.code, currency: usdt.code } };
  const other = minus(closing, sum(opening, net));
  yield { type: 'otherMovements', cells: { result: money(other, usdt), currency: usdt.code } };
  yield { type: 'closing', cells: { closed: instant(period.to), result: money(closing, usdt), currency: usdt.code } };
}

/** Page by page, each product's along its own index. */
async function* tradesOf(
  { db, trades }: PortfolioContext,
  account: Account,
  period: Period,
): AsyncGenerator<TradeRow, undefined> {
  const next = trades.map(
    (each) => `(select * from (${each}) each
      where user_id = $1 and book = $2 and at >= $3 and at < $4 and ($5::timestamptz is null or (at, product, number) > ($5, $6, $7::bigint))
      order by at, number limit $8)`,
  );
  let last: TradeRow | undefined;
  for (;;) {
    const page: TradeRow[] = await db.query<TradeRow>(
      `select * from (${next.join(' union all ')}) t order by at, product, number limit $8`,
      [
        account.userId,
        account.book,
        last?.at ?? period.from,
        period.to,
        last?.at ?? null,
        last?.product ?? null,
        last?.number ?? null,
        pageSize,
      ],
    );
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

/** A purchase of coins has no result: its fee is in what the coins have cost. */
function netOf({ gross, fees, financing }: TradeRow): Amount | null {
  return gross === null ? null : amount(gross - fees - financing);
}

function lineOf(row: TradeRow, net: Amount | null, quote: string): ReportLine {
  const { ordered, opened } = splitsOf(row.splits);
  const isContract = row.product === 'contract';
  return {
    type: row.product,
    cells: {
      opened: instant(row.opened),
      closed: instant(row.at),
      instrument: row.code,
      side: row.side,
      // What an option was bought with is money.
      quantity: isContract ? overSplit(row.quantity, ordered) : row.quantity,
      unit: row.unit,
      split: row.splits === null ? '' : `${ordered.to}:${ordered.from}`,
      'open price': row.openPrice === null ? '' : overSplit(row.openPrice, inverse(isContract ? opened : ordered)),
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

function overSplit(text: string, ratio: Ratio): string {
  const value = scaled(toFixed(text), ratio, 'down');
  return formatFixed(value.scale > decimalsOverSplit ? rescale(value, decimalsOverSplit, 'down') : value);
}
