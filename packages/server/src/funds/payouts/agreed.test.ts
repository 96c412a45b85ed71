import { createHash, randomBytes } from 'node:crypto';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { payoutDeskCalls as desk, withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { paying } from '../../../test/paying.ts';
import { isRefusal } from '../../platform/refusal.ts';

// What two operators agree on is what is done, whatever has changed or been written down in between.

const program = anvilProgram();
const db = await testDatabase();
const reason = 'looked at it once more';

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const node = await evmNode(program);
  const { first, second, mine, address, holder, state, give, takeBack } = await paying(db, node);

  const lineOf = async (id: string) => {
    const [row] = await db.query<{ line: string }>('select payout_line(id) as line from withdrawals where withdrawal_no = $1', [
      id,
    ]);
    return row?.line ?? '';
  };
  /** As a program would that writes a proposal down by itself. */
  const proposed = async (id: string, line: string, by = first.id) => {
    const salt = randomBytes(32);
    const digest = createHash('sha256').update(salt).update(line).digest('hex');
    const payload = { network: 'ERC20', cases: [id], total: '198', lines: [digest] };
    const [made] = await db.query<{ id: number }>(
      `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
       select 'payout.batch', 'network:ERC20', $1, $2, $3, at, at + interval '1 day'
       from (select created_at as at from withdrawals where withdrawal_no = $4) w returning id`,
      [JSON.stringify(payload), reason, by, id],
    );
    await db.query(
      `insert into proposal_lines (proposal_id, digest, user_id, salt, line)
       select $1, $2, user_id, $3, $4 from withdrawals where withdrawal_no = $5`,
      [made?.id, digest, salt, line, id],
    );
    return String(made?.id);
  };
  /** And puts its own cases in the place of those that were agreed on. */
  const given = (cases: readonly string[], said: string, [by, decidedBy] = [first.id, second.id]) =>
    db.transact(async (tx) => {
      await tx.query(`update proposals set status = 'approved', decided_by = $2, decided_at = now() where id = $1`, [
        said,
        decidedBy,
      ]);
      const batch = await tx.query<{ id: number }>(
        `insert into payout_batches (network_id, proposal_id, proposed_by, released_by, released_at)
         values ('ERC20', $1, $2, $3, now()) returning id`,
        [said, by, decidedBy],
      );
      await tx.query(
        `insert into payouts (withdrawal_id, batch_id, chain, second_by, status)
         select id, $2, 'ethereum', $3, 'released' from withdrawals where withdrawal_no = any ($1)`,
        [cases, batch[0]?.id, decidedBy],
      );
    });

  it('a batch pays what two have agreed on line by line, whatever the application writes down', async () => {
    const [one, two] = [await holder(), await holder()];
    const [agreed, other] = [await one.approved('200'), await two.approved('200')];
    const { proposalId } = await first.call(desk.proposeBatch, { network: 'ERC20', cases: [agreed], total: '198', reason });
    const proposal = await second.call(proposalCalls.detail, { id: proposalId });
    expect(proposal.payload['lines']).toEqual([`${agreed},ERC20,${parseAddress('ethereum', one.wallet)},198`]);
    const { lines: _, ...shapeOfBefore } = proposal.payload;
    const unnamed = await db.query<{ id: number }>(
      `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
       select kind, subject, $2, reason, proposed_by, created_at, expires_at from proposals where id = $1 returning id`,
      [proposalId, JSON.stringify(shapeOfBefore)],
    );
    expect(await second.call(proposalCalls.approve, { id: String(unnamed[0]?.id) })).toMatchObject({ failure: '11240' });
    for (const cases of [[other], [agreed, other], []])
      await expect(given(cases, proposalId)).rejects.toThrow('not what two operators have agreed to pay');
    for (const line of [
      `${agreed},ERC20,${parseAddress('ethereum', two.wallet)},198`,
      `${agreed},TRC20,${parseAddress('ethereum', one.wallet)},198`,
      `${agreed},ERC20,${parseAddress('ethereum', one.wallet)},198.000001`,
    ]) {
      const made = await proposed(agreed, line);
      await expect(given([agreed], made)).rejects.toThrow('not what two operators have agreed to pay');
      expect(await second.call(proposalCalls.approve, { id: made })).toMatchObject({ failure: '11240' });
    }
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'approved', failure: null });
    const added = `insert into payouts (withdrawal_id, batch_id, chain, second_by, status)
      select w.id, b.id, 'ethereum', b.released_by, 'released' from withdrawals w, payout_batches b
      where w.withdrawal_no = $1 and b.proposal_id = $2`;
    await expect(db.transact((tx) => tx.query(added, [other, proposalId]))).rejects.toThrow(
      'not what two operators have agreed',
    );
  });

  it('what two take back is what both have looked at: another hash meanwhile is none of it', async () => {
    const one = await holder();
    const id = await one.approved('100');
    await give([id], '99');
    const early = await first.call(desk.proposeTakeBack, { id, reason });
    // It is signed after all, by a transaction that pays another address.
    const [batch] = await first.call(desk.batches, {});
    const hash = await node.sendToken(address(0xffe), 99_000_000n);
    await first.call(desk.signed, { id: batch?.id ?? '', hashes: [{ id, hash }] });
    await mine(12);
    expect(await state(id)).toEqual(['approved', 'failed', 'differs']);
    expect(await second.call(proposalCalls.approve, { id: early.proposalId })).toMatchObject({
      status: 'failed',
      failure: '11240',
    });
    const again = await first.call(desk.proposeTakeBack, { id, reason }, { idempotencyKey: 'differs' });
    // And another one is named, which differs too.
    const elsewhere = await node.sendToken(address(0xffd), 99_000_000n);
    await second.call(withdrawals.complete, { id, hash: elsewhere });
    await mine(12);
    expect(await second.call(proposalCalls.approve, { id: again.proposalId })).toMatchObject({ failure: '11240' });
    expect(await refusalOf(second.call(withdrawals.fail, { id, reason: 'networkFailed' }))).toBe('11203');
    await first
      .call(desk.proposeTakeBack, { id, reason }, { idempotencyKey: 'both' })
      .then(({ proposalId }) => second.call(proposalCalls.approve, { id: proposalId }));
    await second.call(withdrawals.fail, { id, reason: 'networkFailed' }, { idempotencyKey: 'again' });
    expect(await one.has()).toEqual(['1000', '0']);
  });

  it('what nobody has approved, what its own approver releases, and what the books do not hold is in no batch', async () => {
    const one = await holder();
    const [turnedDown, own, copied] = [await one.approved('200'), await one.approved('200'), await one.approved('200')];
    const refused = 'not what two operators have agreed to pay';
    await second.call(withdrawals.reject, { id: turnedDown, reason: 'activityUnclear' });
    await expect(given([turnedDown], await proposed(turnedDown, await lineOf(turnedDown)))).rejects.toThrow(refused);
    const byApprover = [second.id, first.id] as const;
    const reversed = await proposed(own, await lineOf(own), second.id);
    await expect(given([own], reversed, [...byApprover])).rejects.toThrow(refused);
    await db.query(
      `insert into withdrawals
         (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at, status, approved_by)
       select 'W300101-0000000000', user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at, status, approved_by
       from withdrawals where withdrawal_no = $1`,
      [copied],
    );
    const unheld = 'W300101-0000000000';
    await expect(given([unheld], await proposed(unheld, await lineOf(unheld)))).rejects.toThrow(refused);
    await given([copied], await proposed(copied, await lineOf(copied)));
    expect(await state(copied)).toEqual(['approved', 'released', null]);
  });

  it('nothing is asked for, approved or given to the signer for an address that has become the house’s own since it was saved', async () => {
    const one = await holder();
    const id = await one.approved('200');
    const waits = await one.asked('100');
    if (isRefusal(waits)) throw new Error(`refused with ${waits.code}`);
    const batch = { network: 'ERC20', cases: [id], total: '198', reason };
    const { proposalId } = await first.call(desk.proposeBatch, batch);
    await db.query('alter table reserve_addresses disable trigger approved_by_two');
    await db.query(
      `insert into reserve_addresses (chain, address, label, message, signature, proposal_id, declared_at)
       select 'ethereum', address, 'Ours', 'signed', 'signed', $2::bigint, now() from withdrawal_methods where user_id = $1`,
      [one.userId, proposalId],
    );
    await db.query('alter table reserve_addresses enable trigger approved_by_two');
    expect(await one.asked('100')).toMatchObject({ code: '11151' });
    expect(await refusalOf(first.call(withdrawals.approve, { id: waits.id }))).toBe('11151');
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '11151' });
    expect(await refusalOf(first.call(desk.proposeBatch, batch, { idempotencyKey: 'again' }))).toBe('11151');
    // Its owner gets it back.
    await second.call(withdrawals.reject, { id, reason: 'activityUnclear' });
    expect(await one.has()).toEqual(['900', '100']);
  });

  it('one line that is taken back takes the file from the signer, and one operator takes none back', async () => {
    const [one, two] = [await holder(), await holder()];
    const [back, left] = [await one.approved('100'), await two.approved('100')];
    const batch = await give([back, left], '198');
    expect(batch.file).toContain(left);
    const byHand = `update payouts set status = 'takenBack' where withdrawal_id = (select id from withdrawals where withdrawal_no = $1)`;
    const { proposalId } = await first.call(desk.proposeTakeBack, { id: left, reason });
    for (const id of [back, left])
      await expect(db.transact((tx) => tx.query(byHand, [id]))).rejects.toThrow('agreed to take back');
    await second.call(proposalCalls.reject, { id: proposalId, note: reason });
    await expect(db.transact((tx) => tx.query(byHand, [left]))).rejects.toThrow('agreed to take back');
    await takeBack(back);
    // Opening it now would pay what may be returned to its owner, or be paid in another batch.
    expect(await first.call(desk.batches, {})).toContainEqual(
      expect.objectContaining({ id: batch.id, file: null, checksum: batch.checksum }),
    );
  });
});
