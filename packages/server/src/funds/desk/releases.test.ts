import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { caseCalls, proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { paying } from '../../../test/paying.ts';
import { expectSoundBooks } from '../../../test/trading.ts';

// Deposits that a real Ethereum node has shown in full, released together.

const program = anvilProgram();
const reason = 'looked at it once more';

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const db = await testDatabase();
  const node = await evmNode(program);
  const { first, second, mine, holder } = await paying(db, node);
  /** A customer with so many tokens arrived and confirmed. */
  async function paid(units: bigint) {
    const one = await holder('0');
    const own = (await one.real(user.depositCoins, {})).find(({ network }) => network === 'ERC20')?.address ?? '';
    await node.sendToken(own, units);
    await mine(12);
    const [{ id } = { id: '' }] = (await one.real(user.listRecharge, {})).items;
    return { ...one, id, own };
  }
  const standing = async (id: string) => (await second.call(desk.detail, { id })).status;
  const propose = (cases: readonly string[], total: string) =>
    first.call(desk.proposeRelease, { network: 'ERC20', cases: [...cases], total, reason });

  it('one person approves all of them by their total, and another one completes them', async () => {
    const [one, two] = [await paid(500_000_000n), await paid(700_000_000n)];
    const cases = [one.id, two.id];
    expect(await first.call(desk.releases, {})).toEqual([
      {
        network: 'ERC20',
        coin: 'USDT',
        cases: [
          { id: one.id, amount: '500' },
          { id: two.id, amount: '700' },
        ],
        total: '1200',
        more: false,
      },
    ]);
    expect(await refusalOf(propose(cases, '1199.999999'))).toBe('11202');
    expect(await standing(one.id)).toBe('pendingReview');
    const { proposalId } = await propose(cases, '1200');
    expect([await standing(one.id), await standing(two.id), await one.has()]).toEqual(['approved', 'approved', ['0', '0']]);
    // A case that waits for its second person is not offered again.
    expect(await first.call(desk.releases, {})).toEqual([]);
    expect(await refusalOf(first.call(proposalCalls.approve, { id: proposalId }))).toBe('11070');
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'approved', failure: null });
    expect([await one.has(), await two.has()]).toEqual([
      ['500', '0'],
      ['700', '0'],
    ]);
    expect(await second.call(desk.detail, { id: one.id })).toMatchObject({
      approvedBy: { id: first.id },
      decidedBy: { id: second.id },
      history: [
        { status: 'pendingReview', by: null },
        { status: 'approved', by: { id: first.id } },
        { status: 'completed', by: { id: second.id } },
      ],
    });
    await expectSoundBooks(db);
  });

  it('each can be decided by itself until then, which keeps no other waiting', async () => {
    const [bad, done, good] = [await paid(300_000_000n), await paid(350_000_000n), await paid(400_000_000n)];
    // In a failed batch the approver is still the first person, for any proposer.
    const { proposalId: withdrawn } = await propose([good.id], '400');
    await first.call(proposalCalls.withdraw, { id: withdrawn });
    const again = await second.call(desk.proposeRelease, { network: 'ERC20', cases: [good.id], total: '400', reason });
    expect(await first.call(proposalCalls.approve, { id: again.proposalId })).toMatchObject({ failure: '11070' });
    const { proposalId } = await propose([bad.id, done.id, good.id], '1050');
    await second.call(desk.reject, { id: bad.id, reason: 'sourceNotAllowed' });
    await second.call(desk.complete, { id: done.id });
    expect(await refusalOf(propose([bad.id, good.id], '700'))).toBe('11059');
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'approved', failure: null });
    expect([await good.has(), await done.has(), await bad.has()]).toEqual([
      ['400', '0'],
      ['350', '0'],
      ['0', '0'],
    ]);
    const log = await db.query('select action from audit_log where subject = $1 order by id', [`deposit:${bad.id}`]);
    expect(log).toEqual([{ action: 'deposit.approved' }, { action: 'deposit.rejected' }]);
    await expectSoundBooks(db);
  });

  it('nothing is left of a batch of which each was decided by itself', async () => {
    const one = await paid(220_000_000n);
    const { proposalId } = await propose([one.id], '220');
    await second.call(desk.complete, { id: one.id });
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '11059' });
    expect(await one.has()).toEqual(['220', '0']);
    await expectSoundBooks(db);
  });

  it('nothing goes that the chain does not show, that is named twice, of another network, or in the hands of somebody else', async () => {
    const [lost, held] = [await paid(200_000_000n), await paid(150_000_000n)];
    const ether = await holder('0');
    await node.sendEther(
      (await ether.real(user.depositCoins, {})).find(({ network }) => network === 'ETH')?.address ?? '',
      10n ** 18n,
    );
    await mine(12);
    const [{ id: other } = { id: '' }] = (await ether.real(user.listRecharge, {})).items;
    await db.query(
      'update chain_payments set lost_at = now() where deposit_id = (select id from deposits where deposit_no = $1)',
      [lost.id],
    );
    expect(await refusalOf(propose([lost.id, held.id], '350'))).toBe('11200');
    expect(await refusalOf(propose([held.id, other], '150'))).toBe('11059');
    expect(await refusalOf(propose([held.id, held.id], '300'))).toBe('11202');
    expect(await refusalOf(propose([held.id, 'D000000-0000000000'], '150'))).toBe('404');
    await second.call(caseCalls.claim, { desk: 'deposits', id: held.id });
    expect(await refusalOf(propose([held.id], '150'))).toBe('11072');
    expect([await standing(held.id), await standing(other), await standing(lost.id)]).toEqual(Array(3).fill('pendingReview'));
    await second.call(caseCalls.release, { desk: 'deposits', id: held.id });
    // Lost after its first person has approved: it can't be completed.
    const { proposalId } = await propose([held.id], '150');
    await db.query(
      'update chain_payments set lost_at = now() where deposit_id = (select id from deposits where deposit_no = $1)',
      [held.id],
    );
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '11200' });
    expect(await held.has()).toEqual(['0', '0']);
    // What was undone has left no trace of having been done.
    const said = await db.query('select action from audit_log where subject = $1 order by id', [`deposit:${held.id}`]);
    expect(said).toEqual([{ action: 'deposit.approved' }]);
    await expectSoundBooks(db);
  });

  it('two who approve one batch at once complete each of it once', async () => {
    const one = await paid(250_000_000n);
    const { proposalId } = await propose([one.id], '250');
    const both = ['one', 'two'].map((idempotencyKey) =>
      second.call(proposalCalls.approve, { id: proposalId }, { idempotencyKey }).then(
        ({ status }) => status,
        () => 'refused',
      ),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(['approved', 'refused']);
    expect(await one.has()).toEqual(['250', '0']);
    await expectSoundBooks(db);
  });
});
