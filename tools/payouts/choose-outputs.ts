// Which outputs of the wallet pay a batch, what its transaction weighs and costs, and what comes back.
import { fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { Fault } from './batch-file.ts';
import type { Branch } from './wallet.ts';

export interface Unspent {
  readonly txid: string;
  readonly vout: number;
  readonly units: bigint;
  readonly branch: Branch;
  readonly position: number;
}

export interface Payment {
  /** The withdrawal's number. */
  readonly id: string;
  readonly script: Uint8Array;
  readonly units: bigint;
}

export interface Terms {
  /** Output that this batch spends in any case. */
  readonly spend: string;
  /** Satoshis for 1000 virtual bytes. */
  readonly feeRate: bigint;
  /** Satoshis, for the whole transaction. */
  readonly maxFee: bigint;
}

export interface Choice {
  readonly inputs: readonly Unspent[];
  readonly fee: bigint;
  /** Virtual bytes once it is signed, at most: a signature may turn out a byte shorter. */
  readonly vsize: number;
  /** Zero where it would be dust, which then goes with the fee. */
  readonly change: bigint;
}

export const outpointOf = ({ txid, vout }: Pick<Unspent, 'txid' | 'vout'>): string => `${txid}:${vout}`;
export const coins = (units: bigint): string => `${formatFixed(fixed(units, 8))} BTC`;

/** Of an output to a key's witness, in bytes. */
const ownScriptLength = 22;
/** What nodes carry for others, in units of weight. */
const weightMax = 400_000;

/** Below this nodes carry no output: three times what it costs to make and to spend it, at 1 sat for a virtual byte. */
export function dustLimit(script: Uint8Array): bigint {
  const [version = 0, length] = script;
  const isWitness = length === script.length - 2 && (version === 0 || version === 0x51);
  return 3n * BigInt(8 + 1 + script.length + (isWitness ? 67 : 148));
}

const countLength = (count: number) => (count < 0xfd ? 1 : 3);

/**
 * Of a transaction that spends so many outputs of one key each, with outputs whose scripts are so long: four units for each byte, one
 * for each of a witness, which is two numbers of lengths, a signature of 72 bytes, a key of 33, and their count.
 */
export function weightOf(inputs: number, scripts: readonly number[]): number {
  const outputs = scripts.reduce((sum, length) => sum + 8 + 1 + length, 0);
  const bytes = 4 + countLength(inputs) + 41 * inputs + countLength(scripts.length) + outputs + 4;
  return 4 * bytes + 2 + 108 * inputs;
}

const vsizeOf = (weight: number) => Math.ceil(weight / 4);
const feeOf = (vsize: number, rate: bigint) => (BigInt(vsize) * rate + 999n) / 1000n;

/**
 * The output that was named, and then the largest until they pay for all and for the fee. Throws a `Fault` where they do not, where
 * the fee is above what was allowed, and where a payment is dust.
 */
export function choose(payments: readonly Payment[], free: readonly Unspent[], { spend, feeRate, maxFee }: Terms): Choice {
  const dust = payments.find(({ script, units }) => units < dustLimit(script));
  if (dust !== undefined) throw new Fault(`${dust.id} pays ${coins(dust.units)}, which no node carries: it is dust`);
  const sorted = free.toSorted(byWorth);
  const first = sorted.find((one) => outpointOf(one) === spend);
  if (first === undefined)
    throw new Fault(`${spend} is not unspent in the wallet: what spends it may have paid this batch already`);
  const queue = [first, ...sorted.filter((one) => one !== first)];
  const paid = payments.reduce((sum, { units }) => sum + units, 0n);
  const scripts = payments.map(({ script }) => script.length);
  const ownDust = dustLimit(Uint8Array.of(0, ownScriptLength - 2, ...new Uint8Array(ownScriptLength - 2)));
  let held = 0n;
  let least = 0n;
  for (const [place, { units }] of queue.entries()) {
    held += units;
    const weight = weightOf(place + 1, [...scripts, ownScriptLength]);
    if (weight > weightMax) throw new Fault('the transaction would be larger than nodes carry: make the batch smaller');
    const whole = { vsize: vsizeOf(weight), change: held - paid - feeOf(vsizeOf(weight), feeRate) };
    const bare = vsizeOf(weightOf(place + 1, scripts));
    least = paid + feeOf(bare, feeRate);
    if (held < least) continue;
    const { vsize, change } = whole.change >= ownDust ? whole : { vsize: bare, change: 0n };
    const fee = held - paid - change;
    if (fee > maxFee) throw new Fault(`the fee would be ${fee} sat, and --max-fee allows ${maxFee}`);
    return { inputs: queue.slice(0, place + 1), fee, vsize, change };
  }
  throw new Fault(`the free outputs hold ${coins(held)}, and ${coins(least)} are needed with the fee`);
}

/** The largest first; those of one amount by their transaction. */
function byWorth(a: Unspent, b: Unspent): number {
  if (a.units !== b.units) return a.units > b.units ? -1 : 1;
  return a.txid === b.txid ? a.vout - b.vout : Number(a.txid > b.txid) - Number(a.txid < b.txid);
}
