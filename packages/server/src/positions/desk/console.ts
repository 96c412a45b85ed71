import { type VoidablePosition, positionDeskCalls } from '@assay/contract/endpoints/console/products.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { type PositionRow, marginLeft } from '@assay/domain/positions/position.ts';
import { z } from 'zod';
import { type Desk, cursorOf, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import type { PositionsContext } from '../context.ts';
import { columns } from '../row.ts';
import { isLeftBehind, lockVoidable, voidPosition, voidableAfterMs } from './void-position.ts';

/** GET positions/listVoidable · POST positions/proposeVoid */
export function servePositionsDesk(desk: Desk, context: PositionsContext): void {
  desk.act({
    kind: 'position.void',
    roles: ['finance', 'administrator'],
    schema: z.object({ orderNo: z.string() }),
    exclusive: true,
    check: async (tx, { orderNo }) => {
      const row = await lockVoidable(context, tx, orderNo);
      return isRefusal(row) ? row : undefined;
    },
    apply: async (tx, { orderNo }) => {
      const row = await lockVoidable(context, tx, orderNo);
      if (isRefusal(row)) return row;
      await voidPosition(context, tx, row);
      return undefined;
    },
  });

  serveDesk(desk, positionDeskCalls.listVoidable, async (_, { code, limit, cursor }) => {
    const before = cursorOf(cursor);
    if (isRefusal(before)) return before;
    const now = context.clock.now();
    const held = await desk.db.query<{ code: string }>(
      `select distinct code from positions where status = 'open' and ($1::text is null or code = $1)`,
      [code ?? null],
    );
    const codes = held.map((one) => one.code).filter((one) => isLong(context, one, now));
    const rows = await desk.db.query<PositionRow>(
      `select ${columns} from positions
       where (status = 'open' and code = any ($1) or status in ('open', 'awaiting') and ${isLeftBehind} and ($4::text is null or code = $4))
         and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [codes, before, limit + 1, code ?? null],
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map((row) => itemOf(context, row)),
      nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
    };
  });

  serveDeskMove(desk, positionDeskCalls.proposeVoid, async (call, { orderNo, reason }, tx, audit) => {
    const [known] = await tx.query<{ customer: string }>(
      'select user_id::text as customer from positions where order_no = $1',
      [orderNo],
    );
    if (known === undefined) return refuse('404', { orderNo: '404' });
    const proposal = { kind: 'position.void', subject: `position:${orderNo}`, payload: { orderNo }, reason, ...known };
    return propose(desk, call, tx, audit, proposal);
  });
}

function isLong({ market }: PositionsContext, code: string, now: number): boolean {
  const since = market.suspendedSince(code);
  return since !== undefined && now - since >= voidableAfterMs;
}

function itemOf({ market }: PositionsContext, row: PositionRow): VoidablePosition {
  return {
    orderNo: row.orderNo,
    userId: row.userId,
    book: row.book,
    code: row.code,
    side: row.side,
    lots: formatFixed(toFixed(row.lots)),
    openedAt: (row.openedAt ?? row.createdAt).toISOString(),
    suspendedSince: new Date(market.suspendedSince(row.code) ?? 0).toISOString(),
    margin: formatAmount(row.status === 'open' ? marginLeft(row) : amount(row.hold), usdt),
    fee: formatAmount(amount(row.status === 'open' ? row.openFee : 0n), usdt),
  };
}
