import type { contentDeskCalls as calls } from '@assay/contract/endpoints/console/contents.ts';
import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { type Desk, cursorOf } from '../operators/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';

interface HeadRow {
  readonly id: string;
  readonly slug: string | null;
  readonly type: number;
  readonly topic: string | null;
  readonly subjects: string[];
  readonly publishedAt: Date | null;
  readonly changed: boolean;
  readonly waiting: string | null;
}

/** The first parameter is the present moment, which decides whether a proposal still waits. */
const head = `c.id::text, c.slug, c.type, c.topic, c.subjects, c.published_at as "publishedAt",
  exists (
    select from content_versions v left join content_texts t on t.content_id = v.content_id and t.language = v.language
    where v.content_id = c.id and v.version > coalesce(t.version, 0)
  ) as changed,
  (select p.id::text from proposals p
   where p.kind = 'content.publish' and p.subject = 'content:' || c.id and p.status = 'waiting' and p.expires_at > $1
   limit 1) as waiting`;

const headOnWire = <R extends HeadRow>(row: R) => ({ ...row, publishedAt: row.publishedAt?.toISOString() ?? null });

export async function listForDesk(
  { db, clock }: Desk,
  { type, lang, cursor, limit }: DeskInput<typeof calls.list>,
): Promise<DeskResult<typeof calls.list> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  const rows = await db.query<HeadRow & { title: string }>(
    `select ${head}, coalesce(
       (select title from content_versions where content_id = c.id and language = $2 order by version desc limit 1), '') as title
     from contents c
     where ($3::smallint is null or c.type = $3) and ($4::bigint is null or c.id < $4)
     order by c.id desc limit $5`,
    [new Date(clock.wall()), lang, type ?? null, before, limit + 1],
  );
  const items = rows.slice(0, limit).map(headOnWire);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

interface VersionRow {
  readonly language: Language;
  readonly version: number;
  readonly title: string;
  readonly body: string;
  readonly shown: number | null;
  readonly writtenAt: Date;
  readonly writerId: string | null;
  readonly writer: string | null;
}

const versions = `select v.language, v.version, v.title, v.body, t.version as shown, v.written_at as "writtenAt",
    v.written_by::text as "writerId", o.name as writer
  from content_versions v
  join contents c on c.id = v.content_id
  left join content_texts t on t.content_id = v.content_id and t.language = v.language and c.published_at is not null
  left join operators o on o.id = v.written_by`;

const versionOnWire = ({ writerId, writer, writtenAt, ...row }: VersionRow) => ({
  ...row,
  writtenAt: writtenAt.toISOString(),
  writtenBy: writerId === null ? null : { id: writerId, name: writer ?? '' },
});

export async function readForDesk({ db, clock }: Desk, id: string): Promise<DeskResult<typeof calls.detail> | Refusal> {
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const [content] = await db.query<HeadRow>(`select ${head} from contents c where c.id = $2`, [new Date(clock.wall()), id]);
  if (content === undefined) return refuse('404', { id: '404' });
  const texts = await db.query<VersionRow>(
    `${versions} where v.content_id = $1 and v.version = (
       select max(version) from content_versions n where n.content_id = v.content_id and n.language = v.language)
     order by v.language`,
    [id],
  );
  return { ...headOnWire(content), texts: texts.map(versionOnWire) };
}

/** The cursor of this list is a version. */
export async function versionsOf(
  db: Queryable,
  { id, language, cursor, limit }: DeskInput<typeof calls.history>,
): Promise<DeskResult<typeof calls.history> | Refusal> {
  const before = cursorOf(cursor);
  if (isRefusal(before)) return before;
  if (isRefusal(cursorOf(id))) return refuse('404', { id: '404' });
  const rows = await db.query<VersionRow>(
    `${versions} where v.content_id = $1 and v.language = $2 and ($3::int is null or v.version < $3)
     order by v.version desc limit $4`,
    [id, language, before, limit + 1],
  );
  const items = rows.slice(0, limit).map(versionOnWire);
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.version) : null };
}
