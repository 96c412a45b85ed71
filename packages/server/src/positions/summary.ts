import { amount, sum } from '@assay/domain/money/amount.ts';
import { type PositionRow, marginLeft } from '@assay/domain/positions/position.ts';
import type { SummariseProduct } from '../portfolio/index.ts';
import type { PositionsContext } from './context.ts';
import { columns } from './row.ts';
import { profitNow } from './wire.ts';

/** What contracts make of an account: margins and holds are in the ledger, their profit is not until it is realised. */
export function summariseContracts(market: Pick<PositionsContext['market'], 'quote'>): SummariseProduct {
  return async (db, { userId, book }, today) => {
    const alive = await db.query<PositionRow>(
      `select ${columns} from positions where user_id = $1 and book = $2 and status in ('awaiting', 'open')`,
      [userId, book],
    );
    const [sums] = await db.query<{ realised: bigint; today: bigint }>(
      `select coalesce(sum(profit), 0) as realised, coalesce(sum(profit) filter (where closed_at >= $3), 0) as today
       from positions where user_id = $1 and book = $2 and profit is not null`,
      [userId, book, today],
    );
    const open = alive.filter(({ status }) => status === 'open');
    const unrealised = amount(open.reduce((total, row) => total + profitNow(row, market.quote(row.code)), 0n));
    return {
      product: 'contract',
      realised: amount(sums?.realised ?? 0n),
      today: amount(sums?.today ?? 0n),
      unrealised,
      held: sum(...alive.map((row) => (row.status === 'open' ? marginLeft(row) : amount(row.hold)))),
      beyondBalances: unrealised,
    };
  };
}
