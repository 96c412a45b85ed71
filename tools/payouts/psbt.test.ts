import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { bech32, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { RawTx, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Unspent, dustLimit, outpointOf, weightOf } from './choose-outputs.ts';
import { type Plan, paidBy, paymentsOf, psbtOf, readTransaction } from './psbt.ts';
import { descriptorChecksum, parseWallet, walletKey } from './wallet.ts';

// The seed of BIP 84's test vectors: eleven times "abandon", then "about". Its keys and addresses are published there.
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(hex.decode(seed));
const body = `wpkh([73c5da0a/84h/0h/0h]${root.derive("m/84'/0'/0'").publicExtendedKey}/<0;1>/*)`;
const wallet = parseWallet(`${body}#${descriptorChecksum(body)}`);
const first = {
  key: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
};
const second = {
  key: '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
  address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
};
const change = {
  key: '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
  address: 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
};

// Addresses of other people, from BIP 173, BIP 350 and the chain's first year.
const [ada, ben] = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'];
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const file = `W260107-AAAAAAAAAA,BTC,${ada},0.01\nW260107-BBBBBBBBBB,BTC,${ben},0.02\n`;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const paymentsIn = (text = file) => paymentsOf(text, sha(text));

const unspent = (digit: string, units: bigint, position: number, branch: 0 | 1 = 0): Unspent => ({
  txid: digit.repeat(64),
  vout: 1,
  units,
  branch,
  position,
});
const [small, large, other] = [unspent('a', 1_500_000n, 0), unspent('b', 4_000_000n, 1), unspent('c', 900_000n, 1)];
const terms = { spend: outpointOf(small), feeRate: 10_000n, maxFee: 5000n };
const plan: Plan = { wallet, change: 0, free: [other, small, large], open: [], ...terms };
const made = (given: Partial<Plan> = {}, text = file) => psbtOf(paymentsIn(text), { ...plan, ...given });

const little = (value: bigint | number, bytes: number) => {
  const written = Buffer.alloc(8);
  written.writeBigUInt64LE(BigInt(value));
  return written.subarray(0, bytes).toString('hex');
};
const witness = (address: string) =>
  `0014${hex.encode(bech32.fromWords(bech32.decode(address as `bc1${string}`).words.slice(1)))}`;

/** As a signer's device does: it finds its keys by the paths that stand beside inputs. */
function signed(psbt: Uint8Array): Transaction {
  const one = Transaction.fromPSBT(psbt);
  for (let place = 0; place < one.inputsLength; place += 1) {
    const [[, { path }] = ['', { path: [] }]] = one.getInput(place).bip32Derivation ?? [];
    const { privateKey } = path.reduce((key, step) => key.deriveChild(step), root);
    one.signIdx(privateKey ?? new Uint8Array(), place);
  }
  return one;
}
const finished = (psbt: Uint8Array): Uint8Array => {
  const one = signed(psbt);
  one.finalize();
  return one.extract();
};
/** As a wallet writes a whole transaction into a file. */
const written = (raw: Uint8Array): Uint8Array => Buffer.from(`${hex.encode(raw)}\n`);
const hashOf = (psbt: Uint8Array, back: Uint8Array, text = file) =>
  paidBy(paymentsIn(text), wallet, { made: readTransaction(psbt), signed: readTransaction(back) });

test('a batch is one transaction of the layout of BIP 174, to the last byte', () => {
  const { psbt, fee, vsize } = made();
  // 4 + 1 + 2 × 41 + 1 + (31 + 34 + 31) + 4 = 188 bytes of four units; 2 and 2 × 108 of witnesses: 970 units are 242.5.
  expect([vsize, fee]).toEqual([243, 2430n]);
  // 1,500,000 + 4,000,000 − 1,000,000 − 2,000,000 − 2,430.
  const back = 2_497_570;
  const input = (digit: string) => `${digit.repeat(64)}0100000000fdffffff`;
  const unsigned = [
    '0200000002',
    input('a'),
    input('b'),
    '03',
    `${little(1_000_000, 8)}160014751e76e8199196d454941c45d1b3a323f1433bd6`,
    `${little(2_000_000, 8)}1976a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac`,
    `${little(back, 8)}16${witness(change.address)}`,
    '00000000',
  ].join('');
  const path = (branch: number, position: number) =>
    `1873c5da0a${little(2 ** 31 + 84, 4)}${little(2 ** 31, 4)}${little(2 ** 31, 4)}${little(branch, 4)}${little(position, 4)}`;
  const spent = (units: bigint, { key, address }: typeof first, position: number) =>
    `01011f${little(units, 8)}16${witness(address)}2206${key}${path(0, position)}00`;
  expect(hex.encode(psbt)).toBe(
    [
      `70736274ff0100${(unsigned.length / 2).toString(16)}${unsigned}00`,
      spent(small.units, first, 0),
      spent(large.units, second, 1),
      `0000`,
      `2202${change.key}${path(1, 0)}00`,
    ].join(''),
  );
});

test('signed by the wallet it pays each line exactly, the fee that was told, and the rest to its own next change', () => {
  const { psbt, fee, vsize, changeAddress } = made();
  const raw = finished(psbt);
  const whole = Transaction.fromRaw(raw);
  const paid = Array.from({ length: whole.outputsLength }, (_, place) => whole.getOutput(place).amount ?? 0n);
  expect(paid).toEqual([1_000_000n, 2_000_000n, 2_497_570n]);
  expect(whole.inputsLength).toBe(2);
  expect(small.units + large.units - paid.reduce((sum, each) => sum + each, 0n)).toBe(fee);
  expect(changeAddress).toBe(change.address);
  // A signature of 71 bytes in place of 72 takes a quarter of a virtual byte.
  expect(whole.vsize).toBeGreaterThan(vsize - 2);
  expect(whole.vsize).toBeLessThanOrEqual(vsize);
  const hash = whole.id;
  expect(hashOf(psbt, written(raw))).toBe(hash);
  // Signed and not put together yet, in bytes as in base64.
  const partly = signed(psbt).toPSBT();
  expect(hashOf(psbt, partly)).toBe(hash);
  expect(hashOf(Buffer.from(`${Buffer.from(psbt).toString('base64')}\n`), partly)).toBe(hash);
});

test('the same arguments give the same transaction, in whatever order the node tells what is unspent', () => {
  expect(made({ free: [large, other, small] }).psbt).toEqual(made().psbt);
});

test('a batch that is made again, at another fee and with other outputs free, spends the same output as before: a chain takes one', () => {
  const again = made({ feeRate: 15_000n, free: [small, other, unspent('d', 9_000_000n, 4)] });
  expect(again.inputs.map(outpointOf)).toEqual([outpointOf(small), `${'d'.repeat(64)}:1`]);
  // Once it is spent the file is paid, and nothing is made of it.
  expect(() => made({ free: [large, other] })).toThrow('may have paid this batch already');
});

test('what an open transaction spends is left alone', () => {
  const earlier = made({ spend: outpointOf(large) }, file.replaceAll('W260107', 'W260106').replace('0.01', '0.015'));
  expect(earlier.inputs).toEqual([large]);
  const open = [readTransaction(earlier.psbt)];
  const next = unspent('d', 3_000_000n, 4);
  expect(made({ open, free: [small, large, other, next], change: 1 }).inputs).toEqual([small, next]);
  expect(() => made({ open, free: [small, large, other, next] })).toThrow('--change 0 is not fresh');
  expect(() => made({ open, spend: outpointOf(large) })).toThrow('is spent by an open transaction');
  expect(() => made({ open: [readTransaction(made().psbt)], spend: outpointOf(other) })).toThrow('pays this batch already');
});

test('change that would be dust goes with the fee, and one satoshi more comes back', () => {
  // One input and two outputs: 4 + 1 + 41 + 1 + (31 + 34) + 4 = 116 bytes, 574 units, 144 virtual bytes; with change 31 more: 175.
  const spend = (units: bigint) => {
    const one = unspent('e', units, 0);
    return made({ free: [one], spend: outpointOf(one) });
  };
  expect(spend(3_001_440n)).toMatchObject({ vsize: 144, fee: 1440n, change: 0n, changeAddress: null });
  expect(() => spend(3_001_439n)).toThrow('the free outputs hold 0.03001439 BTC, and 0.0300144 BTC are needed with the fee');
  expect(spend(3_000_000n + 1750n + 293n)).toMatchObject({ vsize: 144, fee: 2043n, change: 0n });
  expect(spend(3_000_000n + 1750n + 294n)).toMatchObject({ vsize: 175, fee: 1750n, change: 294n });
});

test.each([
  [ada, 294n],
  [ben, 546n],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 540n],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 330n],
  [taproot, 330n],
])('an output to %s is dust below %i satoshis', (address, limit) => {
  const paying = (units: bigint) => `W260107-AAAAAAAAAA,BTC,${address},0.00000${units}\n`;
  const [{ script } = { script: new Uint8Array() }] = paymentsIn(paying(limit));
  expect(dustLimit(script)).toBe(limit);
  expect(made({}, paying(limit)).fee).toBeGreaterThan(0n);
  expect(() => made({}, paying(limit - 1n))).toThrow('it is dust');
});

test.each([
  ['too few coins', { free: [small] }, 'the free outputs hold 0.015 BTC, and 0.0300144 BTC are needed with the fee'],
  ['a fee above what was allowed', { maxFee: 2429n }, 'the fee would be 2430 sat, and --max-fee allows 2429'],
  ['an output that is not the wallet’s', { spend: `${'9'.repeat(64)}:0` }, 'is not unspent in the wallet'],
  ['change that has been used', { free: [small, large, unspent('f', 5n, 3, 1)], change: 3 }, '--change 3 is not fresh'],
] as const)('%s makes no transaction', (_, given, sentence) => {
  expect(() => made(given)).toThrow(sentence);
});

test('a transaction that nodes would not carry is not made', () => {
  const free = Array.from({ length: 1500 }, (_, vout) => ({ ...small, vout, units: 1000n }));
  expect(() => made({ free, spend: outpointOf(free[0] ?? small), feeRate: 1000n })).toThrow('larger than nodes carry');
});

test.each([
  ['a checksum of another file', file, 'f'.repeat(64), 'not the one of the console'],
  ['another network', file.replaceAll(',BTC,', ',LTC,'), undefined, 'LTC is not paid in Bitcoin'],
  [
    'an address of a test network',
    file.replace(ada, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'),
    undefined,
    'no address of Bitcoin',
  ],
  [
    'an address of Litecoin',
    file.replace(ada, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'),
    undefined,
    'no address of Bitcoin',
  ],
  ['a mistyped letter', file.replace('bc1qw508d', 'bc1qw508e'), undefined, 'no address of Bitcoin'],
  ['nothing', file.replace('0.01', '0.00'), undefined, 'pays nothing'],
  ['a part of a satoshi', file.replace('0.01', '0.010000001'), undefined, 'finer than the coin'],
  ['a line that stands there twice', file + file, undefined, 'twice'],
])('a file with %s makes no transaction', (_, text, checksum, sentence) => {
  expect(() => paymentsOf(text, checksum ?? sha(text))).toThrow(sentence);
});

test('what comes back and is not what was made, or not signed by the wallet for all of it, is named', () => {
  const { psbt } = made();
  const stranger = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
  expect(() => hashOf(psbt, written(finished(made({ feeRate: 11_000n }).psbt)))).toThrow('not what was made');
  expect(() => hashOf(psbt, psbt)).toThrow(`${outpointOf(small)} is not signed by its key`);
  for (const text of ['', 'nonsense', '00', 'cHNidP8='])
    expect(() => hashOf(psbt, Buffer.from(text))).toThrow('this is no transaction');
  const raw = RawTx.decode(finished(psbt));
  const broken = (parts: Uint8Array[]) => written(RawTx.encode({ ...raw, witnesses: [raw.witnesses?.[0] ?? [], parts] }));
  const [signature = new Uint8Array(), key = new Uint8Array()] = raw.witnesses?.[1] ?? [];
  const own = stranger.publicKey ?? new Uint8Array();
  // Its twin with the other half of s, which no node carries (BIP 146).
  const { r, s } = secp256k1.Signature.fromDER(signature.subarray(0, -1));
  const twin = new secp256k1.Signature(r, secp256k1.CURVE.n - s);
  const unsound: (readonly Uint8Array[])[] = [
    [signature, own],
    [Uint8Array.of(...signature.subarray(0, -1), 2), key],
    [signature.with(10, (signature[10] ?? 0) ^ 1), key],
    [Uint8Array.of(1), key],
    [signature, key, key],
    [Uint8Array.of(...twin.toDERRawBytes(), 1), key],
  ];
  for (const parts of unsound)
    expect(() => hashOf(psbt, broken([...parts]))).toThrow(`${outpointOf(large)} is not signed by its key`);
});

test('what was made for another file, or for another wallet, is not taken for the one of this file', () => {
  const { psbt } = made();
  const back = written(finished(psbt));
  expect(() => hashOf(psbt, back, file.replace('0.02', '0.021'))).toThrow('BBBBBBBBBB is not paid as the file says');
  expect(() => hashOf(psbt, back, file.replace(ada, taproot))).toThrow('AAAAAAAAAA is not paid as the file says');
  const three = `${file}W260107-CCCCCCCCCC,BTC,${ada},0.001\n`;
  expect(() => hashOf(psbt, back, three)).toThrow('CCCCCCCCCC is not paid as the file says');
  const longer = made({}, three).psbt;
  expect(() => hashOf(longer, written(finished(longer)))).toThrow('it pays more than the file says');
  // The third line in the place of the change.
  const one = unspent('e', 3_101_750n, 0);
  const exact = made({ free: [one], spend: outpointOf(one) }, three).psbt;
  const paying = written(finished(exact));
  expect(() => hashOf(exact, paying)).toThrow('another wallet');
  expect(hashOf(exact, paying, three)).toMatch(/^[0-9a-f]{64}$/);
  // Of another account of the same seed, which is neither the one that spends nor the one that the rest goes back to.
  const elsewhere = { ...wallet, account: root.derive("m/84'/0'/1'") };
  for (const [bytes, all, text] of [
    [psbt, back, file],
    [exact, paying, three],
  ] as const)
    expect(() => paidBy(paymentsIn(text), elsewhere, { made: readTransaction(bytes), signed: readTransaction(all) })).toThrow(
      'another wallet',
    );
  const received = Transaction.fromPSBT(psbt);
  const { publicKey, script, path } = walletKey(wallet, 0, 5);
  received.updateOutput(2, { script, bip32Derivation: [[publicKey, { fingerprint: wallet.fingerprint, path }]] });
  expect(() => hashOf(received.toPSBT(), written(finished(received.toPSBT())))).toThrow('no address for change');
});

test('whatever is paid of whatever is held: nothing is lost, nothing is dust, and it is the same once more', () => {
  const units = fc.bigInt({ min: 546n, max: 3_000_000n });
  const held = fc.array(fc.bigInt({ min: 1n, max: 5_000_000n }), { minLength: 1, maxLength: 12 });
  const rate = fc.bigInt({ min: 1000n, max: 200_000n });
  const scripts = paymentsIn().map(({ script }) => script);
  let paid = 0;
  fc.assert(
    fc.property(fc.array(units, { minLength: 1, maxLength: 8 }), held, rate, fc.nat(11), (amounts, coins, feeRate, at) => {
      const free = coins.map((each, vout) => ({ ...small, vout, units: each }));
      const payments = amounts.map((each, place) => ({
        id: `W${place}`,
        script: scripts[place % 2] ?? new Uint8Array(),
        units: each,
      }));
      const asked = { ...plan, free, feeRate, maxFee: 10n ** 9n, spend: outpointOf(free[at % free.length] ?? small) };
      const total = (all: readonly { units: bigint }[]) => all.reduce((sum, each) => sum + each.units, 0n);
      let choice;
      try {
        choice = psbtOf(payments, asked);
      } catch (error) {
        expect(String(error)).toContain('are needed with the fee');
        // Indeed all together they are less than payments and the fee for spending them.
        const weight = weightOf(
          free.length,
          payments.map(({ script }) => script.length),
        );
        expect(total(free)).toBeLessThan(total(payments) + (BigInt(Math.ceil(weight / 4)) * feeRate + 999n) / 1000n);
        return;
      }
      paid += 1;
      const outputs = Transaction.fromPSBT(choice.psbt);
      const amountsOut = Array.from({ length: outputs.outputsLength }, (_, place) => outputs.getOutput(place));
      expect(amountsOut.slice(0, amounts.length).map(({ amount }) => amount)).toEqual(amounts);
      expect(total(choice.inputs)).toBe(total(payments) + choice.change + choice.fee);
      expect(outputs.fee).toBe(choice.fee);
      for (const { amount = 0n, script = new Uint8Array() } of amountsOut)
        expect(amount).toBeGreaterThanOrEqual(dustLimit(script));
      expect(choice.inputs.map(outpointOf)).toContain(asked.spend);
      // Never below the rate; above it by no more than what making and keeping change would have cost.
      const least = (BigInt(choice.vsize) * feeRate + 999n) / 1000n;
      expect(choice.fee).toBeGreaterThanOrEqual(least);
      expect(choice.fee).toBeLessThanOrEqual(least + (choice.change > 0n ? 0n : 294n + (32n * feeRate) / 1000n));
      expect(psbtOf(payments, { ...asked, free: free.toReversed() }).psbt).toEqual(choice.psbt);
    }),
    { seed: 79, numRuns: 60 },
  );
  expect(paid).toBeGreaterThan(20);
});
