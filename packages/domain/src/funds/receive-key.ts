import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { secp256k1 } from '@noble/curves/secp256k1';
import { ripemd160 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bech32, createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { parseAddress, writings } from './address.ts';
import { cashAddress } from './cash-address.ts';

const base58check = createBase58check(sha256);

/** First bytes of an extended public key: of any chain (BIP 32), and of native segwit (SLIP 132). */
const anyChain = 0x04_88_b2_1e;
const nativeSegwit = 0x04_b2_47_46;
/** Purpose, coin, account: what a wallet hands out for watching (BIP 44, BIP 84). */
const accountDepth = 3;

/** Hardened positions start here: they are not for public keys. */
const positionsMax = 0x80_00_00_00;

/** Why a text is no key that addresses can be drawn from. `private`: a private key, whose reader can spend. */
export type ReceiveKeyFault = 'private' | 'unusable';

/**
 * The extended public key of an account, written as `xpub` whatever a wallet calls it, or why it is none. A key for wrapped
 * segwit, of a test network, or of another depth than an account's is not taken: its addresses would differ from those that the
 * wallet watches.
 */
export function parseReceiveKey(chain: Chain, text: string): { readonly key: string } | ReceiveKeyFault {
  if (isPrivate(text)) return 'private';
  const bytes = decoded(text);
  if (bytes?.length !== 78) return 'unusable';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(0);
  const isNative = version === nativeSegwit && (chain === 'bitcoin' || chain === 'litecoin');
  if (version !== anyChain && !isNative) return 'unusable';
  if (view.getUint8(4) !== accountDepth) return 'unusable';
  view.setUint32(0, anyChain);
  const key = base58check.encode(bytes);
  try {
    HDKey.fromExtendedKey(key);
  } catch {
    // A point that is not on the curve: the library says so by throwing.
    return 'unusable';
  }
  return { key };
}

/** First bytes of single private keys: of Bitcoin and Bitcoin Cash, of test networks, of Litecoin, of Dash. */
const wifs: readonly number[] = [0x80, 0xef, 0xb0, 0xcc];

/** Extended private keys of any kind, single ones (hexadecimal, WIF), and the words of a seed. */
function isPrivate(text: string): boolean {
  const trimmed = text.trim();
  if (/[a-z]prv/i.test(trimmed) || /^(0x)?[0-9a-f]{64}$/i.test(trimmed)) return true;
  if (trimmed.split(/[\s,]+/).length >= 12) return true;
  const bytes = decoded(trimmed);
  if (bytes === undefined) return false;
  const isWif = (bytes.length === 33 || bytes.length === 34) && wifs.includes(bytes[0] ?? -1);
  return isWif || (bytes.length === 78 && bytes[45] === 0);
}

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > 128) return undefined;
  try {
    return new Uint8Array(base58check.decode(text));
  } catch {
    // The library says no by throwing.
    return undefined;
  }
}

/** The chain's address at a position of the key's receiving branch. */
export function receiveAddress(chain: Chain, key: string, position: number): string {
  return addressAt(chain, receivingBranch(key), position);
}

const receivingBranch = (key: string): HDKey => HDKey.fromExtendedKey(key).deriveChild(0);

function addressAt(chain: Chain, branch: HDKey, position: number): string {
  if (!Number.isInteger(position) || position < 0 || position >= positionsMax)
    throw new Error(`there is no position ${position}`);
  const { publicKey } = branch.deriveChild(position);
  if (publicKey === null) throw new Error('a derived key has no public part');
  const address = write[chain](publicKey);
  if (parseAddress(chain, address) !== address) throw new Error(`a derived address of ${chain} is none`);
  return address;
}

/** Pay to witness public key hash (BIP 84, BIP 173). */
const toWitness = (prefix: string) => (publicKey: Uint8Array) =>
  bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]);
const toAccount = (publicKey: Uint8Array) => parseAddress('ethereum', `0x${hex.encode(accountOf(publicKey))}`) ?? '';

const write: Readonly<Record<Chain, (publicKey: Uint8Array) => string>> = {
  bitcoin: toWitness('bc'),
  ethereum: toAccount,
  litecoin: toWitness('ltc'),
  bitcoincash: (publicKey) => cashAddress(ripemd160(sha256(publicKey))),
  dash: (publicKey) => base58check.encode(Uint8Array.of(writings.dash.key, ...ripemd160(sha256(publicKey)))),
  bsc: toAccount,
  avalanche: toAccount,
  tron: (publicKey) => base58check.encode(Uint8Array.of(0x41, ...accountOf(publicKey))),
};

/** The last 20 bytes of the hash of both coordinates. */
function accountOf(publicKey: Uint8Array): Uint8Array {
  const coordinates = secp256k1.ProjectivePoint.fromHex(publicKey).toRawBytes(false).subarray(1);
  return keccak_256(coordinates).subarray(-20);
}

/** Shown before a key is taken, so that two people can compare them with their wallet. */
export function firstAddresses(chain: Chain, key: string, count = 10): string[] {
  const branch = receivingBranch(key);
  return Array.from({ length: count }, (_, position) => addressAt(chain, branch, position));
}

/** By SLIP 44; chains of Ethereum's kind share its number in wallets. */
const coinTypes: Readonly<Record<Chain, string>> = {
  bitcoin: "84'/0'",
  ethereum: "44'/60'",
  tron: "44'/195'",
  litecoin: "84'/2'",
  bitcoincash: "44'/145'",
  dash: "44'/5'",
  bsc: "44'/60'",
  avalanche: "44'/60'",
};

/**
 * The account key of a wallet that is not stored: for a sandbox, whose addresses must have no owner. `seed` is 16 to 64 bytes.
 */
export function sampleReceiveKey(chain: Chain, seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive(`m/${coinTypes[chain]}/0'`).publicExtendedKey;
}
