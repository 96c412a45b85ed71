import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { consoleApp } from '../../../test/console.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { hashOf, wallet } from '../../../test/funding.ts';
import { identityApp, standingClock } from '../../../test/identity-app.ts';
import { type Transaction, connectDatabase } from '../../platform/database.ts';
import { applicationRole, ensureRights } from '../../platform/schema/rights.ts';
import { type Finding, inspect, inspectDay, inspectNewest } from '../audit.ts';
import { post, serveLedgerDesk } from '../index.ts';
import { closeDay } from '../jobs.ts';
import { noteAudited } from './older.ts';

const owner = await testDatabase();
const clock = standingClock();
await ensureRights(owner);
const application = connectDatabase({ url: owner.url, poolSize: 2, log: silent, role: applicationRole });
atEnd(() => application.close());
const { operatorWith } = await consoleApp(owner, clock, serveLedgerDesk);
const [ann, ben] = [await operatorWith(['finance']), await operatorWith(['finance'])];
const { id: userId } = await (await identityApp(owner, clock)).register('customer');

const numberOf = (number: number) => `D260101-${String(number).padStart(10, '0')}`;
const usd = (units: number) => amount(BigInt(units) * 1_000_000n);
const deposited = (units: number) => recipes.depositCompleted({ userId, amount: usd(units) });

/** A deposit of 120 that two have completed. */
async function completed(tx: Pick<Transaction, 'query'>, number: number, at = new Date()): Promise<void> {
  await tx.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, created_at)
     values ($1, $2, 'USDT', 'TRC20', 'tron', $3, 120000000, $4, now())`,
    [numberOf(number), userId, wallet, hashOf(number)],
  );
  const step = 'update deposits set status = $2, approved_by = $3, decided_by = $4, ended_at = $5 where deposit_no = $1';
  await tx.query(step, [numberOf(number), 'approved', ann.id, null, null]);
  await tx.query(step, [numberOf(number), 'completed', ann.id, ben.id, at]);
}

const book = (tx: Transaction, reference: string, units: number) =>
  post(tx, { book: 'real', reference, at: clock.now(), ...deposited(units) });

beforeAll(async () => {
  for (const number of [1, 2]) {
    await completed(owner, number);
    // As the product does, which may book nothing else in the database.
    await application.transact((tx) => book(tx, numberOf(number), 120));
    const [{ last } = { last: 0 }] = await owner.query<{ last: number }>('select max(id) as last from ledger_transactions');
    await owner.transact((tx) => closeDay(tx, `2026-01-0${number}`, last));
  }
});

class Undone extends Error {}

/** What is found after a superuser of the database has changed the books or the cases. */
async function foundAfter(
  tamper: (tx: Transaction) => Promise<unknown>,
  look: (tx: Transaction) => Promise<{ findings: readonly Finding[] }> = (tx) => inspect(tx, {}),
): Promise<string[]> {
  let found: string[] = [];
  const work = owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tamper(tx);
    const { findings } = await look(tx);
    // Whatever was undone has drawn numbers of transactions too.
    found = findings
      .filter(({ check }) => check === 'agreed')
      .map(({ about, detail }) => `${about}: ${detail.replace(/^transaction \d+ /, '')}`);
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return found;
}

const booked = `house outside:deposits ${userId} available USDT 120000000`;
const first = `deposit.completed ${numberOf(1)}`;
const nothing = async () => undefined;

describe('what two persons stand behind is held against their cases', () => {
  test('and agrees', async () => {
    expect(await foundAfter(nothing)).toEqual([]);
    expect(await foundAfter(nothing, (tx) => inspectNewest(tx, {}))).toEqual([]);
  });

  test.each([
    [
      'another amount',
      "set amount = amount + 1, status = 'completed'",
      `two have decided on house outside:deposits ${userId} available USDT 120000001`,
    ],
    [
      'a case that one alone has decided',
      "set status = 'approved', decided_by = null, ended_at = null",
      'two have decided on nothing',
    ],
  ])('%s', async (_, change, words) => {
    const tamper = (tx: Transaction) => tx.query(`update deposits ${change} where deposit_no = $1`, [numberOf(1)]);
    expect(await foundAfter(tamper)).toEqual([`${first}: books ${booked}, ${words}`]);
  });

  test('a case that is booked again', async () => {
    expect(await foundAfter((tx) => book(tx, numberOf(1), 120))).toEqual([`${first}: books it again`]);
  });

  test('a decision that was never booked, also by the night', async () => {
    const third = [`deposit.completed ${numberOf(3)}: was decided and is not booked`];
    expect(await foundAfter((tx) => completed(tx, 3))).toEqual(third);
    expect(
      await foundAfter(
        (tx) => completed(tx, 3),
        (tx) => inspectNewest(tx, {}),
      ),
    ).toEqual(third);
  });

  test('money without a case, which the owner of a sandbox may book and nobody in live mode', async () => {
    const live = async (tx: Transaction) => {
      await tx.query("insert into installation (mode) values ('live')");
      await book(tx, 'from nowhere', 5);
    };
    expect(await foundAfter((tx) => book(tx, 'sample', 5))).toEqual([]);
    expect(await foundAfter(live)).toEqual([
      `deposit.completed from nowhere: books house outside:deposits ${userId} available USDT 5000000, two have decided on nothing`,
    ]);
  });
});

describe('a decision that was never booked', () => {
  const closed = ['2026-01-01', '2026-01-02', '2026-01-05'];
  const last = '(select through_transaction from ledger_closes order by day desc limit 1)';
  /** Everything decided at a moment is gone through day by day; a day between two closes has no close of its own. */
  const decided = (at: string) => async (tx: Transaction) => {
    await tx.query(`select ledger_close('2026-01-05', ${last})`);
    await completed(tx, 3, new Date(at));
    await noteAudited(tx, closed);
  };
  const eachDay = async (tx: Transaction) => {
    const findings: Finding[] = [];
    for (const day of closed)
      for (const finding of await inspectDay(tx, day)) findings.push({ ...finding, about: `${day} ${finding.about}` });
    return { findings };
  };

  test.each([
    ['2019-06-01T00:00:00Z', '2026-01-01'],
    ['2026-01-01T23:59:59.999Z', '2026-01-01'],
    ['2026-01-02T00:00:00Z', '2026-01-02'],
    ['2026-01-02T12:00:00Z', '2026-01-02'],
    ['2026-01-04T12:00:00Z', '2026-01-05'],
  ])('at %s is found once in all closed days, with %s', async (at, day) => {
    expect(await foundAfter(decided(at), eachDay)).toEqual([
      `${day} deposit.completed ${numberOf(3)}: was decided and is not booked`,
    ]);
  });

  // What only looks at a stretch before now has seen it once, or never.
  test('long ago is not found by a night that begins at the last close, and is by one that begins at its own', async () => {
    const night = (tx: Transaction) => inspectNewest(tx, {});
    expect(await foundAfter(decided('2026-01-02T12:00:00Z'), night)).toEqual([]);
    const unseen = async (tx: Transaction) => {
      await decided('2026-01-02T12:00:00Z')(tx);
      await tx.query("delete from ledger_audited_days where day = '2026-01-02'");
    };
    expect(await foundAfter(unseen, night)).toEqual([`deposit.completed ${numberOf(3)}: was decided and is not booked`]);
  });

  test('after the last closed day is left to the night until its day is closed', async () => {
    expect(await foundAfter(decided('2026-01-06T00:00:00Z'), eachDay)).toEqual([]);
    expect(await foundAfter(decided('2026-01-06T00:00:00Z'), (tx) => inspectNewest(tx, {}))).toEqual([
      `deposit.completed ${numberOf(3)}: was decided and is not booked`,
    ]);
  });
});

test('guard and auditor mean the same reasons, each of which has what was decided and is looked for', async () => {
  const [known] = await owner.query<{ trigger: string; takes: string; agreed: string; decided: string }>(
    `select (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'as_two_have_decided') as trigger,
       pg_get_functiondef('ledger_takes_two'::regproc) as takes, pg_get_functiondef('ledger_agreed'::regproc) as agreed,
       pg_get_functiondef('ledger_decided_between'::regproc) as decided`,
  );
  expect(known?.trigger).toContain('ledger_takes_two');
  const reasons = [...(known?.takes ?? '').matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, reason]) => reason ?? '');
  expect(reasons).toHaveLength(8);
  for (const reason of reasons)
    expect([known?.agreed, known?.decided].join('\n').split(`'${reason}'`).length, reason).toBeGreaterThan(2);
});
