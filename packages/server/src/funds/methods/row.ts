import type { WithdrawalMethod } from '@assay/contract/endpoints/funds.ts';
import type { Chain, WithdrawalKind } from '@assay/contract/vocabulary/funds.ts';
import type { Queryable } from '../../platform/database.ts';

/** A saved method as `columns` reads it, with its network. */
export interface MethodRow {
  readonly id: number;
  readonly kind: WithdrawalKind;
  readonly coin: string;
  readonly networkId: string | null;
  readonly networkName: string | null;
  readonly chain: Chain | null;
  readonly address: string | null;
  readonly label: string;
  readonly holder: string | null;
  readonly lastFour: string | null;
  readonly createdAt: Date;
  readonly usableFrom: Date;
}

const columns = `
  m.id, m.kind, m.coin, m.network_id as "networkId", n.name as "networkName", n.chain, m.address, m.label, m.holder,
  m.last_four as "lastFour", m.created_at as "createdAt", m.usable_from as "usableFrom"`;
const source = 'withdrawal_methods m left join networks n on n.id = m.network_id';

/** The user's methods, newest first. */
export function ownMethods(db: Queryable, userId: string): Promise<MethodRow[]> {
  return db.query<MethodRow>(
    `select ${columns} from ${source} where m.user_id = $1 and m.removed_at is null order by m.id desc`,
    [userId],
  );
}

/** A method of this user that is not removed. */
export async function findMethod(db: Queryable, userId: string, id: string): Promise<MethodRow | undefined> {
  const [row] = await db.query<MethodRow>(
    `select ${columns} from ${source} where m.id = $1 and m.user_id = $2 and m.removed_at is null`,
    [rowId(id), userId],
  );
  return row;
}

/** `m12` on the wire. */
export function rowId(id: string): number {
  return /^m[1-9][0-9]{0,14}$/.test(id) ? Number(id.slice(1)) : 0;
}

export const maskedCard = (lastFour: string) => `•••• ${lastFour}`;

export function toWire(row: MethodRow): WithdrawalMethod {
  const base = { id: `m${row.id}`, createdAt: row.createdAt.toISOString(), usableFrom: row.usableFrom.toISOString() };
  const { networkId, networkName, chain, address, holder, lastFour } = row;
  if (networkId !== null && networkName !== null && chain !== null && address !== null) {
    return { ...base, kind: 'coin', coin: row.coin, network: networkId, networkName, chain, address, label: row.label };
  }
  if (holder === null || lastFour === null) throw new Error(`method ${row.id} is neither address nor card`);
  return { ...base, kind: 'card', coin: 'USDT', name: holder, cardNumber: maskedCard(lastFour), bankName: row.label };
}
