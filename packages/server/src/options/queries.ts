import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { OptionRow } from '@assay/domain/options/option.ts';
import { byEnding, endingValues, pageByEnding, readEnding } from '../platform/by-ending.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import type { OptionsContext } from './context.ts';
import { findReceipt } from './receipt.ts';
import { columns, findOwn, rowId, wireId } from './row.ts';
import { toWire } from './wire.ts';

/** The account's options, newest first. The cursor is the id of the last one seen. */
export async function listOptions(
  { db, market }: OptionsContext,
  { userId, book }: Account,
  input: InputOf<typeof order.listOptionsOrder>,
): Promise<ResultOf<typeof order.listOptionsOrder> | Refusal> {
  if (input.sort === 'ended') return listSettled({ db, market }, { userId, book }, input);
  const before = input.cursor === undefined ? null : rowId(input.cursor);
  if (before === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<OptionRow>(
    `select ${columns} from options
     where user_id = $1 and book = $2 and ($3::bigint is null or id < $3) and ($4::text[] is null or status = any ($4))
       and ($5::text is null or code = $5)
     order by id desc limit $6`,
    [userId, book, before, statuses, input.code ?? null, input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => toWire(row, market)),
    nextCursor: rows.length > input.limit && last !== undefined ? wireId(last.id) : null,
  };
}

/** What has been settled, newest settlement first. */
async function listSettled(
  { db, market }: Pick<OptionsContext, 'db' | 'market'>,
  { userId, book }: Account,
  input: InputOf<typeof order.listOptionsOrder>,
): Promise<ResultOf<typeof order.listOptionsOrder> | Refusal> {
  const place = readEnding(input.cursor);
  if (place === undefined) return refuse('400', { cursor: '400' });
  const statuses = input.status === undefined ? null : [input.status].flat();
  const rows = await db.query<OptionRow>(
    `select ${columns} from options where user_id = $1 and book = $2 and ${byEnding('settled_at')} limit $9`,
    [userId, book, ...endingValues(input, statuses, place), input.limit + 1],
  );
  const { page, nextCursor } = pageByEnding(rows, input.limit, ({ settledAt, id }) => ({ at: settledAt ?? new Date(0), id }));
  return { items: page.map((row) => toWire(row, market)), nextCursor };
}

/** One option with its receipt. 404 when it is not the caller's. */
export async function readOption(context: OptionsContext, account: Account, id: string): Promise<Option | Refusal> {
  const row = await findOwn(context.db, account, id);
  if (row === undefined) return refuse('404', { id: '404' });
  return { ...toWire(row, context.market), receipt: await findReceipt(context, row) };
}
