import { index } from '@assay/contract/endpoints/index.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Http, serve } from '../platform/http.ts';
import { refuse } from '../platform/refusal.ts';
import { createReader } from './text-nodes.ts';

/** Contents listed at once; those that come first are kept. */
const listedMax = 200;
/** Contents that a search answers with their bodies, and words that it looks for. */
const foundMax = 20;
const wordsMax = 8;

interface Row {
  readonly id: string;
  readonly slug: string | null;
  readonly topic: string | null;
  readonly title: string;
  readonly type: number;
  readonly publishedAt: Date;
}

const columns = 'c.id::text, c.slug, c.topic, t.title, c.type, c.published_at as "publishedAt"';
/** Published contents in the language of the first parameter. */
const published = `from contents c join content_texts t on t.content_id = c.id and t.language = $1
  where c.published_at <= now()`;
const inOrder = 'c.type, c.place, c.published_at desc, c.id desc';

const onTheWire = <R extends Row>(row: R) => ({ ...row, publishedAt: row.publishedAt.toISOString() });

/** GET listContents/{languageType}, searchContents, getContentsById/{id} */
export function serveContent(http: Http): void {
  const read = createReader();
  serve(http, index.listContents, async (_, { languageType, lang, type }) => {
    const language: Language = lang ?? (languageType === '1' ? 'zh' : 'en');
    const rows = await http.db.query<Row>(
      `select ${columns} ${published} and ($2::smallint is null or c.type = $2) order by ${inOrder} limit $3`,
      [language, type ?? null, listedMax],
    );
    return rows.map(onTheWire);
  });

  serve(http, index.searchContents, async (call, { q, type, lang, nodes }) => {
    const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
    const rows = await http.db.query<Row & { body: string }>(
      `select ${columns}, t.body ${published} and ($2::smallint is null or c.type = $2)
         and not exists (select from unnest($3::text[]) word where strpos(lower(t.title || ' ' || t.body), word) = 0)
       order by (select count(*) from unnest($3::text[]) word where strpos(lower(t.title), word) > 0) desc, ${inOrder}
       limit $4`,
      [lang ?? call.language, type ?? null, words, words.length === 0 ? listedMax : foundMax],
    );
    return nodes === undefined ? rows.map(onTheWire) : read(rows.map(onTheWire));
  });

  serve(http, index.getContentsById, async (call, { id, lang, nodes }) => {
    // A number is an id; what the product ships is also found by its slug, so that its texts can point at each other.
    const [row] = await http.db.query<Row & { body: string }>(
      `select ${columns}, t.body ${published} and (c.id::text = $2 or c.slug = $2)`,
      [lang ?? call.language, id],
    );
    if (row === undefined) return refuse('404');
    const [found] = nodes === undefined ? [] : await read([onTheWire(row)]);
    return found ?? onTheWire(row);
  });
}
