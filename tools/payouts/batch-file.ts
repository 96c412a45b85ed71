// A batch's file as the console gives it out: a line of number, network, address and amount for each withdrawal.
import { createHash } from 'node:crypto';

/** Its message is one sentence for the person at the terminal. */
export class Fault extends Error {}

export interface Line {
  /** The withdrawal's number. */
  readonly id: string;
  readonly network: string;
  readonly to: string;
  /** In coins, as it is written. */
  readonly amount: string;
}

/** The lines of a batch, in their order, all of one network. Throws a `Fault` where the file is not what the console has shown. */
export function readBatch(file: string, checksum: string): { readonly network: string; readonly lines: readonly Line[] } {
  const found = createHash('sha256').update(file).digest('hex');
  if (found !== checksum.toLowerCase()) throw new Fault(`the file has the checksum ${found}, and not the one of the console`);
  const lines = file.trim().split('\n').map(readLine);
  if (new Set(lines.map(({ id }) => id)).size < lines.length) throw new Fault('a withdrawal stands in the file twice');
  const [network = '', ...others] = new Set(lines.map((line) => line.network));
  if (others.length > 0) throw new Fault('the file is of several networks');
  return { network, lines };
}

const written = /^(\d+)(?:\.(\d+))?$/;

function readLine(line: string): Line {
  const [id = '', network = '', to = '', amount = '', ...more] = line.split(',');
  if (id === '' || network === '' || more.length > 0 || !written.test(amount))
    throw new Fault(`this is no line of a batch: ${line}`);
  return { id, network, to, amount };
}

/** What a line pays, in the smallest unit of a coin of so many decimals. */
export function unitsOf({ id, amount }: Line, decimals: number): bigint {
  const [, whole = '', rest = ''] = written.exec(amount) ?? [];
  if (rest.length > decimals) throw new Fault(`${id} is finer than the coin's ${decimals} decimals`);
  const units = BigInt(whole + rest.padEnd(decimals, '0'));
  if (units === 0n) throw new Fault(`${id} pays nothing`);
  return units;
}
