import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type TimelineLine, type timelineCalls, timelineKindsFor } from '@assay/contract/endpoints/console/timeline.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { type Amount, amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { type Branch, branches } from './branches.ts';

type Endpoint = typeof timelineCalls.timeline;

interface Row {
  readonly branch: number;
  readonly id: number;
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly number: string | null;
  readonly page: string | null;
  readonly subject: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly side: string | null;
  readonly asset: string | null;
  readonly text: string | null;
  readonly amount: bigint | null;
  readonly net: bigint | null;
  readonly byId: string | null;
  readonly byName: string | null;
}

/** Above every number of a row. */
const top = Number.MAX_SAFE_INTEGER;

/** A page, newest first: the branches are read downwards side by side, each from where it was left. 404 when there is no customer. */
export async function readTimeline(
  db: Queryable,
  roles: readonly OperatorRole[],
  { id, kinds, book, cursor, limit }: DeskInput<Endpoint>,
): Promise<DeskResult<Endpoint> | Refusal> {
  const known = /^[1-9][0-9]{0,14}$/.test(id) ? await db.query('select from users where id = $1', [id]) : [];
  if (known.length === 0) return refuse('404', { id: '404' });
  const below = readCursor(cursor);
  if (isRefusal(below)) return below;
  const wanted = new Set<string>(kinds === undefined ? timelineKindsFor(roles) : kinds.split(','));
  const mine = new Set<string>(timelineKindsFor(roles));
  const read = branches
    .map((branch, place) => ({ branch, place }))
    .filter(({ branch }) => wanted.has(branch.kind) && mine.has(branch.kind))
    .filter(({ branch }) => book === undefined || branch.book === null || branch.book === book);
  if (read.length === 0) return { items: [], nextCursor: null };
  const rows = await db.query<Row>(statementOf(read), [id, limit + 1, read.map(({ place }) => below[place] ?? top)]);
  const page = mergeDownwards(rows, limit);
  for (const { branch, id: last } of page) below[branch] = last;
  return {
    items: page.map((row) => toLine(row)),
    nextCursor: rows.length > page.length ? writeCursor(below) : null,
  };
}

/** One statement for all that is read: $1 the customer, $2 lines of a branch at most, $3 below which row each begins. */
export function statementOf(read: readonly { readonly branch: Branch; readonly place: number }[]): string {
  return read
    .map(
      ({ branch, place }, at) => `select ${place} as branch, b.* from (${branch.sql(`($3::bigint[])[${at + 1}]`)} limit $2) b`,
    )
    .join(' union all ');
}

/**
 * The newest of the first rows of each branch, again and again: rows of a branch keep their order, whatever their times say, so that
 * the next page leaves none out.
 */
function mergeDownwards(rows: readonly Row[], limit: number): Row[] {
  const queues = [...Map.groupBy(rows, ({ branch }) => branch).values()].map((own) => own.toSorted((a, b) => b.id - a.id));
  const merged: Row[] = [];
  while (merged.length < limit) {
    const heads = queues.filter((queue) => queue.length > 0);
    const [first, ...others] = heads;
    if (first === undefined) break;
    const newest = others.reduce((best, queue) => (timeOf(queue) > timeOf(best) ? queue : best), first);
    const row = newest.shift();
    if (row !== undefined) merged.push(row);
  }
  return merged;
}

const timeOf = ([head]: readonly Row[]): number => head?.at.getTime() ?? -Infinity;

/** Where each branch was left, in the digits and letters of base 36; nothing where it was not begun. */
function writeCursor(below: readonly (number | undefined)[]): string {
  return Array.from(branches, (_, place) => below[place]?.toString(36) ?? '').join('-');
}

function readCursor(cursor: string | undefined): (number | undefined)[] | Refusal {
  if (cursor === undefined) return [];
  const parts = cursor.split('-');
  const wrong = parts.length !== branches.length || parts.some((part) => !/^(?:[1-9a-z][0-9a-z]{0,9})?$/.test(part));
  return wrong ? refuse('400', { cursor: '400' }) : parts.map((part) => (part === '' ? undefined : Number.parseInt(part, 36)));
}

function toLine(row: Row): TimelineLine {
  const { branch, id, at, endedAt, number, page, subject, status, reason, side, asset, text, byId, byName } = row;
  const { kind, book } = branches[branch] ?? {};
  if (kind === undefined || book === undefined) throw new Error(`there is no branch ${branch}`);
  return {
    key: `${kind}:${book ?? ''}:${id}`,
    kind,
    at: at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    number,
    page,
    book,
    subject,
    status,
    reason,
    side,
    asset,
    amount: shown(row.amount, asset),
    net: shown(row.net, usdt.code),
    text,
    by: byId === null || byName === null ? null : { id: byId, name: byName },
  };
}

function shown(units: bigint | null, asset: string | null): string | null {
  if (units === null || asset === null) return null;
  const value: Amount = amount(units);
  return formatAmount(value, assetOf(asset));
}
