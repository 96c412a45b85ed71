import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { SearchHit, searchCalls } from '@assay/contract/endpoints/console/search.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import { type SearchClue, type SearchKind, searchHitsMax } from '@assay/contract/vocabulary/search.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { findByWords } from '../kyc/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Clues, readClues } from './clues.ts';
import { customersWhere, gateOf, places } from './places.ts';

interface Row {
  readonly id: string;
  readonly page: string;
  readonly userId: string;
  readonly userName: string;
  readonly status: string;
  readonly asset: string | null;
  readonly amount: bigint | null;
  readonly at: Date;
}
interface Found {
  readonly kind: SearchKind;
  readonly by: SearchClue;
  readonly rows: readonly Row[];
}

interface Searched extends DeskResult<typeof searchCalls.find> {
  /** The kinds of clue searched for, for later readers: the typed text may be a person's name. */
  readonly clues: readonly SearchClue[];
}

/** All that a text can be a clue to, as far as the caller may see it. */
export async function findAnything(
  db: Queryable,
  secret: string,
  query: string,
  roles: readonly OperatorRole[],
): Promise<Searched> {
  const clues = readClues(query);
  const found = [...(await inPlaces(db, clues)), ...(await underSeal(db, secret, clues))];
  const hits = new Map<string, SearchHit>();
  for (const { kind, by, rows } of found) {
    const told = rows.slice(0, searchHitsMax);
    // Of a desk that is closed to the caller whose cases they are.
    const shown = mayOpen(kind, roles) ? { kind, rows: told } : { kind: 'customer' as const, rows: await ownersOf(db, told) };
    for (const row of shown.rows) {
      const key = `${shown.kind} ${row.id}`;
      if (!hits.has(key)) hits.set(key, toHit(shown.kind, by, row));
    }
  }
  return {
    hits: [...hits.values()],
    more: found.some(({ rows }) => rows.length > searchHitsMax),
    clues: [...new Set(found.map(({ by }) => by))],
  };
}

async function inPlaces(db: Queryable, clues: Clues): Promise<Found[]> {
  const found: Found[] = [];
  for (const { kind, by, sql, values } of places) {
    const told = values(clues);
    if (told !== undefined) found.push({ kind, by, rows: await db.query<Row>(sql, [...told, searchHitsMax + 1]) });
  }
  return found;
}

async function underSeal(db: Queryable, secret: string, clues: Clues): Promise<Found[]> {
  const found: Found[] = [];
  for (const by of ['name', 'phone', 'document'] as const) {
    const sought = clues[by];
    if (sought === undefined) continue;
    const ids = await findByWords(db, secret, by, sought, searchHitsMax + 1);
    found.push({ kind: 'customer', by, rows: await customersOf(db, ids) });
  }
  return found;
}

const customersOf = (db: Queryable, ids: readonly string[]): Promise<Row[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.query<Row>(customersWhere('t.id = any($1::bigint[])'), [ids, searchHitsMax + 1]);

const ownersOf = (db: Queryable, rows: readonly Row[]): Promise<Row[]> =>
  customersOf(db, [...new Set(rows.map(({ userId }) => userId))]);

const mayOpen = (kind: SearchKind, roles: readonly OperatorRole[]): boolean => {
  const gate = gateOf(kind).roles;
  return gate === 'public' || gate.some((role) => roles.includes(role));
};

function toHit(kind: SearchKind, by: SearchClue, row: Row): SearchHit {
  const { id, page, userId, userName, status, asset, at } = row;
  const shown = row.amount === null || asset === null ? null : formatAmount(amount(row.amount), assetOf(asset));
  return { kind, id, page, by, customer: { id: userId, userName }, status, asset, amount: shown, at: at.toISOString() };
}
