import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { secp256k1 } from '@noble/curves/secp256k1';
import { ripemd160 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { base64, bech32, createBase58check, hex, utf8 } from '@scure/base';
import { parseAddress, tronAddress, writings } from './address.ts';
import { cashAddress } from './cash-address.ts';
import { type OutputChain, hasOutputs } from './families.ts';

const base58check = createBase58check(sha256);

/** What the owner of an address of ours signs: a signature under another text proves nothing to our customers. */
export const reserveMessage = (origin: string): string => `Held for the customers of ${origin}`;

/**
 * Whether the key of an address has signed the message: EIP-191 on Ethereum and its kin, its like on TRON (TIP-191), the signed
 * messages of Bitcoin wallets (BIP 137) and of those of its kin for addresses of one key, whichever kind the wallet says it is.
 * Addresses of several keys can't sign so.
 */
export function hasSigned(
  chain: Chain,
  address: string,
  { message, signature }: { message: string; signature: string },
): boolean {
  const bytes = signature.length > 200 ? undefined : read(chain, signature.trim());
  if (bytes?.length !== 65) return false;
  const known = parseAddress(chain, address);
  return known !== undefined && signers(chain, bytes, utf8.decode(message)).includes(known);
}

const fromHex = (text: string) =>
  /^(0x)?[0-9a-fA-F]{130}$/.test(text) ? hex.decode(text.replace(/^0x/, '').toLowerCase()) : undefined;
const fromBase64 = (text: string) => (/^[A-Za-z0-9+/]{87}=$/.test(text) ? base64.decode(text) : undefined);

const read = (chain: Chain, text: string) => (hasOutputs(chain) ? fromBase64(text) : fromHex(text));

/** Whose addresses the signature could be of. */
function signers(chain: Chain, signature: Uint8Array, message: Uint8Array): readonly string[] {
  if (chain === 'tron') return accounts(signature, message, 'TRON').map(tronAddress);
  if (!hasOutputs(chain)) return accounts(signature, message, 'Ethereum').flatMap((bytes) => parseAddress(chain, bytes) ?? []);
  const header = (signature[0] ?? 0) - 27;
  if (header < 0 || header > 15) return [];
  const begin = utf8.decode(`${greetings[chain]} Signed Message:\n`);
  const digest = sha256(sha256(joined(compactSize(begin.length), begin, compactSize(message.length), message)));
  const key = recovered(signature.subarray(1), header % 4, digest);
  if (key === undefined) return [];
  const hash = hash160(key.toRawBytes(header >= 4));
  return header < 4 ? [payToKey(chain, hash)] : [payToKey(chain, hash), ...payToWitness(chain, hash)];
}

/** What wallets put before what they sign. Bitcoin Cash has kept Bitcoin's word, and Dash the name that it had before. */
const greetings: Readonly<Record<OutputChain, string>> = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  bitcoincash: 'Bitcoin',
  dash: 'DarkCoin',
};

/** The last 20 bytes of the hash of the key that has signed; none where it is no signature. */
function accounts(signature: Uint8Array, message: Uint8Array, chain: 'Ethereum' | 'TRON'): string[] {
  const last = signature[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  const prefix = utf8.decode(`\u0019${chain} Signed Message:\n${message.length}`);
  const key = recovery > 1 ? undefined : recovered(signature.subarray(0, 64), recovery, keccak_256(joined(prefix, message)));
  return key === undefined ? [] : [`0x${hex.encode(keccak_256(key.toRawBytes(false).subarray(1)).subarray(-20))}`];
}

function recovered(compact: Uint8Array, recovery: number, digest: Uint8Array) {
  try {
    return secp256k1.Signature.fromCompact(compact).addRecoveryBit(recovery).recoverPublicKey(digest);
  } catch {
    // The library says no by throwing.
    return undefined;
  }
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));
const payToKey = (chain: OutputChain, hash: Uint8Array) =>
  chain === 'bitcoincash' ? cashAddress(hash) : base58check.encode(joined(Uint8Array.of(writings[chain].key), hash));

/** By a witness, within the hash of a script and by itself; none where the chain has no witnesses. */
function payToWitness(chain: OutputChain, hash: Uint8Array): readonly string[] {
  if (chain === 'bitcoincash' || writings[chain].witness === null) return [];
  const { script, witness } = writings[chain];
  const within = hash160(joined(Uint8Array.of(0x00, 0x14), hash));
  return [
    base58check.encode(joined(Uint8Array.of(script), within)),
    bech32.encode(witness ?? '', [0, ...bech32.toWords(hash)]),
  ];
}

/** A length as Bitcoin writes it. */
function compactSize(length: number): Uint8Array {
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
