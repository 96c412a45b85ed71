import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@assay/server/test/at-end.ts';
import { nodeOfRecords } from '@assay/server/test/nodes/node-of-records.ts';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { descriptorChecksum, parseWallet, walletKey } from './payouts/wallet.ts';
import { run } from './psbt-payouts.ts';

// The command as a signer calls it, with files and beside a node that answers as Bitcoin Core does.

// The seed of BIP 84's test vectors: eleven times "abandon", then "about".
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(hex.decode(seed));
const { publicExtendedKey: xpub, privateExtendedKey: xprv } = root.derive("m/84'/0'/0'");
const summed = (body: string) => `${body}#${descriptorChecksum(body)}`;
const descriptor = summed(`wpkh([73c5da0a/84h/0h/0h]${xpub}/<0;1>/*)`);
const wallet = parseWallet(descriptor);

const folder = mkdtempSync(join(tmpdir(), 'psbt-payouts-'));
atEnd(() => rmSync(folder, { recursive: true }));
let files = 0;
const inFile = (text: string | Uint8Array) => {
  const path = join(folder, `file-${(files += 1)}`);
  writeFileSync(path, text);
  return path;
};
const batch = `W260107-AAAAAAAAAA,BTC,bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,0.01
W260107-BBBBBBBBBB,BTC,1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2,0.02
`;
const checksum = createHash('sha256').update(batch).digest('hex');

/** As `scantxoutset` writes an output: where it is in the wallet stands in its descriptor. */
const output = (digit: string, amount: number, branch: 0 | 1, position: number) => ({
  txid: digit.repeat(64),
  vout: 1,
  scriptPubKey: hex.encode(walletKey(wallet, branch, position).script),
  desc: `wpkh([0a1b2c3d/${branch}/${position}]${hex.encode(walletKey(wallet, branch, position).publicKey)})#qqqqqqqq`,
  amount,
  coinbase: false,
  height: 800_000,
});
const small = output('a', 0.015, 0, 0);
const large = output('b', 0.04, 0, 1);
const scanned = (...unspents: object[]) => ({ success: true, txouts: 170_000_000, height: 900_000, unspents, total_amount: 0 });
const spend = `${small.txid}:1`;

/** A node whose mempool spends nothing, unless told otherwise. */
const nodeWith = (answers: Parameters<typeof nodeOfRecords>[0] = {}) => {
  const asked: unknown[] = [];
  return nodeOfRecords({
    getblockchaininfo: () => ({ chain: 'main' }),
    scantxoutset: (...params: unknown[]) => {
      asked.push(params);
      return scanned(small, large);
    },
    gettxout: () => ({ confirmations: 3 }),
    estimatesmartfee: () => ({ feerate: 0.0001, blocks: 6 }),
    ...answers,
  }).then(({ url }) => ({ url, asked }));
};
const common = () => [inFile(batch), '--checksum', checksum, '--wallet', inFile(`${descriptor}\n`)];
const terms = ['--spend', spend, '--change', '0', '--max-fee', '5000'];
const offline = (answer: object = scanned(small, large)) => ['--unspent', inFile(JSON.stringify(answer)), '--fee-rate', '10'];

test('beside a node, and without one from what it told, it makes the same transaction, and says what that costs', async () => {
  const { url, asked } = await nodeWith();
  const { text, beside } = await run([...common(), ...terms, '--node', url]);
  expect(asked).toEqual([
    [
      'start',
      [
        { desc: `wpkh(${xpub}/0/*)`, range: 999 },
        { desc: `wpkh(${xpub}/1/*)`, range: 999 },
      ],
    ],
  ]);
  expect(await run([...common(), ...terms, ...offline()])).toEqual({ text, beside });
  expect(beside?.split('\n')).toEqual([
    `spends ${'a'.repeat(64)}:1 of 0.015 BTC`,
    `spends ${'b'.repeat(64)}:1 of 0.04 BTC`,
    'costs 2430 sat for 243 virtual bytes',
    '0.0249757 BTC come back to bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ]);
  // The fee that was said goes before the node's.
  const dearer = await run([...common(), ...terms, '--node', url, '--fee-rate', '12.5']);
  expect(dearer.beside).toContain('costs 3038 sat for 243 virtual bytes');
});

test('what comes back signed tells the hash of each case, as the console wants it', async () => {
  const { text } = await run([...common(), ...terms, ...offline()]);
  const signed = Transaction.fromPSBT(Buffer.from(text, 'base64'));
  for (const place of [0, 1]) signed.signIdx(root.derive(`m/84'/0'/0'/0/${place}`).privateKey ?? new Uint8Array(), place);
  const both = ['--made', inFile(`${text}\n`), '--signed', inFile(Buffer.from(signed.toPSBT()).toString('base64'))];
  const told = await run([...common(), ...both]);
  signed.finalize();
  expect(told.text.split('\n')).toEqual([`W260107-AAAAAAAAAA ${signed.id}`, `W260107-BBBBBBBBBB ${signed.id}`]);
  await expect(run([...common(), '--signed', inFile(text)])).rejects.toThrow('compared with what was --made');
  await expect(run([...common(), '--made', inFile(text), '--signed', inFile(text)])).rejects.toThrow(
    'is not signed by its key',
  );
});

test('what an open transaction spends, named or seen by the node, is not spent again; an output of the batch’s own is', async () => {
  const next = output('d', 0.03, 1, 0);
  const change = ['--change', '1'];
  const { text } = await run([...common(), ...terms, ...offline()]);
  const asked = [...common(), ...terms, ...change, ...offline(scanned(small, large, next))];
  await expect(run([...asked, '--open', inFile(text)])).rejects.toThrow('pays this batch already');
  const seen = await nodeWith({
    scantxoutset: () => scanned(small, large, next),
    gettxout: (txid: string, _: number, mempool: boolean) => (mempool && txid !== next.txid ? null : {}),
  });
  const { beside } = await run([...common(), ...terms, ...change, '--node', seen.url]);
  expect(beside?.match(/spends [a-d]/g)).toEqual(['spends a', 'spends d']);
});

test('without an output to spend it names the largest, and makes nothing', async () => {
  const asked = [...common(), '--change', '0', '--max-fee', '5000', ...offline()];
  await expect(run(asked)).rejects.toThrow(
    `say by --spend which output this batch spends in any case, and keep that beside the file: the largest is ${large.txid}:1`,
  );
});

test('a node of another chain, one that knows no fee, and one that tells of another wallet make nothing', async () => {
  const asked = async (answers: Parameters<typeof nodeOfRecords>[0]) =>
    run([...common(), ...terms, '--node', (await nodeWith(answers)).url]);
  await expect(asked({ getblockchaininfo: () => ({ chain: 'test' }) })).rejects.toThrow('the node is of the chain test');
  await expect(asked({ estimatesmartfee: () => ({ errors: ['Insufficient data'], blocks: 0 }) })).rejects.toThrow(
    'say one by --fee-rate',
  );
  const low = await asked({ estimatesmartfee: () => ({ feerate: 0.000001, blocks: 6 }) });
  expect(low.beside).toContain('costs 243 sat for 243 virtual bytes');
  for (const odd of [
    { ...small, scriptPubKey: large.scriptPubKey },
    { ...small, desc: 'raw(00)#qqqqqqqq' },
  ])
    await expect(asked({ scantxoutset: () => scanned(odd, large) })).rejects.toThrow(`${spend} is of another wallet`);
});

test.each([
  ['no place for change', ['--spend', spend, '--max-fee', '5000'], offline(), '--change is a whole number'],
  [
    'a place that no node is asked for',
    ['--spend', spend, '--max-fee', '5000', '--change', '1000'],
    offline(),
    '--change is at most 999',
  ],
  ['no cap of the fee', ['--spend', spend, '--change', '0'], offline(), '--max-fee is a whole number'],
  ['a fee above it', [...terms.slice(0, -1), '2429'], offline(), '--max-fee allows 2429'],
  ['neither node nor file', terms, [], 'name either --node or --unspent'],
  ['both', terms, [...offline(), '--node', 'http://127.0.0.1:1'], 'name either --node or --unspent'],
  ['no fee', terms, offline().slice(0, 2), 'say a fee by --fee-rate'],
  ['a fee that nobody carries', terms, [...offline().slice(0, 2), '--fee-rate', '0.9'], 'less than 1 sat'],
  ['a fee that is none', terms, [...offline().slice(0, 2), '--fee-rate', '1e9'], 'such as 12.5'],
  ['what is no answer of a node', terms, ['--unspent', inFile('[]'), '--fee-rate', '10'], 'no answer of scantxoutset'],
  ['what is no text of one', terms, ['--unspent', inFile('{'), '--fee-rate', '10'], 'no answer of scantxoutset'],
  [
    'a scan that was broken off',
    terms,
    ['--unspent', inFile(JSON.stringify({ success: false, unspents: [] })), '--fee-rate', '10'],
    'no answer of scantxoutset',
  ],
])('%s makes nothing', async (_, given, from, sentence) => {
  await expect(run([...common(), ...given, ...from])).rejects.toThrow(sentence);
});

test('a private key or a seed is refused wherever it is pasted, and is not shown', async () => {
  const words = `${'abandon '.repeat(11)}about`;
  const [file, ...rest] = common();
  const places = (secret: string) => [
    [file ?? '', '--checksum', checksum, '--wallet', secret, ...terms, ...offline()],
    [file ?? '', '--checksum', checksum, '--wallet', inFile(secret), ...terms, ...offline()],
    [secret, ...rest, ...terms, ...offline()],
    [file ?? '', ...rest, ...terms, '--unspent', secret, '--fee-rate', '10'],
    [file ?? '', ...rest, ...terms, ...offline(), '--open', secret],
    [file ?? '', ...rest, '--made', secret, '--signed', inFile('')],
    [file ?? '', ...rest, '--made', inFile(''), '--signed', secret],
    [...secret.split(' '), ...rest, ...terms, ...offline()],
  ];
  for (const secret of [xprv, words, summed(`wpkh(${xprv}/<0;1>/*)`)])
    for (const args of places(secret))
      await expect(run(args)).rejects.toThrow(/^this holds a private key .* nothing was made of it$/);
  await expect(run([file ?? '', 'another', ...rest])).rejects.toThrow('name one file');
});
