import { index } from '@assay/contract/endpoints/index.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Http, serve } from '../platform/http.ts';
import { refuse } from '../platform/refusal.ts';

/** Contents listed at once; the newest are kept. */
const listedMax = 200;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly type: number;
  readonly publishedAt: Date;
}

/** GET listContents/{languageType}, getContentsById/{id} */
export function serveContent(http: Http): void {
  serve(http, index.listContents, async (_, { languageType, lang, type }) => {
    const language: Language = lang ?? (languageType === '1' ? 'zh' : 'en');
    const rows = await http.db.query<Row>(
      `select c.id::text, t.title, c.type, c.published_at as "publishedAt"
       from contents c join content_texts t on t.content_id = c.id and t.language = $1
       where c.published_at <= now() and ($2::smallint is null or c.type = $2)
       order by c.type, c.published_at desc, c.id desc limit $3`,
      [language, type ?? null, listedMax],
    );
    return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
  });

  serve(http, index.getContentsById, async (call, { id, lang }) => {
    if (!/^[0-9]{1,15}$/.test(id)) return refuse('404');
    const [row] = await http.db.query<Row & { body: string }>(
      `select c.id::text, t.title, t.body, c.type, c.published_at as "publishedAt"
       from contents c join content_texts t on t.content_id = c.id and t.language = $2
       where c.id = $1 and c.published_at <= now()`,
      [id, lang ?? call.language],
    );
    return row === undefined ? refuse('404') : { ...row, publishedAt: row.publishedAt.toISOString() };
  });
}
