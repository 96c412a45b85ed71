import { randomUUID } from 'node:crypto';
import { depositDeskCalls as desk } from '@assay/contract/endpoints/console/deposits.ts';
import { caseCalls, proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { payoutDeskCalls as payouts } from '@assay/contract/endpoints/console/withdrawals.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { anvilProgram, evmNode } from '../../test/nodes/evm-node.ts';
import { paying } from '../../test/paying.ts';
import { type Screening, createScreening } from '../screening/index.ts';
import { screenedFunds } from './index.ts';

// Deposits that a real Ethereum node has shown and withdrawals over it, with a screening that is switched on while they wait.

const program = anvilProgram();
const reason = 'looked at it once more';

describe.skipIf(program === undefined)('on a real Ethereum node (skipped where its program is not there)', async () => {
  if (program === undefined) return;
  const db = await testDatabase();
  const node = await evmNode(program);
  let screening = createScreening(true);
  const switched: Screening = {
    stateOf: (...asked) => screening.stateOf(...asked),
    holds: (...asked) => screening.holds(...asked),
    through: (...asked) => screening.through(...asked),
  };
  const { site, operatorWith, first, second, mine, holder } = await paying(db, node, switched);
  const says = (about: 'deposit' | 'withdrawal', id: string, answer: 'clear' | 'look' | 'refuse') =>
    db.query(`insert into screenings (about, case_no, answer, asked_at) values ($1, $2, $3, now())`, [about, id, answer]);
  const asked = async (id: string) => {
    const [deposits] = screenedFunds;
    const questions = (await deposits?.questions(db, new Date(), 20)) ?? [];
    return questions.find(({ caseNo }) => caseNo === id)?.facts;
  };
  /** A customer with a receive address there. */
  async function shown() {
    const one = await holder('0');
    const own = (await one.real(user.depositCoins, {})).find(({ network }) => network === 'ERC20')?.address ?? '';
    const caseOf = async () => (await one.real(user.listRecharge, {})).items[0]?.id ?? '';
    return { ...one, own, caseOf };
  }
  async function paid(units: bigint) {
    const one = await shown();
    await node.sendToken(one.own, units);
    await mine(12);
    return { ...one, id: await one.caseOf() };
  }
  const propose = async (cases: readonly string[], total: string) =>
    first.call(desk.proposeRelease, { network: 'ERC20', cases: [...cases], total, reason });

  it('of a case that small payments have added up to, every transaction is told', async () => {
    const saver = await shown();
    const hashes = [await node.sendToken(saver.own, 70_000_000n)];
    await mine(12);
    hashes.push(await node.sendToken(saver.own, 60_000_000n));
    await mine(12);
    const id = await saver.caseOf();
    expect(await asked(id)).toEqual({ chain: 'ethereum', address: saver.own, coin: 'USDT', hashes });
    await says('deposit', id, 'refuse');
  });

  it('what somebody reports on a watched chain is asked about once the chain has shown it, on others at once', async () => {
    const early = await shown();
    const hash = `0x${'cd'.repeat(32)}`;
    const input = { coin: 'USDT', network: 'ERC20', amount: '150', hash, lastSix: hash.slice(-6) };
    const { id } = await early.real(user.recharge, input, { images: { proof: await picture() } });
    expect(await asked(id)).toBeUndefined();
    await db.query('update chain_watches set watched = false');
    expect(await asked(id)).toMatchObject({ hashes: [hash] });
    await db.query('update chain_watches set watched = true');
    await second.call(desk.reject, { id, reason: 'sourceNotAllowed' });
  });

  it('a case that is not cleared, or that another works on, is in no list and holds no other up', async () => {
    const [open, refused, held, looked] = [
      await paid(200_000_000n),
      await paid(300_000_000n),
      await paid(400_000_000n),
      await paid(500_000_000n),
    ];
    await says('deposit', refused.id, 'refuse');
    await says('deposit', held.id, 'clear');
    await says('deposit', looked.id, 'look');
    await second.call(caseCalls.claim, { desk: 'deposits', id: held.id });
    const listed = async () =>
      (await first.call(desk.releases, {})).map(({ cases, total }) => [...cases.map(({ id }) => id), total]);
    expect(await listed()).toEqual([[looked.id, '500']]);
    expect(await refusalOf(propose([looked.id, open.id], '700'))).toBe('11270');
    expect(await refusalOf(propose([looked.id, refused.id], '800'))).toBe('11271');
    await second.call(caseCalls.release, { desk: 'deposits', id: held.id });
    expect(await listed()).toEqual([[held.id, looked.id, '900']]);
    // Switched off, what was refused before stays held.
    screening = createScreening(false);
    expect(await listed()).toEqual([[open.id, held.id, looked.id, '1100']]);
    screening = createScreening(true);
  });

  it('where the second of a batch is refused nobody is told that the first was credited', async () => {
    const [one, two] = [await paid(210_000_000n), await paid(220_000_000n)];
    for (const { id } of [one, two]) await says('deposit', id, 'clear');
    const { proposalId } = await propose([one.id, two.id], '430');
    // Its approver can no longer claim it.
    const third = await operatorWith(['finance']);
    await third.call(caseCalls.claim, { desk: 'deposits', id: two.id });
    const told: unknown[] = [];
    const unsubscribe = site.bus.subscribe('private', (message) => told.push(message));
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '11072' });
    unsubscribe();
    expect([told, await one.has()]).toEqual([[], ['0', '0']]);
  });

  it('no withdrawal that is not cleared is given to the signer', async () => {
    screening = createScreening(false);
    const [one, two] = [await holder(), await holder()];
    const [waits, refused] = [await one.approved('200'), await two.approved('200')];
    const offer = (id: string) =>
      first.call(
        payouts.proposeBatch,
        { network: 'ERC20', cases: [id], total: '198', reason },
        { idempotencyKey: randomUUID() },
      );
    const { proposalId } = await offer(waits);
    screening = createScreening(true);
    await says('withdrawal', refused, 'refuse');
    expect(await refusalOf(offer(refused))).toBe('11271');
    expect(await second.call(proposalCalls.approve, { id: proposalId })).toMatchObject({ status: 'failed', failure: '11270' });
    await says('withdrawal', waits, 'clear');
    expect(await offer(waits)).toMatchObject({ proposalId: expect.any(String) as string });
  });
});
