import { user } from '@assay/contract/endpoints/user.ts';
import { mailedByDefault, notificationKinds } from '@assay/contract/vocabulary/notifications.ts';
import { describe, expect, it } from 'vitest';
import { silent, testDatabase } from '../../test/database.ts';
import { newestMail, refusalOf } from '../../test/identity-app.ts';
import { trading } from '../../test/trading.ts';
import { type Mailer, outboxMailer } from '../platform/mail.ts';
import { refuse } from '../platform/refusal.ts';
import { createNotify, notificationJobs, serveNotifications } from './index.ts';
import type { NewNotification } from './notify.ts';

const db = await testDatabase();
const { person, bus, clock, http, call } = await trading(db);
serveNotifications(http);
const notify = createNotify(bus);
const origin = 'https://assay.example';

function filled(userId: string, orderId = 's1'): NewNotification {
  const values = { orderId, code: 'COINUSDT', side: 'buy', base: 'COIN', quantity: '1234.5', price: '1.05' } as const;
  return { kind: 'spotFilled', userId, book: 'demo', at: clock.now(), values };
}

function liquidated(userId: string): NewNotification {
  const values = { orderId: '7', code: 'COINUSDT', side: 'long', lots: '1', price: '90.59', profit: '-9.41' } as const;
  return { kind: 'positionLiquidated', userId, book: 'real', at: clock.now(), values };
}

const tell = (...told: NewNotification[]) =>
  db.transact(async (tx) => {
    for (const one of told) notify(tx, one);
  });

/** Runs the job that mails; with a mailer that fails, as a mail server that is away. */
async function mail(mailer: Mailer = outboxMailer(db)): Promise<void> {
  const [job] = notificationJobs({ db, mailer, log: silent, origin });
  await job?.run();
}

const mailsTo = async (userName: string) =>
  db.query<{ subject: string }>(`select subject from outbox where recipient = $1 and subject like '%·%'`, [
    `${userName}@example.com`,
  ]);

describe('a notification', () => {
  it('is there exactly when that which it tells has happened', async () => {
    const { demo, userId } = await person('exact');
    const heard: unknown[] = [];
    const end = bus.subscribe('private', (message) => heard.push(message));
    await tell(filled(userId, 's1'));
    await db.transact(async (tx) => {
      notify(tx, filled(userId, 's2'));
      return refuse('10011');
    });
    await expect(
      db.transact(async (tx) => {
        notify(tx, filled(userId, 's3'));
        throw new Error('power cut');
      }),
    ).rejects.toThrow('power cut');
    end();
    const { items, unread } = await demo(user.listNotification, {});
    expect(items).toMatchObject([
      {
        book: 'demo',
        kind: 'spotFilled',
        values: { orderId: 's1', code: 'COINUSDT', side: 'buy', base: 'COIN', quantity: '1234.5', price: '1.05' },
        createdAt: new Date(clock.now()).toISOString(),
        read: false,
      },
    ]);
    expect(unread).toBe(1);
    expect(heard).toEqual([{ userId, book: null, event: 'notification', data: items[0] }]);
  });

  it('that cannot be written takes with it what it tells', async () => {
    await expect(
      db.transact(async (tx) => {
        await tx.query("insert into parameters (key, value) values ('half_done', 'x')");
        notify(tx, filled('999999999'));
      }),
    ).rejects.toThrow(/foreign key/);
    expect(await db.query("select from parameters where key = 'half_done'")).toEqual([]);
  });

  it('is read by its owner alone, one at a time or all that were on the list', async () => {
    const { demo, real, userId } = await person('reader');
    const stranger = await person('stranger');
    await tell(filled(userId, 's1'), filled(userId, 's2'), filled(userId, 's3'));
    const [newest, middle] = (await real(user.listNotification, {})).items;
    expect(await stranger.demo(user.listNotification, {})).toEqual({ items: [], nextCursor: null, unread: 0 });
    await stranger.demo(user.readNotification, { upTo: newest?.id ?? '' });
    expect(await demo(user.readNotification, { id: middle?.id ?? '' })).toEqual({ unread: 2 });
    // This one came after the list was drawn.
    await tell(filled(userId, 's4'));
    expect(await demo(user.readNotification, { upTo: newest?.id ?? '' })).toEqual({ unread: 1 });
    const { items } = await demo(user.listNotification, { show: 'unread' });
    expect(items).toMatchObject([{ values: { orderId: 's4' } }]);
    expect(await refusalOf(demo(user.readNotification, {}))).toBe('400');
    expect(await refusalOf(demo(user.readNotification, { id: '1', upTo: '2' }))).toBe('400');
    expect(await refusalOf(call(user.listNotification, {}))).toBe('401');
  });

  it('is listed a page at a time, newest first, without gap or repetition while new ones come', async () => {
    const { demo, userId } = await person('pages');
    for (let number = 1; number <= 5; number += 1) await tell(filled(userId, `s${number}`));
    const first = await demo(user.listNotification, { limit: 2 });
    await tell(filled(userId, 's6'));
    const second = await demo(user.listNotification, { limit: 2, cursor: first.nextCursor ?? '' });
    const third = await demo(user.listNotification, { limit: 2, cursor: second.nextCursor ?? '' });
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ values }) => 'orderId' in values && values.orderId));
    expect(ids).toEqual(['s5', 's4', 's3', 's2', 's1']);
    expect(third.nextCursor).toBeNull();
    expect(await refusalOf(demo(user.listNotification, { cursor: 'x' }))).toBe('400');
  });

  it('counts up to a hundred', async () => {
    const { demo, userId } = await person('popular');
    await tell(...Array.from({ length: 120 }, () => filled(userId)));
    expect((await demo(user.listNotification, { limit: 1 })).unread).toBe(100);
  });

  it('is forgotten after half a year', async () => {
    const { demo, userId } = await person('elephant');
    await tell(filled(userId, 'old'), filled(userId, 'young'));
    await db.query(
      `update notifications set written_at = now() - interval '181 days' where user_id = $1 and facts->>'orderId' = 'old'`,
      [userId],
    );
    const [, purge] = notificationJobs({ db, mailer: outboxMailer(db), log: silent, origin });
    await purge?.run();
    expect((await demo(user.listNotification, {})).items).toMatchObject([{ values: { orderId: 'young' } }]);
  });
});

describe('preferences', () => {
  it('begin with everything on the site, and by mail what may cost money or ends after a long time', async () => {
    const { demo } = await person('default');
    const list = await demo(user.notificationPreferences, {});
    expect(list.map(({ kind }) => kind)).toEqual(notificationKinds);
    expect(list.every(({ inApp }) => inApp)).toBe(true);
    expect(list.filter(({ mail: mailed }) => mailed).map(({ kind }) => kind)).toEqual([...mailedByDefault]);
  });

  it('choose site, mail, both or neither for each kind, from then on and for oneself alone', async () => {
    const { demo, userId } = await person('chooser');
    const other = await person('indifferent');
    const choose = (inApp: boolean, mailed: boolean) =>
      demo(user.setNotificationPreference, { kind: 'spotFilled', inApp, mail: mailed });
    const seen = async () => [(await demo(user.listNotification, {})).items.length, (await mailsTo('chooser')).length];
    await tell(filled(userId));
    await mail();
    expect(await seen()).toEqual([1, 0]);
    await choose(false, true);
    await tell(filled(userId));
    await mail();
    expect(await seen()).toEqual([1, 1]);
    const list = await choose(false, false);
    expect(list.find(({ kind }) => kind === 'spotFilled')).toEqual({
      kind: 'spotFilled',
      inApp: false,
      mail: false,
      push: false,
    });
    await tell(filled(userId), filled(other.userId));
    await mail();
    expect(await seen()).toEqual([1, 1]);
    expect((await other.demo(user.listNotification, {})).items).toHaveLength(1);
    await choose(true, true);
    await tell(filled(userId));
    await mail();
    expect(await seen()).toEqual([2, 2]);
  });
});

describe('a mail', () => {
  it('goes once to its reader, in the reader’s language, whoever sends at the same time', async () => {
    const { demo, userId } = await person('german');
    await demo(user.updateProfile, { language: 'de' });
    await tell(liquidated(userId));
    await Promise.all([mail(), mail(), mail()]);
    await mail();
    expect(await mailsTo('german')).toHaveLength(1);
    const { subject, body } = await newestMail(db, 'german@example.com');
    expect(subject).toBe('Assay · Position liquidiert · COINUSDT');
    expect(body).toContain('COINUSDT Long × 1 zu 90,59: Die Margin reichte nicht mehr. Nettoergebnis -9,41 USDT.');
    expect(body).toContain('Live-Konto.');
    expect(body).toContain('2030-01-07 12:00');
    expect(body).toContain('https://assay.example/profile/notification');
  });

  it('that its server does not take is tried again later, holds up no other, and is given up in the end', async () => {
    const unlucky = await person('unlucky');
    const lucky = await person('lucky');
    await tell(liquidated(unlucky.userId), liquidated(lucky.userId));
    const outbox = outboxMailer(db);
    let tries = 0;
    const failing: Mailer = {
      send: async (each) => {
        if (each.to !== 'unlucky@example.com') return outbox.send(each);
        tries += 1;
        throw new Error('no such mailbox');
      },
      close: () => undefined,
    };
    await mail(failing);
    await mail(failing);
    expect([tries, (await mailsTo('lucky')).length]).toEqual([1, 1]);
    for (let round = 0; round < 8; round += 1) {
      await db.query("update notification_mails set next_try_at = now() - interval '1 second'");
      await mail(failing);
    }
    expect(tries).toBe(6);
    expect(await db.query('select from notification_mails')).toEqual([]);
    expect((await unlucky.demo(user.listNotification, {})).items).toHaveLength(1);
  });
});
