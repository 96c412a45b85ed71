import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Deposit, fundsCalls } from '@assay/contract/endpoints/funds.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type Network, listNetworks } from '../networks.ts';
import { pageOf } from '../page.ts';
import { type DepositRow, type DepositStepRow, columns, stepsOf } from './row.ts';

type Endpoint = typeof fundsCalls.listRecharge;

/** The user's deposits, newest first. The cursor is the number of the last one seen. */
export async function listDeposits(
  db: Queryable,
  userId: string,
  input: InputOf<Endpoint>,
): Promise<ResultOf<Endpoint> | Refusal> {
  const rows = await db.query<DepositRow>(
    `select ${columns} from deposits d
     where d.user_id = $1 and ($2::text is null or d.status = $2)
       and ($3::text is null or d.id < (select id from deposits where deposit_no = $3 and user_id = $1))
     order by d.id desc limit $4`,
    [userId, input.status ?? null, input.cursor ?? null, input.limit + 1],
  );
  const { page, nextCursor } = pageOf(rows, input.limit, ({ depositNo }) => depositNo);
  const [steps, networks] = await Promise.all([
    stepsOf(
      db,
      page.map(({ id }) => id),
    ),
    listNetworks(db),
  ]);
  return { items: page.map((row) => toWire(row, steps, networks)), nextCursor };
}

function toWire(row: DepositRow, steps: readonly DepositStepRow[], networks: readonly Network[]): Deposit {
  return {
    id: row.depositNo,
    coin: row.coin,
    network: row.networkId,
    networkName: networks.find(({ id }) => id === row.networkId)?.name ?? row.networkId,
    amount: formatAmount(amount(row.amount), assetOf(row.coin)),
    hash: row.hash,
    lastSix: row.hash.slice(-6),
    address: row.address,
    proofId: row.proofId,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    history: steps
      .filter(({ depositId }) => depositId === row.id)
      .map(({ status, at, reason }) => ({ status, time: at.toISOString(), reason })),
  };
}
