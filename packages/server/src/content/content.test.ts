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
  expect(await call(index.listContents, { languageType: '1' })).toEqual([{ id, title: '关于我们', type: 1, publishedAt }]);
  expect(await call(index.listContents, { languageType: '2' })).toEqual([{ id, title: 'About us', type: 1, publishedAt }]);
  expect(await call(index.listContents, { languageType: '2', lang: 'de' })).toEqual([
    { id, title: 'Über uns', type: 1, publishedAt },
  ]);
  expect(await call(index.getContentsById, { id, lang: 'de' })).toEqual({
    id,
    title: 'Über uns',
    body: '# Über uns',
    type: 1,
    publishedAt,
  });
});

test('drafts and what is published later are nobody’s business', async () => {
  const draft = await publish(4, { en: 'Draft' }, null);
  const later = await publish(4, { en: 'Later' }, '2999-01-01');
  expect(await call(index.listContents, { languageType: '2', type: 4 })).toEqual([]);
  for (const id of [draft, later, '999', 'x']) expect(await refusalOf(call(index.getContentsById, { id }))).toBe('404');
});
