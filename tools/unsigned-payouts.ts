// What a signer of an Ethereum-like chain signs for a batch of withdrawals, worked out from the batch's file on the
// signer's own machine: no server knows a nonce, and none a key.
//   node tools/unsigned-payouts.ts <file> --checksum <of the console> --chain 1 --from 0x… --nonce 7 --max-fee 30 --priority-fee 1
//     [--token 0x… --decimals 6] [--gas 200000]
// prints an unsigned transaction for each line; fees are gwei. The same arguments give the same transactions, each with
// a nonce of its own, and a chain takes a nonce once: a file signed twice is paid once. With `--signed <file>`, the
// signed transactions one a line, it says instead by which hash each case is paid, as the console wants it, or what
// differs from the file, and then ends with 1.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Address,
  type Hex,
  type Signature,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
  encodeFunctionData,
  isAddress,
  keccak256,
  parseAbi,
  parseGwei,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem';
import { Fault, type Line, readBatch, unitsOf } from './payouts/batch-file.ts';

export interface Plan {
  readonly chainId: number;
  /** Who signs. */
  readonly from: Address;
  /** Of the first line; each line after it has the next. */
  readonly nonce: number;
  /** Wei for a unit of gas, at most and as a tip. */
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
  readonly gas: bigint;
  /** The coin's contract; left out for the chain's own coin. */
  readonly token?: Address;
  readonly decimals: number;
}

export interface Unsigned {
  /** The withdrawal's number. */
  readonly id: string;
  readonly transaction: TransactionSerializableEIP1559;
  /** As it is signed, EIP-1559. */
  readonly unsigned: Hex;
  readonly signingHash: Hex;
}

/** Networks of the file whose own coin is paid, each with its chain's number. */
const ownCoins: ReadonlyMap<string, number> = new Map([
  ['ETH', 1],
  ['BNB', 56],
  ['AVAX', 43_114],
]);
const ethereum = 1;

/** A signature has a twin with the other half of s, which no node takes (EIP-2). */
const sMax = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const transfer = parseAbi(['function transfer(address to, uint256 amount)']);

/** The transactions of a batch's file, in its order. Throws a `Fault` where the file is not what the console has shown, or cannot be paid so. */
export function unsignedOf(file: string, checksum: string, plan: Plan): Unsigned[] {
  const { network, lines } = readBatch(file, checksum);
  assertNetwork(network, plan);
  return lines.map((line, place) => {
    const { token } = plan;
    const { id } = line;
    const [to, units] = [addressOf(line), unitsOf(line, plan.decimals)];
    const transaction: TransactionSerializableEIP1559 = {
      type: 'eip1559',
      chainId: plan.chainId,
      nonce: plan.nonce + place,
      maxFeePerGas: plan.maxFee,
      maxPriorityFeePerGas: plan.priorityFee,
      gas: plan.gas,
      ...(token === undefined
        ? { to, value: units }
        : { to: token, value: 0n, data: encodeFunctionData({ abi: transfer, args: [to, units] }) }),
    };
    const unsigned = serializeTransaction(transaction);
    return { id, transaction, unsigned, signingHash: keccak256(unsigned) };
  });
}

/** What is said of the coin fits the network that the file names: an option left out would pay as much of another coin. */
function assertNetwork(network: string, { chainId, token }: Plan): void {
  const own = ownCoins.get(network);
  const chain = own ?? (network.endsWith('ERC20') ? ethereum : undefined);
  if (chain === undefined) throw new Fault(`${network} is no network whose payments are made here`);
  if (chain !== chainId) throw new Fault(`${network} is paid on chain ${chain}, and not on ${chainId}`);
  if (own === undefined && token === undefined) throw new Fault(`${network} is paid by a contract: say which by --token`);
  if (own !== undefined && token !== undefined) throw new Fault(`${network} is the chain's own coin, and has no --token`);
}

function addressOf({ id, to }: Line): Address {
  // With its letters as the checksum has them: one that was mistyped is noticed.
  if (!isAddress(to) || /^0x0+$/.test(to)) throw new Fault(`${id} goes to ${to}, which is no address of such a chain`);
  return to;
}

/**
 * By which hash each withdrawal is paid, once all are signed: each signed transaction is one of the file to the last
 * byte, and signed by the named sender. They may come in any order, and all of them must.
 */
export async function paidBy(wanted: readonly Unsigned[], signed: readonly string[], from: Address): Promise<Map<string, Hex>> {
  const paid = new Map<string, Hex>();
  for (const text of signed) {
    const raw = text.trim().toLowerCase() as Hex;
    const { signature, signer } = await readSigned(raw);
    const one = wanted.find(({ transaction }) => serializeTransaction(transaction, signature) === raw);
    if (one === undefined) throw new Fault(`this transaction pays no line of the file: ${keccak256(raw)}`);
    if (signer.toLowerCase() !== from.toLowerCase()) throw new Fault(`${one.id} is signed by ${signer}, and not by ${from}`);
    if (paid.has(one.id)) throw new Fault(`${one.id} is signed twice`);
    paid.set(one.id, keccak256(raw));
  }
  const missing = wanted.find(({ id }) => !paid.has(id));
  if (missing !== undefined) throw new Fault(`${missing.id} is not signed`);
  return paid;
}

async function readSigned(raw: Hex): Promise<{ signature: Signature; signer: Address }> {
  try {
    const serializedTransaction = raw as TransactionSerializedEIP1559;
    const { r, s, yParity } = parseTransaction(serializedTransaction);
    if (r === undefined || s === undefined || yParity === undefined) throw new Error('nobody has signed it');
    if (BigInt(s) > sMax) throw new Error('no node takes it');
    return { signature: { r, s, yParity }, signer: await recoverTransactionAddress({ serializedTransaction }) };
  } catch {
    throw new Fault('this is no signed transaction of EIP-1559');
  }
}

/** The request, as given in the arguments. */
function readPlan(values: Readonly<Record<string, string | undefined>>): Plan {
  const whole = (name: string, text: string | undefined) => {
    if (text === undefined || !/^\d{1,9}$/.test(text)) throw new Fault(`--${name} is a whole number`);
    return Number(text);
  };
  const gwei = (name: string) => {
    const text = values[name] ?? '';
    if (!/^\d{1,6}(\.\d{1,9})?$/.test(text)) throw new Fault(`--${name} is an amount of gwei, such as 30`);
    return parseGwei(text);
  };
  const address = (name: string, text: string) => {
    if (!isAddress(text)) throw new Fault(`--${name} is no address`);
    return text;
  };
  const { token } = values;
  const [maxFee, priorityFee] = [gwei('max-fee'), gwei('priority-fee')];
  if (priorityFee > maxFee) throw new Fault('--priority-fee is a part of --max-fee');
  return {
    chainId: whole('chain', values['chain']),
    from: address('from', values['from'] ?? ''),
    nonce: whole('nonce', values['nonce']),
    maxFee,
    priorityFee,
    // Enough for a wallet that is a contract, and for a coin that counts votes: what is not used is not charged.
    gas: BigInt(whole('gas', values['gas'] ?? (token === undefined ? '100000' : '200000'))),
    ...(token !== undefined && { token: address('token', token) }),
    decimals: whole('decimals', values['decimals'] ?? (token === undefined ? '18' : undefined)),
  };
}

const named = ['checksum', 'chain', 'from', 'nonce', 'max-fee', 'priority-fee', 'token', 'decimals', 'gas', 'signed'] as const;

async function run(args: readonly string[]): Promise<string> {
  const options = Object.fromEntries(named.map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [path = ''] = positionals;
  const plan = readPlan(values);
  const unsigned = unsignedOf(readFileSync(path, 'utf8'), values['checksum'] ?? '', plan);
  if (values['signed'] === undefined) {
    const text = unsigned.map(({ id, transaction: { nonce }, unsigned: bytes, signingHash }) =>
      JSON.stringify({ id, nonce, unsigned: bytes, signingHash }),
    );
    return text.join('\n');
  }
  const paid = await paidBy(unsigned, readFileSync(values['signed'], 'utf8').trim().split('\n'), plan.from);
  return [...paid].map(([id, hash]) => `${id} ${hash}`).join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  try {
    process.stdout.write(`${await run(args)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`unsigned-payouts: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
