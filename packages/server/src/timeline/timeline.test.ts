import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { readWhole, testDatabase } from '../../test/database.ts';
import { funding, hashOf, report } from '../../test/funding.ts';
import { minute, refusalOf } from '../../test/identity-app.ts';
import { fund } from '../../test/trading.ts';
import { serveUsersDesk } from '../identity/index.ts';
import { branches } from './branches.ts';
import { serveTimelineDesk } from './index.ts';
import { statementOf } from './timeline.ts';

const db = await testDatabase();
const server = await funding(db, { waitMs: minute });
const { clock, quote, customer } = server;
const desk = await consoleApp(db, clock, (own) => {
  serveUsersDesk(own, server);
  serveTimelineDesk(own, server.portfolio);
});
const [support, reviewer, administrator] = [
  await desk.operatorWith(['support']),
  await desk.operatorWith(['reviewer']),
  await desk.operatorWith(['administrator']),
];
const { users, audit } = consoleCalls;

let ada: Awaited<ReturnType<typeof customer>>;
const numbers = { deposit: '', withdrawal: '' };

beforeAll(async () => {
  ada = await customer('ada_lovelace', '5000');
  await fund(db, 'demo');
  await quote(10_000);
  const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '1', leverage: 10 } as const;
  const { id } = await ada.demo(order.buyU, long, { idempotencyKey: 'open' });
  await ada.demo(order.stopU, { id }, { idempotencyKey: 'close' });
  clock.advance(minute);
  numbers.deposit = await report(ada.real, '1234.5', hashOf(7));
  clock.advance(minute);
  numbers.withdrawal = await ada.withdraw(await ada.method(), '250');
  clock.advance(minute);
  await support.call(users.addNote, { id: ada.userId, text: 'Called about a deposit' });
  await reviewer.call(users.freeze, { id: ada.userId, reason: 'securityConcern' });
});

const linesOf = async (input: object = {}, by = administrator) =>
  (await by.call(users.timeline, { id: ada.userId, limit: 100, ...input })).items;

describe('the timeline of a customer', () => {
  test('tells of orders with their results, of money, notes and acts, the newest first', async () => {
    const lines = await linesOf();
    const times = lines.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(lines).toEqual(
      expect.arrayContaining([
        // One lot of a hundredth at 10,000, ten times: closed at once it costs its two fees.
        expect.objectContaining({ kind: 'contract', book: 'demo', subject: 'COINUSDT', side: 'long', status: 'closedEarly' }),
        expect.objectContaining({ kind: 'deposit', number: numbers.deposit, status: 'pendingReview', amount: '1234.5' }),
        expect.objectContaining({ kind: 'withdrawal', number: numbers.withdrawal, asset: 'USDT', amount: '250' }),
        expect.objectContaining({ kind: 'address', status: 'saved' }),
        expect.objectContaining({ kind: 'note', text: 'Called about a deposit', by: { id: support.id, name: support.name } }),
        expect.objectContaining({ kind: 'act', subject: 'user.frozen', reason: 'securityConcern' }),
      ]),
    );
    const [contract] = lines.filter(({ kind }) => kind === 'contract');
    const [booked] = await db.query<{ net: string }>(
      `select trim_scale((profit - open_fee - close_fee - financing) / 1e6)::text as net from positions`,
    );
    expect(contract?.net).toBe(booked?.net);
  });

  test('is the same page by page, with none twice and none left out', async () => {
    const whole = (await linesOf()).map(({ key }) => key);
    for (const limit of [1, 2, 3]) {
      const pages: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const page = await administrator.call(users.timeline, {
          id: ada.userId,
          limit,
          ...(cursor !== undefined && { cursor }),
        });
        pages.push(...page.items.map(({ key }) => key));
        more = page.nextCursor !== null;
        cursor = page.nextCursor ?? undefined;
      }
      expect(pages).toEqual(whole);
    }
  });

  test('leaves none out where the times of a table go back', async () => {
    const ben = await customer('ben_nevis');
    await db.query(
      `insert into user_notes (user_id, operator_id, text, created_at)
       select $1, $2, 'note ' || n, now() - n * interval '1 hour' * case when n % 2 = 0 then 1 else -1 end from generate_series(1, 9) n`,
      [ben.userId, support.id],
    );
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: { items: { text: string | null }[]; nextCursor: string | null } = await support.call(users.timeline, {
        id: ben.userId,
        kinds: 'note,notification',
        limit: 2,
        ...(cursor !== null && { cursor }),
      });
      for (const { text } of page.items) seen.add(text ?? '');
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([...seen].filter((text) => text.startsWith('note '))).toHaveLength(9);
  });

  test('is narrowed to kinds and to one account', async () => {
    expect(new Set((await linesOf({ kinds: 'note,act' })).map(({ kind }) => kind))).toEqual(new Set(['note', 'act']));
    expect((await linesOf({ kinds: 'contract', book: 'real' })).length).toBe(0);
    expect((await linesOf({ kinds: 'contract', book: 'demo' })).length).toBe(1);
  });

  test('says nothing of a desk that is closed to the caller', async () => {
    const kinds = new Set((await linesOf({}, support)).map(({ kind }) => kind));
    expect(kinds.has('contract')).toBe(true);
    for (const closed of ['deposit', 'withdrawal', 'address', 'act'] as const) {
      expect(kinds.has(closed)).toBe(false);
      expect(await linesOf({ kinds: closed }, support)).toEqual([]);
    }
    expect((await linesOf({}, reviewer)).some(({ kind }) => kind === 'deposit')).toBe(true);
  });

  test('is written down whenever it is read', async () => {
    await linesOf({ kinds: 'contract' }, support);
    expect((await administrator.call(audit.list, { subject: `user:${ada.userId}`, limit: 1 })).items[0]).toMatchObject({
      action: 'user.viewed',
      operatorId: support.id,
      details: { part: 'timeline', kinds: 'contract' },
    });
  });

  test('is of nobody where there is nobody, and goes by no other cursor than its own', async () => {
    for (const id of ['999999', 'x', '0']) expect(await refusalOf(support.call(users.timeline, { id }))).toBe('404');
    for (const cursor of ['1', 'x-y', '0'.repeat(20)])
      expect(await refusalOf(support.call(users.timeline, { id: ada.userId, cursor }))).toBe('400');
    expect(await refusalOf(support.call(users.timeline, { id: ada.userId, kinds: 'secrets' }))).toBe('400');
  });

  test('of a chat tells what was said, to those who answer chats', async () => {
    const [conversation] = await db.query<{ id: string }>(
      `insert into conversations (user_id, language, created_at, last_at, last_seq) values ($1, 'en', now(), now(), 1) returning id::text as id`,
      [ada.userId],
    );
    await db.query(
      `insert into conversation_messages (conversation_id, seq, author, kind, client_id, body, at)
       values ($1, 1, 'customer', 'text', 'of-this-test', 'Where is my deposit?', now())`,
      [conversation?.id],
    );
    expect(await linesOf({ kinds: 'chat' }, support)).toMatchObject([{ text: 'Where is my deposit?', page: conversation?.id }]);
    expect(await linesOf({ kinds: 'chat' }, reviewer)).toEqual([]);
  });
});

describe('the plans of its statement', () => {
  const every = branches.map((branch, place) => ({ branch, place }));

  test.each(every.map((one): [string, (typeof every)[number]] => [`${one.branch.kind} ${one.branch.book ?? ''}`, one]))(
    '%s goes down an index of the customer’s',
    async (_, one) => {
      expect(await readWhole(db, statementOf([one]))).toEqual([]);
    },
  );

  test('without such an index a branch is read from end to end', async () => {
    const bare = await testDatabase(2);
    await bare.query('drop index methods_ever_of_user');
    expect(await readWhole(bare, statementOf(every.filter(({ branch }) => branch.kind === 'address')))).toEqual([
      'withdrawal_methods',
    ]);
  });
});

describe('how an order came out', () => {
  const contract = async () => {
    const [line] = await linesOf({ kinds: 'contract' });
    if (line?.page === undefined || line.page === null) throw new Error('there is no contract');
    return { order: line.page, number: line.number ?? '', net: line.net ?? '' };
  };

  test('is what its customer is told, with quotes and postings, and an answer in their language', async () => {
    await db.query(`update users set language = 'de' where id = $1`, [ada.userId]);
    const { order: id, number, net } = await contract();
    const own = await ada.demo(order.receipt, { id });
    const { receipt, language, answer } = await support.call(users.outcome, { id: ada.userId, book: 'demo', order: id });
    expect(receipt).toEqual(own);
    expect(receipt.quotes.length).toBeGreaterThan(0);
    expect(receipt.transfers.length).toBeGreaterThan(0);
    expect(language).toBe('de');
    const lines = answer.split('\n');
    expect(lines).toContain(`Ordernummer: ${number}`);
    expect(lines.some((line) => line.endsWith(`: ${net} USDT`))).toBe(true);
    const [quoted] = receipt.quotes;
    expect(answer).toContain(`${quoted?.bid} / ${quoted?.ask} · ${quoted?.source}`);
    expect((await administrator.call(audit.list, { subject: `user:${ada.userId}`, limit: 1 })).items[0]).toMatchObject({
      action: 'user.viewed',
      operatorId: support.id,
      details: { part: 'outcome', order: id, book: 'demo' },
    });
  });

  test('is found of that customer and that account alone', async () => {
    const { order: id } = await contract();
    const [ben] = await db.query<{ id: string }>(`select id::text as id from users where user_name = 'ben_nevis'`);
    for (const [owner, book] of [
      [ben?.id ?? '', 'demo'],
      [ada.userId, 'real'],
      ['999999', 'demo'],
    ] as const)
      expect(await refusalOf(support.call(users.outcome, { id: owner, book, order: id }))).toBe('404');
  });

  test('leads to the chat of those who answer chats', async () => {
    const { order: id } = await contract();
    const led = async (by: typeof support) =>
      (await by.call(users.outcome, { id: ada.userId, book: 'demo', order: id })).conversationId;
    expect(await led(support)).not.toBeNull();
    expect(await led(reviewer)).toBeNull();
  });
});
