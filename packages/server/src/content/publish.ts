import { type Language, languages } from '@assay/contract/vocabulary/languages.ts';
import { z } from 'zod';
import type { Act } from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { contentTypes } from './catalogue.ts';
import { type Text, hasOpenField } from './shipped.ts';

/** The version of each language. A language without a text is missing. */
export type Versions = Readonly<Partial<Record<Language, number>>>;

const publication = z.object({
  id: z.string(),
  /** Null takes the content back. */
  versions: z.partialRecord(z.enum(languages), z.number().int().min(1)).nullable(),
});
export type Publication = z.infer<typeof publication>;

/** Company and policy say what customers may rely on. */
export function isLegal(type: number): boolean {
  return type === contentTypes.company || type === contentTypes.policy;
}

/** The type of a content, whose row stays locked until the transaction ends; undefined when there is none. */
export async function contentsTypeOf(tx: Transaction, id: string): Promise<number | undefined> {
  if (!/^[0-9]{1,15}$/.test(id)) return undefined;
  const [row] = await tx.query<{ type: number }>('select type from contents where id = $1 for update', [id]);
  return row?.type;
}

export async function newestVersions(tx: Transaction, id: string): Promise<Versions> {
  const rows = await tx.query<{ language: Language; version: number }>(
    'select language, max(version) as version from content_versions where content_id = $1 group by language',
    [id],
  );
  return Object.fromEntries(rows.map(({ language, version }) => [language, version]));
}

/** Publishing shows all ten languages or none: refused with 11106, and with 11105 where a field is still open in live mode. */
export async function refusalOf(
  tx: Transaction,
  { id, versions }: { id: string; versions: Versions },
  mode: 'sandbox' | 'live',
): Promise<Refusal | undefined> {
  if (languages.some((language) => versions[language] === undefined)) return refuse('11106');
  const texts = await tx.query<Text>(
    `select v.title, v.body from content_versions v
     join jsonb_each_text($2) as chosen (language, version) on chosen.language = v.language and chosen.version::int = v.version
     where v.content_id = $1`,
    [id, JSON.stringify(versions)],
  );
  if (texts.length !== languages.length) return refuse('11106');
  return mode === 'live' && texts.some(hasOpenField) ? refuse('11105') : undefined;
}

/** Shows these versions; a notice that was not shown is announced. The day of the first publication stays; notices and news of later texts keep their place. */
export async function publish(tx: Transaction, id: string, versions: Versions): Promise<Date> {
  await tx.query(
    `insert into content_texts (content_id, language, version, title, body)
     select v.content_id, v.language, v.version, v.title, v.body from content_versions v
     join jsonb_each_text($2) as chosen (language, version) on chosen.language = v.language and chosen.version::int = v.version
     where v.content_id = $1
     on conflict (content_id, language)
       do update set version = excluded.version, title = excluded.title, body = excluded.body`,
    [id, JSON.stringify(versions)],
  );
  const [row] = await tx.query<{ publishedAt: Date }>(
    `update contents set published_at = coalesce(published_at, now()), announcing = announcing or (published_at is null and type = $2)
     where id = $1 returning published_at as "publishedAt"`,
    [id, contentTypes.notice],
  );
  if (row === undefined) throw new Error(`content ${id} is gone`);
  return row.publishedAt;
}

export async function unpublish(tx: Transaction, id: string): Promise<void> {
  await tx.query('update contents set published_at = null, announcing = false where id = $1', [id]);
}

/** A publication that a second administrator approves. */
export function publicationAct(mode: 'sandbox' | 'live'): Act<Publication> {
  const check = async (tx: Transaction, { id, versions }: Publication) => {
    if ((await contentsTypeOf(tx, id)) === undefined) return refuse('404', { id: '404' });
    return versions === null ? undefined : refusalOf(tx, { id, versions }, mode);
  };
  return {
    kind: 'content.publish',
    roles: ['administrator'],
    schema: publication,
    exclusive: true,
    check,
    apply: async (tx, payload) => {
      const refused = await check(tx, payload);
      if (refused !== undefined) return refused;
      if (payload.versions === null) await unpublish(tx, payload.id);
      else await publish(tx, payload.id, payload.versions);
      return undefined;
    },
  };
}
