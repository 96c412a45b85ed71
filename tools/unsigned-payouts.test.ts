import { createHash } from 'node:crypto';
import {
  type Hex,
  type TransactionSerializedEIP1559,
  keccak256,
  numberToHex,
  parseGwei,
  parseTransaction,
  serializeTransaction,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { type Plan, paidBy, unsignedOf } from './unsigned-payouts.ts';

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const thief = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const [ada, ben] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'];
const plan: Plan = {
  chainId: 1,
  from: signer.address,
  nonce: 7,
  maxFee: parseGwei('30'),
  priorityFee: parseGwei('1'),
  gas: 65_000n,
  token,
  decimals: 6,
};
const file = `W260107-AAAAAAAAAA,ERC20,${ada},198\nW260107-BBBBBBBBBB,ERC20,${ben},0.5\n`;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const made = (text = file, other: Partial<Plan> = {}) => unsignedOf(text, sha(text), { ...plan, ...other });
const signedBy = (by: typeof signer, wanted = made()) =>
  Promise.all(wanted.map(({ transaction }) => by.signTransaction(transaction)));

test('each line is a transfer of the coin to its address, to the last unit, with the next nonce', () => {
  const [one, two] = made();
  expect([one?.transaction.nonce, two?.transaction.nonce]).toEqual([7, 8]);
  // transfer(address,uint256) of 198,000,000 and of 500,000 units.
  const called = (to: string, units: number) =>
    `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
  expect(one?.transaction).toMatchObject({ to: token, value: 0n, data: called(ada, 198_000_000), chainId: 1 });
  expect(two?.transaction).toMatchObject({ to: token, data: called(ben, 500_000) });
  expect(one?.signingHash).toBe(keccak256(one?.unsigned as Hex));
  // Once more the same.
  expect(made()).toEqual(made());
});

test('the own coin of a chain is sent as it is', () => {
  const text = `W260107-AAAAAAAAAA,ETH,${ada},0.01000001\n`;
  const { token: _, ...own } = plan;
  const [one] = unsignedOf(text, sha(text), { ...own, gas: 21_000n, decimals: 18 });
  expect(one?.transaction).toMatchObject({ to: ada, value: 10_000_010_000_000_000n, gas: 21_000n });
  expect(one?.transaction.data).toBeUndefined();
});

test('what is signed is told by its hash, in whatever order it comes', async () => {
  const signed = await signedBy(signer);
  const paid = await paidBy(made(), signed.toReversed(), signer.address);
  expect(Object.fromEntries(paid)).toEqual({
    'W260107-AAAAAAAAAA': keccak256(signed[0] as Hex),
    'W260107-BBBBBBBBBB': keccak256(signed[1] as Hex),
  });
});

test.each([
  ['another amount', `W260107-AAAAAAAAAA,ERC20,${ada},199\nW260107-BBBBBBBBBB,ERC20,${ben},0.5\n`, {}],
  ['another address', `W260107-AAAAAAAAAA,ERC20,${ben},198\nW260107-BBBBBBBBBB,ERC20,${ben},0.5\n`, {}],
  ['another nonce', file, { nonce: 8 }],
  ['another coin', file, { token: '0x514910771AF9Ca656af840dff83E8264EcF986CA' }],
  ['another fee', file, { maxFee: parseGwei('31') }],
] as const)('%s is not what is in the file', async (_, text, other) => {
  const signed = await signedBy(signer, made(text, other));
  await expect(paidBy(made(), signed, signer.address)).rejects.toThrow('pays no line of the file');
});

test('a transaction of another chain is not what is in the file', async () => {
  const wanted = made().map((one) => ({ ...one, transaction: { ...one.transaction, chainId: 56 } }));
  await expect(paidBy(made(), await signedBy(signer, wanted), signer.address)).rejects.toThrow('pays no line of the file');
});

test('the twin of a signature, which no node takes, is none', async () => {
  const [first] = made();
  const [text = '0x'] = await signedBy(signer);
  const { r, s, yParity } = parseTransaction(text as TransactionSerializedEIP1559);
  if (first === undefined || r === undefined || s === undefined) throw new Error('it is not signed');
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const twin = serializeTransaction(first.transaction, {
    r,
    s: numberToHex(order - BigInt(s), { size: 32 }),
    yParity: yParity === 0 ? 1 : 0,
  });
  await expect(paidBy([first], [twin], signer.address)).rejects.toThrow('no signed transaction');
});

const without = ({ token: _, ...own }: Plan): Plan => own;
test.each([
  ['a coin of a contract without the contract', 'LINKERC20', without({ ...plan, decimals: 18 }), 'say which by --token'],
  ['a coin of a contract on another chain', 'ERC20', { ...plan, chainId: 56 }, 'paid on chain 1, and not on 56'],
  ['the own coin on another chain', 'ETH', without({ ...plan, chainId: 56 }), 'paid on chain 1, and not on 56'],
  ['the own coin by a contract', 'BNB', { ...plan, chainId: 56 }, 'has no --token'],
  ['a network of another kind', 'TRC20', plan, 'no network whose payments are made here'],
  ['what an object has by itself', 'constructor', plan, 'no network whose payments are made here'],
] as const)('%s makes no transaction', (_, network, asked, sentence) => {
  const text = `W260107-AAAAAAAAAA,${network},${ada},5\n`;
  expect(() => unsignedOf(text, sha(text), asked)).toThrow(sentence);
});

test('another signer, what is missing, what comes twice and what is none are named', async () => {
  const [one = '', two = ''] = await signedBy(signer);
  await expect(paidBy(made(), await signedBy(thief), signer.address)).rejects.toThrow('AAAAAAAAAA is signed by');
  await expect(paidBy(made(), [one], signer.address)).rejects.toThrow('BBBBBBBBBB is not signed');
  await expect(paidBy(made(), [one, two, two], signer.address)).rejects.toThrow('BBBBBBBBBB is signed twice');
  for (const text of ['', '0x', '0x02', 'nonsense', made()[0]?.unsigned ?? ''])
    await expect(paidBy(made(), [text], signer.address)).rejects.toThrow('no signed transaction');
});

test.each([
  ['a checksum of another file', file, 'f'.repeat(64), 'not the one of the console'],
  ['a line that stands there twice', file + file, undefined, 'twice'],
  ['two networks', file.replace('BBBBBBBBBB,ERC20', 'BBBBBBBBBB,BEP20'), undefined, 'several networks'],
  ['a mistyped letter of an address', file.replace('5aAeb', '5aaeb'), undefined, 'no address'],
  ['nobody', file.replace(ada, `0x${'0'.repeat(40)}`), undefined, 'no address'],
  ['an address of another kind', file.replace(ada, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), undefined, 'no address'],
  ['nothing', file.replace(',198', ',0'), undefined, 'pays nothing'],
  ['more decimals than the coin has', file.replace(',198', ',198.0000001'), undefined, 'finer'],
  ['a negative amount', file.replace(',198', ',-198'), undefined, 'no line'],
  ['a field too many', file.replace(',198', ',198,1'), undefined, 'no line'],
  ['an empty file', '', undefined, 'no line'],
])('%s makes no transaction', (_, text, checksum, sentence) => {
  expect(() => unsignedOf(text, checksum ?? sha(text), plan)).toThrow(sentence);
});
