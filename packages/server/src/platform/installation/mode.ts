import { ConfigurationError } from '../config.ts';
import type { Queryable } from '../database.ts';

type Mode = 'sandbox' | 'live';

/**
 * A database stays what it was begun as: the money, customers and operators that a sandbox makes up never meet real ones,
 * neither when a sandbox is started as live, nor when `MODE` is forgotten where it is.
 */
export async function holdMode(db: Queryable, mode: Mode): Promise<void> {
  const read = async () => (await db.query<{ mode: Mode }>('select mode from installation'))[0];
  let begun = await read();
  if (begun === undefined) {
    await db.query('insert into installation (mode) values ($1) on conflict do nothing', [mode]);
    begun = await read();
  }
  if (begun === undefined) throw new Error('the mode was written and is not there');
  if (begun.mode !== mode)
    throw new ConfigurationError(
      `the database is of a ${begun.mode} installation, and MODE is ${mode}: give it one of its own`,
    );
}
