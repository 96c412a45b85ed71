import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bech32, bech32m, createBase58check, hex, utf8 } from '@scure/base';
import { readCashAddress } from './cash-address.ts';

const base58check = createBase58check(sha256);

/**
 * An address in the form that its chain writes it, or undefined when it is none: mistyped characters are caught by the
 * checksums of EIP-55, Base58Check (Bitcoin and its kin, TRON), BIP 173/350 and CashAddr. An Ethereum address in one case carries no checksum and
 * is answered with one. The address of zeros, where coins are burnt, is no address to use.
 */
export function parseAddress(chain: Chain, text: string): string | undefined {
  if (text.length > 128) return undefined;
  return readers[chain](text);
}

/** First bytes of addresses that pay to the hash of a key and of a script; what those of witnesses begin with, where there are any. */
interface Writing {
  readonly key: number;
  readonly script: number;
  readonly witness: string | null;
}
export const writings: Readonly<Record<'bitcoin' | 'litecoin' | 'dash', Writing>> = {
  bitcoin: { key: 0x00, script: 0x05, witness: 'bc' },
  // The older 0x05 of its scripts is Bitcoin's, too: an address copied from the wrong chain would not be detected.
  litecoin: { key: 0x30, script: 0x32, witness: 'ltc' },
  dash: { key: 0x4c, script: 0x10, witness: null },
};

const readers: Readonly<Record<Chain, (text: string) => string | undefined>> = {
  bitcoin: outputs(writings.bitcoin),
  ethereum,
  tron,
  litecoin: outputs(writings.litecoin),
  bitcoincash: readCashAddress,
  dash: outputs(writings.dash),
  bsc: ethereum,
  avalanche: ethereum,
};

/** EIP-55: a letter is a capital where the hash of the small address has a digit of 8 or more. */
function ethereum(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const small = text.slice(2).toLowerCase();
  if (/^0+$/.test(small)) return undefined;
  const hash = hex.encode(keccak_256(utf8.decode(small)));
  const written = small
    .split('')
    .map((digit, place) => (Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit));
  const address = `0x${written.join('')}`;
  const oneCase = text.slice(2) === small || text.slice(2) === small.toUpperCase();
  return oneCase || text === address ? address : undefined;
}

function tron(text: string): string | undefined {
  const bytes = fromBase58Check(text);
  return bytes?.length === 21 && bytes[0] === 0x41 && bytes.some((byte, place) => place > 0 && byte !== 0) ? text : undefined;
}

/** Pay to public key hash or script hash, or a witness of version 0 or 1 (taproot); later versions can't be spent yet. */
function outputs({ key, script, witness }: Writing): (text: string) => string | undefined {
  return (text) => {
    if (witness !== null && text.toLowerCase().startsWith(`${witness}1`)) return readWitness(witness, text);
    const bytes = fromBase58Check(text);
    const known = bytes?.length === 21 && (bytes[0] === key || bytes[0] === script);
    return known && bytes.some((byte, place) => place > 0 && byte !== 0) ? text : undefined;
  };
}

function readWitness(prefix: string, text: string): string | undefined {
  for (const [encoding, version, lengths] of witnesses) {
    const read = encoding.decodeUnsafe(text);
    if (read === undefined || read.prefix !== prefix) continue;
    const [first, ...words] = read.words;
    const program = encoding.fromWordsUnsafe(words);
    if (first === version && program && lengths.includes(program.length)) return text.toLowerCase();
  }
  return undefined;
}

const witnesses: readonly (readonly [typeof bech32, version: number, lengths: readonly number[]])[] = [
  [bech32, 0, [20, 32]],
  [bech32m, 1, [32]],
];

/** The 20 bytes of an address of TRON as Ethereum's notation writes them. An address that is none is our own mistake. */
export function hexAddress(address: string): string {
  return `0x${hex.encode(base58check.decode(address).subarray(1))}`;
}

/** An address of TRON by its 20 bytes, as `hexAddress` writes them. */
export function tronAddress(bytes: string): string {
  return base58check.encode(Uint8Array.of(0x41, ...hex.decode(bytes.slice(2).toLowerCase())));
}

function fromBase58Check(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    // The library says no by throwing.
    return undefined;
  }
}
