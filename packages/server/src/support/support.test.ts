import { chatDeskCalls } from '@assay/contract/endpoints/console/chats.ts';
import { supportCalls } from '@assay/contract/endpoints/support.ts';
import { visitorConversationsPerDayMax } from '@assay/contract/vocabulary/support.ts';
import { describe, expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { testDatabase, warm } from '../../test/database.ts';
import { day, refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { heard, newName, say, supporting } from '../../test/support.ts';

const db = await testDatabase(16);
const office = await supporting(db);
const { clock, visitor, customer, from } = office;

const seqsOf = async (token: string) =>
  (
    await db.query<{ seq: number }>(
      `select seq from conversation_messages where conversation_id =
         (select id from conversations where token_hash = sha256(convert_to($1, 'UTF8'))) order by seq`,
      [token],
    )
  ).map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a message', () => {
  it('that is sent a hundred times at once is said once, and every sending gets the same answer', async () => {
    const { token, call } = await visitor();
    await warm(db, 16);
    clock.advance(60_000);
    const clientId = newName();
    const answers = [];
    // As many as a conversation may send in a minute go in one burst; the rest follow as time passes.
    for (let burst = 0; burst < 4; burst += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 25 }, () => say(call, 'Is anybody there?', clientId)))));
      clock.advance(60_000);
    }
    expect(new Set(answers.map(({ message }) => message.seq))).toEqual(new Set([1]));
    expect(answers).toHaveLength(100);
    expect(await heard(call)).toEqual(['Is anybody there?']);
    expect(await seqsOf(token)).toEqual([1]);
    expect(await refusalOf(say(call, 'Another text', clientId))).toBe('30000');
  });

  it('of parallel senders takes the next number: no gap, none twice', async () => {
    const { token, call } = await visitor();
    await warm(db, 16);
    const sent = await Promise.all(upTo(25).map((number) => say(call, `line ${number}`)));
    expect(sent.map(({ message }) => message.seq).toSorted((a, b) => a - b)).toEqual(upTo(25));
    expect(await seqsOf(token)).toEqual(upTo(25));
    expect(await heard(call, 20)).toHaveLength(5);
  });

  it('would be lost between parallel senders without the lock of its conversation', async () => {
    const unlocked = (sql: string) => sql.replace(' for update', '');
    const broken = await office.processOf(rewritten(db, unlocked, (sql) => sql.includes(' for update'), 2));
    const { call } = await visitor('192.0.2.9', broken);
    const both = await Promise.allSettled([say(call, 'one'), say(call, 'two')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('with script in it stays text, to the last character', async () => {
    const { call } = await visitor();
    const text = '<img src=x onerror=alert(1)>\n"&amp;" [a](javascript:alert(1))';
    await say(call, text);
    expect(await heard(call)).toEqual([text]);
  });

  it('has 1 to 2,000 characters, of which one can be seen', async () => {
    const { call } = await visitor();
    for (const text of ['', ' \n\t', 'x'.repeat(2001)])
      await expect(say(call, text)).rejects.toMatchObject({ fields: { text: '11120' } });
    await say(call, 'x'.repeat(2000));
    expect(await heard(call)).toHaveLength(1);
  });

  it('is never changed or taken out, not even by the database’s owner', async () => {
    const { call } = await visitor();
    await say(call, 'for good');
    await expect(db.query("update conversation_messages set body = 'other'")).rejects.toThrow('stays as it was said');
    await expect(db.query('delete from conversation_messages')).rejects.toThrow('stays as it was said');
    await expect(db.query('update conversations set last_seq = last_seq + 2')).rejects.toThrow('one by one');
  });
});

describe('a conversation', () => {
  it('outlives the server: what was said before a restart is there after it, and goes on', async () => {
    const { token, call } = await visitor();
    const clientId = newName();
    await say(call, 'before', clientId);
    const again = (await office.processOf(db)).from('192.0.2.1', token);
    // The answer to the first sending was lost, so it is sent again.
    await say(again, 'before', clientId);
    await say(again, 'after');
    expect(await heard(again)).toEqual(['before', 'after']);
  });

  it('belongs to whoever has its token or its account: there is no id to guess, and nothing of others to see', async () => {
    const ada = await customer('adalove');
    const bob = await customer('bobby');
    const one = await visitor();
    const two = await visitor();
    await say(ada.call, 'from ada');
    await say(one.call, 'from one');
    expect(await heard(bob.call)).toEqual([]);
    expect(await heard(two.call)).toEqual([]);
    const image = await picture();
    const { message } = await one.call(supportCalls.sendSupportImage, { clientId: newName() }, { images: { image } });
    const { imageId } = message;
    for (const other of [two.call, ada.call, bob.call])
      expect(await refusalOf(other(supportCalls.supportImage, { id: imageId ?? '' }))).toBe('404');
    const strangers = [undefined, 'visitor_', `visitor_${'x'.repeat(43)}`];
    for (const token of strangers) {
      const stranger = from('192.0.2.1', token);
      expect(await refusalOf(heard(stranger))).toBe('11123');
      expect(await refusalOf(say(stranger, 'hello'))).toBe('11123');
      expect(await refusalOf(stranger(supportCalls.sendSupportImage, { clientId: newName() }, { images: { image } }))).toBe(
        '11123',
      );
    }
    // A session that has ended is no visitor.
    expect(await refusalOf(heard(from('192.0.2.1', `${ada.token}x`)))).toBe('401');
    expect(await refusalOf(from('192.0.2.1', one.token)(chatDeskCalls.list, {}))).toBe('404');
  });

  it('is one for each account, in whichever window, and keeps its language of today', async () => {
    const { token, call } = await customer('carla');
    await say(call, 'from one window');
    const other = from('198.51.100.4', token, { virtually: 'NO' });
    expect(await other(supportCalls.openSupport, { language: 'ja' })).toEqual({ token: null });
    expect(await heard(other)).toEqual(['from one window']);
    expect((await other(supportCalls.supportThread, {})).language).toBe('ja');
  });

  it('shows a picture to both sides and writes down who has looked', async () => {
    const { call } = await visitor();
    const clientId = newName();
    const image = await picture('#aa3311');
    const { message } = await call(supportCalls.sendSupportImage, { clientId }, { images: { image } });
    const twice = await call(supportCalls.sendSupportImage, { clientId }, { images: { image } });
    expect(twice.message).toEqual(message);
    const views = () =>
      db.query<{ viewer: string }>('select viewer from image_views where image_id = $1::uuid', [message.imageId]);
    expect(await views()).toEqual([]);
    // The typed client reads envelopes; a picture is none, so it says that it does not understand.
    await call(supportCalls.supportImage, { id: message.imageId ?? '' }).catch(() => undefined);
    expect(await views()).toEqual([{ viewer: 'owner' }]);
  });

  it('is read in pages, from its end to its beginning', async () => {
    const { call } = await visitor();
    for (const number of upTo(7)) await say(call, `${number}`);
    const newest = await call(supportCalls.supportThread, { limit: 3 });
    expect(newest).toMatchObject({ earlier: true, lastSeq: 7, messages: [{ seq: 5 }, { seq: 6 }, { seq: 7 }] });
    const first = await call(supportCalls.supportThread, { before: 5, limit: 100 });
    expect(first.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(first.earlier).toBe(false);
  });
});

describe('the office', () => {
  it('says when it is there, in its own time zone', async () => {
    const call = from('192.0.2.1');
    expect(await call(supportCalls.supportHours, {})).toMatchObject({ open: true, timeZone: 'UTC' });
    await db.query(`update parameters set value = '1-5 20:00-21:00 Asia/Hong_Kong' where key = 'support_hours'`);
    // 20:00 in Hong Kong is noon of the test's Monday, and it is a little later than that.
    expect(await call(supportCalls.supportHours, {})).toEqual({
      open: true,
      changesAt: '2030-01-07T13:00:00.000Z',
      timeZone: 'Asia/Hong_Kong',
    });
    await db.query(`update parameters set value = 'nonsense' where key = 'support_hours'`);
    expect(await call(supportCalls.supportHours, {})).toEqual({ open: false, changesAt: null, timeZone: 'UTC' });
    await db.query(`update parameters set value = '1-5 08:00-20:00 UTC' where key = 'support_hours'`);
  });
});

describe('limits', () => {
  it('hold for one conversation, and for what one network starts', async () => {
    const { call } = await visitor('198.51.100.7');
    const many = await Promise.allSettled(upTo(40).map((number) => say(call, `${number}`)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    await Promise.all(upTo(visitorConversationsPerDayMax - 1).map(() => visitor('198.51.100.7')));
    expect(await refusalOf(visitor('198.51.100.7'))).toBe('11122');
    await visitor('198.51.100.8');
    clock.advance(day + 1);
    await visitor('198.51.100.7');
  });

  it('hold for a day, whichever process counts', async () => {
    const { token, call } = await visitor('198.51.100.9');
    await say(call, 'first');
    // As if 499 more had been sent within the last hours; each takes its number in order.
    await db.query(`do $$ begin for n in 2..500 loop
      update conversations set last_seq = n where id = (select max(id) from conversations);
      insert into conversation_messages (conversation_id, seq, author, kind, client_id, body, at)
        select id, n, 'customer', 'text', 'sent-before-' || n, 'x', last_at from conversations order by id desc limit 1;
    end loop; end $$`);
    expect(await seqsOf(token)).toHaveLength(500);
    expect(await refusalOf(say(call, 'one too many'))).toBe('11121');
    clock.advance(day + 1);
    await say(call, 'the next day');
  });
});

describe('what visitors said', () => {
  it('is erased 90 days after the last message, pictures included; what customers said stays', async () => {
    const ended = await visitor();
    await ended.call(supportCalls.sendSupportImage, { clientId: newName() }, { images: { image: await picture('#11aa55') } });
    const silent = await visitor();
    const kept = await customer('dora');
    await say(kept.call, 'still here');
    clock.advance(89 * day);
    const living = await visitor();
    await say(living.call, 'new');
    await office.erase();
    expect(await heard(ended.call)).toEqual(['image']);
    expect(await refusalOf(heard(silent.call))).toBe('11123');
    clock.advance(day + 1);
    await office.erase();
    expect(await refusalOf(heard(ended.call))).toBe('11123');
    expect(await heard(living.call)).toEqual(['new']);
    expect(await db.query('select 1 from images where erased_at is null')).toEqual([]);
    expect(await db.query(`select body from conversation_messages where body = 'still here'`)).toEqual([
      { body: 'still here' },
    ]);
    await expect(db.query('delete from conversations where user_id is not null')).rejects.toThrow('is open');
  });
});
