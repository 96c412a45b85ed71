import { randomUUID } from 'node:crypto';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { expect, test } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { announceNotices } from './announce.ts';
import { serveContentsDesk } from './console.ts';
import { serveContent } from './routes.ts';

const { contents, proposals } = consoleCalls;
const db = await testDatabase();
const clock = standingClock();
const site = await identityApp(db, clock);
serveContent(site.http);
const { operatorWith } = await consoleApp(db, clock, serveContentsDesk);
const live = await consoleApp(db, clock, serveContentsDesk, { mode: 'live' });
const writer = keyed(await operatorWith(['support']));
const chief = keyed(await operatorWith(['administrator']));
const second = keyed(await operatorWith(['administrator']));

/** An operator whose every act is a new one, even if two are alike. */
function keyed<O extends { call: Client }>(operator: O): O {
  const call: Client = (endpoint, input, options) =>
    operator.call(endpoint, input, { idempotencyKey: randomUUID(), ...options });
  return { ...operator, call };
}

const reason = 'as agreed with the lawyers';

/** A draft of this type with a text in every language. */
async function draft(type: number, body = 'First text'): Promise<string> {
  const { id } = await writer.call(contents.create, { type });
  for (const language of languages)
    await writer.call(contents.save, { id, language, basedOn: 0, title: `Title ${language}`, body });
  return id;
}
/** The texts of a content as just read by an operator. */
async function seen(id: string) {
  const { texts } = await chief.call(contents.detail, { id });
  return { id, seen: Object.fromEntries(texts.map(({ language, version }) => [language, version])) };
}
const shown = (id: string) => site.call(index.getContentsById, { id, lang: 'de' }).then(({ body }) => body);

test('customers see a text when an administrator publishes it, and its changes when they are published again', async () => {
  const id = await draft(5);
  expect(await refusalOf(shown(id))).toBe('404');
  expect(await refusalOf(writer.call(contents.publish, await seen(id)))).toBe('403');
  const { publishedAt } = await chief.call(contents.publish, await seen(id));
  expect(await shown(id)).toBe('First text');

  await writer.call(contents.save, { id, language: 'de', basedOn: 1, title: 'Titel', body: 'Second text' });
  expect(await shown(id)).toBe('First text');
  expect(await chief.call(contents.list, { type: 5, lang: 'de' })).toMatchObject({
    items: [{ id, title: 'Titel', changed: true, publishedAt, waiting: null }],
  });
  expect(await chief.call(contents.publish, await seen(id))).toEqual({ publishedAt });
  expect(await shown(id)).toBe('Second text');

  await chief.call(contents.unpublish, { id });
  expect(await refusalOf(shown(id))).toBe('404');
});

test('what was saved after an administrator had read it is not published by that click', async () => {
  const id = await draft(6);
  const read = await seen(id);
  await writer.call(contents.save, { id, language: 'de', basedOn: 1, title: 'T', body: 'Slipped in before the click' });
  expect(await refusalOf(chief.call(contents.publish, read))).toBe('11107');
  const legal = await draft(1);
  const readLegal = await seen(legal);
  await writer.call(contents.save, { id: legal, language: 'de', basedOn: 1, title: 'T', body: 'Slipped in' });
  expect(await refusalOf(chief.call(contents.propose, { ...readLegal, publish: true, reason }))).toBe('11107');
});

test('every text that was saved is kept, with who wrote it', async () => {
  const id = await draft(4);
  await chief.call(contents.save, { id, language: 'ar', basedOn: 1, title: 'B', body: 'Second text' });
  const { items } = await chief.call(contents.history, { id, language: 'ar' });
  expect(items.map(({ version, writtenBy }) => [version, writtenBy?.name])).toEqual([
    [2, chief.name],
    [1, writer.name],
  ]);
  for (const sql of ['delete from content_versions', "update content_versions set body = 'x'", 'truncate content_versions'])
    await expect(db.query(sql)).rejects.toThrow('kept for good');
});

test('who edits an old text is told that somebody was faster', async () => {
  const id = await draft(4);
  const text = { id, language: 'it' as const, basedOn: 1, title: 'T', body: 'B' };
  const answers = await Promise.all([
    writer.call(contents.save, text).then(() => 'saved', String),
    chief.call(contents.save, { ...text, title: 'U' }).then(() => 'saved', String),
  ]);
  expect(answers.filter((answer) => answer === 'saved')).toHaveLength(1);
  expect(await refusalOf(second.call(contents.save, text))).toBe('11107');
});

test('nothing is published that lacks a language', async () => {
  const { id } = await writer.call(contents.create, { type: 6, topic: 'news' });
  await writer.call(contents.save, { id, language: 'en', basedOn: 0, title: 'T', body: 'B' });
  expect(await refusalOf(chief.call(contents.publish, await seen(id)))).toBe('11106');
});

test('in live mode nothing is published that has a field to be filled in', async () => {
  const id = await draft(3, 'Write to `[[address]]`');
  const operator = keyed(await live.operatorWith(['administrator'], 'liveChief'));
  expect(await refusalOf(operator.call(contents.publish, await seen(id)))).toBe('11105');
});

test('legal pages are published by two persons, with the texts that were proposed', async () => {
  const id = await draft(2);
  expect(await refusalOf(chief.call(contents.publish, await seen(id)))).toBe('11108');
  expect(await refusalOf(writer.call(contents.propose, { ...(await seen(id)), publish: true, reason }))).toBe('403');
  const { proposalId } = await chief.call(contents.propose, { ...(await seen(id)), publish: true, reason });
  expect(await refusalOf(chief.call(contents.propose, { ...(await seen(id)), publish: true, reason }))).toBe('11082');
  expect(await chief.call(contents.detail, { id })).toMatchObject({ waiting: proposalId, publishedAt: null });

  await writer.call(contents.save, { id, language: 'de', basedOn: 1, title: 'T', body: 'Slipped in while it waited' });
  expect(await refusalOf(chief.call(proposals.approve, { id: proposalId }))).toBe('11070');
  expect(await second.call(proposals.approve, { id: proposalId })).toMatchObject({ status: 'approved' });
  expect(await shown(id)).toBe('First text');

  expect(await refusalOf(chief.call(contents.unpublish, { id }))).toBe('11108');
  const back = await second.call(contents.propose, { id, publish: false, reason });
  await chief.call(proposals.approve, { id: back.proposalId });
  expect(await refusalOf(shown(id))).toBe('404');
});

test('what operators do to contents stands in the audit log', async () => {
  const id = await draft(5);
  await chief.call(contents.publish, await seen(id));
  const entries = await db.query<{ action: string }>('select action from audit_log where subject = $1 order by id', [
    `content:${id}`,
  ]);
  expect([...new Set(entries.map(({ action }) => action))]).toEqual(['content.created', 'content.saved', 'content.published']);
});

test('a new notice is told to everybody once, in their language and by their preference; drafts and changes are not', async () => {
  const parts = { db, bus: site.bus, clock };
  await announceNotices(parts);
  const [anna, ben, cora] = [
    await site.register('notice_anna'),
    await site.register('notice_ben'),
    await site.register('notice_cora'),
  ];
  const idOf = async ({ address }: { address: string }) =>
    (await db.query<{ id: string }>('select id::text from users where email = $1', [address]))[0]?.id ?? '';
  const ids = await Promise.all([anna, ben, cora].map(idOf));
  await db.query("update users set language = 'de' where id = $1", [ids[1]]);
  await db.query("insert into notification_preferences (user_id, kind, in_app, mail) values ($1, 'notice', false, false)", [
    ids[2],
  ]);
  // Ben wants mails, and is self-excluded from trading since.
  await db.query("insert into notification_preferences (user_id, kind, in_app, mail) values ($1, 'notice', true, true)", [
    ids[1],
  ]);
  await db.query(
    "insert into limit_choices (user_id, kind, until, chosen_at, effective_at) values ($1, 'exclusion', null, now(), now())",
    [ids[1]],
  );
  const told = () =>
    db.query("select user_id::text as id, facts from notifications where kind = 'notice' and user_id = any ($1) order by id", [
      ids,
    ]);

  const id = await draft(5);
  await announceNotices(parts);
  expect(await told()).toEqual([]);
  await chief.call(contents.publish, await seen(id));
  await Promise.all([announceNotices(parts), announceNotices(parts)]);
  const expected = [
    { id: ids[0], facts: { contentId: id, title: 'Title en' } },
    { id: ids[1], facts: { contentId: id, title: 'Title de' } },
  ];
  expect(await told()).toEqual(expected);
  expect(
    await db.query('select from notification_mails m join notifications n on n.id = m.notification_id where n.user_id = $1', [
      ids[1],
    ]),
  ).toEqual([]);

  await writer.call(contents.save, { id, language: 'en', basedOn: 1, title: 'Changed', body: 'Changed' });
  await chief.call(contents.publish, await seen(id));
  await chief.call(contents.unpublish, { id });
  await chief.call(contents.publish, await seen(id));
  await announceNotices(parts);
  expect(await told()).toEqual(expected);
});
