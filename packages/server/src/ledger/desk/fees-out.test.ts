import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { funding } from '../../../test/funding.ts';
import { minute, refusalOf } from '../../../test/identity-app.ts';
import { expectSoundBooks } from '../../../test/trading.ts';
import { serveReferralDesk } from '../../referral/index.ts';
import { houseBalance, serveLedgerDesk } from '../index.ts';

const db = await testDatabase(12);
const { clock, customer, quote } = await funding(db, { waitMs: minute });
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveLedgerDesk(desk);
  serveReferralDesk(desk);
});
const [first, second] = [await operatorWith(['finance']), await operatorWith(['administrator'])];
const { treasury, proposals } = consoleCalls;
const coin = assetOf('COIN');
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const reason = 'the fees of the quarter';

it('what customers have paid in fees is taken out by two persons, in the coin in which they paid it, and no more than that', async () => {
  const ada = await customer('ada_lovelace', '5000');
  await quote(10_000);
  await ada.real(order.submit, { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '1' }, { idempotencyKey: 'buy' });
  const earned = await houseBalance(db, 'real', 'fees', coin);
  expect(earned).toBeGreaterThan(0n);
  const all = formatAmount(earned, coin);
  const out = { direction: 'withdraw', book: 'real', account: 'fees', asset: 'COIN', reason } as const;
  expect(await refusalOf(first.call(treasury.propose, { ...out, amount: '1' }, key()))).toBe('11075');
  const { proposalId } = await first.call(treasury.propose, { ...out, amount: all }, key());
  expect(await refusalOf(first.call(proposals.approve, { id: proposalId }))).toBe('11070');
  expect(await second.call(proposals.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
  // Down to nothing, since she was not invited: no part of what she paid is owed.
  expect(await houseBalance(db, 'real', 'fees', coin)).toBe(0n);
  expect(await houseBalance(db, 'real', 'capital', coin)).toBe(earned);
  expect(await refusalOf(first.call(treasury.propose, { ...out, amount: all }, key()))).toBe('11075');
  await expectSoundBooks(db);
});

it('nothing is put into fees, and no coin but USDT is put in at all', async () => {
  const into = { direction: 'fund', book: 'real', amount: '10', reason } as const;
  expect(await refusalOf(first.call(treasury.propose, { ...into, account: 'fees' }, key()))).toBe('400');
  expect(await refusalOf(first.call(treasury.propose, { ...into, account: 'treasury', asset: 'COIN' }, key()))).toBe('400');
});
