import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { PositionRow } from '@assay/domain/positions/position.ts';
import { byEnding, endingValues, pageByEnding, readEnding } from '../platform/by-ending.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { PositionsContext } from './context.ts';
import { rowId, columns } from './row.ts';
import { toWire } from './wire.ts';

/** The account's orders, newest first, with live prices. The cursor is the id of the last one seen. */
export async function listPositions(
  { db, market }: PositionsContext,
  owner: Owner,
  input: InputOf<typeof order.listUOrder>,
): Promise<ResultOf<typeof order.listUOrder> | Refusal> {
  if (input.sort === 'ended') return listEnded({ db, market }, owner, input);
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

/** What has ended, newest ending first. */
async function listEnded(
  { db, market }: Pick<PositionsContext, 'db' | 'market'>,
  { userId, book }: Owner,
  input: InputOf<typeof order.listUOrder>,
): Promise<ResultOf<typeof order.listUOrder> | Refusal> {
  const place = readEnding(input.cursor);
  if (place === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<PositionRow>(
    `select ${columns} from positions where user_id = $1 and book = $2 and ${byEnding('closed_at')} limit $9`,
    [userId, book, ...endingValues(input, statuses, place), input.limit + 1],
  );
  const { page, nextCursor } = pageByEnding(rows, input.limit, ({ closedAt, id }) => ({ at: closedAt ?? new Date(0), id }));
  return { items: page.map((row) => toWire(row, market)), nextCursor };
}
