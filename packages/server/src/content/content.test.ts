import { index } from '@assay/contract/endpoints/index.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, refusalOf, standingClock } from '../../test/identity-app.ts';
import { serveContent } from './routes.ts';

const db = await testDatabase();
const { http, call } = await identityApp(db, standingClock());
serveContent(http);

async function publish(
  type: number,
  texts: Record<string, string>,
  publishedAt: string | null = '2026-01-02',
): Promise<string> {
  const [content] = await db.query<{ id: string }>(
    'insert into contents (type, published_at) values ($1, $2) returning id::text',
    [type, publishedAt],
  );
  const id = content?.id ?? '';
  for (const [language, title] of Object.entries(texts)) {
    await db.query('insert into content_texts (content_id, language, title, body) values ($1, $2, $3, $4)', [
      id,
      language,
      title,
      `# ${title}`,
    ]);
  }
  return id;
}

test('contents are listed in the language that was asked for: 1 is Chinese, 2 English, `lang` any of the ten', async () => {
  const id = await publish(1, { zh: '关于我们', en: 'About us', de: 'Über uns' });
  const publishedAt = '2026-01-02T00:00:00.000Z';
  const rest = { id, slug: null, topic: null, type: 1, publishedAt };
  expect(await call(index.listContents, { languageType: '1' })).toEqual([{ ...rest, title: '关于我们' }]);
  expect(await call(index.listContents, { languageType: '2' })).toEqual([{ ...rest, title: 'About us' }]);
  expect(await call(index.listContents, { languageType: '2', lang: 'de' })).toEqual([{ ...rest, title: 'Über uns' }]);
  expect(await call(index.getContentsById, { id, lang: 'de' })).toEqual({
    ...rest,
    title: 'Über uns',
    body: '# Über uns',
  });
});

test('drafts and what is published later are nobody’s business', async () => {
  const draft = await publish(4, { en: 'Draft' }, null);
  const later = await publish(4, { en: 'Later' }, '2999-01-01');
  expect(await call(index.listContents, { languageType: '2', type: 4 })).toEqual([]);
  for (const id of [draft, later, '999', 'x']) expect(await refusalOf(call(index.getContentsById, { id }))).toBe('404');
});

test('a search finds what has every word, titles first, and drafts never', async () => {
  const bodyOf = async (title: string, body: string, published = true) => {
    const id = await publish(4, { en: title }, published ? '2026-01-02' : null);
    await db.query('update content_texts set body = $2 where content_id = $1', [id, body]);
    return id;
  };
  const inBody = await bodyOf('Money out', 'What a Withdrawal costs: 1%.');
  const inTitle = await bodyOf('Withdrawal costs', 'See the form.');
  await bodyOf('Hidden withdrawal costs', 'Not yet.', false);
  await bodyOf('Withdrawal', 'It takes a day.');
  const search = async (q: string) => (await call(index.searchContents, { q, lang: 'en' })).map(({ id }) => id);
  expect(await search('withdrawal COSTS')).toEqual([inTitle, inBody]);
  expect(await search("costs' or 1=1")).toEqual([]);
  expect(await search('1%')).toEqual([inBody]);
  expect(await search('%')).toEqual([inBody]);
  expect((await call(index.searchContents, { type: 4, lang: 'en' })).length).toBe(3);
});
