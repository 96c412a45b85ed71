/** What PostgreSQL calls an error; undefined for one that does not come from it. */
function sqlState(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined;
}

/**
 * The connection was lost, by the network (`08`) or because the server ends (`57P`): what was under way may have been done or
 * not. Any other error of the database says that the transaction was rolled back.
 */
export function isInDoubt(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? isLost(error) : state.startsWith('08') || state.startsWith('57P');
}

/** Errors of sockets and of the driver, which has no codes of its own. Whatever else throws here is a mistake of ours. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true;
  return /connection|socket|timeout/i.test(error.message);
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
