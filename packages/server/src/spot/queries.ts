import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import { byEnding, endingValues, pageByEnding, readEnding } from '../platform/by-ending.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { columns, rowId, wireId } from './row.ts';
import { toWire } from './wire.ts';

/** The account's spot orders, newest first. The cursor is the id of the last one seen. */
export async function listOrders(
  { db }: SpotContext,
  account: Account,
  input: InputOf<typeof order.listBbOrder>,
): Promise<ResultOf<typeof order.listBbOrder> | Refusal> {
  if (input.sort === 'ended') return listEnded(db, account, input);
  const before = input.cursor === undefined ? null : rowId(input.cursor);
  if (before === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<SpotRow>(
    `select ${columns} from spot_orders
     where user_id = $1 and book = $2 and ($3::bigint is null or id < $3) and ($4::text[] is null or status = any($4))
       and ($5::text is null or code = $5)
     order by id desc limit $6`,
    [account.userId, account.book, before, statuses, input.code ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map(toWire),
    nextCursor: rows.length > input.limit && last !== undefined ? wireId(last.id) : null,
  };
}

/** What has been filled or withdrawn, newest ending first. */
async function listEnded(
  db: SpotContext['db'],
  { userId, book }: Account,
  input: InputOf<typeof order.listBbOrder>,
): Promise<ResultOf<typeof order.listBbOrder> | Refusal> {
  const place = readEnding(input.cursor);
  if (place === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<SpotRow>(
    `select ${columns} from spot_orders where user_id = $1 and book = $2 and ${byEnding('ended_at')} limit $9`,
    [userId, book, ...endingValues(input, statuses, place), input.limit + 1],
  );
  const { page, nextCursor } = pageByEnding(rows, input.limit, ({ endedAt, id }) => ({ at: endedAt ?? new Date(0), id }));
  return { items: page.map(toWire), nextCursor };
}
