import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { serveFundsDesk } from '../src/funds/index.ts';
import { serveLedgerDesk } from '../src/ledger/index.ts';
import { codeOf } from '../src/platform/credentials/totp.ts';
import { serveReferralDesk } from '../src/referral/index.ts';
import { serveParametersDesk } from '../src/settings/index.ts';
import { consoleApp } from './console.ts';
import { testDatabase } from './database.ts';
import { funding, hashOf, report } from './funding.ts';
import { day, hour, minute, refusalOf } from './identity-app.ts';
import { expectSoundBooks, fund } from './trading.ts';

// Two persons suffice for ten USDT. For ninety million they do not, once operators have said so.

const db = await testDatabase(12);
const { clock, customer, funds } = await funding(db, { waitMs: minute });
await fund(db, 'real');
const { from, operatorWith } = await consoleApp(db, clock, (desk) => {
  serveLedgerDesk(desk);
  serveReferralDesk(desk);
  serveParametersDesk(desk);
  serveFundsDesk(desk, funds);
});
const { deposits, ledger, operators, parameters, payouts, proposals, session, withdrawals, audit } = consoleCalls;
const key = () => ({ idempotencyKey: randomUUID() });
const owner = await customer('ada_lovelace', '20000');
const method = await owner.method();
// Unverified customers withdraw less.
await db.query("update parameters set value = '100000' where key like 'withdrawal_limit_%'");
const finance = () => operatorWith(['finance']);
type Operator = Awaited<ReturnType<typeof finance>>;

const set = (values: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(values).map(([name, value]) => db.query('update parameters set value = $2 where key = $1', [name, value])),
  );
const off = { third_person_above: '0', third_person_new_above: '0', wait_above: '0', wait_hours: '24', operator_day_max: '0' };
beforeEach(() => set(off));

/** Gives the customer so much of the house's money back. */
interface Given {
  readonly asset?: string;
  readonly book?: 'real' | 'demo';
}
async function give(by: Operator, amount: string, { asset = 'USDT', book = 'real' }: Given = {}): Promise<string> {
  const { proposalId } = await by.call(
    ledger.proposeCorrection,
    {
      book,
      subject: 'D1',
      reason: 'The deposit was booked short',
      transfers: [{ from: { owner: 'house', kind: 'trading' }, to: { owner: owner.userId, kind: 'available' }, asset, amount }],
    },
    key(),
  );
  return proposalId;
}
/** Signed in anew, for a session does not last for days. */
async function anew(one: Operator): Promise<Operator> {
  const { name, password, shared } = one;
  const signedIn = await from('192.0.2.50')(session.signIn, { name, password, otp: codeOf(shared, clock.wall()) }, key());
  if (signedIn.state !== 'signedIn') throw new Error(`${name} was not let in`);
  return { ...one, call: from('192.0.2.50', signedIn.token) };
}
const approve = (by: Operator, id: string) => by.call(proposals.approve, { id }, key());

describe('what moves much', () => {
  test('needs no more than two persons as long as nobody has said what much is', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const id = await give(ann, '90000000');
    const { books, ...asked } = await ben.call(proposals.detail, { id });
    expect(asked).toMatchObject({ weight: '90000000', persons: 2, readyAt: null });
    // What was is what the ledger says, and what would be is so much more and less.
    const of = (who: string) => books?.find((one) => one.owner === who);
    const [given] = (await ann.call(ledger.accounts, { book: 'real', owner: owner.userId, kind: 'available' })).items;
    expect(of(owner.userId)).toEqual({
      owner: owner.userId,
      kind: 'available',
      asset: 'USDT',
      before: given?.balance,
      after: String(Number(given?.balance) + 90_000_000),
    });
    expect(Number(of('house')?.before) - Number(of('house')?.after)).toBe(90_000_000);
    expect(await approve(ben, id)).toMatchObject({ status: 'approved' });
    const [has] = (await ann.call(ledger.accounts, { book: 'real', owner: owner.userId, kind: 'available' })).items;
    expect(has?.balance).toBe(of(owner.userId)?.after);
    expect((await ben.call(proposals.detail, { id })).books).toBeNull();
    await expectSoundBooks(db);
  });

  test('is approved by a second and done by a third, neither of whom is another of the three', async () => {
    await set({ third_person_above: '1000' });
    const [ann, ben, cat] = [await finance(), await finance(), await operatorWith(['administrator'])];
    const id = await give(ann, '1000.000001');
    expect(await refusalOf(approve(ann, id))).toBe('11070');
    expect(await approve(ben, id)).toMatchObject({
      status: 'waiting',
      persons: 3,
      secondedBy: { id: ben.id },
      decidedBy: null,
      mayDecide: false,
    });
    expect(await refusalOf(approve(ben, id))).toBe('11070');
    expect(await refusalOf(approve(ann, id))).toBe('11070');
    expect((await ann.call(ledger.transactions, { reference: `correction:${id}` })).items).toEqual([]);
    // Not by who writes to the tables either.
    await expect(
      db.query("update proposals set status = 'approved', decided_by = seconded_by, decided_at = now() where id = $1", [id]),
    ).rejects.toThrow('three_persons');
    expect(await approve(cat, id)).toMatchObject({ status: 'approved', secondedBy: { id: ben.id }, decidedBy: { id: cat.id } });
    expect((await ann.call(ledger.transactions, { reference: `correction:${id}` })).items).toHaveLength(1);
    const { items } = await cat.call(audit.list, { subject: `proposal:${id}` });
    expect(items.map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ['proposal.approved', cat.id],
      ['proposal.seconded', ben.id],
      ['proposal.made', ann.id],
    ]);
    await expectSoundBooks(db);
  });

  test('is not made less by splitting it, and of another operator it counts for itself', async () => {
    await set({ third_person_above: '1000' });
    const [ann, ben] = [await finance(), await finance()];
    const persons = async (by: Operator, amount: string) =>
      (await ben.call(proposals.detail, { id: await give(by, amount) })).persons;
    expect([await persons(ann, '600'), await persons(ann, '400'), await persons(ann, '0.01')]).toEqual([2, 2, 3]);
    expect(await persons(ben, '1000')).toBe(2);
    // Of two at once one counts the other.
    const cat = await finance();
    const both = await Promise.all([give(cat, '600'), give(cat, '600')]);
    const asked = await Promise.all(both.map((id) => ben.call(proposals.detail, { id })));
    expect(asked.map((one) => one.persons).toSorted((one, other) => one - other)).toEqual([2, 3]);
    // What was taken back moves nothing.
    const dan = await finance();
    const first = await give(dan, '900');
    await dan.call(proposals.withdraw, { id: first }, key());
    expect(await persons(dan, '900')).toBe(2);
  });

  test('is not made less by letting it lie: what waits counts as long as it does, what was approved for a day', async () => {
    await set({ third_person_above: '100000' });
    const ann = await finance();
    const propose = async () => {
      const by = await anew(ann);
      const id = await give(by, '100000');
      return { id, persons: (await by.call(proposals.detail, { id })).persons };
    };
    const first = await propose();
    clock.advance(day);
    const second = await propose();
    clock.advance(day);
    const third = await propose();
    expect([first.persons, second.persons, third.persons]).toEqual([2, 3, 3]);
    const ben = await finance();
    expect(await approve(ben, first.id)).toMatchObject({ status: 'approved' });
    for (const { id } of [second, third]) await ben.call(proposals.reject, { id, note: 'Nobody knows of it' }, key());
    clock.advance(day - minute);
    expect((await propose()).persons).toBe(3);
    // A day after the first was approved, three after the other was proposed, and it can be approved no more.
    clock.advance(3 * day);
    expect((await propose()).persons).toBe(2);
    await expectSoundBooks(db);
  });

  test('is play money, or coins whose worth nobody knows: the one is light, the other weighs more than anything', async () => {
    await set({ third_person_above: '1000', operator_day_max: '0' });
    const ann = await finance();
    const demo = await ann.call(proposals.detail, { id: await give(ann, '50000', { book: 'demo' }) });
    expect(demo).toMatchObject({ weight: null, persons: 2 });
    const coins = await ann.call(proposals.detail, { id: await give(ann, '0.00000001', { asset: 'BTC' }) });
    expect(coins).toMatchObject({ weight: null, persons: 3 });
  });

  test('waits before anybody does it, and is rejected meanwhile by whoever objects', async () => {
    await set({ wait_above: '1000', wait_hours: '5' });
    const [ann, ben] = [await finance(), await finance()];
    const id = await give(ann, '1500');
    const { readyAt } = await ben.call(proposals.detail, { id });
    expect(readyAt).toBe(new Date(clock.wall() + 5 * hour).toISOString());
    const message: unknown = expect.stringContaining('UTC');
    await expect(approve(ben, id)).rejects.toMatchObject({ code: '11413', message });
    clock.advance(5 * hour - 1);
    expect(await refusalOf(approve(await finance(), id))).toBe('11413');
    clock.advance(1);
    expect(await approve(await finance(), id)).toMatchObject({ status: 'approved' });
    const again = await give(await finance(), '1500');
    expect(await (await finance()).call(proposals.reject, { id: again, note: 'Nobody knows of it' }, key())).toMatchObject({
      status: 'rejected',
    });
  });

  test('is as much a day as operators let one of them move', async () => {
    await set({ operator_day_max: '1000' });
    const [ann, ben] = [await finance(), await finance()];
    await give(ann, '700');
    expect(await refusalOf(give(ann, '300.01'))).toBe('11412');
    await give(ann, '300');
    await give(ben, '1000');
  });
});

describe('the terms themselves', () => {
  const propose = (by: Operator, name: string, value: string) =>
    by.call(parameters.propose, { key: name, value, reason: 'As the two of us have agreed' }, key());

  test('are loosened as they hold back: after their wait, and by three where three are asked for', async () => {
    await set({ third_person_above: '1000', wait_hours: '5' });
    const [ann, ben, cat] = [await finance(), await finance(), await finance()];
    for (const [name, value] of [
      ['third_person_above', '0'],
      ['third_person_above', '1000.01'],
      ['wait_hours', '4'],
    ] as const) {
      const { proposalId } = await propose(ann, name, value);
      const readyAt = new Date(clock.wall() + 5 * hour).toISOString();
      expect(await approve(ben, proposalId)).toMatchObject({
        status: 'waiting',
        persons: 3,
        readyAt,
        secondedBy: { id: ben.id },
      });
      expect(await refusalOf(approve(cat, proposalId))).toBe('11413');
      await ann.call(proposals.withdraw, { id: proposalId }, key());
    }
    const { proposalId } = await propose(ann, 'third_person_above', '0');
    await approve(ben, proposalId);
    clock.advance(5 * hour);
    expect(await approve(await finance(), proposalId)).toMatchObject({ status: 'approved' });
    // With only a wait or a most of a day, two loosen it, and it waits all the same.
    for (const name of ['wait_above', 'operator_day_max']) {
      await set({ ...off, [name]: '1000' });
      const [dan, eve] = [await finance(), await finance()];
      const raised = await propose(dan, name, '2000');
      expect(await eve.call(proposals.detail, { id: raised.proposalId })).toMatchObject({
        persons: 2,
        readyAt: new Date(clock.wall() + day).toISOString(),
      });
      expect(await refusalOf(approve(eve, raised.proposalId))).toBe('11413');
      await dan.call(proposals.withdraw, { id: raised.proposalId }, key());
    }
  });

  test('are tightened at once by two', async () => {
    await set({ third_person_above: '1000', wait_hours: '5' });
    const [ann, ben] = [await finance(), await finance()];
    for (const [name, value] of [
      ['third_person_above', '999'],
      ['wait_hours', '6'],
      ['wait_above', '5000'],
      ['operator_day_max', '9000'],
    ] as const) {
      const { proposalId } = await propose(ann, name, value);
      expect(await approve(ben, proposalId)).toMatchObject({ status: 'approved', persons: 2, readyAt: null });
    }
  });

  test('judge what was proposed before them, where they are stricter than those of then', async () => {
    const [ann, ben, cat] = [await finance(), await finance(), await finance()];
    const [first, second] = [await give(ann, '1500'), await give(await finance(), '1500')];
    await set({ third_person_above: '1000' });
    expect(await approve(ben, first)).toMatchObject({ status: 'waiting', persons: 3, secondedBy: { id: ben.id } });
    expect(await approve(cat, first)).toMatchObject({ status: 'approved' });
    await set({ ...off, wait_above: '1000', wait_hours: '5' });
    expect(await refusalOf(approve(ben, second))).toBe('11413');
    // And what they were then stays: of three one is still missing when the terms are off.
    await set({ third_person_above: '1000' });
    const third = await give(await finance(), '1500');
    await set(off);
    expect(await approve(ben, third)).toMatchObject({ status: 'waiting', persons: 3 });
  });
});

test('where customers send their money is changed as slowly as terms are loosened', async () => {
  await set({ third_person_above: '1000', wait_hours: '5' });
  const [ann, ben, cat] = [await finance(), await finance(), await finance()];
  const of = sampleReceiveKey('bitcoin', new Uint8Array(32).fill(9));
  const wallet = { chain: 'bitcoin', key: of, reason: 'The wallet of the new treasurer' } as const;
  const { proposalId } = await ann.call(deposits.proposeReceiveKey, wallet, key());
  const readyAt = new Date(clock.wall() + 5 * hour).toISOString();
  expect(await approve(ben, proposalId)).toMatchObject({ status: 'waiting', persons: 3, readyAt, secondedBy: { id: ben.id } });
  expect(await refusalOf(approve(cat, proposalId))).toBe('11413');
  clock.advance(5 * hour);
  expect(await approve(await finance(), proposalId)).toMatchObject({ status: 'approved' });
});

test('whoever two administrators let in is no third person for as long as acts wait', async () => {
  await set({ third_person_above: '1000', wait_hours: '5' });
  const both = ['administrator', 'finance'] as const;
  const [ann, ben, cat] = [await operatorWith(both), await operatorWith(both), await operatorWith(['support'])];
  const roles = await ann.call(
    operators.setRoles,
    { operatorId: cat.id, roles: ['finance'], reason: 'One more who pays' },
    key(),
  );
  expect(await approve(ben, roles.proposalId)).toMatchObject({ status: 'approved' });
  const id = await give(ann, '2000');
  expect(await refusalOf(approve(cat, id))).toBe('11416');
  await approve(ben, id);
  expect(await refusalOf(approve(cat, id))).toBe('11416');
  // Nor is what they propose themselves done by the two.
  const own = await give(cat, '2000');
  await approve(ann, own);
  expect(await refusalOf(approve(ben, own))).toBe('11416');
  // They are a second person of what needs no third.
  expect(await approve(cat, await give(await finance(), '10'))).toMatchObject({ status: 'approved' });
  clock.advance(5 * hour);
  expect(await approve(await anew(cat), id)).toMatchObject({ status: 'approved' });
  await expectSoundBooks(db);
});

test('single payments count together with all else of who approves them first', async () => {
  await set({ third_person_above: '1000' });
  const [ann, ben, cat] = [await finance(), await finance(), await finance()];
  const [one, other, last] = [
    await owner.withdraw(method, '600'),
    await owner.withdraw(method, '500'),
    await owner.withdraw(method, '300'),
  ];
  const persons = (answer: { readonly persons: number }) => answer.persons;
  expect(persons(await ann.call(withdrawals.approve, { id: one }, key()))).toBe(2);
  expect(persons(await ann.call(withdrawals.approve, { id: other }, key()))).toBe(3);
  expect(await refusalOf(ben.call(withdrawals.complete, { id: other, hash: hashOf(81) }, key()))).toBe('11415');
  expect((await ben.call(proposals.detail, { id: await give(ann, '1') })).persons).toBe(3);
  // A failed one counts no more; a paid one does for a day.
  await ben.call(withdrawals.reject, { id: other, reason: 'activityUnclear' }, key());
  await ben.call(withdrawals.complete, { id: one, hash: hashOf(82) }, key());
  await set({ third_person_above: '1000', operator_day_max: '850' });
  expect(await refusalOf(ann.call(withdrawals.approve, { id: last }, key()))).toBe('11412');
  await set({ ...off, wait_above: '100', wait_hours: '5' });
  expect(await cat.call(withdrawals.approve, { id: last }, key())).toMatchObject({
    persons: 2,
    readyAt: new Date(clock.wall() + 5 * hour).toISOString(),
  });
  expect(await refusalOf(ben.call(withdrawals.complete, { id: last, hash: hashOf(83) }, key()))).toBe('11413');
  clock.advance(5 * hour);
  expect(await (await finance()).call(withdrawals.complete, { id: last, hash: hashOf(83) }, key())).toMatchObject({
    status: 'completed',
  });
  await expectSoundBooks(db);
});

test('a payment to where the customer was never paid before is asked for more', async () => {
  await set({ third_person_new_above: '100' });
  const [ann, ben, cat] = [await finance(), await finance(), await finance()];
  const newcomer = await customer('new_comer', '2000');
  const theirs = await newcomer.method();
  const [first, second] = [await newcomer.withdraw(theirs, '150'), await newcomer.withdraw(theirs, '150')];
  expect(await ann.call(withdrawals.approve, { id: first }, key())).toMatchObject({ persons: 3 });
  expect(await refusalOf(ben.call(withdrawals.complete, { id: first, hash: hashOf(84) }, key()))).toBe('11415');
  // Nor is it given to the signer by fewer.
  const batch = { network: 'TRC20', cases: [first], total: '148.5', reason: 'As it was asked for' };
  const { proposalId } = await cat.call(payouts.proposeBatch, batch, key());
  expect(await ben.call(proposals.detail, { id: proposalId })).toMatchObject({ persons: 3 });
  await cat.call(proposals.withdraw, { id: proposalId }, key());
  await ben.call(withdrawals.approve, { id: first }, key());
  await cat.call(withdrawals.complete, { id: first, hash: hashOf(84) }, key());
  expect(await ann.call(withdrawals.approve, { id: second }, key())).toMatchObject({ persons: 2 });
  await expectSoundBooks(db);
});

test('a single deposit that no chain shows is approved by two before a third credits it', async () => {
  await set({ third_person_above: '500' });
  const [ann, ben, cat] = [await finance(), await finance(), await finance()];
  const [small, large] = [await report(owner.real, '500', hashOf(91)), await report(owner.real, '501', hashOf(92))];
  const agree = (by: Operator, id: string) => by.call(deposits.approve, { id }, key());
  const credit = (by: Operator, id: string) => by.call(deposits.complete, { id }, key());
  await agree(await finance(), small);
  expect(await credit(ben, small)).toMatchObject({ status: 'completed', persons: 2 });
  expect(await agree(ann, large)).toMatchObject({ persons: 3, secondedBy: null });
  expect(await refusalOf(credit(ben, large))).toBe('11415');
  expect(await agree(ben, large)).toMatchObject({ secondedBy: { id: ben.id } });
  for (const one of [ann, ben]) expect(await refusalOf(credit(one, large))).toBe('11070');
  expect(await credit(cat, large)).toMatchObject({ status: 'completed', persons: 3 });
  await expectSoundBooks(db);
});

test('three persons are asked for only where there are three who pay', async () => {
  await db.query('update operators set disabled_at = now()');
  const [ann, ben] = [await finance(), await finance()];
  const propose = (by: Operator, name: string, value: string) =>
    by.call(parameters.propose, { key: name, value, reason: 'More than two for so much' }, key());
  expect(await refusalOf(propose(ann, 'third_person_above', '50000'))).toBe('11414');
  for (const [name, value] of [
    ['third_person_above', '-1'],
    ['wait_hours', '49'],
    ['operator_day_max', 'much'],
  ] as const)
    expect(await refusalOf(propose(ann, name, value))).toBe('11076');
  // An administrator decides about corrections, and pays nothing.
  await operatorWith(['administrator']);
  expect(await refusalOf(propose(ann, 'third_person_above', '50000'))).toBe('11414');
  const cat = await finance();
  const { proposalId } = await propose(ann, 'third_person_above', '50000');
  await approve(ben, proposalId);
  const { items } = await cat.call(parameters.history, { key: 'third_person_above' });
  expect(items[0]).toMatchObject({ before: '0', after: '50000' });
});

test('a single payment of so much is approved by two before a third pays it out', async () => {
  const [ann, ben, cat] = [await finance(), await finance(), await finance()];
  const [small, large] = [await owner.withdraw(method, '100'), await owner.withdraw(method, '600')];
  await set({ third_person_above: '500' });
  const pay = (by: Operator, id: string, seed: number) => by.call(withdrawals.complete, { id, hash: hashOf(seed) }, key());
  const agree = (by: Operator, id: string) => by.call(withdrawals.approve, { id }, key());
  await agree(ann, small);
  expect(await refusalOf(agree(ben, small))).toBe('11059');
  expect(await pay(ben, small, 71)).toMatchObject({ status: 'completed', persons: 2, secondedBy: null });

  expect(await agree(ann, large)).toMatchObject({ persons: 3, secondedBy: null });
  expect(await refusalOf(pay(ben, large, 72))).toBe('11415');
  expect(await refusalOf(agree(ann, large))).toBe('11070');
  expect(await agree(ben, large)).toMatchObject({ status: 'approved', secondedBy: { id: ben.id } });
  expect(await refusalOf(agree(cat, large))).toBe('11059');
  for (const one of [ann, ben]) expect(await refusalOf(pay(one, large, 72))).toBe('11070');
  expect(await pay(cat, large, 72)).toMatchObject({ status: 'completed', persons: 3 });
  await expectSoundBooks(db);
});
