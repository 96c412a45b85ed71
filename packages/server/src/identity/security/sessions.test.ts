import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { day, identityApp, minute, newestMail, password, refusalOf, standingClock } from '../../../test/identity-app.ts';

const db = await testDatabase();
const clock = standingClock();
const { bus, from, identity, register } = await identityApp(db, clock);

const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
const signIn = (account: string, ip: string, headers: Record<string, string> = {}) =>
  from(ip, undefined, headers)(login.login, { account, password });
const mailsTo = async (to: string) =>
  (await db.query<{ subject: string }>('select subject from outbox where recipient = $1 order by id', [to])).map(
    ({ subject }) => subject,
  );

/** The events of the live feed while something happens. */
async function toldDuring(action: () => Promise<unknown>): Promise<unknown[]> {
  const told: unknown[] = [];
  const unsubscribe = bus.subscribe('private', (message) => told.push(message));
  await action();
  unsubscribe();
  return told;
}

test('the list names device, network and times, last used first, and marks the one that asks', async () => {
  const opened = clock.wall();
  const { token } = await register('lister');
  clock.advance(minute);
  const { token: second } = await signIn('lister', '203.0.113.9', firefox);
  const list = await from('203.0.113.9', second)(userCalls.sessions, {});
  expect(list).toEqual([
    {
      id: expect.any(String) as string,
      device: 'Firefox · Linux',
      network: '203.0.113.*',
      createdAt: new Date(opened + minute).toISOString(),
      lastUsedAt: new Date(opened + minute).toISOString(),
      current: true,
    },
    {
      id: expect.any(String) as string,
      device: '',
      network: '192.0.2.*',
      createdAt: new Date(opened).toISOString(),
      lastUsedAt: new Date(opened).toISOString(),
      current: false,
    },
  ]);
  clock.advance(minute);
  const [first] = await from('192.0.2.1', token)(userCalls.sessions, {});
  expect(first).toMatchObject({ device: '', current: true, lastUsedAt: new Date(opened + 2 * minute).toISOString() });
});

test('a session that has idled out is not shown', async () => {
  await register('forgetful');
  clock.advance(7 * day);
  const { token } = await signIn('forgetful', '192.0.2.1');
  expect(await from('192.0.2.1', token)(userCalls.sessions, {})).toHaveLength(1);
});

test('one session ends at once, at the server and on the live feed; the others stay', async () => {
  const { token, id } = await register('revoker');
  const { token: second } = await signIn('revoker', '192.0.2.1', firefox);
  const call = from('192.0.2.1', token);
  const other = (await call(userCalls.sessions, {})).find(({ current }) => !current)?.id ?? '';
  const told = await toldDuring(async () => {
    expect(await call(userCalls.endSession, { id: other })).toMatchObject([{ current: true }]);
  });
  expect(told).toEqual([{ userId: id, book: null, event: 'signedOut', data: { sessionId: other } }]);
  expect(await identity.authenticate(second)).toBeUndefined();
  expect(await identity.authenticate(token)).toMatchObject({ id });
  expect(await refusalOf(call(userCalls.endSession, { id: other }))).toBe('404');
});

test('all other sessions end together, each told to the live feed, and nobody else is touched', async () => {
  const { token, id } = await register('cleaner');
  const { token: bystander } = await register('bystander');
  const others = [await signIn('cleaner', '192.0.2.1'), await signIn('cleaner', '192.0.2.2')];
  const told = await toldDuring(() => from('192.0.2.1', token)(userCalls.endOtherSessions, {}));
  expect(told).toHaveLength(2);
  for (const message of told) expect(message).toMatchObject({ userId: id, event: 'signedOut' });
  for (const other of others) expect(await identity.authenticate(other.token)).toBeUndefined();
  expect(await identity.authenticate(token)).toBeDefined();
  expect(await identity.authenticate(bystander)).toBeDefined();
  expect(await from('192.0.2.1', token)(userCalls.sessions, {})).toHaveLength(1);
});

test("another person's session can neither be seen nor ended", async () => {
  const { token: victim } = await register('victim');
  const { token: attacker } = await register('attacker');
  const [target] = await from('192.0.2.1', victim)(userCalls.sessions, {});
  const call = from('192.0.2.1', attacker);
  const told = await toldDuring(async () => {
    expect(await refusalOf(call(userCalls.endSession, { id: target?.id ?? '' }))).toBe('404');
  });
  expect(told).toEqual([]);
  expect(await call(userCalls.sessions, {})).not.toContainEqual(expect.objectContaining({ id: target?.id }));
  expect(await identity.authenticate(victim)).toBeDefined();
  for (const id of ['0', '-1', '1e3', 'x', '9'.repeat(15), '9'.repeat(64)])
    expect(['400', '404']).toContain(await refusalOf(call(userCalls.endSession, { id })));
});

test('asked for by number alone, the session of another person would end: the test above would see it', async () => {
  const { token } = await register('careless');
  const [target] = await from('192.0.2.1', token)(userCalls.sessions, {});
  await db.query('delete from sessions where id = $1', [target?.id]);
  expect(await identity.authenticate(token)).toBeUndefined();
});

test('a sign-in from a new device or network is told by mail, once; registering and known ones are not', async () => {
  const { address } = await register('homebody');
  const before = await mailsTo(address);
  await signIn('homebody', '192.0.2.1');
  // The last part of an address changes by itself.
  await signIn('homebody', '192.0.2.77');
  expect(await mailsTo(address)).toEqual(before);
  await signIn('homebody', '203.0.113.4', firefox);
  expect(await mailsTo(address)).toEqual([...before, 'New login to your Assay account']);
  const { body } = await newestMail(db, address);
  for (const part of ['homebody', 'Firefox · Linux', '203.0.113.*', 'https://assay.example/pass/reset'])
    expect(body).toContain(part);
  expect(body).not.toContain('203.0.113.4');
  await signIn('homebody', '203.0.113.5', firefox);
  await signIn('homebody', '192.0.2.1', firefox);
  await signIn('homebody', '203.0.113.4');
  expect(await mailsTo(address)).toHaveLength(before.length + 3);
  expect((await newestMail(db, address)).body).toContain('unknown device');
});

test('of many sign-ins at once from one new place a single one is told', async () => {
  const { address } = await register('hurried');
  const before = await mailsTo(address);
  await Promise.all(Array.from({ length: 8 }, () => signIn('hurried', '198.51.100.3')));
  expect(await mailsTo(address)).toHaveLength(before.length + 1);
});

test('a device that was not seen for a year is new again', async () => {
  const { address } = await register('returner');
  const before = await mailsTo(address);
  clock.advance(365 * day);
  for (const job of identity.jobs) await job.run();
  await signIn('returner', '192.0.2.1');
  expect(await mailsTo(address)).toEqual([...before, 'New login to your Assay account']);
});

test('a mail server that is down does not keep anybody from signing in', async () => {
  await register('unmailed');
  const down = { send: () => Promise.reject(new Error('no mail server')), close: () => undefined };
  const broken = await identityApp(db, clock, { mailer: down });
  expect(await broken.from('198.51.100.9')(login.login, { account: 'unmailed', password })).toMatchObject({
    userName: 'unmailed',
  });
});
