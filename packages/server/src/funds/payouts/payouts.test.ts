import { createHash } from 'node:crypto';
import { depositDeskCalls as deposits } from '@assay/contract/endpoints/console/deposits.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { payoutDeskCalls as desk, withdrawalDeskCalls as withdrawals } from '@assay/contract/endpoints/console/withdrawals.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { refusalOf } from '../../../test/identity-app.ts';
import { anvilProgram, evmNode } from '../../../test/nodes/evm-node.ts';
import { paying } from '../../../test/paying.ts';
import { expectSoundBooks, fund } from '../../../test/trading.ts';
import { audit, owedToCustomers } from '../../ledger/index.ts';
import { holdings } from '../holdings.ts';

// Payouts over a real Ethereum node, which mines on command.

const program = anvilProgram();
const db = await testDatabase();
const reason = 'looked at it once more';

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const node = await evmNode(program);
  const { first, second, look, mine, address, holder, state, give, returnByHand, takeBack, ...beside } = await paying(db, node);

  it('a payout is booked once the chain has confirmed it, with both persons named', async () => {
    const one = await holder();
    const id = await one.approved('500');
    const hash = await node.sendToken(one.wallet, 495_000_000n);
    expect(await second.call(withdrawals.complete, { id, hash })).toMatchObject({
      status: 'approved',
      payout: { status: 'sent', hash, fault: null },
    });
    expect(await refusalOf(second.call(withdrawals.complete, { id, hash }, { idempotencyKey: 'again' }))).toBe('11203');
    expect(await refusalOf(second.call(withdrawals.fail, { id, reason: 'networkFailed' }))).toBe('11203');
    await expect(returnByHand(id)).rejects.toThrow('on its way');
    await expect(
      db.query(
        `update withdrawals set status = 'completed', hash = $3, decided_by = $2, ended_at = now() where withdrawal_no = $1`,
        [id, second.id, hash],
      ),
    ).rejects.toThrow('has not confirmed');
    await mine(11);
    expect(await state(id)).toEqual(['approved', 'sent', null]);
    expect(await one.has()).toEqual(['500', '500']);
    await mine(1);
    expect(await one.has()).toEqual(['500', '0']);
    expect(await second.call(withdrawals.detail, { id })).toMatchObject({
      status: 'completed',
      hash,
      history: [
        { status: 'pendingReview', by: null },
        { status: 'approved', by: { id: first.id } },
        { status: 'completed', by: { id: second.id } },
      ],
    });
    await expectSoundBooks(db);
  });

  it('a hash of another coin, amount or receiver, or one that pays another withdrawal already, is refused by the chain', async () => {
    const one = await holder();
    const [coin, less, elsewhere, twice] = [
      await one.approved('100'),
      await one.approved('100'),
      await one.approved('100'),
      await one.approved('100'),
    ];
    const right = await node.sendToken(one.wallet, 99_000_000n);
    const hashes = [
      [coin, await node.sendEther(one.wallet, 99_000_000n)],
      [less, await node.sendToken(one.wallet, 98_999_999n)],
      [elsewhere, await node.sendToken(address(0xfff), 99_000_000n)],
    ] as const;
    for (const [id, hash] of hashes) await second.call(withdrawals.complete, { id, hash });
    await mine(12);
    for (const [id] of hashes) expect(await state(id)).toEqual(['approved', 'failed', 'differs']);
    // Nothing is returned automatically; the right hash may follow.
    expect(await one.has()).toEqual(['600', '400']);
    await second.call(withdrawals.complete, { id: coin, hash: right });
    await second.call(withdrawals.complete, { id: twice, hash: right });
    await look();
    expect([await state(coin), await state(twice)]).toEqual([
      ['completed', 'confirmed', null],
      ['approved', 'failed', 'differs'],
    ]);
    // Only people can know whether another transaction has paid it: one of them alone can't return the money.
    const giveBack = { id: twice, reason: 'networkFailed' } as const;
    expect(await refusalOf(second.call(withdrawals.fail, giveBack))).toBe('11203');
    await expect(returnByHand(twice)).rejects.toThrow('on its way');
    await takeBack(twice);
    const [weighed] = await db.query(
      `select p.weight = w.value as whole from proposals p join withdrawals w on p.subject = 'withdrawal:' || w.withdrawal_no
       where p.kind = 'payout.takeBack' and w.withdrawal_no = $1`,
      [twice],
    );
    expect(weighed).toEqual({ whole: true });
    await second.call(withdrawals.fail, giveBack, { idempotencyKey: 'again' });
    expect(await one.has()).toEqual(['700', '200']);
    await expectSoundBooks(db);
  });

  it('a payout that was reverted, or that no block has taken for a day, goes to the desk', async () => {
    const one = await holder();
    const [reverted, unknown] = [await one.approved('100'), await one.approved('100')];
    const hash = await node.sendToken(one.wallet, 10n ** 15n);
    await second.call(withdrawals.complete, { id: reverted, hash });
    await second.call(withdrawals.complete, { id: unknown, hash: `0x${'12'.repeat(32)}` });
    await mine(12);
    expect(await state(reverted)).toEqual(['approved', 'failed', 'reverted']);
    expect(await state(unknown)).toEqual(['approved', 'sent', null]);
    await db.query(`alter table payouts disable trigger guard`);
    await db.query(`update payouts set sent_at = sent_at - interval '25 hours' where status = 'sent'`);
    await db.query(`alter table payouts enable trigger guard`);
    await look();
    expect(await state(unknown)).toEqual(['approved', 'failed', 'unknown']);
    expect(await one.has()).toEqual(['800', '200']);
    // The reverted transaction has paid nothing, as the chain shows; the other's outcome is unknown.
    expect(await refusalOf(first.call(desk.proposeTakeBack, { id: reverted, reason }))).toBe('11059');
    await second.call(withdrawals.fail, { id: reverted, reason: 'networkFailed' });
    expect(await refusalOf(second.call(withdrawals.reject, { id: unknown, reason: 'activityUnclear' }))).toBe('11203');
    const again = { network: 'ERC20', cases: [unknown], total: '99', reason };
    expect(await refusalOf(first.call(desk.proposeBatch, again))).toBe('11203');
    await takeBack(unknown);
    await second.call(withdrawals.reject, { id: unknown, reason: 'activityUnclear' }, { idempotencyKey: 'again' });
    expect(await one.has()).toEqual(['1000', '0']);
  });

  it('a transaction that a block takes after more than a day still pays', async () => {
    const one = await holder();
    const id = await one.approved('100');
    const hash = await node.sendToken(one.wallet, 99_000_000n);
    await second.call(withdrawals.complete, { id, hash });
    await db.query(`alter table payouts disable trigger guard`);
    await db.query(`update payouts set sent_at = sent_at - interval '25 hours' where status = 'sent'`);
    await db.query(`alter table payouts enable trigger guard`);
    await look();
    expect(await state(id)).toEqual(['approved', 'failed', 'unknown']);
    await mine(12);
    expect(await state(id)).toEqual(['completed', 'confirmed', null]);
    expect(await one.has()).toEqual(['900', '0']);
  });

  it('a batch is released by who has approved none of it, for its exact total, and each withdrawal goes to the signer once', async () => {
    const [one, two] = [await holder(), await holder()];
    const cases = [await one.approved('200'), await two.approved('300')];
    const short = { network: 'ERC20', cases, total: '494.999999', reason };
    expect(await refusalOf(first.call(desk.proposeBatch, short))).toBe('11202');
    const own = await second.call(desk.proposeBatch, { ...short, total: '495' });
    expect(await first.call(proposalCalls.approve, { id: own.proposalId })).toMatchObject({
      status: 'failed',
      failure: '11070',
    });
    const batch = await give(cases, '495');
    expect(batch).toMatchObject({
      network: 'ERC20',
      coin: 'USDT',
      total: '495',
      proposedBy: first.name,
      releasedBy: second.name,
    });
    const alone = `insert into payout_batches (network_id, proposal_id, proposed_by, released_by, released_at)
      values ('ERC20', $1, $2, $3, now())`;
    const ids = [own.proposalId, second.id, first.id];
    await expect(db.transact((tx) => tx.query(alone, ids))).rejects.toThrow('needs two operators');
    await expect(db.query('delete from payout_batches')).rejects.toThrow('two persons have approved');
    expect(batch.checksum).toBe(
      createHash('sha256')
        .update(batch.file ?? '')
        .digest('hex'),
    );
    expect(batch.file?.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${cases[0]},ERC20,${one.wallet},198$`, 'i')),
      expect.stringMatching(new RegExp(`^${cases[1]},ERC20,${two.wallet},297$`, 'i')),
      '',
    ]);
    expect(await refusalOf(first.call(desk.proposeBatch, { ...short, total: '495' }, { idempotencyKey: 'again' }))).toBe(
      '11203',
    );
    expect(await refusalOf(second.call(withdrawals.reject, { id: cases[0] ?? '', reason: 'activityUnclear' }))).toBe('11203');
    const hash = await node.sendTokens(one.wallet, 198_000_000n, two.wallet, 297_000_000n);
    const hashes = cases.map((id) => ({ id, hash }));
    expect(await refusalOf(first.call(desk.signed, { id: '999', hashes }))).toBe('11059');
    await first.call(desk.signed, { id: batch.id, hashes });
    expect(await refusalOf(first.call(desk.signed, { id: batch.id, hashes }, { idempotencyKey: 'again' }))).toBe('11059');
    await mine(12);
    expect([await one.has(), await two.has()]).toEqual([
      ['800', '0'],
      ['700', '0'],
    ]);
  });

  it('who has been frozen is paid by no batch, neither proposed nor released', async () => {
    const one = await holder();
    const id = await one.approved('200');
    const batch = { network: 'ERC20', cases: [id], total: '198', reason };
    const freeze = (frozen: boolean) => db.query('update users set frozen = $2 where id = $1', [one.userId, frozen]);
    const early = await first.call(desk.proposeBatch, { ...batch, reason: 'before it was frozen' });
    await freeze(true);
    expect(await second.call(proposalCalls.approve, { id: early.proposalId })).toMatchObject({
      status: 'failed',
      failure: '10008',
    });
    expect(await refusalOf(first.call(desk.proposeBatch, batch, { idempotencyKey: 'frozen' }))).toBe('10008');
    expect(await state(id)).toEqual(['approved', undefined, undefined]);
    await freeze(false);
    await give([id], '198');
    expect(await state(id)).toEqual(['approved', 'released', null]);
  });

  it('a transaction that was typed for one withdrawal while nobody watched pays no other', async () => {
    const one = await holder();
    const [paid, unpaid] = [await one.approved('100'), await one.approved('100')];
    const hash = await node.sendToken(one.wallet, 99_000_000n);
    await db.query('update chain_watches set watched = false');
    await second.call(withdrawals.complete, { id: paid, hash });
    await look();
    await second.call(withdrawals.complete, { id: unpaid, hash });
    await mine(12);
    expect([await state(paid), await state(unpaid)]).toEqual([
      ['completed', undefined, undefined],
      ['approved', 'failed', 'differs'],
    ]);
    expect(await one.has()).toEqual(['800', '100']);
  });

  it('what the signer has not signed is taken back by two, and only then its owner may have it back', async () => {
    const one = await holder();
    const id = await one.approved('400');
    await give([id], '396');
    const { proposalId } = await first.call(desk.proposeTakeBack, { id, reason });
    expect(await refusalOf(second.call(withdrawals.fail, { id, reason: 'networkFailed' }))).toBe('11203');
    await second.call(proposalCalls.approve, { id: proposalId });
    await second.call(withdrawals.fail, { id, reason: 'networkFailed' });
    expect(await one.has()).toEqual(['1000', '0']);
  });

  it('an address that is a coin’s own contract is not saved', async () => {
    const one = await holder();
    const [{ token } = { token: '' }] = await db.query<{ token: string }>("select token from networks where id = 'ERC20'");
    const input = { coin: 'ETH', network: 'ETH', address: token, label: 'Contract' };
    expect(await refusalOf(one.real(user.saveCoinAddress, input))).toBe('11201');
  });

  it('two customers bring coins in, trade, and take them out, and chain, page, books and audit agree', async () => {
    const [one, two] = [await holder('0'), await holder('0')];
    const own = async ({ real }: typeof one) =>
      (await real(user.depositCoins, {})).find(({ network }) => network === 'ERC20')?.address ?? '';
    await node.sendTokens(await own(one), 500_000_000n, await own(two), 700_000_000n);
    await mine(12);
    for (const { real } of [one, two]) {
      const [{ id } = { id: '' }] = (await real(user.listRecharge, {})).items;
      await first.call(deposits.approve, { id });
      await second.call(deposits.complete, { id });
    }
    await fund(db, 'real');
    await beside.quote(10_000);
    const bought = { code: 'COINUSDT', side: 'buy', type: 'market', turnover: '100' } as const;
    expect(await two.real(order.submit, bought)).toMatchObject({ status: 'filled' });
    const cases = [await one.approved('500'), await two.approved('200')];
    const { id } = await give(cases, '693');
    const hash = await node.sendTokens(one.wallet, 495_000_000n, two.wallet, 198_000_000n);
    await first.call(desk.signed, { id, hashes: cases.map((paid) => ({ id: paid, hash })) });
    await mine(12);
    expect([await one.has(), await two.has()]).toEqual([
      ['0', '0'],
      ['400', '0'],
    ]);
    expect([await node.tokensOf(one.wallet), await node.tokensOf(two.wallet)]).toEqual([495_000_000n, 198_000_000n]);
    // The signer pays out of a wallet of his own: what customers have brought is still at their addresses, as the node says.
    await beside.lookAtAll();
    const { assets } = await beside.call(index.solvency, {});
    const stated = assets.find(({ asset }) => asset === 'USDT');
    const held = (await node.tokensOf(await own(one))) + (await node.tokensOf(await own(two)));
    expect(stated?.networks.find(({ network }) => network === 'ERC20')).toMatchObject({
      state: 'told',
      held: String(held / 1_000_000n),
    });
    const owed = (await owedToCustomers(db, 'real')).get('USDT') ?? 0n;
    expect(stated).toMatchObject({ held: null, ratio: null, owed: formatAmount(amount(owed), usdt) });
    expect((await audit(db, { holdings })).findings).toEqual([]);
    await expectSoundBooks(db);
  });
});
