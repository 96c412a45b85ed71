import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { hasSigned, reserveMessage } from '@assay/domain/funds/signed-address.ts';
import type { Queryable } from '../../platform/database.ts';

/** As many as are shown; none beyond them counts. */
export const reservesMax = 200;

/** An address of the house's own, with what its key has signed. */
export interface Reserve {
  readonly chain: Chain;
  readonly address: string;
  readonly label: string;
  readonly message: string;
  readonly signature: string;
  readonly declaredAt: Date;
}

/**
 * Addresses accepted as the house's own on the site of this origin, newest first. Each signature is verified again: a row
 * proves nothing by itself, only its key does. A forged one does not displace a true one.
 */
export async function listReserves(db: Queryable, origin: string): Promise<Reserve[]> {
  const rows = await db.query<Reserve>(
    `select chain, address, label, message, signature, declared_at as "declaredAt" from reserve_addresses r
     where message = $1 and not exists (select from reserve_retirements where address = r.address) order by id desc limit $2`,
    [reserveMessage(origin), 2 * reservesMax],
  );
  return rows.filter(isSigned).slice(0, reservesMax);
}

const checked = new Map<string, boolean>();

/** A check takes a millisecond of the processor, and its answer never changes. */
function isSigned(reserve: Reserve): boolean {
  const key = [reserve.chain, reserve.address, reserve.message, reserve.signature].join('\n');
  const known = checked.get(key) ?? hasSigned(reserve.chain, reserve.address, reserve);
  if (checked.size >= 4 * reservesMax) checked.clear();
  checked.set(key, known);
  return known;
}
