import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import {
  payoutDeskCalls as payouts,
  withdrawalDeskCalls as withdrawals,
} from '@assay/contract/endpoints/console/withdrawals.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { funding, hashOf } from '../../test/funding.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { isHalted, serveHaltsDesk } from '../halts/index.ts';
import { serveFundsDesk } from './index.ts';

const db = await testDatabase();
const { bus, clock, market, customer, funds } = await funding(db, { waitMs: 0 });
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveFundsDesk(desk, funds);
  serveHaltsDesk(desk, { bus, market });
});
const { halts, proposals } = consoleCalls;
const reason = 'looked at it once more';
let keys = 0;
const key = () => ({ idempotencyKey: `halted-${(keys += 1)}` });

it('while withdrawals are stopped none is approved, given to the signer or completed; each may be turned down', async () => {
  const ada = await customer('ada_lovelace', '5000');
  const method = await ada.method();
  const ask = () => ada.withdraw(method, '100');
  const [asked, unwanted, paid, failing] = [await ask(), await ask(), await ask(), await ask()];
  const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
  for (const id of [paid, failing]) await first.call(withdrawals.approve, { id }, key());
  const [row] = await db.query<{ total: string }>('select actual::text as total from withdrawals where withdrawal_no = $1', [
    paid,
  ]);
  const total = String(Number(row?.total) / 1_000_000);
  const batch = { network: 'TRC20', cases: [paid], total, reason };
  const { proposalId } = await first.call(payouts.proposeBatch, batch, key());
  const halt = await second.call(halts.begin, { scope: 'withdrawals', reason }, key());
  expect(await isHalted(db, 'withdrawals', clock.wall())).toBe(true);

  const [approving, completing] = [key(), key()];
  expect(await refusalOf(first.call(withdrawals.approve, { id: asked }, approving))).toBe('11410');
  expect(await refusalOf(second.call(withdrawals.complete, { id: paid, hash: hashOf(1) }, completing))).toBe('11410');
  expect(await refusalOf(first.call(payouts.proposeBatch, batch, key()))).toBe('11410');
  expect(await second.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'failed', failure: '11410' });
  expect(await second.call(payouts.batches, {})).toEqual([]);
  const rejected = { id: unwanted, reason: 'activityUnclear' } as const;
  expect(await first.call(withdrawals.reject, rejected, key())).toMatchObject({ status: 'rejected' });
  expect(await second.call(withdrawals.fail, { ...rejected, id: failing }, key())).toMatchObject({ status: 'failed' });

  const end = await first.call(halts.proposeEnd, { id: halt.id, reason }, key());
  await second.call(proposals.approve, { id: end.proposalId }, key());
  expect(await first.call(withdrawals.approve, { id: asked }, approving)).toMatchObject({ status: 'approved' });
  const done = await second.call(withdrawals.complete, { id: paid, hash: hashOf(1) }, completing);
  expect(done).toMatchObject({ status: 'completed' });
});
