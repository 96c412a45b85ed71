// One partly signed transaction for a batch (BIP 174), and what it must be when it comes back signed.
import { createHash } from 'node:crypto';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { secp256k1 } from '@noble/curves/secp256k1';
import { Address, OutScript, SigHash, Transaction, p2wpkh } from '@scure/btc-signer';
import { Fault, readBatch, unitsOf } from './batch-file.ts';
import { type Choice, type Payment, type Terms, type Unspent, choose, outpointOf } from './choose-outputs.ts';
import { type Wallet, walletKey } from './wallet.ts';

export interface Plan extends Terms {
  readonly wallet: Wallet;
  /** Place of the change on its branch, which the wallet has not used yet. */
  readonly change: number;
  readonly free: readonly Unspent[];
  /** Made before and not in a block yet: what they spend is not spent again. */
  readonly open: readonly Transaction[];
}

export interface Made extends Choice {
  readonly psbt: Uint8Array;
  /** Null where nothing comes back. */
  readonly changeAddress: string | null;
}

type Place = Pick<Unspent, 'branch' | 'position'>;

/** By any higher fee it can be replaced, by its maker alone (BIP 125). */
const replaceable = 0xff_ff_ff_fd;

/** What the lines of a file pay. Throws a `Fault` where it is not what the console has shown, or not of Bitcoin. */
export function paymentsOf(file: string, checksum: string): Payment[] {
  const { network, lines } = readBatch(file, checksum);
  if (network !== 'BTC') throw new Fault(`${network} is not paid in Bitcoin`);
  return lines.map((line) => {
    const address = parseAddress('bitcoin', line.to);
    if (address === undefined) throw new Fault(`${line.id} goes to ${line.to}, which is no address of Bitcoin`);
    return { id: line.id, script: OutScript.encode(Address().decode(address)), units: unitsOf(line, 8) };
  });
}

/** Pays each line its exact amount, in their order, and the rest to the wallet. The same arguments give the same bytes. */
export function psbtOf(payments: readonly Payment[], { wallet, change, free, open, ...terms }: Plan): Made {
  if (open.some((one) => payments.every((payment, place) => isPaid(one, payment, place))))
    throw new Fault('an open transaction pays this batch already: sign that one');
  const taken = new Set(open.flatMap(inputsOf).map(outpointOf));
  if (taken.has(terms.spend))
    throw new Fault(`${terms.spend} is spent by an open transaction: name another output for this batch`);
  assertFresh(change, [...free, ...open.flatMap(changeOf)]);
  const choice = choose(
    payments,
    free.filter((one) => !taken.has(outpointOf(one))),
    terms,
  );
  const transaction = new Transaction({ version: 2 });
  for (const { txid, vout, units, branch, position } of choice.inputs) {
    const { publicKey, script, path } = walletKey(wallet, branch, position);
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceable,
      witnessUtxo: { script, amount: units },
      bip32Derivation: [[publicKey, { fingerprint: wallet.fingerprint, path }]],
    });
  }
  for (const { script, units } of payments) transaction.addOutput({ script, amount: units });
  const back = choice.change === 0n ? null : walletKey(wallet, 1, change);
  if (back !== null) {
    const { publicKey, script, path } = back;
    const bip32Derivation = [[publicKey, { fingerprint: wallet.fingerprint, path }]] as [
      Uint8Array,
      { fingerprint: number; path: number[] },
    ][];
    transaction.addOutput({ script, amount: choice.change, bip32Derivation });
  }
  return { ...choice, psbt: transaction.toPSBT(0), changeAddress: back?.address ?? null };
}

/** Addresses for change are used in their order, each once: coins at a later one mean that all before it are used. */
function assertFresh(change: number, places: readonly Place[]): void {
  const used = places.find(({ branch, position }) => branch === 1 && position >= change);
  if (used !== undefined)
    throw new Fault(`--change ${change} is not fresh: the wallet has used ${used.position} of its change`);
}

/** Where an open transaction gives its rest back to. */
function changeOf(transaction: Transaction): Place[] {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, place) => transaction.getOutput(place));
  return outputs.flatMap(({ bip32Derivation = [] }) => bip32Derivation.flatMap(([, { path }]) => placeOf(path)));
}

/** A partly signed transaction in its bytes or in base64; a whole one in hexadecimal digits. */
export function readTransaction(bytes: Uint8Array): Transaction {
  const text = Buffer.from(bytes).toString('latin1');
  const trimmed = text.trim();
  try {
    if (text.startsWith('psbt\u00ff')) return Transaction.fromPSBT(bytes, { allowUnknownOutputs: true });
    if (/^([0-9a-f]{2})+$/i.test(trimmed))
      return Transaction.fromRaw(Buffer.from(trimmed, 'hex'), { allowUnknownOutputs: true });
    return Transaction.fromPSBT(Buffer.from(trimmed, 'base64'), { allowUnknownOutputs: true });
  } catch {
    // The library says no by throwing.
    throw new Fault('this is no transaction, neither whole nor partly signed (BIP 174)');
  }
}

/**
 * By which hash the withdrawals are paid, once it is signed: it is the one that was made to the last byte, that one pays the file and
 * comes back to the wallet, and each input is signed by its own key for all of it.
 */
export function paidBy(
  payments: readonly Payment[],
  wallet: Wallet,
  { made, signed }: { made: Transaction; signed: Transaction },
): string {
  assertPays(payments, wallet, made);
  const bytes = Buffer.from(made.unsignedTx);
  if (!bytes.equals(signed.unsignedTx)) throw new Fault('what is signed is not what was made');
  for (const [place, input] of inputsOf(made).entries()) {
    const { publicKey } = ownKey(wallet, input, input.witnessUtxo?.script);
    if (!isSignedBy(publicKey, { made, signed, place })) throw new Fault(`${outpointOf(input)} is not signed by its key`);
  }
  const once = createHash('sha256').update(bytes).digest();
  return Buffer.from(createHash('sha256').update(once).digest().toReversed()).toString('hex');
}

function assertPays(payments: readonly Payment[], wallet: Wallet, made: Transaction): void {
  const differs = payments.find((payment, place) => !isPaid(made, payment, place));
  if (differs !== undefined) throw new Fault(`${differs.id} is not paid as the file says`);
  if (made.outputsLength > payments.length + 1) throw new Fault('it pays more than the file says');
  if (made.outputsLength === payments.length) return;
  const back = made.getOutput(payments.length);
  if (ownKey(wallet, back, back.script).branch !== 1) throw new Fault('the rest goes to no address for change');
}

function isPaid(transaction: Transaction, { script, units }: Payment, place: number): boolean {
  if (place >= transaction.outputsLength) return false;
  const output = transaction.getOutput(place);
  return output.amount === units && output.script !== undefined && Buffer.from(script).equals(output.script);
}

interface Derived {
  readonly bip32Derivation?: readonly (readonly [Uint8Array, { readonly path: readonly number[] }])[] | undefined;
}

/** The wallet's own key of a script, by the place that is written beside it. */
function ownKey(wallet: Wallet, { bip32Derivation = [] }: Derived, script: Uint8Array | undefined) {
  const [place] = bip32Derivation.flatMap(([, { path }]) => placeOf(path));
  const key = place && { ...walletKey(wallet, place.branch, place.position), ...place };
  if (key === undefined || script === undefined || !Buffer.from(key.script).equals(script))
    throw new Fault('it spends from, or goes back to, another wallet than the one of the descriptor');
  return key;
}

/** The last two steps of a path, where they can be of a wallet. */
function placeOf(path: readonly number[]): Place[] {
  const [branch, position] = path.slice(-2);
  return (branch === 0 || branch === 1) && position !== undefined && position < 2 ** 31 ? [{ branch, position }] : [];
}

function isSignedBy(
  publicKey: Uint8Array,
  { made, signed, place }: { made: Transaction; signed: Transaction; place: number },
): boolean {
  const { finalScriptWitness, partialSig = [], finalScriptSig } = signed.getInput(place);
  const { witnessUtxo } = made.getInput(place);
  const partial = partialSig.find(([key]) => Buffer.from(key).equals(publicKey))?.[1];
  const [signature, key] = finalScriptWitness ?? [partial, publicKey];
  if (signature === undefined || key === undefined || !Buffer.from(key).equals(publicKey)) return false;
  if ((finalScriptSig?.length ?? 0) > 0 || (finalScriptWitness?.length ?? 2) !== 2 || witnessUtxo === undefined) return false;
  if (signature.at(-1) !== SigHash.ALL) return false;
  const code = OutScript.encode({ type: 'pkh', hash: p2wpkh(publicKey).hash });
  const digest = made.preimageWitnessV0(place, code, SigHash.ALL, witnessUtxo.amount);
  try {
    return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { lowS: true });
  } catch {
    // The library says no by throwing.
    return false;
  }
}

/** Inputs with the names that outputs have here. */
function inputsOf(transaction: Transaction) {
  return Array.from({ length: transaction.inputsLength }, (_, place) => {
    const { txid = new Uint8Array(), index = 0, ...input } = transaction.getInput(place);
    return { ...input, txid: Buffer.from(txid).toString('hex'), vout: index };
  });
}
