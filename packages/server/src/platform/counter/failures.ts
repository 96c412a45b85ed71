import pg from 'pg';

/** What PostgreSQL calls an error; undefined for one that does not come from it. */
function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Lost races: a deadlock (40P01), a serialisation failure (40001), an answer given meanwhile. */
const races = new Set(['40P01', '40001', 'AC001']);

export function isWorthRepeating(error: unknown): boolean {
  return races.has(sqlState(error) ?? '');
}

/** A lock was not had in time. */
export function isLocked(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** A statement exceeded the time limit, or was cancelled by hand. It is unknown which command of the group caused it. */
export function isTooSlow(error: unknown): boolean {
  return sqlState(error) === '57014';
}
