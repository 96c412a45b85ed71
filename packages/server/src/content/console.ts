import { contentDeskCalls as calls } from '@assay/contract/endpoints/console/contents.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { assetClasses } from '@assay/contract/vocabulary/markets.ts';
import { instrumentOf } from '@assay/domain/market/catalogue.ts';
import { type Desk, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { listForDesk, readForDesk, versionsOf } from './desk-queries.ts';
import {
  type Publication,
  type Versions,
  contentsTypeOf,
  isLegal,
  newestVersions,
  publicationAct,
  publish,
  refusalOf,
  unpublish,
} from './publish.ts';

/** The desk of contents: drafts and texts by those who write, publication by administrators, legal pages by two persons. */
export function serveContentsDesk(desk: Desk): void {
  serveDesk(desk, calls.list, (_, input) => listForDesk(desk, input));
  serveDesk(desk, calls.detail, (_, { id }) => readForDesk(desk, id));
  serveDesk(desk, calls.history, (_, input) => versionsOf(desk.db, input));

  serveDeskMove(desk, calls.create, async (_, { type, topic, subjects = [] }, tx, audit) => {
    if (!subjects.every(isListed)) return refuse('11009', { subjects: '11009' });
    const [content] = await tx.query<{ id: string }>(
      'insert into contents (type, topic, subjects) values ($1, $2, $3) returning id::text',
      [type, topic ?? null, [...new Set(subjects)]],
    );
    const id = content?.id ?? '';
    audit({ action: 'content.created', subject: `content:${id}`, details: { type, subjects } });
    return { id };
  });

  serveDeskMove(desk, calls.tie, async (_, { id, subjects }, tx, audit) => {
    if (!subjects.every(isListed)) return refuse('11009', { subjects: '11009' });
    if ((await contentsTypeOf(tx, id)) === undefined) return refuse('404', { id: '404' });
    const tied = [...new Set(subjects)];
    await tx.query('update contents set subjects = $2 where id = $1', [id, tied]);
    audit({ action: 'content.tied', subject: `content:${id}`, details: { subjects: tied } });
    return { subjects: tied };
  });

  serveDeskMove(desk, calls.save, async ({ operator }, { id, language, basedOn, title, body }, tx, audit) => {
    if ((await contentsTypeOf(tx, id)) === undefined) return refuse('404', { id: '404' });
    const [newest] = await tx.query<{ version: number }>(
      'select max(version) as version from content_versions where content_id = $1 and language = $2 having count(*) > 0',
      [id, language],
    );
    if ((newest?.version ?? 0) !== basedOn) return refuse('11107');
    await tx.query(
      `insert into content_versions (content_id, language, version, title, body, written_by, written_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, language, basedOn + 1, title, body, operator.id, new Date(desk.clock.wall())],
    );
    audit({ action: 'content.saved', subject: `content:${id}`, details: { language, version: basedOn + 1, title } });
    return { version: basedOn + 1 };
  });

  const act = publicationAct(desk.parts.mode);
  desk.act(act);
  serveDeskMove(desk, calls.publish, async (_, { id, seen }, tx, audit) => {
    const type = await contentsTypeOf(tx, id);
    if (type === undefined) return refuse('404', { id: '404' });
    if (isLegal(type)) return refuse('11108');
    const versions = await newestVersions(tx, id);
    if (!isSame(versions, seen)) return refuse('11107');
    const refused = await refusalOf(tx, { id, versions }, desk.parts.mode);
    if (refused !== undefined) return refused;
    const publishedAt = await publish(tx, id, versions);
    audit({ action: 'content.published', subject: `content:${id}`, details: { versions } });
    return { publishedAt: publishedAt.toISOString() };
  });
  serveDeskMove(desk, calls.unpublish, async (_, { id }, tx, audit) => {
    const type = await contentsTypeOf(tx, id);
    if (type === undefined) return refuse('404', { id: '404' });
    if (isLegal(type)) return refuse('11108');
    await unpublish(tx, id);
    audit({ action: 'content.unpublished', subject: `content:${id}` });
    return { publishedAt: null };
  });

  serveDeskMove(desk, calls.propose, async (call, { id, publish: shown, seen = {}, reason }, tx, audit) => {
    const payload = await publicationOf(tx, id, shown ? seen : null);
    return isRefusal(payload)
      ? payload
      : propose(desk, call, tx, audit, { kind: act.kind, subject: `content:${id}`, payload: { ...payload }, reason });
  });
}

/** A proposal names its texts by version: a text saved while the proposal waits was not approved. */
async function publicationOf(tx: Transaction, id: string, seen: Versions | null): Promise<Publication | Refusal> {
  const type = await contentsTypeOf(tx, id);
  if (type === undefined) return refuse('404', { id: '404' });
  if (seen === null) return { id, versions: null };
  const versions = await newestVersions(tx, id);
  return isSame(versions, seen) ? { id, versions } : refuse('11107');
}

/** Whether there is such an instrument, or such a class. */
function isListed(subject: string): boolean {
  return (assetClasses as readonly string[]).includes(subject) || instrumentOf(subject) !== undefined;
}

function isSame(newest: Versions, seen: Versions): boolean {
  return languages.every((language) => newest[language] === seen[language]);
}
