import { type InviterItem, inviteDeskCalls } from '@assay/contract/endpoints/console/invites.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { keptImage } from '../../test/funding.ts';
import { day, hour, refusalOf } from '../../test/identity-app.ts';
import { inviting } from '../../test/inviting.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances, transfersOf } from '../ledger/index.ts';
import { connectDatabase } from '../platform/database.ts';
import { serveReferralDesk } from './console.ts';
import { ReferralRound } from './round.ts';

// The clock begins on Monday, 7 January 2030, 12:00 UTC, and only runs forward from story to story.

const db = await testDatabase();
const { clock, bus, quote, call, register, referral, person, signIn, trade, nextMorning, makeRound } = await inviting(db);

async function has(userId: string): Promise<Record<string, string>> {
  const own = await balances(db, 'real', userId);
  return Object.fromEntries(own.map(({ asset, available }) => [asset.code, formatAmount(available, asset)]));
}

const { operatorWith } = await consoleApp(db, clock, serveReferralDesk);

/** A reviewer has verified this person at this moment. */
async function verifiedAt(userId: string, at: number): Promise<void> {
  const image = await db.transact((tx) => keptImage.keep(tx, { ownerId: userId, purpose: 'kyc' }));
  const reviewer = await operatorWith(['reviewer']);
  await db.query(
    `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, holding_id, signature_id, kept,
       submitted_at, due_at, status, decided_at, decided_by)
     values ('K300107-0000000001', $1, 'passport', 'x', $2, $2, $2, '{}', $3::timestamptz, $3::timestamptz + interval '1 day', 'verified', $3::timestamptz, $4)`,
    [userId, image, new Date(at), reviewer.id],
  );
}

const dateNow = (daysAgo = 0) => new Date(clock.now() - daysAgo * day).toISOString().slice(0, 10);

describe('an invitation', () => {
  it('has a code, a link to the registration, and the terms of today', async () => {
    const { demo, inviteCode } = await person('plain');
    expect(await demo(user.invite, {})).toEqual({
      code: inviteCode,
      link: `https://assay.example/pass/register?invite=${inviteCode}`,
      rate: '0.2',
      days: 365,
      invitees: 0,
      paid: [],
      waiting: [],
    });
    expect(await demo(user.listInvitees, {})).toEqual({ items: [], nextCursor: null });
    expect(await demo(user.listInviteRewards, {})).toEqual({ items: [], nextCursor: null });
    expect(await refusalOf(call(user.invite, {}))).toBe('401');
  });

  it('keeps the terms it began with, whatever the parameters become', async () => {
    const { real, inviteCode } = await person('keeps');
    await person('early', { inviteCode });
    await db.query("update parameters set value = '0.1' where key = 'invite_reward_rate'");
    await db.query("update parameters set value = '30' where key = 'invite_reward_days'");
    await person('later', { inviteCode });
    const { items } = await real(user.listInvitees, {});
    expect(items).toMatchObject([
      { userName: 'la***r', rate: '0.1', rewardedUntil: '2030-02-06' },
      { userName: 'ea***y', rate: '0.2', rewardedUntil: '2031-01-07' },
    ]);
    expect(await real(user.invite, {})).toMatchObject({ rate: '0.1', days: 30, invitees: 2 });
    await db.query("update parameters set value = '0.2' where key = 'invite_reward_rate'");
    await db.query("update parameters set value = '365' where key = 'invite_reward_days'");
  });

  it('is not taken where its terms can not be told, and nobody is registered', async () => {
    const { inviteCode } = await person('unclear');
    await db.query("update parameters set value = 'a lot' where key = 'invite_reward_rate'");
    expect(await refusalOf(register('guest', { inviteCode }))).toBe('10018');
    await db.query("update parameters set value = '0.2' where key = 'invite_reward_rate'");
    expect(await db.query("select from users where user_name = 'guest'")).toEqual([]);
  });

  it('can not be of oneself, changed or taken back, not even by a statement in the database', async () => {
    const { userId, inviteCode } = await person('binds');
    const guest = await person('bound', { inviteCode });
    const other = await person('rival');
    const insert = 'insert into invitations (invitee_id, inviter_id, rate, first_day, last_day, created_at)';
    const self = db.query(`${insert} values ($1, $1, 0.2, '2030-01-07', '2031-01-07', now())`, [userId]);
    await expect(self).rejects.toThrow('nobody_invites_himself');
    const rebind = db.query('update users set invited_by = $2 where id = $1', [guest.userId, other.userId]);
    await expect(rebind).rejects.toThrow('foreign key');
    const release = db.query('update users set invited_by = null where id = $1', [guest.userId]);
    await expect(release).rejects.toThrow('foreign key');
    const second = db.query(`${insert} values ($1, $2, 0.2, '2030-01-07', '2031-01-07', now())`, [guest.userId, other.userId]);
    await expect(second).rejects.toThrow('duplicate key');
    for (const change of ['update invitations set rate = 1', 'delete from invitations', 'truncate invitations cascade'])
      await expect(db.query(change)).rejects.toThrow('settled');
  });
});

describe('a reward', () => {
  it('is 20% of the fees of a day, in the assets of the fees, paid from the fees the morning after', async () => {
    const inviter = await person('alice');
    const friend = await person('bobby_1', { inviteCode: inviter.inviteCode, deposit: '1000' });
    await trade(friend.real);
    // A spot order of 2 coins at 100: the fee is 0.1% of the coins, 0.002.
    await friend.real(order.submit, { code: 'COINUSDT', side: 'buy', type: 'market', quantity: '2' });
    await makeRound();
    expect(await has(inviter.userId)).toEqual({});

    const heard: unknown[] = [];
    bus.subscribe<{ userId: string; event: string; data: unknown }>('private', ({ userId, event, data }) => {
      if (userId === inviter.userId) heard.push(event === 'notification' ? (data as { values: unknown }).values : data);
    });
    nextMorning();
    await makeRound();
    // 20% of 10 USDT and of 0.002 coins.
    expect(await has(inviter.userId)).toEqual({ USDT: '2', COIN: '0.0004' });
    const booked = await transfersOf(db, `invite:${inviter.userId}:2030-01-07`);
    expect(
      booked.map(({ reason, from, to, asset, amount }) => [
        reason,
        from.kind,
        to.kind,
        formatAmount(amount, asset),
        asset.code,
      ]),
    ).toEqual([
      ['referral.rewarded', 'fees', 'referral', '0.0004', 'COIN'],
      ['referral.rewarded', 'referral', 'available', '0.0004', 'COIN'],
      ['referral.rewarded', 'fees', 'referral', '2', 'USDT'],
      ['referral.rewarded', 'referral', 'available', '2', 'USDT'],
    ]);
    expect(heard).toEqual(
      expect.arrayContaining([
        { day: '2030-01-07', asset: 'USDT', amount: '2' },
        { day: '2030-01-07', asset: 'COIN', amount: '0.0004' },
        { asset: 'USDT', available: '2' },
        { asset: 'COIN', available: '0.0004' },
      ]),
    );
    const rewards = [
      { asset: 'USDT', amount: '2' },
      { asset: 'COIN', amount: '0.0004' },
    ];
    expect(await inviter.real(user.invite, {})).toMatchObject({ invitees: 1, paid: rewards, waiting: [] });
    // 5,000 opened and 5,000 closed, and coins for 200.
    expect((await inviter.demo(user.listInvitees, {})).items).toMatchObject([{ userName: 'bo***1', volume: '10200', rewards }]);
    expect((await inviter.real(user.listInviteRewards, {})).items).toEqual([
      { day: '2030-01-07', invitees: 1, rewards, paidAt: new Date(clock.now()).toISOString() },
    ]);
    await expectSoundBooks(db);
  });

  it('is reckoned once and paid once by several rounds in two processes, and after a restart', async () => {
    const inviters = [];
    for (let number = 0; number < 6; number += 1) {
      const inviter = await person(`host${number}`);
      const friend = await person(`friend${number}`, { inviteCode: inviter.inviteCode, deposit: '1000' });
      await trade(friend.real);
      inviters.push(inviter);
    }
    const other = connectDatabase({ url: db.url, poolSize: 4, log: silent });
    const elsewhere = new ReferralRound({ ...referral, db: other }, silent);
    const restarted = new ReferralRound(referral, silent);
    const signal = () => new AbortController().signal;
    nextMorning();
    await Promise.all([makeRound(), elsewhere.run(signal()), restarted.run(signal()), elsewhere.run(signal()), makeRound()]);
    await Promise.all([elsewhere.run(signal()), restarted.run(signal())]);
    await other.close();
    for (const { userId } of inviters) expect(await has(userId)).toEqual({ USDT: '2' });
    await expectSoundBooks(db);
  });

  it('comes for every day, each by itself, when nobody led for a while', async () => {
    const inviter = await person('patient');
    await person('steady', { inviteCode: inviter.inviteCode, deposit: '1000' });
    for (let days = 0; days < 3; days += 1) {
      await trade(await signIn('steady'));
      nextMorning();
    }
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '6' });
    const first = await inviter.real(user.listInviteRewards, { limit: 2 });
    expect(first.items).toMatchObject([{ day: dateNow(1) }, { day: dateNow(2) }]);
    const rest = await inviter.real(user.listInviteRewards, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ items: [{ day: dateNow(3), rewards: [{ asset: 'USDT', amount: '2' }] }], nextCursor: null });
    await expectSoundBooks(db);
  });

  it('waits until an hour after midnight, when all of the day is booked', async () => {
    const inviter = await person('watcher');
    const friend = await person('nightly', { inviteCode: inviter.inviteCode, deposit: '1000' });
    await trade(friend.real);
    clock.advance(Math.ceil(clock.now() / day) * day - clock.now() + hour - 1);
    await makeRound();
    expect(await has(inviter.userId)).toEqual({});
    clock.advance(1);
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '2' });
  });

  it('is not for trades with play money, and not for fees of anything but trades', async () => {
    const inviter = await person('nothing');
    const friend = await person('player', { inviteCode: inviter.inviteCode });
    await trade(friend.demo);
    nextMorning();
    await makeRound();
    expect(await inviter.real(user.invite, {})).toMatchObject({ invitees: 1, paid: [], waiting: [] });
  });

  it('ends with the 365th day after the registration', async () => {
    const inviter = await person('yearly');
    await person('lasting', { inviteCode: inviter.inviteCode, deposit: '1000' });
    const end = Math.floor(clock.now() / day) + 366;
    clock.advance(end * day - 1000 * 60 - clock.now());
    await trade(await signIn('lasting'));
    nextMorning();
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '2' });
    await trade(await signIn('lasting'));
    nextMorning();
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '2' });
  });

  it('is between two verified persons who are not the same, from the day on which they are', async () => {
    const inviter = await person('known_one', { verified: false });
    const friend = await person('known_two', { inviteCode: inviter.inviteCode, deposit: '1000', verified: false });
    const earned = async () => {
      await trade(await signIn('known_two'));
      nextMorning();
      await makeRound();
      return has(inviter.userId);
    };
    const become = (userId: string, change: string) => db.query(`update users set ${change} where id = $1`, [userId]);
    expect(await earned()).toEqual({});
    await become(friend.userId, "kyc_status = 'verified'");
    expect(await earned()).toEqual({});
    await become(inviter.userId, "kyc_status = 'verified'");
    expect(await earned()).toEqual({ USDT: '2' });
    // What was earned before is not made up for.
    expect((await (await signIn('known_one'))(user.listInviteRewards, {})).items).toHaveLength(1);
    const [one] = await db.query<{ id: number }>('insert into persons (verified_at) values (now()) returning id');
    await become(inviter.userId, `person_id = ${one?.id}`);
    expect(await earned()).toEqual({ USDT: '4' });
    await become(friend.userId, `person_id = ${one?.id}`);
    expect(await earned()).toEqual({ USDT: '4' });
    const named = await db.query<{ reference: string }>(
      "select reference from ledger_transactions where reason = 'referral.rewarded'",
    );
    expect(new Set(named.map(({ reference }) => reference)).size).toBe(named.length);
    await expectSoundBooks(db);
  });

  it('does not reach back before the day on which the second of both was verified', async () => {
    const inviter = await person('before_it');
    const friend = await person('after_it', { inviteCode: inviter.inviteCode, deposit: '1000', verified: false });
    await trade(await signIn('after_it'));
    nextMorning();
    // Decided in the night, between the end of the day and its reckoning.
    await verifiedAt(friend.userId, clock.now() - hour);
    await makeRound();
    expect(await has(inviter.userId)).toEqual({});
    await trade(await signIn('after_it'));
    nextMorning();
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '2' });
  });

  it('of a frozen inviter waits, and is paid when the account is free again', async () => {
    const inviter = await person('iced');
    const friend = await person('thawed', { inviteCode: inviter.inviteCode, deposit: '1000' });
    await trade(friend.real);
    await db.query('update users set frozen = true where id = $1', [inviter.userId]);
    nextMorning();
    await makeRound();
    expect(await has(inviter.userId)).toEqual({});
    const waiting = [{ asset: 'USDT', amount: '2' }];
    await db.query('update users set frozen = false where id = $1', [inviter.userId]);
    const signedIn = await signIn('iced');
    expect(await signedIn(user.invite, {})).toMatchObject({ paid: [], waiting });
    expect((await signedIn(user.listInviteRewards, {})).items).toMatchObject([{ rewards: waiting, paidAt: null }]);
    await makeRound();
    expect(await has(inviter.userId)).toEqual({ USDT: '2' });
    expect(await signedIn(user.invite, {})).toMatchObject({ paid: waiting, waiting: [] });
    await expectSoundBooks(db);
  });

  it('can not be written anew, raised or paid again by a statement in the database', async () => {
    await quote(10_000);
    for (const change of ['set amount = amount + 1', 'set paid_at = null', 'set paid_at = now()', 'set inviter_id = 1'])
      await expect(db.query(`update invite_rewards ${change}`)).rejects.toThrow('a reward is paid once');
    await expect(db.query('delete from invite_rewards')).rejects.toThrow('settled');
    await expect(db.query('delete from invite_days')).rejects.toThrow('settled');
  });
});

describe('the desk', () => {
  it('lists who has invited, with what that has earned, to support and finance alone', async () => {
    const support = await operatorWith(['support']);
    const items: InviterItem[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await support.call(inviteDeskCalls.list, { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(items.map(({ id }) => Number(id))).toEqual(items.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
    expect(items.find(({ userName }) => userName === 'alice')).toMatchObject({
      invitees: 1,
      frozen: false,
      paid: [
        { asset: 'USDT', amount: '2' },
        { asset: 'COIN', amount: '0.0004' },
      ],
      waiting: [],
    });
    expect(items.some(({ userName }) => userName === 'plain')).toBe(false);
    const reviewer = await operatorWith(['reviewer']);
    expect(await refusalOf(reviewer.call(inviteDeskCalls.list, {}))).toBe('403');
    expect(await refusalOf(support.call(inviteDeskCalls.list, { cursor: 'x' }))).toBe('400');
  });
});

describe('lists', () => {
  it('come in pages, and show nobody the friends of others', async () => {
    const inviter = await person('popular');
    for (const name of ['first', 'second', 'third']) await person(`${name}_guest`, { inviteCode: inviter.inviteCode });
    const page = await inviter.real(user.listInvitees, { limit: 2 });
    expect(page.items.map(({ userName }) => userName)).toEqual(['th***t', 'se***t']);
    const rest = await inviter.real(user.listInvitees, { limit: 2, cursor: page.nextCursor ?? '' });
    expect(rest).toMatchObject({ items: [{ userName: 'fi***t' }], nextCursor: null });
    const stranger = await person('stranger');
    expect(await stranger.real(user.listInvitees, { cursor: '999999' })).toEqual({ items: [], nextCursor: null });
  });

  it('refuse cursors that are none', async () => {
    const { real } = await person('curious');
    expect(await refusalOf(real(user.listInvitees, { cursor: 'x' }))).toBe('400');
    expect(await refusalOf(real(user.listInviteRewards, { cursor: '1' }))).toBe('400');
  });
});
