// What a signer of Bitcoin signs for a batch of withdrawals, worked out from the batch's file and the wallet's descriptor on
// a machine that watches the wallet: no key is here, and the server knows nothing of it.
//   node tools/psbt-payouts.ts <file> --checksum <of the console> --wallet <file with the descriptor> --spend <txid:vout>
//     --change <next address for change> --max-fee <satoshis> --node <address> [--fee-rate <sat/vB>] [--open <psbt> …]
// prints one partly signed transaction (BIP 174, base64) that pays each line its exact amount and the rest to the wallet, and
// beside it what it costs. With `--unspent <file>`, the answer of `scantxoutset`, it asks no node, and wants `--fee-rate`. A
// chain spends an output once: a file that is made and signed twice with the same `--spend` is paid once. With
// `--made <psbt> --signed <file>` it says instead by which hash each case is paid, as the console wants it, or what differs
// from the file, and then ends with 1.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Fault } from './payouts/batch-file.ts';
import { type Terms, type Unspent, coins, outpointOf } from './payouts/choose-outputs.ts';
import { type Made, paidBy, paymentsOf, psbtOf, readTransaction } from './payouts/psbt.ts';
import { WalletNode, feeRateMin, positionMax, readUnspent } from './payouts/unspent.ts';
import { type Wallet, assertNoSecret, parseWallet } from './payouts/wallet.ts';

const named = ['checksum', 'wallet', 'spend', 'change', 'fee-rate', 'max-fee', 'node', 'unspent', 'made', 'signed'] as const;
type Values = Readonly<Partial<Record<(typeof named)[number], string>>>;

interface Told {
  /** For the next program. */
  readonly text: string;
  /** For the person who reads along. */
  readonly beside?: string;
}

export async function run(args: readonly string[]): Promise<Told> {
  const single = Object.fromEntries(named.map((name) => [name, { type: 'string' as const }]));
  const options = { ...single, open: { type: 'string' as const, multiple: true } };
  const read = parseArgs({ args: [...args], options, allowPositionals: true });
  const { open = [], ...rest } = read.values as { open?: string[] } & Values;
  // A secret pasted in place of a file's name would be printed by the error that the file is missing.
  for (const text of [read.positionals.join(' '), ...open, rest.unspent, rest.made, rest.signed]) assertNoSecret(text ?? '');
  const [path = '', ...more] = read.positionals;
  if (path === '' || more.length > 0) throw new Fault('name one file, which is the batch');
  const payments = paymentsOf(readFileSync(path, 'utf8'), rest.checksum ?? '');
  const wallet = walletOf(rest.wallet ?? '');
  if (rest.signed === undefined) {
    const made = psbtOf(payments, { wallet, open: open.map(transactionIn), ...(await readTerms(rest, wallet)) });
    return { text: Buffer.from(made.psbt).toString('base64'), beside: described(made) };
  }
  if (rest.made === undefined) throw new Fault('--signed is compared with what was --made');
  const hash = paidBy(payments, wallet, { made: transactionIn(rest.made), signed: transactionIn(rest.signed) });
  return { text: payments.map(({ id }) => `${id} ${hash}`).join('\n') };
}

/** A descriptor is full of what a shell takes for its own: it may stand in a file. */
const walletOf = (text: string): Wallet => parseWallet(existsSync(text) ? readFileSync(text, 'utf8') : text);
const transactionIn = (path: string) => readTransaction(readFileSync(path));

async function readTerms(values: Values, wallet: Wallet): Promise<Terms & { change: number; free: Unspent[] }> {
  const whole = (name: 'change' | 'max-fee') => {
    const text = values[name] ?? '';
    if (!/^\d{1,9}$/.test(text)) throw new Fault(`--${name} is a whole number`);
    return Number(text);
  };
  const spend = values.spend ?? '';
  const [change, maxFee] = [whole('change'), BigInt(whole('max-fee'))];
  if (change > positionMax) throw new Fault(`--change is at most ${positionMax}: a node is asked for no later address`);
  const said = values['fee-rate'] === undefined ? undefined : rateOf(values['fee-rate']);
  if ((values.node === undefined) === (values.unspent === undefined)) throw new Fault('name either --node or --unspent');
  const node = values.node === undefined ? undefined : new WalletNode(values.node);
  const free =
    node === undefined ? readUnspent(readFileSync(values.unspent ?? '', 'utf8'), wallet) : await node.unspent(wallet, spend);
  const feeRate = said ?? (await node?.feeRate());
  if (feeRate === undefined) throw new Fault('without a node, say a fee by --fee-rate');
  if (feeRate < feeRateMin) throw new Fault('no node carries what pays less than 1 sat for a virtual byte');
  if (spend === '')
    throw new Fault(`say by --spend which output this batch spends in any case, and keep that beside the file${largest(free)}`);
  return { spend, feeRate, maxFee, change, free };
}

function rateOf(text: string): bigint {
  const [, units = '', part = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (units === '') throw new Fault('--fee-rate is satoshis for a virtual byte, such as 12.5');
  return BigInt(units + part.padEnd(3, '0'));
}

function largest(free: readonly Unspent[]): string {
  const [one] = free.toSorted((a, b) => Number(b.units - a.units));
  return one === undefined ? '' : `: the largest is ${outpointOf(one)}`;
}

function described({ inputs, fee, vsize, change, changeAddress }: Made): string {
  const spends = inputs.map((input) => `spends ${outpointOf(input)} of ${coins(input.units)}`);
  const back = changeAddress === null ? 'nothing comes back' : `${coins(change)} come back to ${changeAddress}`;
  return [...spends, `costs ${fee} sat for ${vsize} virtual bytes`, back].join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  try {
    const { text, beside } = await run(args);
    if (beside !== undefined) process.stderr.write(`${beside}\n`);
    process.stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`psbt-payouts: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
