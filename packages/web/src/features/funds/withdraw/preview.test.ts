import type { WithdrawalFee, WithdrawalMethod, WithdrawalTerms } from '@assay/contract/endpoints/funds.ts';
import { expect, test } from 'vitest';
import { largestWithdrawal, offerOf, previewWithdrawal } from './preview.ts';

const now = Date.UTC(2030, 0, 7, 12);
const at = (ms: number) => new Date(ms).toISOString();
const network = { coin: 'USDT', network: 'TRC20', networkName: 'TRON (TRC20)', chain: 'tron' } as const;

const fee: WithdrawalFee = { rate: '0.01', min: null, max: null };

const terms: WithdrawalTerms = {
  feeRate: '0.01',
  confirmBy: 'mail',
  holdUntil: null,
  newMethodWaitSeconds: 60,
  level: 'unverified',
  day: { limit: '1000', used: '300' },
  month: { limit: '10000', used: '300' },
  coins: [{ ...network, fee, minimum: '20', confirmations: 20, available: '500', priceUsdt: '1' }],
  card: { coin: 'USDT', fee, minimum: '50', available: '500' },
};
const address: WithdrawalMethod = {
  kind: 'coin',
  id: 'm1',
  ...network,
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  label: 'Wallet',
  createdAt: at(now - 3_600_000),
  usableFrom: at(now - 1),
};
const card: WithdrawalMethod = {
  kind: 'card',
  id: 'm2',
  coin: 'USDT',
  name: 'Ada Lovelace',
  cardNumber: '•••• 4242',
  bankName: 'Bank',
  createdAt: at(now - 3_600_000),
  usableFrom: at(now + 60_000),
};

function preview(amount: string, method = address, changed: Partial<WithdrawalTerms> = {}) {
  const asked = { ...terms, ...changed };
  const offer = offerOf(method, asked);
  return offer && previewWithdrawal(amount, method, offer, { terms: asked, now });
}

test('of 200 at 1% a fee of 2 is taken and 198 arrive', () => {
  expect(preview('200')).toMatchObject({ amount: 200_000_000n, fee: 2_000_000n, actual: 198_000_000n });
});

test('a network has a fee of its own: a share of more or less, that is no less and no more than two sums', () => {
  const costing = (own: Partial<WithdrawalFee>): Partial<WithdrawalTerms> => ({
    coins: [{ ...network, fee: { ...fee, ...own }, minimum: '20', confirmations: 20, available: '5000', priceUsdt: '1' }],
  });
  expect(preview('200', address, costing({ rate: '0.005' }))).toMatchObject({ fee: 1_000_000n });
  expect(preview('200', address, costing({ min: '3' }))).toMatchObject({ fee: 3_000_000n, actual: 197_000_000n });
  expect(preview('600', address, costing({ max: '5' }))).toMatchObject({ fee: 5_000_000n, actual: 595_000_000n });
});

test('what the server would refuse is refused with the same code', () => {
  expect(preview('')).toMatchObject({ refused: '11058', field: 'amount' });
  expect(preview('19.99')).toMatchObject({ refused: '11051' });
  expect(preview('500.01')).toMatchObject({ refused: '10011' });
  expect(
    preview('700.01', address, {
      coins: [{ ...network, fee, minimum: '20', confirmations: 20, available: '5000', priceUsdt: '1' }],
    }),
  ).toMatchObject({
    refused: '11049',
    values: { limit: '1000', left: '700' },
  });
  expect(preview('200', address, { holdUntil: at(now + 1000) })).toMatchObject({ refused: '11048' });
});

test('a new method waits', () => {
  expect(preview('200', card)).toMatchObject({ refused: '11047', values: { waitMs: '60000' } });
});

test('a network that takes nothing out any more offers nothing', () => {
  expect(offerOf(address, { ...terms, coins: [] })).toBeUndefined();
});

test('the most that may go is what is there, or what the narrower limit leaves of it, at the price of the coin', () => {
  const offer = { asset: { code: 'BTC', scale: 8 }, fee, minimum: '0.001', available: '0.5', priceUsdt: '64000' };
  // 700 USDT are left of the day: 700 / 64,000 = 0.0109375.
  expect(largestWithdrawal(offer, terms)).toBe('0.0109375');
  expect(largestWithdrawal({ ...offer, available: '0.01' }, terms)).toBe('0.01');
  expect(largestWithdrawal(offer, { ...terms, month: { limit: '300', used: '301' } })).toBe('0');
});
