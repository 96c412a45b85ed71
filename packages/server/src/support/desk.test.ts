import type { Client } from '@assay/contract/client.ts';
import { chatDeskCalls } from '@assay/contract/endpoints/console/chats.ts';
import { notificationCalls } from '@assay/contract/endpoints/notification.ts';
import { supportCalls } from '@assay/contract/endpoints/support.ts';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { minute, refusalOf } from '../../test/identity-app.ts';
import { heard, newName, say, supporting } from '../../test/support.ts';
import { verifyAuditLog } from '../operators/index.ts';
import { onPrivateMessage } from '../platform/private-events.ts';

const db = await testDatabase();
const office = await supporting(db);
const { clock, visitor, customer, operator, bus } = office;
const { list, detail, take, answer, handOver, close, typing, read, canned, saveCanned, removeCanned } = chatDeskCalls;

/** The newest conversation that waits. */
async function waiting(call: Client): Promise<string> {
  const { items } = await call(list, { limit: 100 });
  return items.at(-1)?.id ?? '';
}
const reply = (call: Client, id: string, text: string, clientId = newName()) =>
  call(answer, { id, clientId, text }, { idempotencyKey: newName() });
const key = () => ({ idempotencyKey: newName() });
const logged = () =>
  db.query<{ action: string; subject: string }>(
    `select action, subject from audit_log where action like 'chat.%' order by id desc limit 1`,
  );

describe('the inbox', () => {
  it('lists what waits, the longest waiting first, with its beginning and what nobody has seen', async () => {
    const carol = await operator();
    const first = await visitor();
    const second = await customer('frida');
    await first.call(supportCalls.openSupport, { language: 'ar' });
    await say(first.call, 'I need help');
    clock.advance(minute);
    await say(second.call, 'Me too');
    clock.advance(minute);
    await say(first.call, 'Hello?');
    const { items } = await carol.call(list, {});
    expect(items.map(({ customer: who, excerpt, unread, language }) => [who?.userName, excerpt, unread, language])).toEqual([
      [undefined, 'Hello?', 2, 'ar'],
      ['frida', 'Me too', 1, 'de'],
    ]);
    // A conversation without a message needs no work.
    await visitor();
    expect((await carol.call(list, {})).items).toHaveLength(2);
  });

  it('belongs to support and administrators', async () => {
    const finance = await operator(['finance', 'reviewer']);
    expect(await refusalOf(finance.call(list, {}))).toBe('403');
    expect(await refusalOf(finance.call(canned, {}))).toBe('403');
    const administrator = await operator(['administrator']);
    expect((await administrator.call(list, {})).items.length).toBeGreaterThan(0);
  });
});

describe('a conversation', () => {
  it('is taken, answered and closed; what its customer writes then lets it wait again', async () => {
    const carol = await operator();
    const { call } = await visitor();
    await say(call, 'Where is my deposit?');
    const id = await waiting(carol.call);
    expect(await refusalOf(reply(carol.call, id, 'too early'))).toBe('11124');
    expect(await carol.call(take, { id }, key())).toEqual({
      status: 'assigned',
      assignedTo: { id: carol.id, name: carol.name },
    });
    expect(await refusalOf(carol.call(take, { id }, key()))).toBe('11081');
    await reply(carol.call, id, 'Which network was it?');
    expect(await logged()).toEqual([{ action: 'chat.answered', subject: `chat:${id}` }]);
    expect(await heard(call)).toEqual(['Where is my deposit?', 'joined', 'Which network was it?']);
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ status: 'assigned', operator: carol.name });
    await carol.call(close, { id }, key());
    expect(await refusalOf(reply(carol.call, id, 'too late'))).toBe('11124');
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ status: 'closed', operator: null });
    await say(call, 'One more thing');
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ status: 'waiting' });
    expect(await heard(call, 3)).toEqual(['closed', 'One more thing']);
  });

  it('is one operator’s at a time: handed over, given back, or taken over from who does nothing', async () => {
    const [carol, dan, erin] = [await operator(), await operator(), await operator(['finance'])];
    const { call } = await visitor();
    await say(call, 'Anybody?');
    const id = await waiting(carol.call);
    const both = await Promise.allSettled([carol.call(take, { id }, key()), dan.call(take, { id }, key())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [owner, other] = both[0].status === 'fulfilled' ? [carol, dan] : [dan, carol];
    expect(await refusalOf(other.call(take, { id }, key()))).toBe('11072');
    expect(await refusalOf(other.call(close, { id }, key()))).toBe('11124');
    for (const to of [erin.id, owner.id]) expect(await refusalOf(owner.call(handOver, { id, to }, key()))).toBe('11125');
    await owner.call(handOver, { id, to: other.id }, key());
    await reply(other.call, id, 'I go on');
    // An idle operator is signed out after half an hour, too; the other one stays active.
    clock.advance(16 * minute);
    await owner.call(detail, { id });
    clock.advance(15 * minute);
    expect((await owner.call(take, { id }, key())).assignedTo?.id).toBe(owner.id);
    expect(await owner.call(handOver, { id }, key())).toEqual({ status: 'waiting', assignedTo: null });
    expect((await owner.call(detail, { id })).messages.map(({ kind, operator: name }) => [kind, name])).toEqual([
      ['text', null],
      ['joined', owner.name],
      ['joined', other.name],
      ['text', other.name],
      ['joined', owner.name],
    ]);
  });

  it('is handed over by an administrator, whoever has it or nobody, until it is closed', async () => {
    const [carol, dan, chief] = [await operator(), await operator(), await operator(['administrator'])];
    const { call } = await visitor();
    await say(call, 'Anybody?');
    const id = await waiting(carol.call);
    // An operator who is no supervisor may hand over only their own conversations.
    expect(await refusalOf(carol.call(handOver, { id, to: dan.id }, key()))).toBe('11124');
    expect((await chief.call(handOver, { id, to: carol.id }, key())).assignedTo?.id).toBe(carol.id);
    expect(await refusalOf(dan.call(handOver, { id, to: dan.id }, key()))).toBe('11124');
    expect(await refusalOf(chief.call(handOver, { id, to: carol.id }, key()))).toBe('11125');
    expect((await chief.call(handOver, { id, to: dan.id }, key())).assignedTo?.id).toBe(dan.id);
    expect(await logged()).toEqual([{ action: 'chat.handedOver', subject: `chat:${id}` }]);
    expect(await refusalOf(reply(carol.call, id, 'no longer mine'))).toBe('11124');
    await reply(dan.call, id, 'I go on');
    expect(await chief.call(handOver, { id }, key())).toEqual({ status: 'waiting', assignedTo: null });
    await dan.call(take, { id }, key());
    await dan.call(close, { id }, key());
    expect(await refusalOf(chief.call(handOver, { id, to: carol.id }, key()))).toBe('11124');
  });

  it('is answered once, however often the answer is sent', async () => {
    const carol = await operator();
    const { call } = await visitor();
    await say(call, 'Hello');
    const id = await waiting(carol.call);
    await carol.call(take, { id }, key());
    const clientId = newName();
    await Promise.all(Array.from({ length: 10 }, () => reply(carol.call, id, 'Once', clientId)));
    expect(await heard(call)).toEqual(['Hello', 'joined', 'Once']);
  });

  it('shows typing and reading to the other side, of its holder alone', async () => {
    const [carol, dan] = [await operator(), await operator()];
    const { call } = await visitor();
    await say(call, 'Hello');
    const id = await waiting(carol.call);
    await carol.call(take, { id }, key());
    await call(supportCalls.supportTyping, {});
    expect(await carol.call(detail, { id })).toMatchObject({ customerTyping: true, customerHere: true });
    await dan.call(typing, { id });
    await dan.call(read, { id, seq: 1 });
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ operatorTyping: false, readByOperator: 0 });
    await carol.call(typing, { id });
    await carol.call(read, { id, seq: 99 });
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ operatorTyping: true, readByOperator: 2 });
    await reply(carol.call, id, 'Good day');
    expect(await call(supportCalls.supportThread, {})).toMatchObject({ operatorTyping: false });
    await call(supportCalls.readSupport, { seq: 3 });
    clock.advance(minute);
    expect(await carol.call(detail, { id })).toMatchObject({ readByCustomer: 3, customerTyping: false, customerHere: false });
  });

  it('tells a customer who is away of the first answer, once, and the sockets of each', async () => {
    const carol = await operator();
    const { call } = await customer('gerda');
    const events: unknown[] = [];
    const stop = onPrivateMessage(bus, ({ event, data }) => event === 'chat' && events.push(data));
    await say(call, 'I come back later');
    const id = await waiting(carol.call);
    await carol.call(take, { id }, key());
    await reply(carol.call, id, 'While you are here');
    const told = async () => {
      const { items } = await call(notificationCalls.listNotification, {});
      return items.map(({ kind }) => kind).filter((kind) => kind === 'supportAnswered');
    };
    expect(await told()).toEqual([]);
    clock.advance(minute);
    await reply(carol.call, id, 'While you are away');
    await reply(carol.call, id, 'And another');
    expect(await told()).toEqual(['supportAnswered']);
    await heard(call);
    await call(supportCalls.readSupport, { seq: 5 });
    clock.advance(minute);
    await reply(carol.call, id, 'Once more');
    expect(await told()).toEqual(['supportAnswered', 'supportAnswered']);
    stop();
    expect(events).toEqual([1, 2, 3, 4, 5, 6].map((seq) => ({ seq })));
  });
});

describe('prepared answers', () => {
  const texts = Object.fromEntries(languages.map((language) => [language, `in ${language}`])) as Record<Language, string>;

  it('are written in ten languages or not at all, changed and removed, in the log', async () => {
    const carol = await operator();
    const before = (await carol.call(canned, {})).length;
    const saved = await carol.call(saveCanned, { title: 'Thanks', texts }, key());
    await carol.call(saveCanned, { id: saved.id, title: 'Thanks!', texts: { ...texts, de: 'Danke' } }, key());
    const found = (await carol.call(canned, {})).find(({ id }) => id === saved.id);
    expect(found).toMatchObject({ title: 'Thanks!', texts: { de: 'Danke', ar: 'in ar' } });
    const { de: _, ...nine } = texts;
    expect(await refusalOf(carol.call(saveCanned, { title: 'Nine', texts: nine as typeof texts }, key()))).toBe('400');
    await carol.call(removeCanned, { id: saved.id }, key());
    expect(await refusalOf(carol.call(removeCanned, { id: saved.id }, key()))).toBe('404');
    expect(await carol.call(canned, {})).toHaveLength(before);
  });

  it('leave the log whole', async () => {
    expect((await verifyAuditLog(db)).findings).toEqual([]);
  });
});
