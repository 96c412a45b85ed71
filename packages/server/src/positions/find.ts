import type { Transaction } from '../platform/database.ts';
import type { Owner } from './open-position.ts';
import { type PositionRow, columns } from './row.ts';

/** Ids on the wire are decimal numbers of the database's range; anything else names nothing. */
export function rowId(id: string): number | undefined {
  const value = /^[1-9][0-9]{0,15}$/.test(id) ? Number(id) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/**
 * The owner's order, locked until the transaction ends: of everybody who wants to change it (the owner twice, the
 * engine, financing) one goes first, and the others then see what became of it.
 */
export async function lockOwn(tx: Transaction, owner: Owner, id: string): Promise<PositionRow | undefined> {
  const row = await lockRow(tx, rowId(id) ?? 0);
  return row !== undefined && row.userId === owner.userId && row.book === owner.book ? row : undefined;
}

export async function lockRow(tx: Transaction, id: number): Promise<PositionRow | undefined> {
  const [row] = await tx.query<PositionRow>(`select ${columns} from positions where id = $1 for update`, [id]);
  return row;
}
