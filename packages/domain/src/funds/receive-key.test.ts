import { type Chain, chains } from '@assay/contract/vocabulary/funds.ts';
import { sha256 } from '@noble/hashes/sha2';
import { createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { firstAddresses, parseReceiveKey, receiveAddress, sampleReceiveKey } from './receive-key.ts';

// The seed of BIP 84's test vectors: eleven times "abandon", then "about".
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);
const zpub = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const keyOf = (chain: Chain, text: string) => {
  const read = parseReceiveKey(chain, text);
  if (typeof read === 'string') throw new Error(read);
  return read.key;
};
/** A key of 32 bytes as wallets of a chain write it. */
const wif = (version: number) => createBase58check(sha256).encode(Uint8Array.of(version, ...seed.subarray(0, 32), 1));
const account = (path: string) => HDKey.fromMasterSeed(seed).derive(path);

describe('an address of a key', () => {
  it('is what BIP 84 has published for its account, from zpub as from xpub', () => {
    const key = keyOf('bitcoin', zpub);
    expect(firstAddresses('bitcoin', key, 2)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
    expect(keyOf('bitcoin', key)).toBe(key);
    expect(key).toBe(sampleReceiveKey('bitcoin', seed));
  });

  it('is what wallets show for the same seed on Ethereum and on TRON', () => {
    expect(firstAddresses('ethereum', keyOf('ethereum', account("m/44'/60'/0'").publicExtendedKey), 2)).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    ]);
    expect(receiveAddress('tron', keyOf('tron', account("m/44'/195'/0'").publicExtendedKey), 0)).toBe(
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    );
  });

  it.each([
    ['litecoin', "m/84'/2'/0'", 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['bitcoincash', "m/44'/145'/0'", 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
    ['dash', "m/44'/5'/0'", 'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
    ['bsc', "m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['avalanche', "m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ] as const)('is what wallets show for the same seed on %s', (chain, path, address) => {
    expect(receiveAddress(chain, keyOf(chain, account(path).publicExtendedKey), 0)).toBe(address);
    expect(sampleReceiveKey(chain, seed)).toBe(account(path).publicExtendedKey);
  });

  it('of native segwit is written as zpub for Litecoin, too, and for no chain without it', () => {
    expect(keyOf('litecoin', zpub)).toBe(keyOf('bitcoin', zpub));
    for (const chain of ['bitcoincash', 'dash', 'bsc'] as const) expect(parseReceiveKey(chain, zpub)).toBe('unusable');
  });

  it('is another one at each position, and passes the checksum of its chain', () => {
    for (const chain of chains) {
      const shown = firstAddresses(chain, sampleReceiveKey(chain, seed));
      expect(new Set(shown).size).toBe(10);
      expect(shown.map((address) => parseAddress(chain, address))).toEqual(shown);
    }
  });

  it('is not read at a hardened position, or at none', () => {
    const key = sampleReceiveKey('bitcoin', seed);
    for (const position of [-1, 0.5, 0x80_00_00_00, Number.NaN])
      expect(() => receiveAddress('bitcoin', key, position)).toThrow('there is no position');
  });
});

// BIP 32's second vector: what is derived from a public key without its private one.
it('the children of a public key are those of BIP 32', () => {
  const parent = HDKey.fromExtendedKey(
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  );
  expect(parent.deriveChild(0).publicExtendedKey).toBe(
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  );
});

describe('whoever enters', () => {
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  it.each([
    ['an extended private key', account("m/84'/0'/0'").privateExtendedKey],
    [
      'one of native segwit',
      'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
    ],
    ['one with a letter missing', account("m/84'/0'/0'").privateExtendedKey.slice(0, -1)],
    ['one with blanks around it', `  ${account("m/44'/60'/0'").privateExtendedKey}\n`],
    ['a single key', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ['a single key of Ethereum', '0xe8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ['a single key of Bitcoin', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d'],
    ['a single key of Litecoin', wif(0xb0)],
    ['a single key of Dash', wif(0xcc)],
    ['the words of a seed', words],
    ['the words with commas', words.replaceAll(' ', ', ')],
  ])('%s is told that it is private', (_, text) => {
    for (const chain of ['bitcoin', 'ethereum', 'tron'] as const) expect(parseReceiveKey(chain, text)).toBe('private');
  });

  it.each([
    ['nothing', 'bitcoin', ''],
    ['an address', 'bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ["Bitcoin's key for Ethereum", 'ethereum', zpub],
    ["Bitcoin's key for TRON", 'tron', zpub],
    ['a mistyped letter', 'bitcoin', zpub.replace('zpub6rFR7', 'zpub6rFR8')],
    ['a key of a whole wallet', 'bitcoin', HDKey.fromMasterSeed(seed).publicExtendedKey],
    ['a key of one address', 'ethereum', account("m/44'/60'/0'/0/0").publicExtendedKey],
    [
      'a key of wrapped segwit',
      'bitcoin',
      'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP',
    ],
    [
      'a key of a test network',
      'bitcoin',
      'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc',
    ],
    ['a very long text', 'tron', 'x'.repeat(10_000)],
  ] as const)('%s is told that it is no key of an account', (_, chain, text) => {
    expect(parseReceiveKey(chain, text)).toBe('unusable');
  });

  it('a point that is not on the curve is told so too', () => {
    const base58check = createBase58check(sha256);
    const bytes = base58check.decode(sampleReceiveKey('bitcoin', seed));
    // BIP 32's fifth vector has this point.
    bytes.set([0x02, ...Array.from({ length: 31 }, () => 0), 7], 45);
    expect(parseReceiveKey('bitcoin', base58check.encode(bytes))).toBe('unusable');
  });
});
