import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { descriptorChecksum, parseWallet, walletKey } from './wallet.ts';

// The seed of BIP 84's test vectors: eleven times "abandon", then "about".
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(hex.decode(seed));
const account = root.derive("m/84'/0'/0'");
const { publicExtendedKey: xpub } = account;
const summed = (body: string) => `${body}#${descriptorChecksum(body)}`;
const descriptor = summed(`wpkh([73c5da0a/84h/0h/0h]${xpub}/<0;1>/*)`);

test('a checksum is what BIP 380 has published, and notices one letter that is another', () => {
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
  expect(descriptorChecksum('raw(deedbeef)')).not.toBe('89f8spxm');
  expect(descriptorChecksum('raw(Ü)')).toBeUndefined();
});

test.each([
  ['of both branches', descriptor],
  ['of the receiving branch, with the older marks', summed(`wpkh([73c5da0a/84'/0'/0']${xpub}/0/*)`)],
])('the addresses of a descriptor %s are those that BIP 84 has published', (_, text) => {
  const wallet = parseWallet(`${text}\n`);
  expect(wallet.fingerprint).toBe(root.fingerprint);
  expect([walletKey(wallet, 0, 0), walletKey(wallet, 0, 1), walletKey(wallet, 1, 0)].map(({ address }) => address)).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ]);
  expect(walletKey(wallet, 1, 5).path).toEqual([84 + 2 ** 31, 2 ** 31, 2 ** 31, 1, 5]);
});

const words = `${'abandon '.repeat(11)}about`;
// The private key of the world's first address of these words, as BIP 84 has published it.
const single = 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d';
const bare = hex.encode(root.privateKey ?? new Uint8Array());
const secrets = [
  ['the words of a seed', words],
  ['the words of a seed, one a line', words.replaceAll(' ', '\n')],
  ['an extended private key', account.privateExtendedKey],
  ['a descriptor with one', summed(`wpkh([73c5da0a/84h/0h/0h]${account.privateExtendedKey}/<0;1>/*)`)],
  ['a descriptor with a single private key', summed(`wpkh(${single})`)],
  ['a bare private key', bare],
] as const;
test.each(secrets)('%s is refused, and nothing of it is shown', (_, text) => {
  expect(() => parseWallet(text)).toThrow(/^this holds a private key .* nothing was made of it$/);
});

const testnet = new HDKey({
  versions: { public: 0x04_35_87_cf, private: 0x04_35_83_94 },
  publicKey: account.publicKey ?? undefined,
  chainCode: account.chainCode ?? undefined,
  depth: 3,
  index: 2 ** 31,
} as never).publicExtendedKey;
test.each([
  ['no checksum', descriptor.split('#')[0] ?? '', 'has no checksum'],
  ['a checksum of another', `${descriptor.slice(0, -1)}${descriptor.endsWith('q') ? 'p' : 'q'}`, 'does not fit'],
  ['a letter of the path that is another', descriptor.replace('73c5da0a', '73c5da0b'), 'does not fit'],
  ['a key of a test network', summed(`wpkh([73c5da0a/84h/1h/0h]${testnet}/<0;1>/*)`), 'of another network'],
  [
    'a key of a test network under a path of Bitcoin',
    summed(`wpkh([73c5da0a/84h/0h/0h]${testnet}/<0;1>/*)`),
    'of another network',
  ],
  ['a path of Litecoin', summed(`wpkh([73c5da0a/84h/2h/0h]${xpub}/<0;1>/*)`), 'of another network'],
  ['a key of several', summed(`wsh(multi(1,[73c5da0a/84h/0h/0h]${xpub}/<0;1>/*))`), 'none of BIP 84'],
  ['wrapped segwit', summed(`sh(wpkh([73c5da0a/49h/0h/0h]${xpub}/<0;1>/*))`), 'none of BIP 84'],
  ['no origin', summed(`wpkh(${xpub}/<0;1>/*)`), 'none of BIP 84'],
  ['change that goes to another branch', summed(`wpkh([73c5da0a/84h/0h/0h]${xpub}/1/*)`), 'none of BIP 84'],
  [
    'a key of another depth',
    summed(`wpkh([73c5da0a/84h/0h/0h]${account.deriveChild(0).publicExtendedKey}/<0;1>/*)`),
    'no extended public key of an account',
  ],
  ['a key of another account', summed(`wpkh([73c5da0a/84h/0h/1h]${xpub}/<0;1>/*)`), 'of another account'],
  ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'has no checksum'],
])('a descriptor with %s is none of the wallet', (_, text, sentence) => {
  expect(() => parseWallet(text)).toThrow(sentence);
});
