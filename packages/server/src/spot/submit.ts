import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SpotOrder } from '@assay/contract/endpoints/order-shapes.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { openSpotOrdersMax } from '@assay/domain/spot/decide-submit.ts';
import type { SpotRow } from '@assay/domain/spot/order.ts';
import type { Resting } from '../engine/index.ts';
import type { Call } from '../platform/counter/command.ts';
import { newOrderNo } from '../platform/order-number.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type SpotCommand, spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { orderOf } from './resting.ts';
import { findOwn, rowId } from './row.ts';

/** Refusals: see `placeOrder` of the domain. */
export function placeOrder(
  { dealer, market, clock }: SpotContext,
  owner: Owner,
  call: Call,
  input: InputOf<typeof order.submit>,
) {
  const base = { product: spotOrders, lane: 'people', owner, call, opens: input.side === 'buy' } as const;
  const coins = coinsOf(market.instrument(input.code)?.base);
  const orderNo = newOrderNo('S', clock.now());
  const command: SpotCommand = { ...base, kind: 'place', coins, orderNo, input };
  return dealer.submit(command) as Promise<SpotOrder | Refusal>;
}

/** Refusals: see `cancelOrder` of the domain. */
export async function cancelOrder({ dealer, db }: SpotContext, owner: Owner, call: Call, id: string) {
  // Which coin an order is about never changes, so that it may be read without a lock.
  const coins = coinsOf((await findOwn(db, owner, id))?.base);
  const asked = { product: spotOrders, lane: 'people', owner, call, opens: false } as const;
  const command: SpotCommand = { ...asked, kind: 'cancel', reason: 'cancelled', coins, id: rowId(id) ?? 0 };
  return dealer.submit(command) as Promise<SpotOrder | Refusal>;
}

/** Refusals: see `amendOrder` of the domain. */
export async function amendOrder(
  { dealer, db }: SpotContext,
  owner: Owner,
  call: Call,
  { id, ...input }: InputOf<typeof order.amendBb>,
) {
  const row = await findOwn(db, owner, id);
  const asked = { product: spotOrders, lane: 'people', owner, call, opens: row?.side === 'buy' } as const;
  const command: SpotCommand = { ...asked, kind: 'amend', coins: coinsOf(row?.base), id: rowId(id) ?? 0, input };
  return dealer.submit(command) as Promise<SpotOrder | Refusal>;
}

/** Withdraws all that waits, or what waits of one instrument. What is placed while this is under way is not among them. */
export async function cancelAll({ dealer, db }: SpotContext, owner: Owner, call: Call, code: string | undefined) {
  const rows = await db.query<Pick<SpotRow, 'id' | 'base'>>(
    `select id, base from spot_orders where user_id = $1 and book = $2 and status = 'open' and ($3::text is null or code = $3)
     order by id limit $4`,
    [owner.userId, owner.book, code ?? null, openSpotOrdersMax],
  );
  const asked = { product: spotOrders, lane: 'people', owner, call, opens: false } as const;
  const coins = [...new Set(rows.map(({ base }) => base))];
  const command: SpotCommand = { ...asked, kind: 'cancelAll', coins, ids: rows.map(({ id }) => id), weight: weightOf(rows) };
  return dealer.submit(command) as Promise<{ items: SpotOrder[] } | Refusal>;
}

/** Refusals: see `convertDust` of the domain. */
export function convertDust(
  { dealer, market, clock }: SpotContext,
  owner: Owner,
  call: Call,
  { codes, ...seen }: InputOf<typeof order.dust>,
) {
  const known = [...new Set(codes)].flatMap((code) => market.instrument(code) ?? []);
  const sold = known.map(({ code }) => ({ code, orderNo: newOrderNo('S', clock.now()) }));
  const asked = { product: spotOrders, lane: 'people', owner, call, opens: false } as const;
  const coins = known.map(({ base }) => base);
  const command: SpotCommand = { ...asked, kind: 'convert', coins, sold, seen, weight: weightOf(sold) };
  return dealer.submit(command) as Promise<{ items: SpotOrder[] } | Refusal>;
}

/** Many orders of one account cost less than as many of others: all that one account may have weigh as much as sixteen. */
const weightOf = (orders: readonly unknown[]) => Math.max(1, Math.ceil((16 * orders.length) / openSpotOrdersMax));

/** Ends an order whose time has run out: see `expireOrder` of the domain. */
export async function expireOrder(
  { dealer }: SpotContext,
  { id, base, ...owner }: Owner & { readonly id: number; readonly base: string },
): Promise<void> {
  const due = { product: spotOrders, lane: 'rounds', call: null, opens: false } as const;
  const command: SpotCommand = { ...due, owner: { userId: owner.userId, book: owner.book }, kind: 'expire', coins: [base], id };
  await dealer.submit(command);
}

const coinsOf = (base: string | undefined) => (base === undefined ? [] : [base]);

/**
 * What the engine calls when a quote reached an order's limit: see `fillOrder` of the domain. Answers what the order is now; undefined when there
 * is none.
 */
export async function fillLimit(
  { dealer, db, market }: SpotContext,
  id: number,
  quote: Quote,
  known?: Resting['order'],
): Promise<Resting | undefined> {
  const found = known ?? (await findOrder(db, id));
  if (found === undefined) return undefined;
  const coins = coinsOf(market.instrument(quote.code)?.base);
  const due = { product: spotOrders, ...found, call: null, opens: true } as const;
  const command: SpotCommand = { ...due, kind: 'fill', coins, id, quote };
  return dealer.submit(command) as Promise<Resting | undefined>;
}

/** Whose an order is never changes, so that it may be read without a lock. */
async function findOrder(db: SpotContext['db'], id: number): Promise<Resting['order']> {
  const [row] = await db.query<Pick<SpotRow, 'userId' | 'book'>>(
    'select user_id::text as "userId", book from spot_orders where id = $1',
    [id],
  );
  return row && orderOf(row);
}
