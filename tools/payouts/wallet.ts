// The wallet that pays, by its descriptor: BIP 84, one key, watched and never spent from here.
import { parseReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { Fault } from './batch-file.ts';

export interface Wallet {
  /** Of the seed that the signer's device knows. */
  readonly fingerprint: number;
  /** From the seed to the account. */
  readonly path: readonly number[];
  readonly account: HDKey;
}

/** Receiving, or change. */
export type Branch = 0 | 1;

export interface WalletKey {
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
  readonly address: string;
  /** From the seed to the key. */
  readonly path: number[];
}

const hardened = 0x80_00_00_00;
const oneKey =
  /^wpkh\(\[(?<fingerprint>[0-9a-f]{8})\/84[h'](?:\/(?<coin>\d{1,9})[h'])\/(?<account>\d{1,9})[h']\](?<key>[a-zA-Z0-9]{100,120})\/(?:<0;1>|0)\/\*\)$/;

/** Reads a descriptor with its checksum. Throws a `Fault`, which shows nothing of it. */
export function parseWallet(text: string): Wallet {
  assertNoSecret(text);
  const [body = '', checksum] = text.trim().split('#');
  if (checksum === undefined) throw new Fault('the descriptor has no checksum: copy it with what follows its #');
  if (descriptorChecksum(body) !== checksum)
    throw new Fault('the checksum of the descriptor does not fit: it was mistyped or cut off');
  const { fingerprint = '', coin, account = '', key = '' } = oneKey.exec(body)?.groups ?? {};
  if (fingerprint === '') throw new Fault('the descriptor is none of BIP 84: wpkh([fingerprint/84h/0h/0h]xpub…/<0;1>/*)');
  if (coin !== '0' || !key.startsWith('xpub')) throw new Fault('the descriptor is of another network than Bitcoin');
  const read = parseReceiveKey('bitcoin', key);
  if (typeof read === 'string') throw new Fault('the key in the descriptor is no extended public key of an account');
  const own = HDKey.fromExtendedKey(read.key);
  const path = [84, 0, Number(account)].map((step) => step + hardened);
  if (own.index !== path[2]) throw new Fault('the key in the descriptor is of another account than its path');
  return { fingerprint: Number.parseInt(fingerprint, 16), path, account: own };
}

/** Refuses a private key, or the words of a seed, wherever in the text. */
export function assertNoSecret(text: string): void {
  const parts = [text, ...(text.match(/[a-zA-Z0-9]{50,}/g) ?? [])];
  if (parts.some((part) => parseReceiveKey('bitcoin', part) === 'private'))
    throw new Fault(
      'this holds a private key or the words of a seed, which belong to the signer’s device alone: nothing was made of it',
    );
}

export function walletKey({ account, path }: Wallet, branch: Branch, position: number): WalletKey {
  const { publicKey } = account.deriveChild(branch).deriveChild(position);
  if (publicKey === null) throw new Error('a derived key has no public part');
  const { script, address } = p2wpkh(publicKey);
  if (address === undefined) throw new Error('a key has no address');
  return { publicKey, script, address, path: [...path, branch, position] };
}

/** Characters by groups of 32, and those of the checksum, as BIP 380 has them. */
const characters = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0xf5_de_e5_19_89n, 0xa9_fd_ca_33_12n, 0x1b_ab_10_e3_2dn, 0x37_06_b1_67_7an, 0x64_4d_62_6f_fdn];

/** What stands behind the # of a descriptor (BIP 380); undefined for a character that none has. */
export function descriptorChecksum(body: string): string | undefined {
  const places = body.split('').map((character) => characters.indexOf(character));
  if (places.includes(-1)) return undefined;
  const symbols: number[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const three = places.slice(at, at + 3);
    symbols.push(
      ...three.map((place) => place % 32),
      three.reduce((group, place) => group * 3 + Math.floor(place / 32), 0),
    );
  }
  let sum = 1n;
  for (const symbol of [...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 35n;
    sum = ((sum & 0x7_ff_ff_ff_ffn) << 5n) ^ BigInt(symbol);
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  sum ^= 1n;
  return Array.from({ length: 8 }, (_, place) => digits[Number((sum >> BigInt(5 * (7 - place))) & 31n)]).join('');
}
