import { login } from '@assay/contract/endpoints/login.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { pushDevicesMax } from '@assay/contract/vocabulary/limits.ts';
import { pushedByDefault } from '@assay/contract/vocabulary/notifications.ts';
import { describe, expect, it, test } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { rewritten } from '../../../test/broken-twin.ts';
import { silent, testDatabase } from '../../../test/database.ts';
import { hour, password, refusalOf } from '../../../test/identity-app.ts';
import { pushService, signedBy } from '../../../test/push-service.ts';
import { trading } from '../../../test/trading.ts';
import { deviceOf, livesAfter } from '../../identity/index.ts';
import { type Database, unhurried } from '../../platform/database.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { PushRound, type PushSettings, createNotify, houseKeys, pushFigures, serveNotifications, servePush } from '../index.ts';
import type { NewNotification } from '../notify.ts';

const db = await testDatabase();
const { person, bus, clock, http, call, from } = await trading(db);
const service = await pushService();
const slow = await pushService();
const settings: PushSettings = {
  keys: houseKeys('a secret of this test alone, long enough'),
  origin: 'https://assay.example',
  services: [service.origin, slow.origin],
};
serveNotifications(http);
servePush(http, { db, clock, settings, deviceOf });
const notify = createNotify(bus);
const metrics = createMetrics();
const figures = pushFigures(metrics, db);

const liquidated = (userId: string, more: object = {}): NewNotification => ({
  kind: 'positionLiquidated',
  userId,
  book: 'real',
  at: clock.now(),
  values: { orderId: '7', code: 'COINUSDT', side: 'long', lots: '3', price: '90.59', profit: '-9.41' },
  ...more,
});
const filled = (userId: string): NewNotification => ({
  ...liquidated(userId),
  kind: 'positionClosed',
  values: { orderId: '1', code: 'COINUSDT', side: 'long', lots: '1', price: '1', profit: '1', reason: 'manual' },
});
const alerted = (userId: string): NewNotification => ({
  kind: 'priceAlert',
  userId,
  book: null,
  at: clock.now(),
  values: { code: 'COINUSDT', direction: 'above', price: '101', reached: '101.25' },
});

const many = <T>(length: number, one: T): T[] => Array.from({ length }, () => one);

const tell = (...told: NewNotification[]) =>
  db.transact(async (tx) => {
    for (const one of told) notify(tx, one);
  });

/** The time that an open page has is over. */
const due = () => db.query("update notification_pushes set due_at = now() - interval '1 second'");
const again = () => db.query("update push_deliveries set next_try_at = now() - interval '1 second'");
const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const round = (own: Database = db, more: Partial<PushSettings> = {}) =>
  new PushRound({ db: own, clock, log: silent, settings: { ...settings, ...more }, figures, livesAfter }).run(
    new AbortController().signal,
  );
const push = async (own?: Database) => {
  await due();
  await round(own);
};

/** A user with a registered browser. */
async function listener(userName: string, { browser: opened } = service) {
  const somebody = await person(userName);
  const browser = opened();
  await somebody.real(user.addPushDevice, browser.given);
  return { ...somebody, browser };
}
/** The same person in another browser, signed in there. */
async function secondDevice(userName: string) {
  const { token } = await call(login.login, { account: userName, password });
  const client = from('192.0.2.9', token, { virtually: 'YES' });
  const browser = service.browser();
  return { client, token, browser };
}

describe('a device', () => {
  it('reads what its push service can’t, signed by the house, in its owner’s language and without amounts', async () => {
    const { browser, real, userId } = await listener('listener');
    await real(user.updateProfile, { language: 'de' });
    await tell(liquidated(userId), alerted(userId));
    await push();
    const [first, second] = browser.read();
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      title: 'Position liquidiert',
      text: 'COINUSDT · Live-Konto.',
      path: '/cruuency?code=COINUSDT',
      lang: 'de',
      dir: 'ltr',
      at: clock.now(),
    });
    expect(second).toMatchObject({ title: 'Kursalarm', text: expect.stringContaining('101,25') as string });
    const [headers] = browser.headers();
    const { key, claims } = signedBy(headers ?? {});
    expect(key).toBe((await real(user.pushDevices, {})).key);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'https://assay.example' });
    expect(Number(claims['exp']) * 1000 - Date.now()).toBeLessThan(24 * hour);
    expect(headers).toMatchObject({
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^n\d+$/) as string,
    });
    const ttls = browser.headers().map(({ ttl }) => Number(ttl));
    expect(ttls[0]).toBeGreaterThan(86_000);
    expect(ttls[1]).toBeGreaterThan(3_500);
    expect(ttls[1]).toBeLessThanOrEqual(3_600);
    expect((await real(user.pushDevices, {})).items).toMatchObject([{ current: true, toldAt: expect.any(String) as string }]);
  });

  it('is told of what its owner has chosen, never of what the owner has just done', async () => {
    const { browser, real, userId } = await listener('chooser');
    const preferences = await real(user.notificationPreferences, {});
    expect(preferences.filter((one) => one.push).map(({ kind }) => kind)).toEqual(
      preferences.map(({ kind }) => kind).filter((kind) => pushedByDefault.has(kind)),
    );
    await tell({ ...liquidated(userId), own: true });
    const choose = (chosen: object) =>
      real(user.setNotificationPreference, { kind: 'positionLiquidated', inApp: true, mail: false, ...chosen });
    await choose({ push: false });
    await tell(liquidated(userId));
    await push();
    expect(browser.read()).toEqual([]);
    // Left out, it stays as it is.
    await choose({ inApp: false });
    await tell(liquidated(userId));
    await choose({ inApp: false, push: true });
    await tell(liquidated(userId));
    await push();
    expect(browser.read()).toHaveLength(1);
    expect((await real(user.listNotification, {})).items).toHaveLength(2);
  });

  it('is not told of what was read, or seen on an open page; what somebody else has seen changes nothing', async () => {
    const { browser, real, userId } = await listener('looker');
    const other = await person('other_looker');
    const heard: { id: string; push?: boolean }[] = [];
    const end = bus.subscribe('private', (message: { data: (typeof heard)[number] }) => void heard.push(message.data));
    await tell(liquidated(userId), alerted(userId), alerted(userId));
    end();
    expect(heard.map((one) => one.push)).toEqual([true, true, true]);
    const [seen, read, left] = heard.map(({ id }) => id);
    expect(await other.real(user.seenNotification, { id: left ?? '' })).toEqual({ spared: false });
    expect(await real(user.seenNotification, { id: seen ?? '' })).toEqual({ spared: true });
    await real(user.readNotification, { id: read ?? '' });
    await push();
    expect(browser.read()).toMatchObject([{ id: left }]);
    expect((await real(user.listNotification, {})).unread).toBe(2);
  });

  it('of several each is told once, whoever sends at the same time', async () => {
    const { browser, userId } = await listener('several');
    const second = await secondDevice('several');
    await second.client(user.addPushDevice, second.browser.given);
    await tell(liquidated(userId));
    await due();
    await Promise.all([round(), round(), round()]);
    await round();
    expect([browser.read().length, second.browser.read().length]).toEqual([1, 1]);
  });

  /** One process begins while another waits for the push service. Returns how often the device is notified. */
  async function toldBeside(userName: string, own: Database): Promise<number> {
    const { browser, userId } = await listener(userName);
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    atEnd(() => resolve(undefined));
    service.answers.push({ status: 201, path: browser.path, until });
    await tell(liquidated(userId));
    await due();
    const first = round(own);
    await expect.poll(() => browser.read().length).toBe(1);
    await round(own);
    resolve(undefined);
    await first;
    return browser.read().length;
  }

  it('is told once, also where somebody begins while another waits for the push service', async () => {
    expect(await toldBeside('waited_for', db)).toBe(1);
    const hasty = rewritten(
      db,
      (sql) => sql.replace('make_interval(secs => $1 * (2 ^ going.tries))', "$1 * interval '0'"),
      () => false,
      1,
    );
    expect(await toldBeside('not_put_off', hasty)).toBe(2);
  });

  /** Two processes take the same message at the same time. Returns how often the device is notified. */
  async function takenByTwo(userName: string, own: Database): Promise<number> {
    const { browser, userId } = await listener(userName);
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    atEnd(() => resolve(undefined));
    // The first attempt does not reach it. The next is answered when no process waits for a row any more.
    service.answers.push({ status: 503, path: browser.path }, ...many(2, { status: 201, path: browser.path, until }));
    await tell(liquidated(userId));
    await push();
    await again();
    let ended = 0;
    const rounds = await db.transact(async (tx) => {
      await tx.query('select from push_deliveries for update');
      const both = [round(own), round(own)].map((one) => one.finally(() => (ended += 1)));
      while ((await db.query(waits)).length + ended < 2);
      return { both };
    }, unhurried);
    while ((await db.query(waits)).length > 0);
    resolve(undefined);
    await Promise.all(rounds.both);
    await round(own);
    return browser.read().length - 1;
  }

  it('is told once, also where two take it at the same time', async () => {
    expect(await takenByTwo('taken_once', db)).toBe(1);
    const unlocked = rewritten(
      db,
      (sql) => sql.replace(/for update of \w+ skip locked/, ''),
      () => false,
      1,
    );
    expect(await takenByTwo('taken_twice', unlocked)).toBe(2);
  });

  it('that is gone is forgotten, with what waits for it', async () => {
    const { browser, real, userId } = await listener('gone');
    service.answers.push({ status: 410, path: browser.path });
    await tell(liquidated(userId));
    await push();
    expect((await real(user.pushDevices, {})).items).toEqual([]);
    await tell(liquidated(userId));
    await push();
    expect(browser.read()).toHaveLength(1);
    expect(await db.query('select from push_deliveries')).toEqual([]);
  });

  it('whose push service is away is told later, holds up no other, and is given up in the end', async () => {
    const { browser, userId } = await listener('unlucky');
    const lucky = await listener('lucky');
    for (let number = 0; number < 9; number += 1) service.answers.push({ status: 503, path: browser.path });
    await tell(liquidated(userId), liquidated(lucky.userId));
    await push();
    await round();
    expect([browser.read().length, lucky.browser.read().length]).toEqual([1, 1]);
    for (let number = 0; number < 8; number += 1) {
      await again();
      await round();
    }
    expect(browser.read()).toHaveLength(6);
    expect(new Set(browser.headers().map(({ topic }) => topic)).size).toBe(1);
    expect(await db.query('select from push_deliveries')).toEqual([]);
    service.answers.length = 0;
  });

  it('is told at once, however long another push service takes, and so is what comes meanwhile', async () => {
    const { browser, userId } = await listener('unaffected');
    const waiter = await listener('waiter', slow);
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    atEnd(() => resolve(undefined));
    slow.answers.push(...many(33, { status: 201, until }));
    await tell(...many(33, liquidated(waiter.userId)), filled(userId));
    await due();
    const running = round();
    await expect.poll(() => browser.read().length).toBe(1);
    await tell(filled(userId));
    await due();
    await expect.poll(() => browser.read().length).toBe(2);
    expect(waiter.browser.read()).toHaveLength(16);
    resolve(undefined);
    await running;
    expect(waiter.browser.read()).toHaveLength(33);
  });

  it('is told of what is urgent first, however much else waits', async () => {
    const crowd = await listener('crowd');
    const { browser, userId } = await listener('hurried');
    const { browser: crowded } = crowd;
    // Twenty wait for their next try, and twenty for their first.
    service.answers.push(...many(20, { status: 503, path: crowded.path }));
    await tell(...many(20, filled(crowd.userId)));
    await push();
    await again();
    await tell(...many(20, filled(crowd.userId)), alerted(userId));
    await due();
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    atEnd(() => resolve(undefined));
    service.answers.push(...many(40, { status: 201, path: crowded.path, until }));
    const running = round();
    await expect.poll(() => browser.read().length).toBe(1);
    expect(crowded.read().length - 20).toBeLessThan(16);
    resolve(undefined);
    await running;
    expect(crowded.read()).toHaveLength(60);
  });

  it('is not asked for as long as its push service wants to be left alone', async () => {
    const { browser, userId } = await listener('patient');
    service.answers.push({ status: 429, headers: { 'retry-after': '1800' }, path: browser.path });
    await tell(liquidated(userId));
    await push();
    const [row] = await db.query<{ wait: number }>(
      'select extract(epoch from next_try_at - clock_timestamp())::float8 as wait from push_deliveries',
    );
    expect(row?.wait).toBeGreaterThan(1700);
    await db.query('delete from push_deliveries');
  });

  it('that was off for too long is told no old news', async () => {
    const { browser, userId } = await listener('sleeper');
    await tell(alerted(userId));
    await db.query("update notifications set written_at = now() - interval '61 minutes' where user_id = $1", [userId]);
    await push();
    expect(browser.read()).toEqual([]);
    expect(await db.query('select from push_deliveries')).toEqual([]);
  });

  it('is reminded of an event until it happens, however long before that was, and not after it', async () => {
    const { browser, userId } = await listener('reminded');
    const of = { code: 'COINUSDT', event: 'inflation', what: 'USD' } as const;
    const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
    const inFront = (minutes: number): NewNotification =>
      Object.assign(alerted(userId), { kind: 'calendarEvent' as const, values: { ...of, at: at(minutes) } });
    await tell(inFront(1440), inFront(5), inFront(0));
    await push();
    expect(new Set(browser.headers().map(({ ttl }) => ttl))).toEqual(new Set(['300', '86400']));
    service.answers.push({ status: 503, path: browser.path });
    await tell(inFront(15));
    await push();
    clock.advance(15 * 60_000);
    await again();
    await round();
    expect(browser.read()).toHaveLength(3);
    expect(await db.query('select from push_deliveries')).toEqual([]);
  });

  it('is told forty things in an hour at most, and what is urgent all the same', async () => {
    const { browser, userId } = await listener('popular');
    await tell(...many(45, filled(userId)));
    await push();
    expect(browser.read()).toHaveLength(40);
    await tell(alerted(userId));
    await push();
    expect(browser.read()).toHaveLength(41);
    clock.advance(hour);
    await tell(filled(userId));
    await push();
    expect(browser.read()).toHaveLength(42);
  });
});

describe('whose a device is', () => {
  it('is listed and removed by its owner alone, and a session has one', async () => {
    const { real, browser } = await listener('owner');
    const stranger = await person('stranger');
    const [mine] = (await real(user.pushDevices, {})).items;
    expect((await stranger.real(user.pushDevices, {})).items).toEqual([]);
    expect(await refusalOf(stranger.real(user.removePushDevice, { id: mine?.id ?? '' }))).toBe('404');
    const other = service.browser();
    expect((await real(user.addPushDevice, other.given)).items).toHaveLength(1);
    const [now] = (await real(user.pushDevices, {})).items;
    expect((await real(user.removePushDevice, { id: now?.id ?? '' })).items).toEqual([]);
    expect(await refusalOf(call(user.addPushDevice, browser.given))).toBe('401');
  });

  it('ends with the session that has made it', async () => {
    const { browser, real, userId } = await listener('leaver');
    const second = await secondDevice('leaver');
    await second.client(user.addPushDevice, second.browser.given);
    await second.client(login.logout, {});
    expect((await real(user.pushDevices, {})).items).toHaveLength(1);
    await tell(liquidated(userId));
    await push();
    expect([browser.read().length, second.browser.read().length]).toEqual([1, 0]);
  });

  it.each([
    ['over', 'expires_at = $2'],
    ['idle', "last_used_at = $2::timestamptz - interval '7 days'"],
  ])('ends with a session that is %s, though that is still written down', async (how, ending) => {
    const { browser, userId } = await listener(`session_${how}`);
    await db.query(`update sessions set ${ending} where user_id = $1`, [userId, new Date(clock.wall())]);
    await tell(liquidated(userId));
    await push();
    expect(browser.read()).toEqual([]);
    expect(await db.query('select from push_devices where user_id = $1', [userId])).toHaveLength(1);
  });

  it('is of no session that a change of the password ends at that moment, and stands in the way of no such change', async () => {
    const { real, userId } = await person('changing');
    const changed = await db.transact(async (tx) => {
      await tx.query("update users set password_hash = 'changed' where id = $1", [userId]);
      let isAnswered = false;
      const answer = refusalOf(real(user.addPushDevice, service.browser().given)).finally(() => (isAnswered = true));
      while (!isAnswered && (await db.query(waits)).length === 0);
      await tx.query('delete from sessions where user_id = $1', [userId]);
      return { answer };
    }, unhurried);
    expect(await changed.answer).toBe('401');
  });

  it('is of one person at a time: who signs in at the same browser takes it over, with its keys and not without', async () => {
    const { browser, real, userId } = await listener('first');
    const next = await person('next');
    await tell(liquidated(userId));
    const otherKeys = { ...service.browser().given, endpoint: browser.given.endpoint };
    expect(await refusalOf(next.real(user.addPushDevice, otherKeys))).toBe('400');
    expect((await real(user.pushDevices, {})).items).toHaveLength(1);
    await next.real(user.addPushDevice, browser.given);
    expect((await real(user.pushDevices, {})).items).toEqual([]);
    await push();
    expect(browser.read()).toEqual([]);
  });

  it(`is one of ${pushDevicesMax}: the oldest falls off`, async () => {
    const { real, browser } = await listener('collector');
    for (let number = 0; number < pushDevicesMax; number += 1) {
      clock.advance(1000);
      const next = await secondDevice('collector');
      await next.client(user.addPushDevice, next.browser.given);
    }
    expect((await real(user.pushDevices, {})).items).toHaveLength(pushDevicesMax);
    const left = await db.query('select from push_devices where endpoint = $1', [browser.given.endpoint]);
    expect(left).toEqual([]);
  });
});

describe('the address of a device', () => {
  const foreign = [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evilpush.apple.com.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'http://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    ' https://fcm.googleapis.com/x',
    'HTTPS://FCM.GOOGLEAPIS.COM/x',
    '',
  ];
  it.each(foreign)('is not %j', async (endpoint) => {
    const { real } = await person(`foreign_${foreign.indexOf(endpoint)}`);
    expect(await refusalOf(real(user.addPushDevice, { ...service.browser().given, endpoint }))).toBe('400');
  });

  it('that is no longer allowed is called by nobody: the device is forgotten', async () => {
    const { browser, real, userId } = await listener('outdated');
    await tell(liquidated(userId));
    await due();
    await round(db, { services: [] });
    expect(browser.read()).toEqual([]);
    expect((await real(user.pushDevices, {})).items).toEqual([]);
  });

  it('has keys that something can be encrypted for, and is not long', async () => {
    const { real } = await person('shapes');
    const { given } = service.browser();
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    for (const broken of [
      { p256dh: noPoint },
      { p256dh: 'x' },
      { auth: '' },
      { endpoint: `${given.endpoint}${'x'.repeat(1000)}` },
    ])
      expect(await refusalOf(real(user.addPushDevice, { ...given, ...broken }))).toBe('400');
    expect(await db.query('select from push_devices where device = $1', ['x'])).toEqual([]);
  });
});

test('the keys of the house follow from its secret', () => {
  const one = houseKeys('one secret');
  expect(houseKeys('one secret')).toEqual(one);
  expect(houseKeys('another secret').publicKey).not.toBe(one.publicKey);
  expect([one.publicKey.length, one.privateKey.length]).toEqual([87, 43]);
});

test('what waits, was sent and failed is told as figures', async () => {
  let text = ''; // a figure that takes longer than a second to read is reported with the next ones
  await expect.poll(async () => (text = await metrics.registry.metrics())).toContain('push_waiting_seconds{queue="send"} 0');
  expect(text).toMatch(/push_sent_total [1-9]/);
  expect(text).toMatch(/push_failed_total\{reason="gone"\} [1-9]/);
  expect(text).toMatch(/push_failed_total\{reason="later"\} [1-9]/);
  expect(text).toMatch(/push_failed_total\{reason="limited"\} 5/);
});
