import { bech32 } from '@scure/base';

// Addresses of Bitcoin Cash (CashAddr): letters as those of BIP 173, and a longer checksum over the name of the chain and all of them.

const prefix = 'bitcoincash';
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const checksumLetters = 8;
/** Of 20 bytes: paid to the hash of a key, or of a script. */
const kinds: readonly number[] = [0x00, 0x08];

const generators = [0x98_f2_bc_8e_61n, 0x79_b7_6d_99_e2n, 0xf3_3e_5f_b3_c4n, 0xae_2e_ab_e2_a8n, 0x1e_4f_43_e4_70n] as const;

/** Zero over an address with its checksum. */
function remainder(words: readonly number[]): bigint {
  const named = [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 0x1f), 0, ...words];
  const left = named.reduce((sum, word) => {
    const high = sum >> 35n;
    const moved = ((sum & 0x07_ff_ff_ff_ffn) << 5n) ^ BigInt(word);
    return generators.reduce((all, generator, bit) => (((high >> BigInt(bit)) & 1n) === 1n ? all ^ generator : all), moved);
  }, 1n);
  return left ^ 1n;
}

/** The address that pays to the hash of a key. */
export function cashAddress(hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of(0x00, ...hash));
  const check = remainder([...words, ...Array.from({ length: checksumLetters }, () => 0)]);
  const sum = Array.from({ length: checksumLetters }, (_, place) =>
    Number((check >> BigInt(5 * (checksumLetters - 1 - place))) & 31n),
  );
  return `${prefix}:${[...words, ...sum].map((word) => letters.charAt(word)).join('')}`;
}

/** In the form that its nodes write it, or undefined when it is none; the name of the chain may be missing before it. */
export function readCashAddress(text: string): string | undefined {
  const small = text === text.toUpperCase() ? text.toLowerCase() : text;
  const body = small.startsWith(`${prefix}:`) ? small.slice(prefix.length + 1) : small;
  const words = Array.from(body, (letter) => letters.indexOf(letter));
  if (body.length !== 42 || words.includes(-1) || remainder(words) !== 0n) return undefined;
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -checksumLetters));
  if (!bytes || bytes.length !== 21 || !kinds.includes(bytes[0] ?? -1)) return undefined;
  return bytes.some((byte, place) => place > 0 && byte !== 0) ? `${prefix}:${body}` : undefined;
}
