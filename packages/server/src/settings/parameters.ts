import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

/** A parameter's value, public or not. Refused with 10018 when there is none. */
export async function parameter(db: Queryable, key: string): Promise<string | Refusal> {
  const [row] = await db.query<{ value: string }>('select value from parameters where key = $1', [key]);
  return row?.value ?? refuse('10018');
}

/** A public parameter. Refused with 10018 when there is none, or when it is not public. */
export async function publicParameter(db: Queryable, key: string): Promise<string | Refusal> {
  const [row] = await db.query<{ value: string }>('select value from parameters where key = $1 and public', [key]);
  return row?.value ?? refuse('10018');
}

/** The values of these parameters, by key. Throws where one is missing: it can only have been removed by hand. */
export async function parametersOf<Key extends string>(
  db: Queryable,
  keys: readonly Key[],
): Promise<Readonly<Record<Key, string>>> {
  const rows = await db.query<{ key: Key; value: string }>('select key, value from parameters where key = any($1::text[])', [
    keys,
  ]);
  const values = Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Record<Key, string>;
  for (const key of keys) if (values[key] === undefined) throw new Error(`the parameter ${key} is missing`);
  return values;
}
