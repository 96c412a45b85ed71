// Reads files that are taken away, with exact decimals and without any code of the product.
/** A line of a file by the names in its head. */
export type Row = Readonly<Record<string, string>>;

/** Lines of a file; quotes as RFC 4180 has them. */
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
export function units(text: string | undefined): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text ?? '') ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(8, '0')}`);
}

const written = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(9, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '');
};

export const sumOf = (rows: readonly Row[], column = 'amount') => rows.reduce((sum, row) => sum + units(row[column]), 0n);
export const differs = (what: string, told: bigint, found: bigint, by = 'the ledger') =>
  told === found ? [] : [`${what}: the export says ${written(told)}, ${by} ${written(found)}`];
export const ofMoney = (rows: readonly Row[]) => rows.filter(({ asset, account }) => asset === 'USDT' && account !== 'loan');
export const ofType = (rows: readonly Row[], ...types: string[]) => rows.filter(({ type = '' }) => types.includes(type));

/** Money has no finer unit. */
const millionth = 100n;

/** To a millionth, downwards. */
export function down(dividend: bigint, divisor: bigint): bigint {
  return (dividend / (divisor * millionth)) * millionth;
}

/** To a millionth, upwards; of what is nothing or more. */
export function up(dividend: bigint, divisor: bigint): bigint {
  const unit = divisor * millionth;
  return ((dividend + unit - 1n) / unit) * millionth;
}
