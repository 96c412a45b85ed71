/** How strongly a row is locked. Two who lock the same row wait for each other where the two strengths come to three or more. */
export const strengths = { keyShare: 0, share: 1, noKeyUpdate: 2, update: 3 } as const;
export type Strength = (typeof strengths)[keyof typeof strengths];

export const exclude = (a: Strength, b: Strength): boolean => a + b >= 3;

/** Rows that a statement locks. */
export interface RowLock {
  readonly table: string;
  readonly strength: Strength;
  /** As far as they can be derived from the statement, its values and its rows. */
  readonly ids: readonly string[] | undefined;
  /** No other transaction sees a new row. */
  readonly isNew: boolean;
  /** Many rows at once, in whatever order they are found. */
  readonly unordered: boolean;
}

const found =
  /\bfor (update|no key update|share|key share)\b|\b(delete from|insert into) (\w+)|(?<!\bfor )(?<!\bkey )(?<!\bdo )\bupdate (\w+)/g;
const selected = { update: strengths.update, 'no key update': strengths.noKeyUpdate, share: strengths.share } as const;

const depthAt = (sql: string, place: number) => {
  const before = sql.slice(0, place);
  return before.split('(').length - before.split(')').length;
};

/** Of which table the rows are that `for update`, at this place of the statement, locks. */
function selectedFrom(sql: string, place: number): string {
  const depth = depthAt(sql, place);
  const froms = [...sql.slice(0, place).matchAll(/\bfrom (\w+)/g)].filter(({ index }) => depthAt(sql, index) === depth);
  return froms.at(-1)?.[1] ?? '';
}

/** The ids by which a statement finds its rows, if it does. */
function askedIds(sql: string, values: readonly unknown[]): string[] | undefined {
  const place =
    /\bwhere (?:\w+\.)?id = (?:any\s?\()?\$(\d+)/.exec(sql)?.[1] ?? (/\bid = \w+\.id\b/.test(sql) ? '1' : undefined);
  if (place === undefined) return undefined;
  const asked: unknown = values[Number(place) - 1];
  return (Array.isArray(asked) ? asked : [asked]).map(String);
}

function answeredIds(rows: readonly object[]): string[] | undefined {
  const ids = rows.flatMap((row) => ('id' in row ? [String(row.id)] : []));
  return ids.length === rows.length ? ids : undefined;
}

/**
 * What a statement locks, in its order: rows that it selects for that, changes, removes or adds; by `parents` the rows that
 * new ones refer to; a name. Not what functions and triggers of the database lock.
 */
export function rowLocks(
  sql: string,
  values: readonly unknown[],
  rows: readonly object[],
  parents: ReadonlyMap<string, readonly string[]>,
): RowLock[] {
  if (sql.includes('pg_advisory_xact_lock(')) {
    return [
      { table: 'advisory locks', strength: strengths.update, ids: [JSON.stringify(values)], isNew: false, unordered: false },
    ];
  }
  return [...sql.matchAll(found)].flatMap(({ 0: text, 1: how, 2: verb, 3: named, 4: updated, index }): RowLock[] => {
    const rest = { ids: undefined, isNew: false, unordered: false };
    if (how !== undefined) {
      if (rows.length === 0 && sql.startsWith('select')) return [];
      const ids = sql.startsWith('select')
        ? (answeredIds(rows) ?? askedIds(sql, values) ?? [JSON.stringify(values)])
        : undefined;
      const strength = how === 'key share' ? strengths.keyShare : selected[how as keyof typeof selected];
      return [{ ...rest, table: selectedFrom(sql, index), strength, ids }];
    }
    const table = named ?? updated ?? text;
    if (verb === 'insert into') {
      const referred = (parents.get(table) ?? []).map((parent) => ({ ...rest, table: parent, strength: strengths.keyShare }));
      const conflict = sql.includes('do update') ? [{ ...rest, table, strength: strengths.noKeyUpdate }] : [];
      return [...referred, ...conflict, { ...rest, table, strength: strengths.update, ids: answeredIds(rows), isNew: true }];
    }
    const many = /\bunnest\(|\bany\s?\(/.test(sql) && !/\border by [\s\S]*\bfor (no key )?update/.test(sql);
    const strength = verb === undefined ? strengths.noKeyUpdate : strengths.update;
    return [{ ...rest, table, strength, ids: askedIds(sql, values), unordered: many }];
  });
}
