import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { balances, held } from '../ledger/index.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { PositionsContext, Owner } from './context.ts';
import { rowId, type PositionRow, columns } from './row.ts';
import { profitNow, toWire } from './wire.ts';

/** The account's orders, newest first, with live prices. The cursor is the id of the last one seen. */
export async function listPositions(
  { db, market }: PositionsContext,
  owner: Owner,
  input: InputOf<typeof order.listUOrder>,
): Promise<ResultOf<typeof order.listUOrder> | Refusal> {
  const before = input.cursor === undefined ? null : rowId(input.cursor);
  if (before === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<PositionRow>(
    `select ${columns} from positions
     where user_id = $1 and book = $2 and ($3::bigint is null or id < $3) and ($4::text[] is null or status = any($4))
       and ($5::text is null or code = $5)
     order by id desc limit $6`,
    [owner.userId, owner.book, before, statuses, input.code ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => toWire(row, market)),
    nextCursor: rows.length > input.limit && last !== undefined ? String(last.id) : null,
  };
}

/** Equity and profit of the account in USDT. Today began at 00:00 UTC of the business clock. Fees and financing apart. */
export async function profitTotal(
  { db, market, clock }: PositionsContext,
  owner: Owner,
): Promise<ResultOf<typeof order.getProfitTotal>> {
  const { userId, book } = owner;
  const today = new Date(clock.now());
  today.setUTCHours(0, 0, 0, 0);
  const [own] = await balances(db, book, userId, [usdt]);
  if (own === undefined) throw new Error('balances were asked for one asset and answered none');
  const open = await db.query<PositionRow>(
    `select ${columns} from positions where user_id = $1 and book = $2 and status = 'open'`,
    [userId, book],
  );
  const [sums] = await db.query<{ realised: bigint; today: bigint }>(
    `select coalesce(sum(profit), 0) as realised, coalesce(sum(profit) filter (where closed_at >= $3), 0) as today
     from positions where user_id = $1 and book = $2 and profit is not null`,
    [userId, book, today],
  );
  const unrealised = open.reduce((total, row) => total + profitNow(row, market.quote(row.code)), 0n);
  const money = (units: bigint) => formatAmount(amount(units), usdt);
  const realised = sums?.realised ?? 0n;
  return {
    equity: money(own.available + held(own) + unrealised - own.loan),
    available: money(own.available),
    held: money(held(own)),
    unrealisedProfit: money(unrealised),
    realisedProfit: money(realised),
    todayProfit: money(sums?.today ?? 0n),
    products: [{ product: 'contract', realised: money(realised), unrealised: money(unrealised) }],
  };
}
