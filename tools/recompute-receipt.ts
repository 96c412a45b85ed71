// `npm run recompute -- <receipt.json> …`: works out receipts anew from their terms and quotes, without the server's code.
import { readFileSync } from 'node:fs';
import { recomputeContract } from './receipts/contract.ts';
import { recomputeOption, recomputePlan } from './receipts/others.ts';
import { Difference, type Receipt, type Recomputed, decimal, text } from './receipts/reading.ts';
import { recomputeSpot } from './receipts/spot.ts';

const kinds: Readonly<Record<string, (receipt: Receipt) => Recomputed>> = {
  contract: recomputeContract,
  option: recomputeOption,
  spot: recomputeSpot,
  plan: recomputePlan,
};

/** Null when the receipt agrees with what its terms and quotes come to, else the first difference in words. */
export function differenceOf(answer: unknown): string | null {
  try {
    const receipt = readReceipt(answer);
    const recompute = kinds[receipt.kind];
    if (recompute === undefined) throw new Difference(`nobody knows how to recompute a ${receipt.kind}`);
    return compare(receipt, recompute(receipt));
  } catch (error) {
    if (error instanceof Difference) return error.message;
    throw error;
  }
}

/** A receipt by itself, in the envelope of an answer, or as part of an option. */
function readReceipt(answer: unknown): Receipt {
  for (let found = answer; typeof found === 'object' && found !== null;) {
    if ('kind' in found && 'transfers' in found) {
      const { kind, status, terms, quotes, steps, transfers } = found as Record<string, unknown>;
      const isWhole = typeof kind === 'string' && typeof status === 'string' && typeof terms === 'object' && terms !== null;
      if (isWhole && [quotes, steps, transfers].every((list) => Array.isArray(list))) return found as Receipt;
      break;
    }
    found = 'result' in found ? found.result : 'receipt' in found ? found.receipt : null;
  }
  throw new Difference('this is no receipt');
}

function compare(receipt: Receipt, own: Recomputed): string | null {
  const { status, steps, transfers } = receipt;
  if (!own.statuses.includes(status)) return `status: ${own.statuses.join(' or ')} recomputed, ${status} on the receipt`;
  for (let place = 0; place < Math.max(steps.length, own.steps.length); place += 1) {
    const [mine, told] = [own.steps[place], steps[place]];
    const found = firstDifference(
      { name: mine?.name, ...mine?.numbers, result: mine?.result },
      { name: told?.name, ...told?.numbers, result: told?.result },
    );
    if (found !== null) return `step ${told?.name ?? mine?.name ?? ''}, ${found}`;
  }
  for (let place = 0; place < Math.max(transfers.length, own.transfers.length); place += 1) {
    const [mine, told] = [own.transfers[place], transfers[place]];
    const found = firstDifference(
      movement(mine, mine?.time),
      movement(told, mine?.time === undefined ? undefined : told?.time),
    );
    if (found !== null) return `transfer ${place + 1}, ${found}`;
  }
  return wrongOrder(receipt);
}

/** Nothing moves before the quote that decided it, and time does not run back. */
function wrongOrder({ quotes, transfers }: Receipt): string | null {
  const times = transfers.map(({ time }) => time);
  const back = times.findIndex((time, place) => place > 0 && time < (times[place - 1] ?? ''));
  if (back >= 0) return `transfer ${back + 1}, time: ${times[back]} comes after ${times[back - 1]}`;
  const causes: Readonly<Record<string, RegExp>> = {
    open: /^(?:contract\.(?:opened|filled)|option\.bought)$/,
    close: /^contract\.(?:closed|liquidated)$/,
    place: /\.placed$/,
    fill: /^spot\.filled$/,
    settle: /^option\.(?:won|lost|tied|voided)$/,
  };
  for (const { moment, time } of quotes) {
    const caused = transfers.find(({ reason }) => causes[moment]?.test(reason));
    if (caused !== undefined && caused.time < time) return `${caused.reason} at ${caused.time} is before its quote of ${time}`;
  }
  return null;
}

type Fields = Readonly<Record<string, string | undefined>>;

function movement(one: Recomputed['transfers'][number] | undefined, time: string | undefined): Fields {
  return { reason: one?.reason, from: one?.from, to: one?.to, amount: one?.amount, asset: one?.asset, time };
}

function firstDifference(own: Fields, told: Fields): string | null {
  for (const name of new Set([...Object.keys(own), ...Object.keys(told)])) {
    const [mine, theirs] = [plain(own[name]), plain(told[name])];
    if (mine !== theirs) return `${name}: ${mine} recomputed, ${theirs} on the receipt`;
  }
  return null;
}

/** 1.50 and 1.5 are the same number, also beside an asset. */
function plain(words: string | undefined): string {
  if (words === undefined) return 'nothing';
  return words.replace(/^-?\d+\.\d+(?= |$)/, (number) => text(decimal(number)));
}

/** Null for a file that is not there or is no JSON: no receipt either. */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function main(files: readonly string[]): number {
  if (files.length === 0) {
    process.stderr.write('usage: npm run recompute -- <receipt.json> …\n');
    return 2;
  }
  let failed = 0;
  for (const file of files) {
    const found = differenceOf(read(file));
    if (found !== null) failed += 1;
    process.stdout.write(`${file}: ${found === null ? 'agrees' : `differs: ${found}`}\n`);
  }
  return failed === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
