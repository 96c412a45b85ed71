import { type Arriving, arrivingMax } from '@assay/contract/endpoints/funds.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';

interface Row extends Omit<Arriving, 'id' | 'amount' | 'minimum'> {
  readonly id: number;
  readonly units: bigint;
  readonly least: bigint;
}

/**
 * What nodes have shown at a customer's addresses and no case credits yet, the newest first. Nothing is listed while its node
 * is not trusted, nor what was lost with its block.
 */
export async function listArriving(db: Queryable, userId: string): Promise<Arriving[]> {
  const rows = await db.query<Row>(
    `select p.id, n.coin, n.id as network, n.name as "networkName", p.amount as units, p.hash, n.confirmations as needed,
       least(greatest(w.height - p.height + 1, 0), n.confirmations) as confirmations, n.deposit_minimum as least,
       sum(p.amount) over (partition by p.network_id) < n.deposit_minimum as gathers
     from chain_payments p join networks n on n.id = p.network_id join chain_watches w on w.chain = p.chain
     where p.user_id = $1 and p.deposit_id is null and p.lost_at is null and w.watched and w.fault is null
     order by p.id desc limit $2`,
    [userId, arrivingMax],
  );
  return rows.map(({ id, units, least, coin, ...row }) => ({
    ...row,
    id: String(id),
    coin,
    amount: formatAmount(amount(units), assetOf(coin)),
    minimum: formatAmount(amount(least), assetOf(coin)),
  }));
}
