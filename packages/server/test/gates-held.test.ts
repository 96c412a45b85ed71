import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { sampleReceiveKey } from '@assay/domain/funds/receive-key.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { serveFundsDesk } from '../src/funds/index.ts';
import { serveLedgerDesk } from '../src/ledger/index.ts';
import type { Desk } from '../src/operators/index.ts';
import { type Database, type Transaction, connectDatabase } from '../src/platform/database.ts';
import { applicationRole, ensureRights } from '../src/platform/schema/rights.ts';
import { serveReferralDesk } from '../src/referral/index.ts';
import { serveParametersDesk } from '../src/settings/index.ts';
import { atEnd } from './at-end.ts';
import { consoleApp } from './console.ts';
import { silent, testDatabase } from './database.ts';
import { funding, hashOf, report } from './funding.ts';
import { minute, refusalOf, standingClock } from './identity-app.ts';
import { fund } from './trading.ts';

// Versions of the product without checks, each with an operator's token and the product's own login: the database enforces the
// rules that grow with the risk. Its time can't be overridden: this is live mode, whose clock is the one of the database.

const owner = await testDatabase(12);
const { clock, customer, funds } = await funding(owner, { waitMs: minute, clock: standingClock(Date.now()) });
await fund(owner, 'real');
await owner.query("insert into installation (mode) values ('live')");
await ensureRights(owner);
const application = connectDatabase({ url: owner.url, poolSize: 4, log: silent, role: applicationRole });
atEnd(() => application.close());
const desks = (db: Database) => (desk: Desk) => {
  serveLedgerDesk(desk);
  serveReferralDesk(desk);
  serveParametersDesk(desk);
  serveFundsDesk(desk, { ...funds, db });
};
const { operatorWith } = await consoleApp(owner, clock, desks(owner));
const { from } = await consoleApp(application, clock, desks(application));
const person = await customer('ada_lovelace', '20000');
const method = await person.method();
// Unverified customers withdraw less.
await owner.query("update parameters set value = '100000' where key like 'withdrawal_limit_%'");
const { deposits, ledger, parameters, proposals, withdrawals } = consoleCalls;
const key = () => ({ idempotencyKey: randomUUID() });

/** Signed in to the product as it works. */
async function finance() {
  const one = await operatorWith(['finance']);
  return { ...one, call: from('192.0.2.50', one.token) };
}
type Operator = Awaited<ReturnType<typeof finance>>;

const set = async (name: string, value: string) => {
  await owner.query('update parameters set value = $2 where key = $1', [name, value]);
};
beforeEach(async () => {
  for (const name of ['third_person_above', 'wait_above', 'operator_day_max']) await set(name, '0');
});

/** By an operator who is present, without the product. */
const as = (one: Operator, sql: string, values: readonly unknown[] = []) =>
  application.transact(async (tx: Transaction) => {
    await tx.query('select operator_present($1, $2)', [one.token, new Date(clock.wall())]);
    return tx.query<Record<string, unknown>>(sql, values);
  });

const correction = (amount: string, asset = 'USDT') => ({
  book: 'real',
  transfers: [{ from: { owner: 'house', kind: 'trading' }, to: { owner: person.userId, kind: 'available' }, asset, amount }],
});
/** Writes a proposal down that says of itself what it likes. */
const proposed = async (
  by: Operator,
  payload: unknown,
  kind = 'ledger.correction',
  subject: string = randomUUID(),
): Promise<string> => {
  const [row] = await as(
    by,
    `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at, weight, persons, ready_at)
     values ($1, $2, $3, 'as nobody has agreed', $4, $5::timestamptz, $5::timestamptz + interval '3 days', $6::numeric, 2, null) returning id`,
    [kind, subject, JSON.stringify(payload), by.id, new Date(0), kind === 'ledger.correction' ? 0 : null],
  );
  return String(row?.['id']);
};
const approved = (by: Operator, id: string) =>
  as(by, "update proposals set status = 'approved', decided_by = $2, decided_at = '2999-01-01' where id = $1", [id, by.id]);

describe('of proposals', () => {
  test('what they weigh and ask for is worked out anew, whatever is said', async () => {
    await set('third_person_above', '1000');
    await set('wait_above', '1000');
    const [ann, ben] = [await finance(), await finance()];
    const id = await proposed(ann, correction('1000.5'));
    const [row] = await owner.query('select weight, persons, ready_at > now() as waits from proposals where id = $1', [id]);
    expect(row).toEqual({ weight: 1_000_500_000n, persons: 3, waits: true });
    await expect(approved(ben, id)).rejects.toThrow('three_persons');
    await as(ben, 'update proposals set seconded_by = $2, seconded_at = now() where id = $1', [id, ben.id]);
    await expect(approved(await finance(), id)).rejects.toThrow('waits_first');
    await expect(as(ann, 'update proposals set day = 0, weight = 0 where id = $1', [id])).rejects.toThrow('not changed');
  });

  test('the day of their operator is counted, with every kind of act', async () => {
    await set('operator_day_max', '1000');
    const ann = await finance();
    const small = await person.withdraw(method, '600');
    await ann.call(withdrawals.approve, { id: small }, key());
    await proposed(ann, correction('400'));
    await expect(proposed(ann, correction('0.000001'))).rejects.toThrow('beyond what one operator may move');
  });

  test('those from before are judged by the terms of now', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const id = await proposed(ann, correction('2000'));
    await set('third_person_above', '1000');
    await expect(approved(ben, id)).rejects.toThrow('three_persons');
  });

  test('the word of whom two have just let in does not count', async () => {
    await set('third_person_above', '1000');
    const [ann, ben] = [await finance(), await finance()];
    const cat = await finance();
    await owner.query('update operators set renewed_at = now() where id = $1', [cat.id]);
    const id = await proposed(ann, correction('2000'));
    await as(ben, 'update proposals set seconded_by = $2, seconded_at = now() where id = $1', [id, ben.id]);
    await expect(approved(cat, id)).rejects.toThrow('does not count yet');
  });

  test('nobody is let in as of yesterday', async () => {
    const both = ['administrator', 'finance'] as const;
    const [ann, ben, cat] = [await operatorWith(both), await operatorWith(both), await operatorWith(['support'])];
    const asked = { operatorId: cat.id, roles: ['finance'] };
    const present = (one: { readonly token: string }) => ({ ...one, call: from('192.0.2.50', one.token) }) as Operator;
    const id = await proposed(present(ann), asked, 'operator.setRoles', `operator:${cat.id}`);
    await application.transact(async (tx) => {
      await tx.query('select operator_present($1, $2)', [ben.token, new Date(clock.wall())]);
      await tx.query("update proposals set status = 'approved', decided_by = $2, decided_at = now() where id = $1", [
        id,
        ben.id,
      ]);
      await tx.query("select operator_apply($1, '2001-01-01')", [id]);
    });
    const [row] = await owner.query("select renewed_at > now() - interval '1 hour' as now from operators where id = $1", [
      cat.id,
    ]);
    expect(row).toEqual({ now: true });
    // Nor once more, when it was taken back.
    await owner.query("update operators set roles = '{support}' where id = $1", [cat.id]);
    await expect(as(present(ben), "select operator_apply($1, '2001-01-01')", [id])).rejects.toThrow('changed by two');
  });

  test('what was approved is not carried out later', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const payload = { chain: 'bitcoin', key: sampleReceiveKey('bitcoin', new Uint8Array(32).fill(3)), addresses: [] };
    const id = await proposed(ann, payload, 'network.receiveKey', 'chain:bitcoin');
    await approved(ben, id);
    await expect(as(ben, 'select receive_key_take($1)', [id])).rejects.toThrow('no two have agreed');
    const [row] = await owner.query('select approved_in is null as never from proposals where id = $1', [id]);
    expect(row).toEqual({ never: false });
  });

  test('the clock of the database counts and no time that it is told', async () => {
    await set('operator_day_max', '1000');
    const [ann, ben] = [await finance(), await finance()];
    const insert = `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
      values ('ledger.correction', 'D1', $2, 'as nobody has agreed', $1, $3::timestamptz, $4::timestamptz) returning id`;
    const told = async (made: string, until: string, amount: string) => {
      const [row] = await as(ann, insert, [ann.id, JSON.stringify(correction(amount)), made, until]);
      return String(row?.['id']);
    };
    const first = await told('2999-01-01', '2999-06-01', '400');
    const [times] = await owner.query(
      `select created_at between now() - interval '1 minute' and now() as made, expires_at - created_at = interval '3 days' as ends
       from proposals where id = $1`,
      [first],
    );
    expect(times).toEqual({ made: true, ends: true });
    await told('2001-01-01', '2001-01-02', '300');
    await as(ben, "update proposals set status = 'approved', decided_by = $2, decided_at = '2001-01-01' where id = $1", [
      first,
      ben.id,
    ]);
    await expect(told('2999-01-01', '2999-01-02', '300.000001')).rejects.toThrow('beyond what one operator may move');
    const late = [ann.id, JSON.stringify(correction('1'))];
    const [old] = await owner.query<{ id: number }>(insert, [
      ...late,
      new Date(Date.now() - 96 * 60 * minute),
      new Date(Date.now() - minute),
    ]);
    await expect(approved(ben, String(old?.id))).rejects.toThrow('has expired');
  });

  test('a transaction on an older snapshot of the tables proposes nothing', async () => {
    const ann = await finance();
    const stale = application.transact(
      async (tx) => {
        await tx.query('select operator_present($1, $2)', [ann.token, new Date(clock.wall())]);
        return tx.query(
          `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
           values ('ledger.correction', 'D1', $2, 'as nobody has agreed', $1, now(), now() + interval '1 day')`,
          [ann.id, JSON.stringify(correction('1'))],
        );
      },
      { transaction_isolation: 'repeatable read' },
    );
    await expect(stale).rejects.toThrow('as it is, not as it was');
  });
});

describe('of the terms', () => {
  const change = (value: string, name = 'third_person_above') => ({ key: name, value });

  test('nobody changes one without two who agree', async () => {
    await set('third_person_above', '1000');
    const ann = await finance();
    const none = /no two have agreed|is settled/;
    const id = await proposed(ann, change('0'), 'parameter.change', 'parameter:third_person_above');
    for (const sql of [
      "update parameters set value = '0' where key = 'third_person_above'",
      "update parameters set key = 'gone' where key = 'third_person_above'",
      "delete from parameters where key = 'third_person_above'",
      "insert into parameters (key, value) values ('third_person_above', '0') on conflict (key) do update set value = '0'",
      `insert into parameter_changes (key, before, after, proposal_id, changed_at) values ('third_person_above', '1000', '0', ${id}, now())`,
    ])
      await expect(as(ann, sql), sql).rejects.toThrow(none);
  });

  test('two loosen none at once, whatever time it is for them', async () => {
    await set('third_person_above', '1000');
    const [ann, ben, cat] = [await finance(), await finance(), await finance()];
    const id = await proposed(ann, change('0'), 'parameter.change', 'parameter:third_person_above');
    await expect(approved(ben, id)).rejects.toThrow('three_persons');
    await as(ben, 'update proposals set seconded_by = $2, seconded_at = now() where id = $1', [id, ben.id]);
    await expect(approved(cat, id)).rejects.toThrow('waits_first');
  });

  test('what two have set is not set later, when it loosens', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const id = await proposed(ann, change('999999'), 'parameter.change', 'parameter:third_person_above');
    await approved(ben, id);
    await set('third_person_above', '1000');
    const changed = `insert into parameter_changes (key, before, after, proposal_id, changed_at)
      values ('third_person_above', '1000', '999999', ${id}, now())`;
    await expect(as(ben, changed)).rejects.toThrow('no two have agreed');
    await owner.query(changed);
    await expect(as(ben, "update parameters set value = '999999' where key = 'third_person_above'")).rejects.toThrow(
      'no two have agreed',
    );
  });

  test('none is below nought, nor anything but a number', async () => {
    for (const value of ['-1', 'NaN', 'Infinity', '1e3', '0.0000001', ''])
      for (const name of ['third_person_above', 'third_person_new_above', 'wait_above', 'operator_day_max', 'wait_hours'])
        await expect(set(name, value), `${name} ${value}`).rejects.toThrow('terms_have_a_form');
    for (const value of ['0', '49', '1.5']) await expect(set('wait_hours', value), value).rejects.toThrow('terms_have_a_form');
    await set('third_person_above', '1000');
    const [ann, ben] = [await finance(), await finance()];
    const id = await proposed(ann, change('-1'), 'parameter.change', 'parameter:third_person_above');
    await expect(approved(ben, id)).rejects.toThrow('three_persons');
  });

  test('two tighten one by the product, once', async () => {
    const [ann, ben] = [await finance(), await finance()];
    await finance();
    const tighter = { ...change('5000', 'wait_above'), reason: 'as the two of us have agreed' };
    const { proposalId } = await ann.call(parameters.propose, tighter, key());
    expect(await ben.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });
    const [row] = await owner.query("select value from parameters where key = 'wait_above'");
    expect(row).toEqual({ value: '5000' });
    await set('wait_above', '7000');
    await expect(as(ben, "update parameters set value = '5000' where key = 'wait_above'")).rejects.toThrow(
      'no two have agreed',
    );
  });
});

describe('of single cases', () => {
  const agree = async (by: Operator, id: string) => by.call(withdrawals.approve, { id }, key());
  const pay = (by: Operator, no: string) =>
    as(
      by,
      "update withdrawals set status = 'completed', decided_by = $2, ended_at = now(), hash = 'x' where withdrawal_no = $1",
      [no, by.id],
    );
  const give = (by: Operator, no: string) =>
    as(
      by,
      `insert into payouts (withdrawal_id, chain, second_by, status, hash, sent_at)
       select id, 'tron', $2, 'sent', $3, now() from withdrawals where withdrawal_no = $1`,
      [no, by.id, hashOf(400)],
    );

  test('a payment above the amount is paid by no second person', async () => {
    const [ann, ben, cat] = [await finance(), await finance(), await finance()];
    const no = await person.withdraw(method, '600');
    await agree(ann, no);
    // It was approved before three were required.
    await set('third_person_above', '500');
    for (const act of [pay, give]) await expect(act(ben, no)).rejects.toThrow('three_persons');
    expect(await refusalOf(ben.call(withdrawals.complete, { id: no, hash: hashOf(401) }, key()))).toBe('11415');
    await agree(ben, no);
    await expect(pay(ben, no)).rejects.toThrow('three_persons');
    await set('third_person_above', '0');
    await set('wait_above', '500');
    await expect(pay(cat, no)).rejects.toThrow('waits_first');
    await set('wait_above', '0');
    expect(await cat.call(withdrawals.complete, { id: no, hash: hashOf(401) }, key())).toMatchObject({ status: 'completed' });
  });

  test('nobody says less of one than it is worth, nor in whose day it counts', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const no = await person.withdraw(method, '600');
    const by = `select id, $2::bigint, 1, 1, 2, $3::timestamptz from withdrawals where withdrawal_no = $1`;
    const weigh = (one: Operator, who: Operator) =>
      as(
        one,
        `insert into case_weights (case_id, operator_id, weight, day, persons, at, kind) select w.*, 'withdrawals' from (${by}) w`,
        [no, who.id, new Date(0)],
      );
    await expect(weigh(ann, ann)).rejects.toThrow('weighed by whoever approves it');
    await as(ann, "update withdrawals set status = 'approved', approved_by = $2 where withdrawal_no = $1", [no, ann.id]);
    await expect(pay(ben, no)).rejects.toThrow('nobody has weighed');
    await expect(weigh(ben, ann)).rejects.toThrow('is not who is present');
    await weigh(ann, ann);
    const [row] = await owner.query(
      `select c.weight, c.day::text as day, c.at > now() - interval '1 hour' as now from case_weights c
       join withdrawals w on w.id = c.case_id where c.kind = 'withdrawals' and w.withdrawal_no = $1`,
      [no],
    );
    expect(row).toEqual({ weight: 600_000_000n, day: '600000000', now: true });
    for (const sql of ['update case_weights set day = 0', 'delete from case_weights', 'delete from case_seconds'])
      await expect(as(ann, sql)).rejects.toThrow('permission denied');
  });

  test('a deposit that no chain shows is credited by no second person above the amount', async () => {
    const [ann, ben] = [await finance(), await finance()];
    const no = await report(person.real, '600', hashOf(402));
    await set('third_person_above', '500');
    await ann.call(deposits.approve, { id: no }, key());
    const credit = (by: Operator) =>
      as(by, "update deposits set status = 'completed', decided_by = $2, ended_at = now() where deposit_no = $1", [no, by.id]);
    await expect(credit(ben)).rejects.toThrow('three_persons');
    const cat = await finance();
    await ben.call(deposits.approve, { id: no }, key());
    expect(await cat.call(deposits.complete, { id: no }, key())).toMatchObject({ status: 'completed' });
    expect((await cat.call(ledger.transactions, { reference: no })).items).toHaveLength(1);
  });

  test('a payment in USDT is worth what it is, and ends at some time', async () => {
    const no = await person.withdraw(method, '600');
    const copy = `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee_min, fee_max, fee, actual, value, created_at)
      select 'W300101-000000000A', user_id, method_id, coin, amount, fee_rate, fee_min, fee_max, fee, actual, value - 1, created_at
      from withdrawals where withdrawal_no = $1`;
    await expect(application.query(copy, [no])).rejects.toThrow('worth_what_it_is');
    const never = "update withdrawals set status = 'cancelled', ended_at = 'infinity' where withdrawal_no = $1";
    await expect(owner.query(never, [no])).rejects.toThrow('ended_at_a_time');
    const unbound = await owner.query(
      `select t.name from (values ('proposals'), ('deposits'), ('withdrawals'), ('loans')) t (name) where not exists (
         select from pg_constraint c where c.conrelid = t.name::regclass and pg_get_constraintdef(c.oid) like '%isfinite(%')`,
    );
    expect(unbound).toEqual([]);
  });

  test('what ends a case hangs on no other table', async () => {
    for (const act of ["cases_end('withdrawals', 'ended_at')", 'begin_second_look()']) {
      const hung = owner.transact(async (tx) => {
        await tx.query('create temp table mine (id bigint, status text, ended_at timestamptz, decided_at timestamptz)');
        await tx.query(`create trigger hung after insert on mine for each row execute function ${act}`);
        await tx.query("insert into mine values (1, 'rejected', now(), now())");
      });
      await expect(hung, act).rejects.toThrow('no table of cases');
    }
  });
});
