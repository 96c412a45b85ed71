import { depositDeskCalls as deposits } from '@assay/contract/endpoints/console/deposits.ts';
import { caseCalls, proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { funding, hashOf, report, wallet } from '../../test/funding.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances, houseBalance } from '../ledger/index.ts';
import { isRefusal } from '../platform/refusal.ts';
import { serveFundsDesk } from './index.ts';
import { requestWithdrawal } from './withdrawals/request.ts';

const db = await testDatabase();
const { clock, customer, funds, bus } = await funding(db, { waitMs: 0 });
const { operatorWith } = await consoleApp(db, clock, (desk) => serveFundsDesk(desk, funds));
const reviewer = await operatorWith(['reviewer']);
const [first, second] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const support = await operatorWith(['support']);

async function has(userId: string) {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own && { available: formatAmount(own.available, usdt), withdrawal: formatAmount(own.withdrawal, usdt) };
}

/** As the owner with a proof would: operators' sessions end sooner than codes can be mailed. */
async function withdraw(userId: string, methodId: string, amount: string): Promise<string> {
  const call = {
    user: { id: userId, userName: 'owner', sessionId: '1', frozen: false, freezeReason: null },
    language: 'en',
  } as const;
  const input = { methodId, asset: 'USDT', amount };
  const asked = await db.transact((tx) => requestWithdrawal(funds, tx, call, input, async () => undefined));
  if (isRefusal(asked)) throw new Error(`refused with ${asked.code}`);
  return asked.id;
}

const nothingYet = { available: '0', withdrawal: '0' };
let transactions = 0x1000;
const nextHash = () => hashOf((transactions += 1));
const outcome = (answer: Promise<{ status: string }>) =>
  answer.then(
    ({ status }) => status,
    ({ code }: { code: string }) => code,
  );

describe('a deposit', () => {
  it('is credited by two persons: the first approves, the second completes, and the owner hears of both', async () => {
    const { real, userId } = await customer('two_persons');
    const id = await report(real, '120', nextHash());
    const told: unknown[] = [];
    const stop = bus.subscribe<{ userId: string; event: string; data: Record<string, unknown> }>('private', (message) => {
      if (message.userId === userId) told.push([message.event, message.data['kind'] ?? message.data['available']]);
    });
    expect(await reviewer.call(deposits.approve, { id })).toMatchObject({
      status: 'approved',
      approvedBy: { id: reviewer.id },
    });
    expect(await has(userId)).toEqual(nothingYet);
    const before = await houseBalance(db, 'real', 'outside:deposits', usdt);
    expect(await first.call(deposits.complete, { id })).toMatchObject({
      status: 'completed',
      record: { completed: 1, rejected: 0, waiting: 0 },
      history: [
        { status: 'pendingReview', by: null },
        { status: 'approved', by: { id: reviewer.id } },
        { status: 'completed', by: { id: first.id } },
      ],
    });
    stop();
    expect(await has(userId)).toEqual({ available: '120', withdrawal: '0' });
    expect((await houseBalance(db, 'real', 'outside:deposits', usdt)) - before).toBe(-120_000_000n);
    expect(told).toEqual([
      ['notification', 'depositStatus'],
      ['balance', '120'],
      ['notification', 'depositStatus'],
    ]);
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      `select count(*) as count from notification_mails m join notifications n on n.id = m.notification_id where n.user_id = $1`,
      [userId],
    );
    expect(count).toBe(2);
    expect((await real(user.listRecharge, {})).items).toMatchObject([
      { status: 'completed', history: [{ status: 'pendingReview' }, { status: 'approved' }, { status: 'completed' }] },
    ]);
    await expectSoundBooks(db);
  });

  it('is not completed by its approver, by the API nor by the table', async () => {
    const { real, userId } = await customer('one_person');
    const id = await report(real, '120', nextHash());
    await first.call(deposits.approve, { id });
    expect(await refusalOf(first.call(deposits.complete, { id }))).toBe('11070');
    expect(await refusalOf(first.call(deposits.reject, { id, reason: 'notFound' }))).toBe('11070');
    expect(await refusalOf(first.call(deposits.fail, { id, reason: 'reverted' }))).toBe('11070');
    await expect(
      db.query(`update deposits set status = 'completed', decided_by = approved_by, ended_at = now() where deposit_no = $1`, [
        id,
      ]),
    ).rejects.toThrow('two_persons');
    await expect(
      db.query(
        `update deposits set approved_by = $2, status = 'completed', decided_by = $3, ended_at = now() where deposit_no = $1`,
        [id, second.id, first.id],
      ),
    ).rejects.toThrow('is written down');
    expect(await has(userId)).toEqual(nothingYet);
  });

  it('is not completed by who may only review, nor seen by support', async () => {
    const { real } = await customer('by_role');
    const id = await report(real, '120', nextHash());
    await first.call(deposits.approve, { id });
    expect(await refusalOf(reviewer.call(deposits.complete, { id }))).toBe('403');
    expect(await refusalOf(support.call(deposits.list, {}))).toBe('403');
    expect(await refusalOf(support.call(deposits.networks, {}))).toBe('403');
    expect(await refusalOf(support.call(deposits.detail, { id }))).toBe('403');
    expect(await refusalOf(support.call(deposits.approve, { id }))).toBe('403');
  });

  it('that is turned down says why, credits nothing, and frees the transaction for its true owner', async () => {
    const [thief, owner] = [await customer('thief'), await customer('true_owner')];
    const hash = nextHash();
    const id = await report(thief.real, '500', hash);
    await reviewer.call(deposits.reject, { id, reason: 'proofUnreadable' });
    expect((await thief.real(user.listRecharge, {})).items).toMatchObject([
      { status: 'rejected', history: [{ status: 'pendingReview' }, { status: 'rejected', reason: 'proofUnreadable' }] },
    ]);
    expect((await thief.real(user.listNotification, {})).items).toMatchObject([
      { kind: 'depositStatus', values: { asset: 'USDT', amount: '500', deposit: 'proofUnreadable' } },
    ]);
    const mine = await report(owner.real, '500', hash);
    await reviewer.call(deposits.approve, { id: mine });
    await first.call(deposits.fail, { id: mine, reason: 'reverted' });
    expect(await refusalOf(second.call(deposits.complete, { id: mine }))).toBe('11059');
    expect([await has(thief.userId), await has(owner.userId)]).toEqual([nothingYet, nothingYet]);
  });

  it('is credited once, however many complete it at once', async () => {
    const { real, userId } = await customer('raced');
    const id = await report(real, '1000', nextHash());
    await reviewer.call(deposits.approve, { id });
    await warm(db);
    const outcomes = await Promise.all(
      [first, second, first, second, first, second].map(({ call }) =>
        outcome(call(deposits.complete, { id }, { idempotencyKey: crypto.randomUUID() })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['11059', '11059', '11059', '11059', '11059', 'completed']);
    expect(await has(userId)).toEqual({ available: '1000', withdrawal: '0' });
    await expectSoundBooks(db);
  });

  it('that one approves and another rejects at once is one or the other', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { real } = await customer(`contested${turn}`);
      const id = await report(real, '120', nextHash());
      const outcomes = await Promise.all([
        outcome(first.call(deposits.approve, { id })),
        outcome(second.call(deposits.reject, { id, reason: 'notFound' })),
      ]);
      // Who comes second may still reject what the other has approved, but never approve what was rejected.
      expect([
        ['approved', 'rejected'],
        ['11059', 'rejected'],
      ]).toContainEqual(outcomes);
    }
  });

  it('that somebody works on is left alone by others, and is listed with its claim, oldest first', async () => {
    const { real } = await customer('claimed');
    const id = await report(real, '120', nextHash());
    const later = await report(real, '130', nextHash());
    const lead = await operatorWith(['administrator']);
    const unknown = { desk: 'deposits', id: 'D300107-0000000000', operatorId: first.id } as const;
    expect(await refusalOf(lead.call(caseCalls.assign, unknown, { idempotencyKey: 'unknown' }))).toBe('404');
    await lead.call(caseCalls.assign, { ...unknown, id });
    await first.call(caseCalls.claim, { desk: 'deposits', id });
    expect(await refusalOf(second.call(deposits.approve, { id }))).toBe('11072');
    const { items } = await second.call(deposits.list, {
      customerId: (await second.call(deposits.detail, { id })).customer.id,
    });
    expect(items.map((item) => [item.id, item.claimedBy?.name ?? null])).toEqual([
      [id, first.name],
      [later, null],
    ]);
    const looks = await db.query<{ of: string }>(
      `select action || ' ' || subject || ' ' || coalesce(details ->> 'part', details ->> 'customers') as of from audit_log
       where operator_id = $1 and action in ('user.viewed', 'search.made') order by id desc limit 2`,
      [second.id],
    );
    const { customer: owner } = items[0] ?? {};
    expect(looks.map(({ of }) => of)).toEqual([
      `search.made list:/deposits/list ["${owner?.id}"]`,
      `user.viewed user:${owner?.id} deposit`,
    ]);
    await first.call(deposits.approve, { id });
    // What one has approved waits for another: it is as open as one that was not looked at, and counted at the desk.
    const [{ customer: whose }] = items as [(typeof items)[0]];
    const open = await second.call(deposits.list, { status: 'open', customerId: whose.id });
    expect(open.items.map(({ id: one, status }) => [one, status])).toEqual([
      [id, 'approved'],
      [later, 'pendingReview'],
    ]);
  });

  it('has no chain to ask without a node', async () => {
    const { real } = await customer('offline');
    const id = await report(real, '120', nextHash());
    expect(await reviewer.call(deposits.chain, { id })).toEqual({ state: 'off' });
    expect(await refusalOf(reviewer.call(deposits.chain, { id: 'D300101-0000000000' }))).toBe('404');
  });
});

describe('a withdrawal', () => {
  async function asked(userName: string, amount = '200') {
    const person = await customer(userName, '1000');
    const id = await withdraw(person.userId, await person.method(), amount);
    return { ...person, id };
  }

  it('of 200 is paid out by the second person: 198 leave the books, 2 are the fee', async () => {
    const { real, userId, id } = await asked('paid');
    const before = await Promise.all(
      (['outside:withdrawals', 'fees'] as const).map((kind) => houseBalance(db, 'real', kind, usdt)),
    );
    await first.call(withdrawals.approve, { id });
    expect(await has(userId)).toEqual({ available: '800', withdrawal: '200' });
    expect(await refusalOf(first.call(withdrawals.complete, { id, hash: nextHash() }))).toBe('11070');
    expect(await refusalOf(second.call(withdrawals.complete, { id, hash: 'not a hash' }))).toBe('11042');
    const hash = nextHash();
    expect(await second.call(withdrawals.complete, { id, hash: hash.toUpperCase() })).toMatchObject({
      status: 'completed',
      hash,
      destination: { kind: 'coin', address: wallet },
      history: [{ by: null }, { by: { id: first.id } }, { by: { id: second.id } }],
    });
    expect(await has(userId)).toEqual({ available: '800', withdrawal: '0' });
    const after = await Promise.all(
      (['outside:withdrawals', 'fees'] as const).map((kind) => houseBalance(db, 'real', kind, usdt)),
    );
    expect(after.map((value, place) => value - (before[place] ?? 0n))).toEqual([198_000_000n, 2_000_000n]);
    expect((await real(user.listWithdrwal, {})).items).toMatchObject([{ status: 'completed', hash }]);
    await expectSoundBooks(db);
  });

  it('that is rejected or has failed returns whole, with the reason', async () => {
    const [rejected, failed] = [await asked('rejected'), await asked('failed')];
    await first.call(withdrawals.reject, { id: rejected.id, reason: 'identityNeeded' });
    await first.call(withdrawals.approve, { id: failed.id });
    expect(await refusalOf(first.call(withdrawals.fail, { id: failed.id, reason: 'networkFailed' }))).toBe('11070');
    await second.call(withdrawals.fail, { id: failed.id, reason: 'networkFailed' });
    for (const [{ real, userId }, status, reason] of [
      [rejected, 'rejected', 'identityNeeded'],
      [failed, 'failed', 'networkFailed'],
    ] as const) {
      expect(await has(userId)).toEqual({ available: '1000', withdrawal: '0' });
      const [shown] = (await real(user.listWithdrwal, {})).items;
      expect([shown?.status, shown?.history.at(-1)?.reason]).toEqual([status, reason]);
      expect((await real(user.listNotification, {})).items).toMatchObject([
        ...(status === 'failed' ? [{ values: { withdrawal: 'networkFailed' } }, { values: { withdrawal: 'approved' } }] : []),
        ...(status === 'rejected' ? [{ kind: 'withdrawalStatus', values: { withdrawal: 'identityNeeded' } }] : []),
      ]);
    }
    await expectSoundBooks(db);
  });

  it('paid by a transaction that is said to have paid another says so', async () => {
    const [one, other] = [await asked('same_one'), await asked('same_other')];
    const hash = nextHash();
    for (const { id } of [one, other]) {
      await first.call(withdrawals.approve, { id });
      await second.call(withdrawals.complete, { id, hash });
    }
    expect(await first.call(withdrawals.detail, { id: one.id })).toMatchObject({
      sameTransaction: [{ id: other.id, customer: { id: other.userId }, status: 'completed' }],
    });
  });

  it('that its owner cancels while an operator approves it is one or the other, and the money is there once', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { real, userId, id } = await asked(`torn${turn}`);
      const [approved, cancelled] = await Promise.all([
        outcome(first.call(withdrawals.approve, { id })),
        outcome(real(user.cancelWithdrawal, { id })),
      ]);
      if (approved === 'approved') {
        expect(cancelled).toBe('11053');
        expect(await has(userId)).toEqual({ available: '800', withdrawal: '200' });
      } else {
        expect([approved, cancelled]).toEqual(['11059', 'cancelled']);
        expect(await has(userId)).toEqual({ available: '1000', withdrawal: '0' });
      }
    }
    await expectSoundBooks(db);
  });

  it('is paid once, or returned once, when two operators end it at once', async () => {
    const third = await operatorWith(['finance']);
    for (let turn = 0; turn < 5; turn += 1) {
      const { userId, id } = await asked(`ended${turn}`);
      await first.call(withdrawals.approve, { id });
      const outcomes = await Promise.all([
        outcome(second.call(withdrawals.complete, { id, hash: nextHash() })),
        outcome(third.call(withdrawals.fail, { id, reason: 'networkFailed' })),
      ]);
      const paid = outcomes[0] === 'completed';
      expect(outcomes).toEqual(paid ? ['completed', '11059'] : ['11059', 'failed']);
      expect(await has(userId)).toEqual({ available: paid ? '800' : '1000', withdrawal: '0' });
    }
    await expectSoundBooks(db);
  });

  it('of somebody who is frozen meanwhile is not paid', async () => {
    const { userId, id } = await asked('frozen_later');
    await first.call(withdrawals.approve, { id });
    await db.query('update users set frozen = true where id = $1', [userId]);
    expect(await refusalOf(second.call(withdrawals.complete, { id, hash: nextHash() }))).toBe('10008');
    await second.call(withdrawals.reject, { id, reason: 'activityUnclear' });
    expect(await has(userId)).toEqual({ available: '1000', withdrawal: '0' });
  });

  it('of somebody who is frozen is neither approved nor approved once more, until the freeze is lifted', async () => {
    const { userId, id } = await asked('frozen_before');
    const freeze = (frozen: boolean) => db.query('update users set frozen = $2 where id = $1', [userId, frozen]);
    const approve = (by: typeof first, key: string) => by.call(withdrawals.approve, { id }, { idempotencyKey: key });
    await freeze(true);
    expect(await refusalOf(approve(first, 'frozen'))).toBe('10008');
    const kept = await first.call(withdrawals.detail, { id });
    expect(kept).toMatchObject({ status: 'pendingReview', frozen: true });
    expect(await has(userId)).toEqual({ available: '800', withdrawal: '200' });
    await freeze(false);
    expect(await approve(first, 'lifted')).toMatchObject({ status: 'approved' });
    await freeze(true);
    expect(await refusalOf(approve(second, 'seconded'))).toBe('10008');
  });

  it('to a card shows the whole number for the payout alone, and the log says to whom', async () => {
    const { real, userId } = await customer('carded', '100');
    const card = await real(user.saveBankCard, { name: 'Ada Lovelace', cardNumber: '4111111111111111', bankName: 'Bank' });
    const id = await withdraw(userId, card.id, '50');
    expect(await refusalOf(first.call(withdrawals.card, { id }))).toBe('11059');
    await first.call(withdrawals.approve, { id });
    expect(await second.call(withdrawals.card, { id })).toEqual({ cardNumber: '4111111111111111' });
    const [entry] = await db.query<{ action: string; operator_id: number }>(
      'select action, operator_id from audit_log where subject = $1 order by id desc limit 1',
      [`withdrawal:${id}`],
    );
    expect(entry).toEqual({ action: 'withdrawal.cardShown', operator_id: Number(second.id) });
    expect(await db.query("select from idempotency where answer::text like '%4111111111111111%'")).toEqual([]);
    expect(await second.call(withdrawals.complete, { id, hash: 'BANK-2030-0007' })).toMatchObject({ hash: 'BANK-2030-0007' });
  });

  it('is finance’s alone', async () => {
    const { id } = await asked('only_finance');
    for (const { call } of [reviewer, support]) {
      expect(await refusalOf(call(withdrawals.list, {}))).toBe('403');
      expect(await refusalOf(call(withdrawals.detail, { id }))).toBe('403');
      expect(await refusalOf(call(withdrawals.approve, { id }))).toBe('403');
    }
  });

  it('keeps its terms and its history whatever is tried', async () => {
    const { id } = await asked('engraved');
    const tries = [
      `update withdrawals set amount = amount * 2 where withdrawal_no = '${id}'`,
      `update withdrawals set method_id = 1, status = 'approved' where withdrawal_no = '${id}'`,
      `update withdrawals set status = 'completed', hash = 'x', ended_at = now() where withdrawal_no = '${id}'`,
      `delete from withdrawals where withdrawal_no = '${id}'`,
      `update withdrawal_steps set reason = 'x'`,
      `delete from withdrawal_steps`,
      `update withdrawal_methods set address = 'T000000000000000000000000000000000'`,
    ];
    for (const sql of tries) await expect(db.query(sql)).rejects.toThrow(/frozen|become|kept|changed|paid/);
  });
});

describe('a network', () => {
  const change = {
    network: 'BTC',
    deposits: true,
    depositMinimum: '0.02',
    withdrawalMinimum: '0.001',
    confirmations: 6,
    reason: 'Blocks are slow at the moment',
  };

  it('gets other minimums, and is closed, by two persons', async () => {
    const { real } = await customer('sees_network');
    const shown = async () => (await real(user.depositCoins, {})).find(({ network }) => network === 'BTC');
    const { proposalId } = await first.call(deposits.proposeNetwork, change);
    expect(await shown()).toMatchObject({ minimum: '0.015', confirmations: 3 });
    expect(await refusalOf(first.call(proposalCalls.approve, { id: proposalId }))).toBe('11070');
    await second.call(proposalCalls.approve, { id: proposalId });
    expect(await shown()).toMatchObject({ minimum: '0.02', confirmations: 6 });
    const closing = await first.call(deposits.proposeNetwork, { ...change, deposits: false });
    await second.call(proposalCalls.approve, { id: closing.proposalId });
    expect(await shown()).toBeUndefined();
  });

  it('gets a fee of its own by two persons, which those who withdraw from then on are shown and pay', async () => {
    const other = { ...change, network: 'ERC20', depositMinimum: '120', withdrawalMinimum: '20', confirmations: 12 };
    const { real } = await customer('sees_fee');
    const shown = async () => (await real(user.withdrawalTerms, {})).coins.find(({ network }) => network === 'ERC20')?.fee;
    expect(await shown()).toEqual({ rate: '0.01', min: null, max: '25' });
    const fee = { feeRate: '0.005', feeMin: '3', feeMax: '30' };
    const { proposalId } = await first.call(deposits.proposeNetwork, { ...other, ...fee });
    expect(await shown()).toEqual({ rate: '0.01', min: null, max: '25' });
    await second.call(proposalCalls.approve, { id: proposalId });
    expect(await shown()).toEqual({ rate: '0.005', min: '3', max: '30' });
    expect((await first.call(deposits.networks, {})).find(({ id }) => id === 'ERC20')).toMatchObject(fee);
    // Leaving the fee out keeps it as it is; emptying it clears it.
    const left = await first.call(deposits.proposeNetwork, other);
    await second.call(proposalCalls.approve, { id: left.proposalId });
    expect(await shown()).toEqual({ rate: '0.005', min: '3', max: '30' });
    const emptied = await first.call(deposits.proposeNetwork, { ...other, feeRate: null, feeMin: '0', feeMax: null });
    await second.call(proposalCalls.approve, { id: emptied.proposalId });
    expect(await shown()).toEqual({ rate: '0.01', min: null, max: null });
  });

  it.for([
    ['a tenth and more', { feeRate: '0.100001' }, '11076'],
    ['a rate of too many decimals', { feeRate: '0.0000001' }, '11076'],
    ['all of the smallest withdrawal', { feeMin: '20' }, '11076'],
    ['a largest below the smallest', { feeMin: '3', feeMax: '2.99' }, '11076'],
    ['nothing at most', { feeMin: '0', feeMax: '0' }, '11076'],
    ['no amount of the coin', { feeMin: '0.0000001' }, '11058'],
    ['a sign', { feeMax: '-1' }, '11058'],
  ] as const)('takes no fee of %s', async ([, fee, code]) => {
    const other = { ...change, network: 'ERC20', withdrawalMinimum: '20', ...fee };
    expect(await refusalOf(first.call(deposits.proposeNetwork, other))).toBe(code);
  });

  it('gets no minimum that is none of its coin', async () => {
    expect(await refusalOf(first.call(deposits.proposeNetwork, { ...change, network: 'DOGE' }))).toBe('11041');
    expect(await refusalOf(first.call(deposits.proposeNetwork, { ...change, depositMinimum: '0.000000001' }))).toBe('11058');
  });
});
