// What the trades of a year say, held against the ledger statement.
import { type Row, differs, ofMoney, ofType, sumOf, units } from './read.ts';

/** USDT at both ends, and that results and everything else lead from one to the other. */
export function balances(trades: readonly Row[], before: readonly Row[], until: readonly Row[]): string[] {
  const told = (type: string) => sumOf(ofType(trades, type), 'result');
  return [
    ...differs('opening balance', told('opening'), sumOf(ofMoney(before))),
    ...differs('closing balance', told('closing'), sumOf(ofMoney(until))),
    ...differs('from opening to closing', told('closing') - told('opening'), told('total') + told('otherMovements')),
  ];
}

/** What is left is what was gained before costs, less the listed costs; and each total is that of the lines above it. */
export function sums(trades: readonly Row[]): string[] {
  const lines = ofType(trades, 'contract', 'option', 'spot').filter(({ result }) => result !== '');
  const wrong = lines.flatMap((row) => {
    const left = sumOf([row], 'gross') - sumOf([row], 'fees') - sumOf([row], 'financing');
    return differs(`result of ${row['order number'] ?? ''}`, units(row['result']), left, 'its costs');
  });
  return [...wrong, ...totals('', ofType(trades, 'total'), lines, ['gross', 'fees', 'financing', 'result'])];
}

/** A line of totals, column by column. */
export function totals(of: string, total: readonly Row[], lines: readonly Row[], columns: readonly string[]): string[] {
  return columns.flatMap((column) =>
    differs(`total of ${of}${column}`, sumOf(total, column), sumOf(lines, column), 'its lines'),
  );
}

/** With what a contract ends, or a part of it. */
const endingsOfContracts = ['contract.closed', 'contract.liquidated', 'contract.voided'];
const endings = [...endingsOfContracts, 'option.won', 'option.lost', 'option.tied', 'option.voided', 'spot.filled'];

/** Numbers under which something has ended. */
function endedIn(rows: readonly Row[], reasons: readonly string[]): ReadonlySet<string> {
  return new Set(rows.filter(({ reason = '' }) => reasons.includes(reason)).map(({ reference = '' }) => reference));
}

/** Each order that has ended within the period has a line of its own. */
export function missing(trades: readonly Row[], within: readonly Row[]): string[] {
  const told = new Set(trades.map((row) => row['order number']));
  return [...endedIn(within, endings)]
    .filter((number) => !told.has(number))
    .map((number) => `order ${number} is not among the trades`);
}

const familyOf = (number = '') => number.split('/')[0] ?? '';
const isDividend = ({ reason = '' }: Row) => reason.startsWith('dividend.');

/**
 * What a contract or an option has left in the account is the sum of all that was ever booked under its number, but dividends,
 * which are income: what was set aside and came back is nothing. Parts of a contract are booked under numbers of their own, and
 * its opening under the first. So it is compared where all of its parts are listed: in this year's trades, or in those of
 * `earlier` years.
 */
export function orders(
  trades: readonly Row[],
  earlier: readonly Row[],
  until: readonly Row[],
): { faults: string[]; left: string[] } {
  const rows = ofType(trades, 'contract', 'option');
  const families = new Set(rows.map((row) => familyOf(row['order number'])));
  const told = Map.groupBy([...rows, ...ofType(earlier, 'contract', 'option')], (row) => familyOf(row['order number']));
  const booked = Map.groupBy(ofMoney(until), ({ reference }) => familyOf(reference));
  const [faults, left]: [string[], string[]] = [[], []];
  for (const number of families) {
    const [parts, lines] = [told.get(number) ?? [], booked.get(number) ?? []];
    const named = new Set(parts.map((row) => row['order number']));
    // Some lots are still open: what they have cost so far is in no trade yet.
    const isOpen = sumOf(lines.filter(({ account }) => account === 'margin')) !== 0n;
    if (isOpen) continue;
    if ([...endedIn(lines, endingsOfContracts)].some((part) => !named.has(part))) left.push(number);
    else faults.push(...differs(`order ${number}`, sumOf(parts, 'result'), sumOf(lines.filter((line) => !isDividend(line)))));
  }
  return { faults, left };
}
