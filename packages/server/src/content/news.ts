import { index } from '@assay/contract/endpoints/index.ts';
import type { NewsItem } from '@assay/contract/endpoints/instruments/about.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import type { Queryable } from '../platform/database.ts';
import { type Http, serve } from '../platform/http.ts';
import { contentTypes } from './catalogue.ts';

/** Characters of a text that are shown beside its title. */
const beginningMax = 400;
/** The topic of texts that describe an instrument: they are in its profile, and not among the news. */
const aboutTopic = 'about';

interface Row extends Omit<NewsItem, 'publishedAt'> {
  readonly publishedAt: Date;
}

/** GET listNews */
export function serveNews(http: Http): void {
  serve(http, index.listNews, async (call, { codes, lang, limit }) => {
    const rows = await http.db.query<Row>(
      `select c.id::text, t.title, c.type, c.published_at as "publishedAt", c.subjects, left(t.body, $4) as beginning
       from contents c join content_texts t on t.content_id = c.id and t.language = $1
       where c.subjects && $2::text[] and c.type = any ($5::smallint[]) and c.topic is distinct from $6 and c.published_at <= now()
       order by c.published_at desc, c.id desc limit $3`,
      [lang ?? call.language, subjectsOf(codes), limit, beginningMax, [contentTypes.notice, contentTypes.news], aboutTopic],
    );
    return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
  });
}

/** Instruments, and the classes that they are of. */
function subjectsOf(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap((code) => [code, instrumentOf(code)?.assetClass ?? []].flat()))];
}

/** What operators have written about an instrument itself, the latest; null where nothing is published. */
export async function readAbout(
  db: Queryable,
  code: string,
  language: Language,
): Promise<{ id: string; title: string; body: string } | null> {
  const [row] = await db.query<{ id: string; title: string; body: string }>(
    `select c.id::text, t.title, t.body from contents c join content_texts t on t.content_id = c.id and t.language = $2
     where c.subjects @> array[$1] and c.topic = $3 and c.published_at <= now() order by c.published_at desc, c.id desc limit 1`,
    [code, language, aboutTopic],
  );
  return row ?? null;
}
