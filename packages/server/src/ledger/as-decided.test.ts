import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { hashOf, wallet } from '../../test/funding.ts';
import { identityApp, standingClock } from '../../test/identity-app.ts';
import type { Desk } from '../operators/index.ts';
import { type Transaction, connectDatabase } from '../platform/database.ts';
import { applicationRole, ensureRights } from '../platform/schema/rights.ts';
import { balances, fundHouse, houseBalance, post, serveLedgerDesk } from './index.ts';

const owner = await testDatabase();
const clock = standingClock();
await ensureRights(owner);
const application = connectDatabase({ url: owner.url, poolSize: 4, log: silent, role: applicationRole });
atEnd(() => application.close());

// There are no invitations here.
const desks = (desk: Desk): void => {
  serveLedgerDesk(desk);
  desk.earmark('fees', async () => amount(0n));
};
const { operatorWith } = await consoleApp(owner, clock, desks);
const { from } = await consoleApp(application, clock, desks);
const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const [first, second] = [ann, ben].map(({ token }) => from('192.0.2.50', token));
if (first === undefined || second === undefined) throw new Error('nobody is signed in');
const { id: userId } = await (await identityApp(owner, clock)).register('customer');
const { ledger, treasury, proposals } = consoleCalls;

const reason = 'as the two of us have agreed';
const usd = (units: number) => amount(BigInt(units) * 1_000_000n);
const free = async () => (await balances(owner, 'real', userId, [usdt]))[0]?.available;

/** Books as the product does, which is not the owner of the tables. */
const asProduct = (reference: string, recipe: Recipe) =>
  application.transact(async (tx) => post(tx, { book: 'real', reference, at: clock.now(), ...recipe }));

beforeAll(async () => {
  const funds = { treasury: usd(500), insurance: usd(100), lending: usd(500), trading: usd(50) };
  await owner.transact((tx) => fundHouse(tx, { book: 'real', reference: 'house:1', at: 0, funds }));
  await owner.transact((tx) =>
    post(tx, { book: 'real', reference: 'D1', at: 0, ...recipes.depositCompleted({ userId, amount: usd(900) }) }),
  );
});

/** A deposit of 120 at this step; a completed one is credited by who asks for it. */
async function deposit(number: number, status: 'pendingReview' | 'approved' | 'completed'): Promise<string> {
  const no = `D260101-${String(number).padStart(10, '0')}`;
  await owner.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     values ($1, $2, 'USDT', 'TRC20', 'tron', $3, 120000000, $4, now())`,
    [no, userId, wallet, hashOf(number)],
  );
  const step = 'update deposits set status = $2, approved_by = $3, decided_by = $4, ended_at = $5 where deposit_no = $1';
  if (status !== 'pendingReview') await owner.query(step, [no, 'approved', ann.id, null, null]);
  if (status === 'completed') await owner.query(step, [no, 'completed', ann.id, ben.id, new Date()]);
  return no;
}

describe('the product books', () => {
  test('what two have proposed and approved', async () => {
    const transfers = [
      {
        from: { owner: userId, kind: 'available' as const },
        to: { owner: 'house', kind: 'outside:deposits' as const },
        amount: '20.5',
        asset: 'USDT',
      },
      {
        from: { owner: 'house', kind: 'fees' as const },
        to: { owner: userId, kind: 'available' as const },
        amount: '0.000001',
        asset: 'USDT',
      },
    ];
    await owner.transact((tx) =>
      post(tx, { book: 'real', reference: 'C1', at: 0, ...recipes.contractOpened({ userId, margin: usd(1), fee: usd(1) }) }),
    );
    const before = (await free()) ?? 0n;
    const correction = { book: 'real' as const, transfers, subject: 'D1', reason };
    const { proposalId } = await first(ledger.proposeCorrection, correction, { idempotencyKey: randomUUID() });
    expect(await second(proposals.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
    expect(await free()).toBe(before - 20_499_999n);
    for (const [direction, after] of [
      ['fund', 507_250_000n],
      ['withdraw', 500_000_000n],
    ] as const) {
      const move = { direction, book: 'real' as const, account: 'treasury' as const, amount: '7.25', reason };
      const { proposalId: id } = await first(treasury.propose, move, { idempotencyKey: randomUUID() });
      expect(await second(proposals.approve, { id })).toMatchObject({ status: 'approved' });
      expect(await houseBalance(owner, 'real', 'treasury', usdt)).toBe(after);
    }
    // What has been done is not done again, even with an approval.
    const once = { userId, amount: usd(1) };
    await expect(
      asProduct(`correction:${proposalId}`, { ...recipes.depositCompleted(once), reason: 'correction.booked' }),
    ).rejects.toThrow('not what two operators have decided');
  });

  test('what a charity is paid by two, and no other amount', async () => {
    await owner.transact((tx) =>
      post(tx, { book: 'real', reference: 'N1', at: 0, ...recipes.nftBought({ userId, price: usd(5) }) }),
    );
    const asked = async () => {
      const [row] = await owner.query<{ id: number }>(
        `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
         values ('charity.pay', 'charity:1', '{"id": "1", "amount": "4.5"}', $1, $2, now(), now() + interval '1 day') returning id`,
        [reason, ann.id],
      );
      return row?.id;
    };
    const book = (tx: Transaction, id: number | undefined, units: bigint) =>
      post(tx, {
        book: 'real',
        reference: `charity.payout:${id}`,
        at: clock.now(),
        ...recipes.charityPaid({ amount: amount(units) }),
      });
    const approved = (id: number | undefined, units?: bigint) =>
      application.transact(async (tx) => {
        await tx.query('select operator_present($1, $2)', [ben.token, new Date(clock.wall())]);
        await tx.query("update proposals set status = 'approved', decided_by = $2, decided_at = now() where id = $1", [
          id,
          ben.id,
        ]);
        if (units !== undefined) await book(tx, id, units);
      });
    const [one, other] = [await asked(), await asked()];
    await expect(approved(one, 4_000_000n)).rejects.toThrow('not what two operators have decided');
    await approved(one, 4_500_000n);
    expect(await houseBalance(owner, 'real', 'charity', usdt)).toBe(500_000n);
    // When it is approved, and at no other time.
    await approved(other);
    await owner.transact((tx) =>
      post(tx, { book: 'real', reference: 'N2', at: 0, ...recipes.nftBought({ userId, price: usd(5) }) }),
    );
    await expect(application.transact((tx) => book(tx, other, 4_500_000n))).rejects.toThrow('decided just now');
  });

  test('a deposit that two have completed, once', async () => {
    const no = await deposit(1, 'completed');
    const before = (await free()) ?? 0n;
    await asProduct(no, recipes.depositCompleted({ userId, amount: usd(120) }));
    expect(await free()).toBe(before + 120_000_000n);
    await expect(asProduct(no, recipes.depositCompleted({ userId, amount: usd(120) }))).rejects.toThrow('has been booked');
  });

  test('a deposit once, of two that are booked at the same time', async () => {
    const no = await deposit(2, 'completed');
    const before = (await free()) ?? 0n;
    const tries = await Promise.allSettled(
      [1, 2].map(() => asProduct(no, recipes.depositCompleted({ userId, amount: usd(120) }))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await free()).toBe(before + 120_000_000n);
  });
});

describe('the product never books', () => {
  const undecided = 'not what two operators have decided';
  const outside = 'only what two operators decide';
  const deposited = (units: number) => recipes.depositCompleted({ userId, amount: usd(units) });
  const acts: [string, () => Promise<string>, Recipe, string][] = [
    ['a deposit of which nobody knows', async () => 'D260101-00000000ZZ', deposited(120), undecided],
    ['a deposit that one has approved', () => deposit(10, 'approved'), deposited(120), undecided],
    ['another amount than was deposited', () => deposit(11, 'completed'), deposited(121), undecided],
    [
      'a deposit to somebody else',
      () => deposit(12, 'completed'),
      recipes.depositCompleted({ userId: '777', amount: usd(120) }),
      undecided,
    ],
    [
      'a deposit in the name of another reason',
      () => deposit(13, 'completed'),
      { ...deposited(120), reason: 'contract.closed' },
      outside,
    ],
    [
      'a withdrawal that nobody has decided',
      async () => 'W260101-0000000001',
      recipes.withdrawalCompleted({ userId, asset: usdt, actual: usd(1), fee: usd(0) }),
      undecided,
    ],
    [
      'money that goes out for no reason',
      async () => 'C7',
      { ...recipes.withdrawalCompleted({ userId, asset: usdt, actual: usd(1), fee: usd(0) }), reason: 'contract.closed' },
      outside,
    ],
    [
      'a withdrawal back that is still open',
      async () => 'W260101-0000000001',
      recipes.withdrawalReturned({ userId, asset: usdt, amount: usd(1) }),
      undecided,
    ],
    [
      'a loan that nobody has paid out',
      async () => 'L260101-0000000001',
      recipes.loanPaidOut({ userId, principal: usd(1) }),
      undecided,
    ],
    [
      'a correction that was not proposed',
      async () => 'correction:999',
      { ...deposited(1), reason: 'correction.booked' },
      undecided,
    ],
    ['money of the owners', async () => 'treasury:999', recipes.houseAdded({ account: 'treasury', amount: usd(1) }), undecided],
    [
      'money to the owners',
      async () => 'treasury:999',
      recipes.houseWithdrawn({ account: 'treasury', amount: usd(1) }),
      undecided,
    ],
    [
      'money of the owners as what it is not',
      async () => 'P1',
      { ...recipes.houseAdded({ account: 'treasury', amount: usd(1) }), reason: 'plan.income' },
      outside,
    ],
  ];

  test.each(acts)('%s', async (_, reference, recipe, words) => {
    const no = await reference();
    // Something is held, so that there is something to take out.
    await asProduct('W0', recipes.withdrawalRequested({ userId, asset: usdt, amount: usd(2) }));
    await expect(asProduct(no, recipe)).rejects.toThrow(words);
  });

  test('charity’s money, or what was proposed and not approved', async () => {
    const move = { direction: 'fund' as const, book: 'real' as const, account: 'treasury' as const, amount: '3', reason };
    const { proposalId } = await first(treasury.propose, move, { idempotencyKey: randomUUID() });
    await expect(
      asProduct(`treasury:${proposalId}`, recipes.houseAdded({ account: 'treasury', amount: usd(3) })),
    ).rejects.toThrow(undecided);
    await owner.transact((tx) =>
      post(tx, { book: 'real', reference: 'N1', at: 0, ...recipes.nftBought({ userId, price: usd(5) }) }),
    );
    await expect(asProduct(`charity.payout:${proposalId}`, recipes.charityPaid({ amount: usd(5) }))).rejects.toThrow(undecided);
  });

  test('but would all of it without the two guards', async () => {
    const back = new Error('undone');
    const bare = owner.transact(async (tx) => {
      await tx.query('alter table ledger_transactions disable trigger as_two_have_decided');
      await tx.query('alter table ledger_transfers disable trigger within_one_book_and_asset');
      await tx.query(`set local role ${applicationRole}`);
      await post(tx, { book: 'real', reference: 'C8', at: 0, ...deposited(1_000_000), reason: 'contract.closed' });
      await post(tx, { book: 'real', reference: 'D9', at: 0, ...deposited(1_000_000) });
      await tx.query('set constraints all immediate');
      throw back;
    });
    await expect(bare).rejects.toBe(back);
  });
});
