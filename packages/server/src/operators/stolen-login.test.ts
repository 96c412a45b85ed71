import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { minute, standingClock } from '../../test/identity-app.ts';
import { connectDatabase } from '../platform/database.ts';
import { applicationRole, ensureRights } from '../platform/schema/rights.ts';
import { verifyAuditLog } from './index.ts';

const owner = await testDatabase();
const clock = standingClock();
await ensureRights(owner);
const application = connectDatabase({ url: owner.url, poolSize: 4, log: silent, role: applicationRole });
atEnd(() => application.close());

// Operators are made by the owner, and served as the product works.
const { operatorWith } = await consoleApp(owner, clock);
const { from } = await consoleApp(application, clock);
const { operators, proposals, session } = consoleCalls;
const [ann, ben] = [await operatorWith(['administrator']), await operatorWith(['administrator'])];
await operatorWith(['administrator']);
const [first, second] = [ann, ben].map(({ token }) => from('192.0.2.50', token));
if (first === undefined || second === undefined) throw new Error('nobody is signed in');
const reason = 'as the two of us have agreed';

test('operators are made, sign in, are changed and leave traces by the functions that the product may call', async () => {
  const name = 'newcomer';
  const { proposalId } = await first(operators.create, { name, roles: ['finance'], reason });
  expect(await second(proposals.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
  const made = (await first(operators.list, {})).items.find((one) => one.name === name);
  if (made === undefined) throw new Error('nobody was made');
  const operatorId = made.id;
  const halves = [await first(operators.issuePassword, { operatorId }), await second(operators.issuePassword, { operatorId })];
  expect(halves.map(({ half }) => half)).toEqual(['first', 'second']);
  const password = halves.map((half) => half.password).join('-');
  const anyone = from('192.0.2.7');
  const begun = await anyone(session.signIn, { name, password });
  if (begun.state !== 'enrolling') throw new Error('signed in without an authenticator');
  const otp = () =>
    new TOTP({ secret: Secret.fromBase32(begun.secret), digits: 6, period: 30 }).generate({ timestamp: clock.wall() });
  const own = await anyone(session.enrol, { name, password, newPassword: 'my very own 7', otp: otp() });
  clock.advance(minute);
  const change = { password: 'my very own 7', newPassword: 'another one 8', otp: otp() };
  expect(await from('192.0.2.7', own.token)(session.changePassword, change)).toEqual({});
  const roles = await first(operators.setRoles, { operatorId, roles: ['support'], reason });
  expect(await second(proposals.approve, { id: roles.proposalId })).toMatchObject({ status: 'approved' });
  clock.advance(minute);
  expect(await anyone(session.signIn, { name, password: 'another one 8', otp: otp() })).toMatchObject({
    state: 'signedIn',
    operator: { roles: ['support'] },
  });
  const disabled = await first(operators.disable, { operatorId, reason });
  expect(await second(proposals.approve, { id: disabled.proposalId })).toMatchObject({ status: 'approved' });
  expect(await owner.query('select from operators where name = $1 and disabled_at is not null', [name])).toHaveLength(1);
  expect((await verifyAuditLog(owner)).findings).toEqual([]);
});

describe('whoever has the login of the application and no token', () => {
  const proposal = `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
    values ('operator.setRoles', 'operator:${ben.id}', '{"operatorId": "${ben.id}", "roles": ["finance"]}', '${reason}', ${ann.id}, now(), now() + interval '1 day')`;
  const approval = `update proposals set status = 'approved', decided_by = ${ben.id}, decided_at = now() where status = 'waiting'`;
  const entry = (operatorId: string, action = 'deposit.approved') =>
    `select audit_append(null, now(), ${operatorId}, '${action}', 'deposit:1', '{}', '192.0.2.0')`;

  // One waits for a second person all the time.
  beforeAll(async () => {
    await first(operators.setRoles, { operatorId: ben.id, roles: ['support', 'administrator'], reason });
  });

  const absent = /is not who is present/;
  const denied = /permission denied/;
  const acts: [string, string, RegExp][] = [
    ['proposes in somebody’s name', proposal, absent],
    ['approves in somebody’s name', approval, absent],
    ['makes an operator', "insert into operators (name, roles, created_at) values ('mine', '{administrator}', now())", denied],
    ['changes the roles of an operator', "update operators set roles = '{administrator}'", denied],
    ['gives an operator a password', "update operators set password_hash = ''", denied],
    ['reads what a password is compared with', 'select password_hash from operators', denied],
    ['reads the first half of one', 'select first_half_hash from operators', denied],
    [
      'opens a session',
      `insert into operator_sessions (token_hash, operator_id, network, user_agent, created_at, last_used_at, expires_at)
       values (sha256('mine'), ${ann.id}, '', '', now(), now(), now() + interval '1 day')`,
      denied,
    ],
    ['takes a session over', `update operator_sessions set operator_id = ${ann.id}`, denied],
    ['gives a session a token', "update operator_sessions set token_hash = sha256('mine')", denied],
    ['is present', `insert into acting_operators values (pg_current_xact_id(), ${ann.id})`, denied],
    ['is made present', `select operator_acts(${ann.id})`, denied],
    ['is present with a guess', "select operator_present('a guess', now())", /no operator is present/],
    [
      'is present with the hash of a token',
      "select operator_present(encode(token_hash, 'hex'), created_at) from operator_sessions",
      /no operator is present/,
    ],
    [
      'does what was approved once more',
      "select operator_apply(id, now()) from proposals where status = 'approved'",
      /changed by two/,
    ],
    ['gives a chain a key that one has proposed', 'select receive_key_take(id) from proposals', /no two have agreed/],
    ['makes a one-time password', `select operator_issue_half(${ann.id}, '', now())`, /no administrator is present/],
    ['writes in the log what somebody did', entry(ann.id), /of whoever is present/],
    ['writes in the log as the command line', entry('null'), /of whoever is present/],
    ['writes in the log without the function', 'insert into audit_log select * from audit_log', denied],
    ['tells of a refused sign-in what was none', entry(ann.id, 'session.refused'), /of whoever is present/],
    ...['approved_by', 'decided_by'].flatMap((column): [string, string, RegExp][] => [
      [`is ${column} of a deposit`, `insert into deposits (${column}) values (${ann.id})`, absent],
      [`is ${column} of a withdrawal`, `insert into withdrawals (${column}) values (${ann.id})`, absent],
    ]),
    ...['approved_by', 'paid_out_by', 'rejected_by'].map((column): [string, string, RegExp] => [
      `is ${column} of a loan`,
      `insert into loans (${column}) values (${ann.id})`,
      absent,
    ]),
    ['decides who a customer is', `insert into kyc_cases (decided_by) values (${ann.id})`, absent],
    [
      'says that a customer has been looked at twice',
      `insert into identity_second_looks (case_id, counts_from, looked_by, looked_at) values (1, now(), ${ann.id}, now())`,
      denied,
    ],
    ['gives a withdrawal out to be paid', `insert into payouts (second_by) values (${ann.id})`, absent],
  ];

  test.each(acts)('never %s', async (_, sql, refusal) => {
    await expect(application.query(sql)).rejects.toThrow(refusal);
  });

  test('is not let in by what can be read of a password', async () => {
    const rows = await application.query<{ opened: boolean }>(
      `select operator_session_open($1, s.whole || '$' || coalesce(s.half, ''), 'mine', '', '', now(), now() + interval '1 day') as opened
       from operator_salts($1) s`,
      [ann.id],
    );
    expect(rows).toEqual([{ opened: false }]);
  });

  test('acts for nobody else with the token of one', async () => {
    const asAnn = (sql: string) =>
      application.transact(async (tx) => {
        await tx.query('select operator_present($1, $2)', [ann.token, new Date(clock.wall())]);
        await tx.query(sql);
      });
    await expect(asAnn(approval)).rejects.toThrow(absent);
    await expect(asAnn(approval.replace(`= ${ben.id}`, `= ${ann.id}`))).rejects.toThrow('two_persons');
    await expect(asAnn(entry(ben.id))).rejects.toThrow('of whoever is present');
    // An operator is no longer present once the transaction has ended.
    await asAnn('select');
    await expect(application.query(entry(ann.id))).rejects.toThrow('of whoever is present');
  });

  test('could do it all without the guards', async () => {
    const back = new Error('undone');
    const bare = owner.transact(async (tx) => {
      await tx.query('alter table proposals disable trigger acts_in_own_name');
      await tx.query(`set local role ${applicationRole}`);
      await tx.query(proposal);
      await tx.query(approval);
      throw back;
    });
    await expect(bare).rejects.toBe(back);
  });
});
