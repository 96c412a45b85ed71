import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { describe, expect, test } from 'vitest';
import { consoleApp } from '../../../test/console.ts';
import { testDatabase } from '../../../test/database.ts';
import { identityApp, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { serveUsersDesk } from '../index.ts';

const db = await testDatabase();
const clock = standingClock();
const people = await identityApp(db, clock);
const { app, operatorWith } = await consoleApp(db, clock, (desk) => serveUsersDesk(desk, people));
const { users, audit, proposals } = consoleCalls;
const note = 'looked at it once more';
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const [support, reviewer, administrator] = [
  await operatorWith(['support']),
  await operatorWith(['reviewer']),
  await operatorWith(['administrator']),
];
const ada = await people.register('ada_lovelace');
const ben = await people.register('ben_nevis');
const adas = people.from('192.0.2.9', ada.token);

describe('a customer', () => {
  test('is found by id, or by how name or address begin', async () => {
    const found = async (query: string) => (await support.call(users.list, { query })).items.map(({ userName }) => userName);
    expect(await found('ADA')).toEqual(['ada_lovelace']);
    expect(await found('ben_nevis@example')).toEqual(['ben_nevis']);
    expect(await found(ada.id)).toEqual(['ada_lovelace']);
    expect(await found('nevis')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect((await support.call(users.list, { limit: 1 })).items[0]?.userName).toBe('ben_nevis');
  });

  test('who was looked for stands in the log once in a while, as whom was found, and so does each page of the list', async () => {
    const seeker = await operatorWith(['support']);
    const entries = async (action: string) => {
      const { items } = await administrator.call(audit.list, { action });
      return items.filter(({ operatorId }) => operatorId === seeker.id).map(({ subject, details }) => ({ subject, details }));
    };
    await seeker.call(users.list, { query: 'ada_love' });
    await seeker.call(users.list, { query: 'ada_love' });
    await seeker.call(users.list, { query: 'nobody_at_all' });
    const subject = 'list:/users/list';
    expect(await entries('search.made')).toEqual([
      { subject, details: { customers: [], hits: 0 } },
      { subject, details: { customers: [ada.id], hits: 1 } },
    ]);
    const first = await seeker.call(users.list, { limit: 1 });
    await seeker.call(users.list, { limit: 1, cursor: first.nextCursor ?? '' });
    await seeker.call(users.list, { limit: 1 });
    expect(await entries('list.read')).toEqual([
      { subject, details: { filter: { limit: 1, cursor: first.nextCursor } } },
      { subject, details: { filter: { limit: 1 } } },
    ]);
    clock.advance(11 * 60_000);
    await seeker.call(users.list, { limit: 1 });
    expect(await entries('list.read')).toHaveLength(3);
  });

  test('whose list was taken away is not named in the log by what was typed', async () => {
    const { token } = await operatorWith(['administrator']);
    const url = '/swx/console/users/list.csv?query=ada_love&frozen=false';
    expect((await app.inject({ url, headers: { authorization: token } })).body).toContain('ada_lovelace');
    const { items } = await administrator.call(audit.list, { action: 'list.exported' });
    expect(items[0]?.details).toMatchObject({ filter: { frozen: 'false' } });
    expect(JSON.stringify(items)).not.toContain('ada_love');
  });

  test('is shown with what the ledger has, and without a password; looking is in the log', async () => {
    const detail = await support.call(users.detail, { id: ada.id });
    expect(detail.balances).toContainEqual({
      book: 'demo',
      asset: 'USDT',
      available: '100000',
      margin: '0',
      order: '0',
      withdrawal: '0',
      bid: '0',
      plan: '0',
      loan: '0',
    });
    expect(JSON.stringify(detail)).not.toContain('argon');
    expect((await administrator.call(audit.list, { subject: `user:${ada.id}` })).items[0]).toMatchObject({
      action: 'user.viewed',
      operatorId: support.id,
    });
  });

  test('that there is not is not found', async () => {
    for (const id of ['999999', 'x', '-1', '0'])
      expect(await refusalOf(support.call(users.addNote, { id, text: 'a note' }))).toBe('404');
  });

  test('who is frozen may look, and neither acts nor signs in again; lifted by two', async () => {
    const frozen = await support.call(users.freeze, {
      id: ada.id,
      reason: 'suspectedFraud',
      note: 'Two cards of other people',
    });
    expect(frozen).toMatchObject({ frozen: true, freezeReason: 'suspectedFraud' });
    expect(frozen.notes[0]).toMatchObject({ text: 'Two cards of other people', by: { id: support.id, name: support.name } });
    expect((await adas(userCalls.getUserInfo, {})).userName).toBe('ada_lovelace');
    expect(await refusalOf(people.call(login.login, { account: 'ada_lovelace', password }))).toBe('10005');
    // The reason is shown in the user's language, and only after the right password.
    await expect(people.call(login.login, { account: 'ada_lovelace', password })).rejects.toMatchObject({
      message: 'This account is suspended because fraud is suspected. Please contact customer service.',
      fields: { account: '11145' },
    });
    await expect(people.call(login.login, { account: 'ada_lovelace', password: 'Not-hers-1' })).rejects.toMatchObject({
      code: '10004',
      fields: { password: '10004' },
    });
    // A heavier reason replaces it, so that an order can always be recorded; a lighter one does not.
    expect(await support.call(users.freeze, { id: ada.id, reason: 'legalOrder' }, key())).toMatchObject({
      freezeReason: 'legalOrder',
    });
    for (const reason of ['legalOrder', 'documentsNeeded'] as const)
      expect(await refusalOf(support.call(users.freeze, { id: ada.id, reason }, key()))).toBe('11081');
    const lift = { id: ada.id, reason: 'concernCleared', note } as const;
    expect(await refusalOf(support.call(users.proposeUnfreeze, lift, key()))).toBe('403');
    const { proposalId } = await reviewer.call(users.proposeUnfreeze, lift, key());
    expect(await refusalOf(reviewer.call(proposals.approve, { id: proposalId }))).toBe('11070');
    expect((await support.call(users.detail, { id: ada.id })).frozen).toBe(true);
    await administrator.call(proposals.approve, { id: proposalId, note: 'spoke with her' });
    // What was typed is with the customer and in the proposal; the log is for ever and has the reason from the list alone.
    expect((await support.call(users.detail, { id: ada.id })).notes[0]).toMatchObject({ text: note });
    expect(await administrator.call(proposals.detail, { id: proposalId })).toMatchObject({ reason: note });
    const logged = await administrator.call(audit.list, { subject: `proposal:${proposalId}` });
    expect(logged.items.map(({ details }) => details)).toEqual([
      { kind: 'user.unfreeze', about: `user:${ada.id}` },
      { kind: 'user.unfreeze', about: `user:${ada.id}`, payload: { id: ada.id, reason: 'concernCleared' } },
    ]);
    expect(await support.call(users.detail, { id: ada.id })).toMatchObject({ frozen: false, freezeReason: null });
    const { items } = await administrator.call(audit.list, { subject: `user:${ada.id}`, limit: 20 });
    const acts = items.filter(({ action }) => action !== 'user.viewed').slice(0, 2);
    expect(acts.map(({ action, details }) => [action, details])).toEqual([
      ['user.unfrozen', { reason: 'concernCleared' }],
      ['user.frozen', { reason: 'legalOrder' }],
    ]);
  });

  test('whose account is closed stays frozen', async () => {
    const { id } = await people.register('gone_now');
    await db.query(
      `update users set frozen = true, closed_at = now(), user_name = 'closed-' || id, email = 'closed-' || id || '@' where id = $1`,
      [id],
    );
    expect(await refusalOf(reviewer.call(users.proposeUnfreeze, { id, reason: 'concernCleared', note }, key()))).toBe('11081');
  });

  test('is signed out everywhere at once', async () => {
    const bens = people.from('192.0.2.9', ben.token);
    expect((await bens(userCalls.getUserInfo, {})).userName).toBe('ben_nevis');
    expect((await support.call(users.revokeSessions, { id: ben.id })).sessions).toEqual([]);
    expect(await refusalOf(bens(userCalls.getUserInfo, {}))).toBe('401');
  });

  test('lives where two wrote down', async () => {
    const { proposalId } = await reviewer.call(users.proposeCountry, { id: ben.id, country: 'JP', reason: note }, key());
    expect((await support.call(users.detail, { id: ben.id })).country).not.toBe('JP');
    await administrator.call(proposals.approve, { id: proposalId });
    expect((await support.call(users.detail, { id: ben.id })).country).toBe('JP');
    expect(await refusalOf(reviewer.call(users.proposeCountry, { id: ben.id, country: 'JP', reason: note }, key()))).toBe(
      '11081',
    );
    expect(await refusalOf(reviewer.call(users.proposeCountry, { id: ben.id, country: 'Japan', reason: note }, key()))).toBe(
      '400',
    );
    expect(await refusalOf(reviewer.call(users.proposeCountry, { id: '999999', country: 'JP', reason: note }, key()))).toBe(
      '404',
    );
    expect((await support.call(users.list, { country: 'JP' })).items.map(({ userName }) => userName)).toEqual(['ben_nevis']);
  });
});

test('a note is neither changed nor removed, and repeating a call writes it once', async () => {
  const extra = { idempotencyKey: 'note-1' };
  await Promise.all([0, 1, 2].map(() => support.call(users.addNote, { id: ben.id, text: 'Called back' }, extra)));
  const { notes } = await support.call(users.detail, { id: ben.id });
  expect(notes.filter(({ text }) => text === 'Called back')).toHaveLength(1);
  await expect(db.query("update user_notes set text = 'x'")).rejects.toThrow('append-only');
  await expect(db.query('delete from user_notes')).rejects.toThrow('append-only');
});

test('a customer of more notes than are shown says so, and the rest are listed to the first of them', async () => {
  const { id } = await people.register('much_noted');
  const write = (from: number, to: number) =>
    db.query(
      `insert into user_notes (user_id, operator_id, text, created_at)
       select $1, $2, 'note ' || n, now() from generate_series($3::int, $4::int) n order by n`,
      [id, support.id, from, to],
    );
  await write(1, 100);
  const whole = await support.call(users.detail, { id });
  expect([whole.notes.length, whole.olderNotes]).toEqual([100, false]);
  await write(101, 103);
  const { notes, olderNotes } = await support.call(users.detail, { id });
  expect([notes.length, notes[0]?.text, olderNotes]).toEqual([100, 'note 103', true]);
  const textsOf = (items: readonly { text: string }[]) => items.map(({ text }) => text);
  const older = await support.call(users.notes, { id, cursor: notes.at(-1)?.id, limit: 2 });
  expect(textsOf(older.items)).toEqual(['note 3', 'note 2']);
  const oldest = await support.call(users.notes, { id, cursor: older.nextCursor ?? '', limit: 2 });
  expect([textsOf(oldest.items), oldest.nextCursor]).toEqual([['note 1'], null]);
  expect((await administrator.call(audit.list, { subject: `user:${id}` })).items[0]).toMatchObject({
    action: 'user.viewed',
    details: { part: 'notes' },
  });
  for (const none of ['999999', 'x']) expect(await refusalOf(support.call(users.notes, { id: none }))).toBe('404');
  expect(await refusalOf(support.call(users.notes, { id, cursor: 'x' }))).toBe('400');
});
