import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { remindersMax } from '@assay/contract/vocabulary/calendar.ts';
import { beforeEach, expect, test } from 'vitest';
import { corporateWorld, key, monday, reason } from '../../test/corporate.ts';
import { silent, warm } from '../../test/database.ts';
import { day, hour, minute, refusalOf } from '../../test/identity-app.ts';
import { createNotify, serveNotifications } from '../notifications/index.ts';
import { RemindersRound, serveCalendar, serveReminders } from './index.ts';

const { actions, proposals } = consoleCalls;
const world = await corporateWorld('AAPL', 'KO');
const { db, clock, server, until, two, record, quote } = world;
serveNotifications(server.http);
serveCalendar(server.http, server.market);
serveReminders(server.http, server.market);
const remind = world.roundOf('reminders');

/** The Tuesday after, an hour before New York opens; each test a day later. */
let at = monday + day + 13.5 * hour;
beforeEach(() => {
  until(at - 6 * hour);
});

// Operators sign in before they enter events.
await two();

async function event(asked: { at?: number; currency?: string; title?: string } = {}): Promise<string> {
  const { at: happens = at, currency = 'USD', title = 'CPI' } = asked;
  const [row] = await db.query<{ id: number }>(
    `insert into calendar_events (at, currency, kind, title, importance, source, written_by, written_at)
     select $1, $2, 'inflation', $3, 3, 'bls.gov', min(id), $1 from operators returning id`,
    [new Date(happens), currency, title],
  );
  return `e${row?.id}`;
}
async function takeBack(id: string): Promise<void> {
  await db.query('update calendar_events set removed_at = at where id = $1', [id.slice(1)]);
}

type Person = Awaited<ReturnType<typeof server.person>>;
const waiting = ({ demo }: Person) => demo(user.calendarReminders, {});
const ask = ({ demo }: Person, id: string, minutes: 5 | 15 | 60 | 1440 | null, code = 'AAPL') =>
  demo(user.setCalendarReminder, { event: id, code, minutes });
const told = async ({ demo }: Person) =>
  (await demo(user.listNotification, {})).items.map(({ kind, values }) => [kind, values]);
const next = () => (at += day);

test('somebody is told of an event once, as long before it as was asked for last, and nobody else is', async () => {
  const alice = await server.person('alice');
  const other = await server.person('other');
  const id = await event();
  const when = new Date(at).toISOString();
  expect(await ask(alice, id, 60)).toEqual([{ event: id, minutes: 60, at: when }]);
  expect(await ask(alice, id, 15)).toEqual([{ event: id, minutes: 15, at: when }]);
  // A user without reminders deletes none of hers.
  expect(await ask(other, id, null)).toEqual([]);
  until(at - 15 * minute - 1);
  await remind();
  expect(await told(alice)).toEqual([]);
  until(at - 15 * minute);
  await warm(db);
  const second = new RemindersRound({ db, clock, notify: createNotify(server.bus) }, silent);
  await Promise.all([remind(), second.run(new AbortController().signal), remind()]);
  expect(await told(alice)).toEqual([['calendarEvent', { code: 'AAPL', at: when, event: 'inflation', what: 'USD · CPI' }]]);
  expect([await told(other), await waiting(alice)]).toEqual([[], []]);
  next();
});

test('what was called off, and what happened while nobody looked, is told to nobody', async () => {
  const bob = await server.person('bobby');
  const [off, missed, back] = [await event({ title: 'Off' }), await event({ title: 'Missed' }), await event({ title: 'Back' })];
  for (const id of [off, missed, back]) await ask(bob, id, 60);
  await takeBack(off);
  expect(await ask(bob, back, null)).toMatchObject([{ event: missed }]);
  until(at);
  await remind();
  expect([await told(bob), await waiting(bob)]).toEqual([[], []]);
  next();
});

test('a split is told of before the opening from which on it is so, unless it is withdrawn', async () => {
  const carol = await server.person('carol');
  // In the hours of New York.
  until(at + 2 * hour);
  await quote('AAPL', 200);
  await quote('KO', 60);
  const firstDay = new Date(at + day).toISOString().slice(0, 10);
  for (const code of ['AAPL', 'KO']) await record({ code, kind: 'split', toUnits: 4, fromUnits: 1, firstDay });
  const items = await carol.demo(index.calendar, { codes: ['AAPL', 'KO'] });
  const [apple, coke] = ['AAPL', 'KO'].map((code) => items.find((one) => one.kind === 'split' && one.codes[0] === code));
  await ask(carol, apple?.id ?? '', 60);
  // An event of another company is not in this one's calendar.
  expect(await refusalOf(ask(carol, coke?.id ?? '', 60, 'AAPL'))).toBe('404');
  await ask(carol, coke?.id ?? '', 60, 'KO');
  const [alice, bob] = await two();
  const { proposalId } = await alice.call(actions.proposeWithdrawal, { id: coke?.id?.slice(1) ?? '', reason }, key());
  await bob.call(proposals.approve, { id: proposalId }, key());
  until(Date.parse(apple?.at ?? '') - hour);
  await remind();
  expect(await told(carol)).toEqual([['calendarEvent', { code: 'AAPL', at: apple?.at, event: 'split', what: 'AAPL' }]]);
  next();
  next();
});

test('nobody is reminded of what is not there, concerns something else, or is nearer than that; nor of more than fifty', async () => {
  const dora = await server.person('doras');
  const [near, elsewhere, gone] = [
    await event({ at: at - 5 * hour }),
    await event({ currency: 'GBP' }),
    await event({ title: 'x' }),
  ];
  await takeBack(gone);
  for (const id of ['e999999', 'e0', 'x1', '1', elsewhere, gone]) expect(await refusalOf(ask(dora, id, 15))).toBe('404');
  expect(await refusalOf(ask(dora, near, 60))).toBe('404');
  expect(await refusalOf(ask(dora, near, 5, 'NOSUCH'))).toBe('11009');
  expect(await refusalOf(dora.demo(user.setCalendarReminder, { event: near, code: 'AAPL', minutes: 7 as 5 }))).toBe('400');
  expect(await ask(dora, near, 5)).toHaveLength(1);
  await db.query(
    `insert into calendar_events (at, currency, kind, title, importance, source, written_by, written_at)
     select $1, 'USD', 'speech', 'Speech ' || n, 1, 'fed', (select min(id) from operators), $1 from generate_series(1, 60) n`,
    [new Date(at)],
  );
  const rows = await db.query<{ id: number }>("select id from calendar_events where kind = 'speech' order by id");
  const answers = await Promise.all(
    rows.map(({ id }) =>
      ask(dora, `e${id}`, 5).then(
        () => 'set',
        (no: { code: string }) => no.code,
      ),
    ),
  );
  expect([answers.filter((one) => one === 'set').length, new Set(answers)]).toEqual([
    remindersMax - 1,
    new Set(['set', '11403']),
  ]);
  // What was called off is listed no more, and gives its place to another.
  const [called, another] = [await event({ title: 'Called off' }), await event({ title: 'Another' })];
  expect(await refusalOf(ask(dora, another, 5))).toBe('11403');
  expect(await ask(dora, near, null)).toHaveLength(remindersMax - 1);
  expect(await ask(dora, called, 5)).toHaveLength(remindersMax);
  await takeBack(called);
  expect((await waiting(dora)).map((one) => one.event)).not.toContain(called);
  expect(await ask(dora, another, 5)).toHaveLength(remindersMax);
  expect(await ask(dora, another, null)).toHaveLength(remindersMax - 1);
  expect(await ask(dora, near, 5)).toHaveLength(remindersMax);
  // Another time for one that waits is none more.
  expect(await ask(dora, near, null)).toHaveLength(remindersMax - 1);
});

test('asking goes two hundred times an hour', async () => {
  const eager = await server.person(`eager${randomUUID().slice(0, 6)}`);
  const id = await event({ title: 'again' });
  for (let number = 0; number < 200; number += 1) await ask(eager, id, number % 2 === 0 ? 15 : null);
  expect(await refusalOf(ask(eager, id, 15))).toBe('429');
});
