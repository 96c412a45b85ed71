import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { base64, hex, utf8 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { hasSigned, reserveMessage } from './signed-address.ts';

// Published examples: bitcoinjs-message, and EIP-191 as web3.js documents it.

const bitcoin = {
  message: 'This is an example of a signed message.',
  signature: 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
};
const ethereum = {
  message: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
};
const signer = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';

// Eleven times "abandon", then "about".
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);
function sign(path: string, digest: Uint8Array) {
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(path);
  if (privateKey === null) throw new Error('a key of a seed is private');
  const signature = secp256k1.sign(digest, privateKey);
  return { compact: signature.toCompactRawBytes(), recovery: signature.recovery };
}

describe('a signature of an address', () => {
  it('of Bitcoin is that of every address of its key, and of no other address or text', () => {
    const own = ['1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'];
    for (const address of own) expect(hasSigned('bitcoin', address, bitcoin)).toBe(true);
    expect(hasSigned('bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', bitcoin)).toBe(false);
    expect(hasSigned('bitcoin', own[0] ?? '', { ...bitcoin, message: 'This is an example of a signed message' })).toBe(false);
  });

  it('of native segwit is believed whichever kind of address the wallet writes in its head', () => {
    // The first address of BIP 84's test vectors, and the hash of a text of 60 characters as BIP 137 writes it.
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    const message = 'x'.repeat(60);
    const digest = sha256(sha256(utf8.decode(`\u0018Bitcoin Signed Message:\n<${message}`)));
    const { compact, recovery } = sign("m/84'/0'/0'/0/0", digest);
    for (const kind of [31, 35, 39]) {
      const signature = base64.encode(Uint8Array.of(kind + recovery, ...compact));
      expect(hasSigned('bitcoin', address, { message, signature })).toBe(true);
      expect(hasSigned('bitcoin', address, { message: `${message}x`, signature })).toBe(false);
    }
    // Of an uncompressed key there is no such address.
    const plain = base64.encode(Uint8Array.of(27 + recovery, ...compact));
    expect(hasSigned('bitcoin', address, { message, signature: plain })).toBe(false);
  });

  it.each([
    ['litecoin', "m/84'/2'/0'/0/0", '\u0019Litecoin', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['bitcoincash', "m/44'/145'/0'/0/0", '\u0018Bitcoin', 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
    ['dash', "m/44'/5'/0'/0/0", '\u0019DarkCoin', 'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
  ] as const)('of %s is that of its wallets, in their own words and no others', (chain, path, greeting, address) => {
    const message = reserveMessage('https://assay.example');
    const signed = (words: string) => {
      const digest = sha256(sha256(utf8.decode(`${words} Signed Message:\n${String.fromCodePoint(message.length)}${message}`)));
      const { compact, recovery } = sign(path, digest);
      return { message, signature: base64.encode(Uint8Array.of(31 + recovery, ...compact)) };
    };
    expect(hasSigned(chain, address, signed(greeting))).toBe(true);
    expect(hasSigned(chain, address, signed('\u0018Dogecoin'))).toBe(false);
  });

  it('of TRON is that of TRON, and no signature of the same key for Ethereum', () => {
    const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    const message = reserveMessage('https://assay.example');
    const signed = (chain: string) => {
      const said = utf8.decode(`\u0019${chain} Signed Message:\n47${message}`);
      const { compact, recovery } = sign("m/44'/195'/0'/0/0", keccak_256(said));
      return `0x${hex.encode(compact)}${hex.encode(Uint8Array.of(27 + recovery))}`;
    };
    expect(message).toHaveLength(47);
    expect(hasSigned('tron', address, { message, signature: signed('TRON') })).toBe(true);
    expect(hasSigned('tron', address, { message, signature: signed('Ethereum') })).toBe(false);
  });

  it('that is none is a no, and nothing breaks', () => {
    const none = [
      '',
      '0x',
      'yes',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      base64.encode(new Uint8Array(65).fill(31)),
      'A'.repeat(300),
    ];
    for (const signature of none) {
      expect(hasSigned('bitcoin', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', { message: 'x', signature })).toBe(false);
      expect(hasSigned('ethereum', signer, { message: 'x', signature })).toBe(false);
      expect(hasSigned('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', { message: 'x', signature })).toBe(false);
    }
  });

  it('of Ethereum is believed of its account alone', () => {
    expect(hasSigned('ethereum', signer, ethereum)).toBe(true);
    expect(hasSigned('ethereum', signer.toLowerCase(), ethereum)).toBe(true);
    expect(hasSigned('ethereum', '0x000000000000000000000000000000000000dEaD', ethereum)).toBe(false);
    expect(hasSigned('ethereum', signer, { ...ethereum, message: 'Some date' })).toBe(false);
  });
});
