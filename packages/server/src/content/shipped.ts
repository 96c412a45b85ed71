import { readFile, readdir } from 'node:fs/promises';
import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import type { Database } from '../platform/database.ts';
import { type ShippedContent, shippedContents } from './catalogue.ts';
import { fillIn, workedFigures } from './figures.ts';

export interface Text {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** Fields for the operator to fill are in the texts as inline code, `[[like this]]`. */
const openField = /\[\[[^\]]+\]\]/;

export function hasOpenField({ title, body }: Text): boolean {
  return openField.test(title) || openField.test(body);
}

/** Reads the texts of a language by slug, as they are written: figures are still placeholders. */
export async function readTexts(language: Language): Promise<ReadonlyMap<string, Text>> {
  const folder = new URL(`texts/${language}/`, import.meta.url);
  const texts = new Map<string, Text>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.md')).toSorted()) {
    const file = await readFile(new URL(name, folder), 'utf8');
    for (const [slug, text] of textsOf(file)) {
      if (texts.has(slug)) throw new Error(`${language} has ${slug} twice`);
      texts.set(slug, text);
    }
  }
  return texts;
}

/** A file holds many texts. Each begins with its title as a heading of the first level that names the slug: `# Title {#slug}`. */
function* textsOf(file: string): Generator<[string, Text]> {
  for (const part of file.split(/^# /m).slice(1)) {
    const [, title = '', slug = '', body = ''] = /^(.+) \{#([a-z0-9-]+)\}\n([\s\S]*)$/.exec(part) ?? [];
    if (slug === '') throw new Error(`a heading names no slug: ${part.slice(0, 60)}`);
    yield [slug, { title, body: body.trim() }];
  }
}

/**
 * Brings in what the product ships and the database has not seen; whatever is there, operators may have changed, and stays.
 * With `openFields: 'draft'` a text that the operator must complete first is not published.
 */
export async function loadShippedContents(db: Database, openFields: 'draft' | 'publish'): Promise<void> {
  const known = await db.query<{ slug: string }>('select slug from contents where slug is not null');
  const missing = shippedContents.filter(({ slug }) => !known.some((content) => content.slug === slug));
  if (missing.length === 0) return;
  const figures = workedFigures();
  const read = await Promise.all(languages.map(async (language) => [language, await readTexts(language)] as const));
  for (const content of missing) {
    const texts = read.map(([language, all]) => {
      const text = all.get(content.slug);
      if (text === undefined) throw new Error(`${content.slug} is not written in ${language}`);
      return { language, title: text.title, body: fillIn(text.body, language, figures) };
    });
    const publish = openFields === 'publish' || !texts.some(hasOpenField);
    await insert(db, content, shippedContents.indexOf(content) + 1, texts, publish);
  }
}

async function insert(
  db: Database,
  { slug, type, topic }: ShippedContent,
  place: number,
  texts: readonly (Text & { readonly language: Language })[],
  publish: boolean,
): Promise<void> {
  await db.transact(async (tx) => {
    const [content] = await tx.query<{ id: string }>(
      `insert into contents (type, slug, topic, place, published_at) values ($1, $2, $3, $4, case when $5 then now() end)
       on conflict (slug) do nothing returning id::text`,
      [type, slug, topic, place, publish],
    );
    // Another process of the deployment was faster.
    if (content === undefined) return;
    const columns = [
      content.id,
      texts.map(({ language }) => language),
      texts.map(({ title }) => title),
      texts.map(({ body }) => body),
    ];
    await tx.query(
      `insert into content_versions (content_id, language, version, title, body, written_at)
       select $1, language, 1, title, body, now() from unnest($2::text[], $3::text[], $4::text[]) as text (language, title, body)`,
      columns,
    );
    if (!publish) return;
    await tx.query(
      `insert into content_texts (content_id, language, version, title, body)
       select content_id, language, version, title, body from content_versions where content_id = $1`,
      [content.id],
    );
  });
}
