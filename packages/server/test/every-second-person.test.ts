import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import { consolePrefix } from '@assay/contract/paths.ts';
import { workingRoles } from '@assay/contract/vocabulary/operators.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Desk, createEnrolledOperator, openOperatorSession } from '../src/operators/index.ts';
import { newSharedSecret } from '../src/platform/credentials/totp.ts';
import { testDatabase } from './database.ts';
import { hashOf, report, wallet } from './funding.ts';
import { mailedCode, minute } from './identity-app.ts';
import { picture } from './images.ts';
import { fingerprint, wholeServer } from './whole-server.ts';

// One operator with every role, alone. What needs a second person is taken from the desks themselves: a new kind of proposal is
// tried the day it is made known.

const { login, user } = customerCalls;
const { proposals, deposits, withdrawals, loans } = consoleCalls;
const db = await testDatabase();
const known = vi.spyOn(Desk.prototype, 'act');
const server = await wholeServer(db);
const kinds = known.mock.calls.map(([{ kind }]) => kind);
const note = 'looked at it once more';
const key = () => ({ idempotencyKey: randomUUID() });

interface Somebody {
  readonly id: string;
  readonly token: string;
}
const [alone, other] = await Promise.all(['alone', 'other'].map(operator));

/** An operator who may do everything, signed in. */
async function operator(name: string): Promise<Somebody> {
  const password = 'an operator 1';
  const now = server.clock.wall();
  await createEnrolledOperator(db, server.secret, now, { name, roles: workingRoles, password, shared: newSharedSecret() });
  const [row] = await db.query<{ id: number; hash: string }>(
    'select id, password_hash as hash from operators where name = $1',
    [name],
  );
  const id = String(row?.id);
  const session = await openOperatorSession(db, now, { ip: '192.0.2.1', userAgent: '' }, { id, passwordHash: row?.hash ?? '' });
  return { id, token: session?.token ?? '' };
}

/** The code that a call of the console is answered with. */
async function ask(somebody: Somebody | undefined, call: { readonly path: string }, input: object): Promise<string> {
  // As much as refills what one call takes of its operator's limit.
  server.clock.advance(1000);
  const answer = await server.desks.inject({
    method: 'POST',
    url: consolePrefix + call.path,
    headers: { authorization: somebody?.token ?? '', 'accept-language': 'en', 'idempotency-key': randomUUID() },
    payload: input,
  });
  return answer.json<{ code: string }>().code;
}

test('an operator’s password is kept at its full cost', async () => {
  const rows = await db.query<{ hash: string }>('select password_hash as hash from operators');
  expect(rows).toHaveLength(2);
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

describe('a proposal', () => {
  test('of some kind is known to the desks', () => {
    expect(kinds).toEqual(expect.arrayContaining(['treasury.move', 'ledger.correction', 'loan.offerTerm', 'operator.create']));
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  test.each(kinds)('of the kind %s is approved and rejected by nobody who made it', async (kind) => {
    const [row] = await db.query<{ id: number }>(
      `insert into proposals (kind, subject, payload, reason, proposed_by, created_at, expires_at)
       values ($1, 'thing:1', '{}', 'a reason of ten letters', $2, $3, $4) returning id`,
      [kind, alone?.id, new Date(server.clock.wall()), new Date(server.clock.wall() + 60 * minute)],
    );
    const id = String(row?.id);
    const before = await fingerprint(db);
    expect(await ask(alone, proposals.approve, { id, note })).toBe('11070');
    expect(await ask(alone, proposals.reject, { id, note })).toBe('11070');
    // Only its proposer withdraws it.
    expect(await ask(other, proposals.withdraw, { id, note })).toBe('403');
    expect(await fingerprint(db)).toEqual(before);
    // The database refuses it too, from a writer that bypasses the server.
    const past = "update proposals set status = 'approved', decided_by = proposed_by, decided_at = now() where id = $1";
    await expect(db.query(past, [id])).rejects.toThrow('violates check constraint "two_persons"');
    // Another person may.
    expect(await ask(other, proposals.reject, { id, note })).toBe('200');
  });
});

interface Case {
  readonly table: string;
  readonly approve: { readonly path: string };
  /** The acts that end a case, each of another person; the successful one first. */
  readonly ends: readonly [call: { readonly path: string }, more: object][];
  /** How its table would write down that the first person ended it too. */
  readonly past: string;
  readonly open: () => Promise<string>;
}

const anna = await server.person('anastasia');
const cases: Record<string, Case> = {
  deposit: {
    table: 'deposits',
    approve: deposits.approve,
    ends: [
      [deposits.complete, {}],
      [deposits.fail, { reason: 'reverted' }],
      [deposits.reject, { reason: 'notFound' }],
    ],
    past: "status = 'completed', decided_by = approved_by, ended_at = now()",
    open: () => report(anna.real, '500', hashOf(1)),
  },
  withdrawal: {
    table: 'withdrawals',
    approve: withdrawals.approve,
    ends: [
      [withdrawals.complete, { hash: hashOf(2) }],
      [withdrawals.fail, { reason: 'networkFailed' }],
      [withdrawals.reject, { reason: 'activityUnclear' }],
    ],
    past: `status = 'completed', hash = '${hashOf(2)}', decided_by = approved_by, ended_at = now()`,
    open: async () => {
      const saved = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
      const { id: methodId } = await anna.real(user.saveCoinAddress, saved, key());
      server.clock.advance(minute);
      await anna.real(login.sendCode, { purpose: 'withdraw' });
      const code = await mailedCode(db, anna.email);
      return (await anna.real(user.withdrawal, { methodId, asset: 'USDT', amount: '100', code }, key())).id;
    },
  },
  loan: {
    table: 'loans',
    approve: loans.approve,
    ends: [[loans.payOut, {}]],
    past: "status = 'repaying', paid_out_by = approved_by, paid_out_at = now(), due_at = now() + days * interval '24 hours'",
    open: async () => {
      const asked = {
        termId: 'loan-month',
        amount: '1000',
        language: 'en',
        agreementVersion: '3',
        seenRepayment: '1023',
      } as const;
      return (await anna.real(user.loan, asked, { ...key(), images: { signature: await picture() } })).id;
    },
  },
};

describe('a case', () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    for (const [name, { open }] of Object.entries(cases)) ids[name] = await open();
  });

  test.each(Object.entries(cases))('of a %s that one person has approved waits for another', async (name, one) => {
    const id = ids[name] ?? '';
    const [finish, filled] = one.ends[0] ?? [one.approve, {}];
    expect(await ask(alone, finish, { id, ...filled })).not.toBe('200');
    expect(await ask(alone, one.approve, { id })).toBe('200');
    const before = await fingerprint(db);
    for (const [end, more] of one.ends) expect([end.path, await ask(alone, end, { id, ...more })]).toEqual([end.path, '11070']);
    expect(await fingerprint(db)).toEqual(before);
    const past = `update ${one.table} set ${one.past} where approved_by is not null`;
    await expect(db.query(past)).rejects.toThrow('violates check constraint "two_persons');
    expect(await ask(other, finish, { id, ...filled })).toBe('200');
  });
});
