import { closingCalls } from '@assay/contract/endpoints/closing.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { supportCalls } from '@assay/contract/endpoints/support.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { funding, hashOf, keptImage, report } from '../../test/funding.ts';
import { mailedCode, minute, newestMail, password, refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { softwarePasskey } from '../../test/software-passkey.ts';
import { fund, expectSoundBooks } from '../../test/trading.ts';
import { serveFundsDesk } from '../funds/index.ts';
import { serveUsersDesk } from '../identity/index.ts';
import { serveKyc, serveKycDesk } from '../kyc/index.ts';
import { createNotify } from '../notifications/index.ts';
import { serveImagesDesk } from '../operators/index.ts';
import { serveSupport } from '../support/index.ts';
import { type ClosingContext, closingJobs, serveClosing } from './index.ts';
import { erasures, kept, laterErasures, parts, personErasures } from './personal-data.ts';

const db = await testDatabase();
const site = await funding(db, { waitMs: minute });
const { http, bus, clock, from, call, market, identity } = site;
const secret = 'a secret of this test alone, long enough';
const context: ClosingContext = {
  db,
  clock,
  log: silent,
  market,
  identity,
  coolingOffMs: minute,
  secret,
  endDemoOrders: async () => undefined,
};
const kyc = { db, clock, notify: createNotify(bus), secret };
serveKyc(http, kyc);
serveSupport(http, { db, bus, clock, notify: createNotify(bus), secret });
serveClosing(http, context);
const operators = await consoleApp(db, clock, (desk) => {
  serveKycDesk(desk, kyc);
  serveImagesDesk(desk, http.images);
  serveFundsDesk(desk, site.funds);
  serveUsersDesk(desk, { bus });
});
await fund(db, 'real');

const erase = async () => {
  for (const job of closingJobs(context)) await job.run();
};
/** Until the retained data of an account closed just now may be erased. */
const fiveYears = (5 * 365 + 2) * 24 * 60 * minute;

type Customer = Awaited<ReturnType<typeof site.customer>>;

async function accountCode({ real, address }: Customer): Promise<string> {
  clock.advance(minute);
  await real(login.sendCode, { purpose: 'account' });
  return mailedCode(db, address);
}
const close = async (person: Customer) => person.real(closingCalls.closeAccount, { password, code: await accountCode(person) });
const enter = (userName: string) => call(login.login, { account: userName, password });
const rowOf = async ({ userId }: Customer) => {
  const [row] = await db.query<{ user_name: string; email: string; closed: boolean }>(
    'select user_name, email, closed_at is not null as closed from users where id = $1',
    [userId],
  );
  return row;
};

/** A picture without an owner, for calls that need one. */
const storedPicture = () => db.transact((tx) => keptImage.keep(tx, { ownerId: null, purpose: 'deposit' }));

const marked = {
  firstName: 'Zzmarke',
  lastName: 'Zzmarke',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Zzmarke 4, 10115 Berlin',
  email: 'zzmarke@example.com',
  phone: '+4915112345678',
  documentType: 'idCard',
} as const;

/** Leaves the mark in every slice that takes something personal. */
async function leaveMarks(person: Customer): Promise<void> {
  const { real, userId } = person;
  await real(user.setMailWord, { word: 'Zzmarke', password });
  const passkey = softwarePasskey('https://assay.example');
  await real(user.addPasskey, {
    name: 'Zzmarke',
    credential: passkey.create(await real(user.enrolPasskey, { password })),
  });
  await db.query(
    `insert into linked_sign_ins (user_id, kind, issuer, subject, label, created_at)
     values ($1, 'google', 'https://issuer', 'zzmarke', 'zzmarke', now())`,
    [userId],
  );
  const [front, back, holding, signature] = await Promise.all(['#111', '#222', '#333', '#444'].map((one) => picture(one)));
  if (!front || !back || !holding || !signature) throw new Error('no pictures');
  await real(identityCalls.identification, marked, { images: { front, back, holding, signature } });
  const reviewer = await operators.operatorWith(['reviewer']);
  const { items } = await reviewer.call(consoleCalls.kyc.list, {});
  await reviewer.lookAt(items[0]?.id ?? '');
  await reviewer.call(
    consoleCalls.kyc.decide,
    { id: items[0]?.id ?? '', status: 'verified', rejected: [] },
    { idempotencyKey: 'kyc' },
  );
  const other = await operators.operatorWith(['reviewer']);
  const reason = 'Zzmarke does not look like herself';
  await other.call(consoleCalls.kyc.lookAgain, { id: items[0]?.id ?? '', objects: true, reason });
  const { proposalId } = await other.call(consoleCalls.users.proposeCountry, { id: userId, country: 'FR', reason });
  const note = 'Zzmarke has not moved';
  await reviewer.call(consoleCalls.proposals.reject, { id: proposalId, note });
  expect(await reviewer.call(consoleCalls.proposals.detail, { id: proposalId })).toMatchObject({ reason, note });
  await real(supportCalls.openSupport, { language: 'en' });
  await real(supportCalls.sendSupport, { clientId: 'message-1', text: 'I am Zzmarke' });
  await real(user.saveCoinAddress, {
    coin: 'USDT',
    network: 'TRC20',
    address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    label: 'Zzmarke',
  });
  await db.query(
    `insert into user_notes (user_id, operator_id, text, created_at) select $1, min(id), 'calls herself Zzmarke', now() from operators`,
    [userId],
  );
  await db.query(
    `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, device, added_at)
     select user_id, max(id), 'https://push.example/zzmarke', decode(repeat('04', 65), 'hex'), decode(repeat('05', 16), 'hex'),
       '', now() from sessions where user_id = $1 group by user_id`,
    [userId],
  );
  await db.query(
    `insert into notifications (user_id, kind, facts, created_at, shown) values ($1, 'kycStatus', '{"note": "zzmarke"}', now(), true)`,
    [userId],
  );
}

/** Tables and columns in which the mark is still found, in any spelling of it. */
async function marksLeft(): Promise<string[]> {
  const columns = await db.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'bytea')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await db.query(
      `select from "${table}" where "${column}"::text ilike '%zzmarke%'
         or "${column}"::text like '%' || encode(convert_to('zzmarke', 'UTF8'), 'hex') || '%' limit 1`,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('who has excluded himself does not come back under a new account before that ends', async () => {
  const person = await site.customer('excluded_one', '0');
  const until = new Date(clock.wall() + 40 * 24 * 60 * minute);
  await db.query(
    `insert into limit_choices (user_id, kind, until, chosen_at, effective_at) values ($1, 'exclusion', $2, $3, $3)`,
    [person.userId, until, new Date(clock.wall())],
  );
  await close(person);
  clock.advance(minute);
  await erase();
  expect(await rowOf(person)).toMatchObject({ closed: true });
  const again = async () => {
    clock.advance(minute);
    await call(login.sendCode, { email: person.address, purpose: 'register' });
    const code = await mailedCode(db, person.address);
    return call(login.register, { userName: 'excluded_two', email: person.address, password, code });
  };
  expect(await refusalOf(again())).toBe('11137');
  clock.advance(until.getTime() - clock.wall());
  expect(await again()).toMatchObject({ userName: 'excluded_two' });
});

test('what was personal is in no table any more, the books agree, and name and address are free again', async () => {
  const person = await site.customer('zzmarke_one', '5');
  await leaveMarks(person);
  expect((await marksLeft()).length).toBeGreaterThan(8);
  const { dueAt } = await close(person);
  expect(dueAt).toBe(new Date(clock.wall() + minute).toISOString());
  expect(await refusalOf(person.real(user.getUserInfo, {}))).toBe('401');
  expect((await newestMail(db, person.address)).body).toContain('zzmarke_one');

  await erase();
  expect(await rowOf(person)).toMatchObject({ user_name: 'zzmarke_one', closed: false });
  clock.advance(minute);
  await erase();
  expect(await rowOf(person)).toEqual({
    user_name: `closed-${person.userId}`,
    email: `closed-${person.userId}@`,
    closed: true,
  });
  expect(await marksLeft()).toEqual([]);
  await expectSoundBooks(db);
  expect(await refusalOf(enter('zzmarke_one'))).toBe('10009');
  expect(await refusalOf(enter(`closed-${person.userId}`))).toBe('10001');
  const again = await site.customer('zzmarke_one');
  expect(await rowOf(again)).toMatchObject({ user_name: 'zzmarke_one', email: 'zzmarke_one@example.com' });
});

test('what the law demands is kept whole and sealed off, as long as was told, and then erased', async () => {
  const person = await site.customer('zzkept', '5');
  await leaveMarks(person);
  expect(await person.real(closingCalls.closing, {})).toMatchObject({ retentionYears: 5 });
  const words = () =>
    db.query('select from search_marks m join kyc_cases c on c.id = m.case_id where c.user_id = $1', [person.userId]);
  expect(await words()).not.toEqual([]);
  await close(person);
  clock.advance(minute);
  await erase();
  // A search by its words finds nothing any more, from the first day on.
  expect(await words()).toEqual([]);
  const [reviewer, administrator] = [
    await operators.operatorWith(['reviewer']),
    await operators.operatorWith(['administrator']),
  ];
  const [row] = await db.query<{ id: string }>('select id::text as id from kyc_cases where user_id = $1', [person.userId]);
  const id = row?.id ?? '';
  // What is no work of theirs any more is not found by ordinary desks, nor a picture of it.
  const { items } = await reviewer.call(consoleCalls.kyc.list, { status: 'verified', limit: 100 });
  expect(items.some((item) => item.id === id)).toBe(false);
  expect(await refusalOf(reviewer.call(consoleCalls.kyc.detail, { id }))).toBe('404');
  const detail = await administrator.call(consoleCalls.kyc.detail, { id });
  expect(detail).toMatchObject({ person: { firstName: 'Zzmarke' }, customer: { userName: `closed-${person.userId}` } });
  const front = detail.images.front ?? '';
  const viewer = (mayOpenKept: boolean) => http.images.readForOperator(front, ['kyc'], { operatorId: '1', mayOpenKept });
  expect(await viewer(false)).toMatchObject({ code: '404' });
  expect(await viewer(true)).toMatchObject({ type: 'image/png' });
  await expect(db.query(`update kyc_cases set sealed_person = '' where user_id = $1`, [person.userId])).rejects.toThrow(
    'is kept',
  );
  await expect(db.query('update retentions set until = now()')).rejects.toThrow('as long as was told');
  await expect(db.query('select forget_marks($1)', [person.userId])).rejects.toThrow('is kept');
  await expect(db.query("update identity_marks set name = ''")).rejects.toThrow('never change');
  const open = await site.customer('stays_known');
  await expect(db.query('select forget_marks($1)', [open.userId])).rejects.toThrow('is kept');

  const keys = () => db.query('select from images where owner_id = $1 and sealed_key is not null', [person.userId]);
  clock.advance(fiveYears - 3 * 24 * 60 * minute);
  await erase();
  expect(await keys()).toHaveLength(4);
  clock.advance(3 * 24 * 60 * minute);
  await erase();
  expect(await keys()).toEqual([]);
  const left = await db.query(
    `select from kyc_cases c left join identity_marks m on m.case_id = c.id
     where user_id = $1 and (sealed_person <> '' or m.case_id is not null)`,
    [person.userId],
  );
  expect(left).toEqual([]);
  await expectSoundBooks(db);
});

test('signing in again keeps the account, and it can be closed later', async () => {
  const person = await site.customer('keeps_it');
  await close(person);
  const { token } = await enter('keeps_it');
  clock.advance(minute);
  await erase();
  expect(await rowOf(person)).toMatchObject({ user_name: 'keeps_it', closed: false });
  const back = { ...person, real: from('192.0.2.1', token, { virtually: 'YES' }) };
  await close(back);
  clock.advance(minute);
  await erase();
  expect(await rowOf(person)).toMatchObject({ closed: true });
});

test('money, and what is open, stand in the way and are named', async () => {
  const rich = await site.customer('has_money', '20');
  const { obstacles, remains, confirmBy } = await rich.real(closingCalls.closing, {});
  expect({ obstacles, remains: Number(remains), confirmBy }).toEqual({
    obstacles: ['balance'],
    remains: 20,
    confirmBy: 'mail',
  });
  const refused = await close(rich).catch((refusal: unknown) => refusal);
  expect(refused).toMatchObject({ code: '11136', fields: { balance: '11136' } });
  const waits = await site.customer('waits_for_money');
  await report(waits.real, '150', hashOf(1));
  expect((await waits.real(closingCalls.closing, {})).obstacles).toEqual(['deposits']);
});

test('closing takes the password and the code, each in its own right, and a code once', async () => {
  const person = await site.customer('proves_it');
  const code = await accountCode(person);
  expect(await refusalOf(person.real(closingCalls.closeAccount, { password: 'wrong', code }))).toBe('10004');
  expect(await refusalOf(person.real(closingCalls.closeAccount, { password, code: '12345' }))).toBe('10091');
  // A code that was mailed for a withdrawal closes nothing.
  const other = await person.code();
  if (other !== code) expect(await refusalOf(person.real(closingCalls.closeAccount, { password, code: other }))).toBe('10091');
  const first = await person
    .real(closingCalls.exportData, { password, code })
    .catch((refusal: { code: string }) => refusal.code);
  expect(first).not.toBe('10091');
  expect(await refusalOf(person.real(closingCalls.closeAccount, { password, code }))).toBe('10091');
});

test('the file says all that is known, in JSON', async () => {
  const person = await site.customer('takes_data', '7');
  const code = await accountCode(person);
  const { token } = await enter('takes_data');
  const answer = await http.app.inject({
    method: 'POST',
    url: '/swx/customer/user/exportData',
    headers: { authorization: token },
    payload: { password, code },
  });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="assay-data-.*\.json"$/);
  const file = JSON.parse(answer.body) as Record<string, readonly Record<string, unknown>[]>;
  expect(Object.keys(file)).toEqual(
    expect.arrayContaining(['madeAt', ...parts.map(({ name }) => name), 'persons', 'statement_real', 'statement_demo']),
  );
  expect(file['profile']).toMatchObject([{ userName: 'takes_data', email: 'takes_data@example.com' }]);
  expect(file['statement_real']).toMatchObject([{ reason: 'deposit.completed', asset: 'USDT', amount: '7' }]);
  expect(answer.body).not.toMatch(/password_hash|token_hash|sealed/);
});

test('an erasure and the completion of a deposit at once leave an open account with its money', async () => {
  const [approver, completer] = [await operators.operatorWith(['finance']), await operators.operatorWith(['finance'])];
  await warm(db);
  for (let round = 0; round < 8; round += 1) {
    const person = await site.customer(`races_${round}`);
    await close(person);
    const depositNo = `D300107-000000001${round}`;
    await db.query(
      `insert into deposits
         (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at, status, approved_by)
       select $1, $2, 'USDT', 'TRC20', 'tron', 'T', 150000000, $3, $4, now(), 'approved', $5`,
      [depositNo, person.userId, hashOf(100 + round), await storedPicture(), approver.id],
    );
    clock.advance(minute);
    await Promise.all([
      erase(),
      completer.call(consoleCalls.deposits.complete, { id: depositNo }, { idempotencyKey: `race${round}` }),
    ]);
    expect(await rowOf(person)).toMatchObject({ closed: false });
    const { token } = await enter(`races_${round}`);
    expect((await from('192.0.2.1', token)(closingCalls.closing, {})).remains).toBe('150');
  }
  await expectSoundBooks(db);
});

test('what is opened at the very moment of the erasure goes with it, or is refused', async () => {
  await warm(db);
  for (let round = 0; round < 8; round += 1) {
    const person = await site.customer(`late_${round}`);
    await close(person);
    clock.advance(minute);
    const late = db
      .query(
        `insert into withdrawal_methods (user_id, kind, coin, network_id, address, label, created_at, usable_from)
         values ($1, 'coin', 'USDT', 'TRC20', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'late', now(), now())`,
        [person.userId],
      )
      .catch(() => undefined);
    await Promise.all([late, erase()]);
    expect(await rowOf(person)).toMatchObject({ closed: true });
    expect(await db.query(`select from withdrawal_methods where user_id = $1 and label = 'late'`, [person.userId])).toEqual([]);
  }
});

test('a deposit that is reported before the erasure stops it', async () => {
  const person = await site.customer('gets_money');
  await close(person);
  await db.query(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at)
     values ('D300107-0000000001', $1, 'USDT', 'TRC20', 'tron', 'T', 150000000, $2, $3, now())`,
    [person.userId, hashOf(77), await storedPicture()],
  );
  clock.advance(minute);
  await erase();
  expect(await rowOf(person)).toMatchObject({ user_name: 'gets_money', closed: false });
  expect(await enter('gets_money')).toMatchObject({ userName: 'gets_money' });
});

test('nothing of an open account can be erased, and nothing is opened for a closed one', async () => {
  const open = await site.customer('stays_open');
  await open.real(supportCalls.openSupport, { language: 'en' });
  await expect(db.query('delete from conversations where user_id = $1', [open.userId])).rejects.toThrow('is open');
  const closed = await site.customer('is_closed');
  await close(closed);
  clock.advance(minute);
  await erase();
  await expect(
    db.query(`insert into conversations (user_id, language, created_at, last_at) values ($1, 'en', now(), now())`, [
      closed.userId,
    ]),
  ).rejects.toThrow('is closed');
});

test('every table that speaks of users is either erased or kept for a reason', async () => {
  const tables = await db.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id'
     union
     select distinct k.conrelid::regclass::text from pg_constraint k
     where k.contype = 'f' and k.confrelid in ('kyc_cases'::regclass, 'persons'::regclass) and k.conrelid <> 'users'::regclass
     order by 1`,
  );
  const known = new Set([...kept, ...[...erasures, ...laterErasures, ...personErasures].map(({ table }) => table)]);
  const cascaded = ['recovery_codes'];
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name) && !cascaded.includes(name))).toEqual([]);
});
