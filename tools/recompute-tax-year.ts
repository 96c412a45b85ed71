// Works the exports of a tax year out anew from the ledger statement, without any code of the product: what each order has left in
// the account, what coins cost first in, first out and on average, and what was earned. `node tools/recompute-tax-year.ts <folder>`
// reads trades.csv, coins.csv and income.csv there and every statement*.csv: together they are all lines from the beginning, each file
// of a period of its own, since one holds ten thousand. Trades of years before, as trades-*.csv beside them, are needed for contracts
// of which a part had ended by then. It says `agrees`, or what differs, and then ends with 1.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coinsSold } from './tax-year/coins.ts';
import { type Row, differs, ofMoney, ofType, readCsv, sumOf } from './tax-year/read.ts';
import { balances, missing, orders, sums, totals } from './tax-year/trades.ts';

interface TaxYear {
  /** The ledger statement of the account from its beginning, every line: in one file or in several, one after the other. */
  readonly statements: readonly string[];
  readonly trades: string;
  readonly coins: string;
  readonly income: string;
  /** Trades of years before. */
  readonly earlier: readonly string[];
}

interface Recomputed {
  /** What differs, in words; nothing where everything agrees. */
  readonly faults: readonly string[];
  /** Contracts that were not compared, since a part of them ended in a year whose trades are not there. */
  readonly left: readonly string[];
}

function recompute({ statements, earlier, ...year }: TaxYear): Recomputed {
  const files = [
    ...statements.map((text) => ['statement', text] as const),
    ...Object.entries<string>(year),
    ...earlier.map((text) => ['trades', text] as const),
  ];
  const cut = new Set(files.filter(([name, text]) => isCut(name, readCsv(text))).map(([name]) => name));
  if (cut.size > 0) {
    return { faults: [...cut].map((name) => `${name}: the file is cut, so nothing can be worked out from it`), left: [] };
  }
  const [trades, income] = [readCsv(year.trades), readCsv(year.income)];
  const ledger = oldestFirst(statements);
  const { from, to } = periodOf(trades);
  const until = (end: string) => ledger.filter(({ time = '' }) => time < end);
  const within = until(to).filter(({ time = '' }) => time >= from);
  const { faults, left } = orders(trades, earlier.flatMap(readCsv), until(to));
  return {
    faults: [
      ...balances(trades, until(from), until(to)),
      ...sums(trades),
      ...faults,
      ...missing(trades, within),
      ...coinsSold(readCsv(year.coins), trades, until(to), from),
      ...earned(income, within),
      ...bridged(income, from, until),
      ...totals('income: ', ofType(income, 'total'), ofType(income, ...Object.keys(kinds)).filter(inUsdt), ['amount']),
    ],
    left,
  };
}

/** As the books were written: a file is newest first, and of one period; one without a line is of a period without any. */
function oldestFirst(statements: readonly string[]): Row[] {
  const periods = statements.map((text) => readCsv(text).toReversed()).filter((rows) => rows.length > 0);
  return periods.toSorted(([a], [b]) => ((a?.['time'] ?? '') < (b?.['time'] ?? '') ? -1 : 1)).flat();
}

/** Lines with which a whole file ends. */
const ends: Readonly<Record<string, readonly string[]>> = {
  trades: ['opening', 'total', 'otherMovements', 'closing'],
  income: ['opening', 'total', 'otherThanIncome', 'closing'],
};

/** Says so itself, or lacks its end. A line of the statement that is none has a remark in place of its time. */
function isCut(name: string, rows: readonly Row[]): boolean {
  if (name === 'statement') return rows.some((row) => row['reason'] === '');
  const types = new Set(rows.map((row) => row['type']));
  return types.has('cut') || (ends[name] ?? []).some((type) => !types.has(type));
}

/** From the beginning of the period to its stated end: for an unfinished period that is when the file was made. */
function periodOf(rows: readonly Row[]): { from: string; to: string } {
  const line = rows.find(({ type }) => type === 'period')?.['label'] ?? '';
  const [, from = ''] = /(\d{4}-\S+Z) \/ \d{4}-\S+Z/.exec(line) ?? [];
  return { from, to: ofType(rows, 'closing')[0]?.['closed'] ?? '' };
}

const kinds = {
  planIncome: 'plan.income',
  planPenalty: 'plan.left',
  inviteReward: 'referral.rewarded',
  loanInterest: 'loan.repaid',
  dividendReceived: 'dividend.received',
  dividendCharged: 'dividend.charged',
} as const;

const inUsdt = ({ currency }: Row) => currency === 'USDT';

/** Incomes, and what lessened them, kind by kind and asset by asset. */
function earned(income: readonly Row[], within: readonly Row[]): string[] {
  return Object.entries(kinds).flatMap(([type, reason]) => {
    const told = ofType(income, type);
    const booked = within.filter((row) => row['reason'] === reason);
    const assets = new Set([...told.map((row) => row['currency']), ...booked.map((row) => row['asset'])]);
    return [...assets].flatMap((asset) => {
      const ofIt = booked.filter((row) => row['asset'] === asset);
      // Less that is owed is as good as more that is owned.
      const owed = ofIt.filter(({ account }) => account === 'loan');
      const found = sumOf(ofIt) - 2n * sumOf(owed);
      return differs(`${type} in ${asset ?? ''}`, sumOf(told.filter((row) => row['currency'] === asset)), found);
    });
  });
}

/** USDT at both ends, and that what was earned and everything else lead from one to the other. */
function bridged(income: readonly Row[], from: string, until: (end: string) => readonly Row[]): string[] {
  const told = (type: string) => sumOf(ofType(income, type));
  const end = ofType(income, 'closing')[0]?.['time'] ?? '';
  return [
    ...differs('income: opening balance', told('opening'), sumOf(ofMoney(until(from)))),
    ...differs('income: closing balance', told('closing'), sumOf(ofMoney(until(end)))),
    ...differs('income: from opening to closing', told('closing') - told('opening'), told('total') + told('otherThanIncome')),
  ];
}

function main(folder: string): void {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  const { faults, left } = recompute({
    statements: files.filter((name) => name.startsWith('statement')).map(read),
    trades: read('trades.csv'),
    coins: read('coins.csv'),
    income: read('income.csv'),
    earlier: files.filter((name) => name.startsWith('trades-')).map(read),
  });
  const open = left.map((number) => `order ${number} was not compared: a part of it ended in a year whose trades are not here`);
  console.log([...(faults.length === 0 ? ['agrees'] : faults), ...open].join('\n'));
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2] ?? '.');
