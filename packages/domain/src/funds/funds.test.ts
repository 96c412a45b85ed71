import { depositStatuses, withdrawalStatuses } from '@assay/contract/vocabulary/funds.ts';
import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.ts';
import { assetOf, usdt } from '../money/assets.ts';
import { one, toFixed } from '../money/fixed.ts';
import { parseAddress } from './address.ts';
import { parseCardNumber } from './card.ts';
import { decideDeposit } from './decide-deposit.ts';
import { type WithdrawalSituation, decideWithdrawal, withdrawalFee } from './decide-withdrawal.ts';
import { parseHash } from './hash.ts';
import { depositMayBecome, withdrawalMayBecome } from './statuses.ts';

const btc = assetOf('BTC');

describe('an address', () => {
  it.for([
    // The examples of EIP-55.
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['ethereum', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['ethereum', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
    // The contract of USDT and a wallet on TRON.
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['tron', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
    // The first block's, a script's, and the examples of BIP 173 and 350.
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ] as const)('of %s is read: %s', ([chain, address]) => {
    expect(parseAddress(chain, address)).toBe(address);
  });

  it('of Ethereum in one case gets its checksum, and a witness in capitals is written small', () => {
    const checked = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(parseAddress('ethereum', checked.toLowerCase())).toBe(checked);
    expect(parseAddress('ethereum', `0x${checked.slice(2).toUpperCase()}`)).toBe(checked);
    expect(parseAddress('bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
  });

  it.for([
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'one letter in the other case'],
    ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'without 0x'],
    ['ethereum', `0x${'0'.repeat(40)}`, 'zeros'],
    ['ethereum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'another chain'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s', 'one letter wrong'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'zeros'],
    ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'another chain'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'one letter wrong'],
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'the test network'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'one letter wrong'],
    ['bitcoin', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mixed case'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'taproot with the old checksum'],
    ['bitcoin', 'BC1SW50QGDZ25J', 'a version that nobody can spend'],
    ['bitcoin', '', 'nothing'],
    ['bitcoin', '1'.repeat(500), 'too long'],
    ['tron', 'T０O日本', 'no base58'],
  ] as const)('of %s is refused: %s (%s)', ([chain, address]) => {
    expect(parseAddress(chain, address)).toBeUndefined();
  });
});

it('a hash has 64 hexadecimal digits, after 0x on Ethereum, and is kept in small letters', () => {
  const digits = 'ABCDEF0123456789'.repeat(4);
  expect(parseHash('bitcoin', digits)).toBe(digits.toLowerCase());
  expect(parseHash('tron', digits)).toBe(digits.toLowerCase());
  expect(parseHash('ethereum', `0x${digits}`)).toBe(`0x${digits.toLowerCase()}`);
  expect(parseHash('ethereum', `0X${digits}`)).toBe(`0x${digits.toLowerCase()}`);
  expect(parseHash('ethereum', digits)).toBe(`0x${digits.toLowerCase()}`);
  expect(parseHash('bitcoin', `0x${digits}`)).toBeUndefined();
  expect(parseHash('tron', digits.slice(1))).toBeUndefined();
  expect(parseHash('ethereum', `0x${digits.slice(1)}g`)).toBeUndefined();
});

it('a card number has 12 to 19 digits of which the last checks the others', () => {
  expect(parseCardNumber('4111 1111 1111 1111')).toBe('4111111111111111');
  expect(parseCardNumber('6222020000000000006')).toBeUndefined();
  expect(parseCardNumber('79927398713')).toBeUndefined();
  expect(parseCardNumber('5500005555555559')).toBe('5500005555555559');
  expect(parseCardNumber('5500005555555558')).toBeUndefined();
  expect(parseCardNumber('0000000000000000')).toBeUndefined();
  expect(parseCardNumber('4111-1111-1111-1111')).toBeUndefined();
});

describe('a deposit', () => {
  const network = { chain: 'ethereum', asset: usdt, minimum: amount(120_000_000n) } as const;
  const hash = `0x${'ab'.repeat(32)}`;

  it('of the minimum is taken, and its hash is kept small', () => {
    expect(decideDeposit({ amount: '120', hash: hash.toUpperCase(), lastSix: 'ABABAB' }, network)).toEqual({
      amount: 120_000_000n,
      hash,
    });
  });

  it.for([
    ['119.999999', hash, 'ababab', { refused: '11040', field: 'amount', values: { coin: 'USDT', limit: '120' } }],
    ['120.0000001', hash, 'ababab', { refused: '11058', field: 'amount' }],
    ['0', hash, 'ababab', { refused: '11058', field: 'amount' }],
    ['120', 'nonsense', 'ababab', { refused: '11042', field: 'hash' }],
    ['120', hash, 'bababa', { refused: '11043', field: 'lastSix' }],
  ] as const)('of %s with %s and %s is refused', ([text, ofHash, lastSix, refusal]) => {
    expect(decideDeposit({ amount: text, hash: ofHash, lastSix }, network)).toEqual(refusal);
  });
});

describe('a withdrawal', () => {
  const share = (rate: string) => ({ rate: toFixed(rate), min: amount(0n), max: null });
  const free = { limit: amount(1_000_000_000n), used: amount(0n) };
  const rich = { limit: amount(100_000_000_000n), used: amount(0n) };
  const situation: WithdrawalSituation = {
    asset: usdt,
    minimum: amount(10_000_000n),
    fee: share('0.01'),
    price: one,
    day: free,
    month: free,
    now: 1_000_000,
    holdUntil: 0,
    usableFrom: 0,
  };

  it('of 200 USDT at 1% costs 2 and brings 198', () => {
    expect(decideWithdrawal({ amount: '200' }, situation)).toEqual({
      amount: 200_000_000n,
      fee: 2_000_000n,
      actual: 198_000_000n,
      value: 200_000_000n,
    });
  });

  it('of 0.12345678 BTC at 0.5% costs 0.00061729: 0.0006172839 rounded up to a satoshi', () => {
    expect(withdrawalFee(amount(12_345_678n), share('0.005'), btc)).toEqual({ fee: 61_729n, actual: 12_283_949n });
  });

  it('costs its share, and no less and no more than the network says', () => {
    const fee = { ...share('0.01'), min: amount(1_000_000n), max: amount(25_000_000n) };
    const costs = (text: string) => decideWithdrawal({ amount: text }, { ...situation, fee, day: rich, month: rich });
    expect(costs('20')).toMatchObject({ fee: 1_000_000n, actual: 19_000_000n });
    expect(costs('100.00005')).toMatchObject({ fee: 1_000_001n });
    expect(costs('2500')).toMatchObject({ fee: 25_000_000n });
    expect(costs('25000')).toMatchObject({ fee: 25_000_000n, actual: 24_975_000_000n });
    const flat = { ...share('0'), min: amount(3_000_000n), max: amount(3_000_000n) };
    expect(withdrawalFee(amount(500_000_000n), flat, usdt)).toEqual({ fee: 3_000_000n, actual: 497_000_000n });
  });

  it('that is less than the smallest fee is below the minimum', () => {
    const fee = { ...share('0.01'), min: amount(12_000_000n) };
    for (const text of ['11', '12'])
      expect(decideWithdrawal({ amount: text }, { ...situation, fee })).toMatchObject({ refused: '11051' });
  });

  it('of coins counts at its price against the limits, rounded up', () => {
    const coins = { ...situation, asset: btc, minimum: amount(1n), price: toFixed('64000.33') };
    // 0.00000001 × 64,000.33 = 0.0006400033 USDT
    expect(decideWithdrawal({ amount: '0.00000001' }, { ...coins, fee: share('0') })).toMatchObject({ value: 641n });
    expect(decideWithdrawal({ amount: '0.01' }, { ...coins, price: undefined })).toEqual({ refused: '11057', field: null });
    expect(decideWithdrawal({ amount: '0.1' }, coins)).toEqual({
      refused: '11049',
      field: 'amount',
      values: { limit: '1000', left: '1000' },
    });
  });

  it('waits out a change of security first, then the time of a new method, and says how long', () => {
    const held = { ...situation, holdUntil: situation.now + 5000, usableFrom: situation.now + 9000 };
    expect(decideWithdrawal({ amount: '1' }, held)).toEqual({ refused: '11048', field: null, values: { waitMs: '5000' } });
    expect(decideWithdrawal({ amount: '1' }, { ...held, now: held.holdUntil })).toEqual({
      refused: '11047',
      field: 'methodId',
      values: { waitMs: '4000' },
    });
    expect(decideWithdrawal({ amount: '20' }, { ...held, now: held.usableFrom })).toMatchObject({ actual: 19_800_000n });
  });

  it.for([
    [{ amount: 'x' }, '11058'],
    [{ amount: '9.999999' }, '11051'],
    [{ amount: '20', seenActual: '19.9' }, '11052'],
    [{ amount: '500.000001' }, '11049'],
    [{ amount: '400' }, '11050'],
  ] as const)('of %j is refused with %s', ([request, refused]) => {
    const used = { ...situation, day: { ...free, used: amount(500_000_000n) }, month: { ...free, used: amount(601_000_000n) } };
    expect(decideWithdrawal(request, used)).toMatchObject({ refused });
  });

  it('of an unknown owner has a limit for life', () => {
    const unknown = { ...situation, life: { limit: amount(100_000_000n), used: amount(40_000_000n) } };
    expect(decideWithdrawal({ amount: '60' }, unknown)).toMatchObject({ value: 60_000_000n });
    expect(decideWithdrawal({ amount: '60.000001' }, unknown)).toMatchObject({
      refused: '11217',
      values: { limit: '100', left: '60' },
    });
  });

  it('may use a limit up to its last unit', () => {
    const used = { ...situation, day: { ...free, used: amount(500_000_000n) } };
    expect(decideWithdrawal({ amount: '500', seenActual: '495' }, used)).toMatchObject({ fee: 5_000_000n });
    expect(decideWithdrawal({ amount: '500' }, { ...used, available: amount(499_999_999n) })).toMatchObject({
      refused: '10011',
    });
    const coins = { ...situation, asset: btc, minimum: amount(1n), available: amount(0n) };
    expect(decideWithdrawal({ amount: '1' }, coins)).toMatchObject({ refused: '11013' });
  });

  it('that the fee would eat up is below the minimum', () => {
    const tiny = { ...situation, minimum: amount(0n) };
    expect(decideWithdrawal({ amount: '0.000001' }, tiny)).toMatchObject({ refused: '11051' });
    expect(decideWithdrawal({ amount: '0.000002' }, tiny)).toMatchObject({ fee: 1n, actual: 1n });
  });
});

it('nothing moves once it has ended, and nothing is completed that was not approved', () => {
  const changesOf = <S extends string>(statuses: readonly S[], mayBecome: (from: S, to: S) => boolean) =>
    statuses.flatMap((from) => statuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`));
  expect(changesOf(depositStatuses, depositMayBecome)).toEqual([
    'pendingReview → approved',
    'pendingReview → rejected',
    'approved → completed',
    'approved → rejected',
    'approved → failed',
  ]);
  expect(changesOf(withdrawalStatuses, withdrawalMayBecome)).toEqual([
    'pendingReview → approved',
    'pendingReview → rejected',
    'pendingReview → cancelled',
    'approved → completed',
    'approved → rejected',
    'approved → failed',
  ]);
});
