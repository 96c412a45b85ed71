// Works the exports of a tax year out anew from the ledger statement, without any code of the product: what each order has left in
// the account, what coins cost first in, first out, and what was earned. `node tools/recompute-tax-year.ts <folder>` reads
// statement.csv, trades.csv, coins.csv and income.csv there. It says `agrees`, or what differs, and then ends with 1.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Readonly<Record<string, string>>;

/** Lines of a file by the names in its head; quotes as RFC 4180 has them. */
export function readCsv(text: string): Row[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const body = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',' || sign === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 0);
  return lines.map((line) => Object.fromEntries(head.map((name, place) => [name, line[place] ?? ''])));
}

/** A decimal in hundred-millionths: fine enough for every asset, and exact. */
function units(text: string | undefined): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text ?? '') ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(8, '0')}`);
}

const written = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(9, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
};

export interface TaxYear {
  /** The ledger statement of the account from its beginning, every line. */
  readonly statement: string;
  readonly trades: string;
  readonly coins: string;
  readonly income: string;
}

/** What differs, in words; nothing where everything agrees. */
export function recompute(year: TaxYear): string[] {
  const cut = Object.entries<string>({ ...year }).filter(([name, text]) => isCut(name, readCsv(text)));
  if (cut.length > 0) return cut.map(([name]) => `${name}: the file is cut, so nothing can be worked out from it`);
  const trades = readCsv(year.trades);
  // Oldest first, as the books were written.
  const ledger = readCsv(year.statement).toReversed();
  const { from, to } = periodOf(trades);
  const until = (end: string) => ledger.filter(({ time = '' }) => time < end);
  return [
    ...balances(trades, until(from), until(to)),
    ...sums(trades),
    ...orders(trades, until(to)),
    ...missing(
      trades,
      ledger.filter(({ time = '' }) => time >= from && time < to),
    ),
    ...coinsSold(readCsv(year.coins), until(to), from),
    ...earned(
      readCsv(year.income),
      ledger.filter(({ time = '' }) => time >= from && time < to),
    ),
  ];
}

/** Lines with which a whole file ends. */
const ends: Readonly<Record<string, readonly string[]>> = {
  trades: ['opening', 'total', 'otherMovements', 'closing'],
  income: ['opening', 'total', 'closing'],
};

/** Says so itself, or lacks its end. A line of the statement that is none has a remark in place of its time. */
function isCut(name: string, rows: readonly Row[]): boolean {
  if (name === 'statement') return rows.some((row) => row['reason'] === '');
  const types = new Set(rows.map((row) => row['type']));
  return types.has('cut') || (ends[name] ?? []).some((type) => !types.has(type));
}

function periodOf(rows: readonly Row[]): { from: string; to: string } {
  const line = rows.find(({ type }) => type === 'period')?.['label'] ?? '';
  const [, from = '', to = ''] = /(\d{4}-\S+Z) \/ (\d{4}-\S+Z)/.exec(line) ?? [];
  return { from, to };
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + units(amount), 0n);
const differs = (what: string, told: bigint, found: bigint) =>
  told === found ? [] : [`${what}: the export says ${written(told)}, the ledger ${written(found)}`];
const ofMoney = (rows: readonly Row[]) => rows.filter(({ asset, account }) => asset === 'USDT' && account !== 'loan');

/** USDT at both ends, and that results and everything else lead from one to the other. */
function balances(trades: readonly Row[], before: readonly Row[], until: readonly Row[]): string[] {
  const told = (type: string) => units(trades.find((row) => row['type'] === type)?.['result']);
  return [
    ...differs('opening balance', told('opening'), sumOf(ofMoney(before))),
    ...differs('closing balance', told('closing'), sumOf(ofMoney(until))),
    ...differs('from opening to closing', told('closing') - told('opening'), told('total') + told('otherMovements')),
  ];
}

/** The total is that of the lines above it. */
function sums(trades: readonly Row[]): string[] {
  const of = (types: readonly string[]) =>
    trades.filter((row) => types.includes(row['type'] ?? '')).reduce((sum, row) => sum + units(row['result']), 0n);
  const [told, found] = [of(['total']), of(['contract', 'option', 'spot'])];
  return told === found ? [] : [`total: the export says ${written(told)}, its lines ${written(found)}`];
}

/** With what an order ends, or a part of it. */
const endings = [
  'contract.closed',
  'contract.liquidated',
  'contract.voided',
  'option.won',
  'option.lost',
  'option.tied',
  'option.voided',
  'spot.filled',
];

/** Each order that has ended within the period has a line of its own. */
function missing(trades: readonly Row[], within: readonly Row[]): string[] {
  const told = new Set(trades.map((row) => row['order number']));
  const ended = new Set(within.filter(({ reason = '' }) => endings.includes(reason)).map(({ reference }) => reference));
  return [...ended].filter((number) => !told.has(number)).map((number) => `order ${number} is not among the trades`);
}

/**
 * What a contract or an option has left in the account is the sum of all that was ever booked under its number: what was set aside
 * and came back is nothing. Parts of a contract are booked under numbers of their own, and its opening under the first.
 */
function orders(trades: readonly Row[], until: readonly Row[]): string[] {
  const rows = trades.filter(({ type }) => type === 'contract' || type === 'option');
  const families = Map.groupBy(rows, (row) => (row['order number'] ?? '').split('/')[0] ?? '');
  return [...families].flatMap(([number, parts]) => {
    const booked = ofMoney(until).filter(({ reference = '' }) => reference === number || reference.startsWith(`${number}/`));
    // Some lots are still open: what they have cost so far is in no trade yet.
    const isOpen = booked.reduce((sum, { account, amount }) => sum + (account === 'margin' ? units(amount) : 0n), 0n) !== 0n;
    const told = parts.reduce((sum, row) => sum + units(row['result']), 0n);
    return isOpen ? [] : differs(`order ${number}`, told, sumOf(booked));
  });
}

interface Lot {
  coins: bigint;
  cost: bigint | null;
}

/**
 * What coins came or went by, from the lines of the ledger alone: a deal is what one order did at one moment; whatever else moved
 * coins did so for each coin by itself. What an order sets aside stays the account's own.
 */
function coinMoves(until: readonly Row[]): ReadonlyMap<string, Row[]> {
  const isDeal = ({ reason = '' }: Row) => reason === 'spot.filled';
  const moves = until.filter((row) => isDeal(row) || (row['asset'] !== 'USDT' && !(row['reason'] ?? '').startsWith('spot.')));
  return Map.groupBy(moves, (row) => `${row['time']} ${row['reference']} ${isDeal(row) ? '' : row['asset']}`);
}

/** First in, first out. */
function coinsSold(coins: readonly Row[], until: readonly Row[], from: string): string[] {
  const deals = coinMoves(until);
  const lots = new Map<string, Lot[]>();
  let [proceeds, cost] = [0n, 0n];
  for (const lines of deals.values()) {
    const asset = lines.find((line) => line['asset'] !== 'USDT')?.['asset'];
    if (asset === undefined) continue;
    const own = lots.get(asset) ?? [];
    lots.set(asset, own);
    const isTrade = lines[0]?.['reason'] === 'spot.filled';
    // What an order had set aside for it left the balance before: the deal takes it from there, or from what is free.
    const moved = sumOf(lines.filter((line) => line['asset'] === asset));
    const paid = sumOf(lines.filter((line) => line['asset'] === 'USDT'));
    if (moved > 0n) {
      own.push({ coins: moved, cost: isTrade ? -paid : null });
      continue;
    }
    const counts = isTrade && (lines[0]?.['time'] ?? '') >= from;
    let [left, receipts] = [-moved, paid];
    while (left > 0n) {
      const [lot] = own;
      const taken = lot === undefined || lot.coins > left ? left : lot.coins;
      const share = taken === left ? receipts : down(receipts * taken, left);
      const spent =
        lot === undefined || lot.cost === null ? null : taken === lot.coins ? lot.cost : down(lot.cost * taken, lot.coins);
      if (counts) proceeds += share;
      if (counts && spent !== null) cost += spent;
      if (lot !== undefined) {
        lot.coins -= taken;
        if (lot.cost !== null && spent !== null) lot.cost -= spent;
        if (lot.coins === 0n) own.shift();
      }
      left -= taken;
      receipts -= share;
    }
  }
  const told = (column: string) =>
    coins.filter(({ type }) => type === 'fifo').reduce((sum, row) => sum + units(row[column]), 0n);
  const held = [...lots.values()].flat().reduce((sum, lot) => sum + (lot.cost ?? 0n), 0n);
  const toldHeld = coins.filter(({ type }) => type === 'lot').reduce((sum, row) => sum + units(row['cost']), 0n);
  return [
    ...differs('proceeds of coins', told('proceeds'), proceeds),
    ...differs('cost of coins sold', told('cost'), cost),
    ...differs('cost of coins held', toldHeld, held),
  ];
}

/** To a millionth, downwards: money has no finer unit. */
function down(dividend: bigint, divisor: bigint): bigint {
  const millionth = 100n;
  return (dividend / (divisor * millionth)) * millionth;
}

/** Incomes of plans, penalties, rewards and interest, kind by kind and asset by asset. */
function earned(income: readonly Row[], within: readonly Row[]): string[] {
  const kinds = {
    planIncome: 'plan.income',
    planPenalty: 'plan.left',
    inviteReward: 'referral.rewarded',
    loanInterest: 'loan.repaid',
  } as const;
  return Object.entries(kinds).flatMap(([type, reason]) => {
    const told = income.filter((row) => row['type'] === type);
    const booked = within.filter((row) => row['reason'] === reason);
    const assets = new Set([...told.map((row) => row['currency']), ...booked.map((row) => row['asset'])]);
    return [...assets].flatMap((asset) => {
      const ofIt = booked.filter((row) => row['asset'] === asset);
      // Less that is owed is as good as more that is owned.
      const found = ofIt.reduce((sum, { account, amount }) => sum + (account === 'loan' ? -units(amount) : units(amount)), 0n);
      return differs(`${type} in ${asset ?? ''}`, sumOf(told.filter((row) => row['currency'] === asset)), found);
    });
  });
}

function main(folder: string): void {
  const read = (name: string) => readFileSync(join(folder, `${name}.csv`), 'utf8');
  const differences = recompute({
    statement: read('statement'),
    trades: read('trades'),
    coins: read('coins'),
    income: read('income'),
  });
  console.log(differences.length === 0 ? 'agrees' : differences.join('\n'));
  if (differences.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2] ?? '.');
