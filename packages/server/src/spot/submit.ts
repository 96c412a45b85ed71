import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SpotOrder, order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
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
  const coin = market.instrument(input.code)?.base ?? null;
  const orderNo = newOrderNo('S', clock.now());
  const command: SpotCommand = { ...base, kind: 'place', base: coin, orderNo, input };
  return dealer.submit(command) as Promise<SpotOrder | Refusal>;
}

/** Refusals: see `cancelOrder` of the domain. */
export async function cancelOrder({ dealer, db }: SpotContext, owner: Owner, call: Call, id: string) {
  // Which coin an order is about never changes, so that it may be read without a lock.
  const base = (await findOwn(db, owner, id))?.base ?? null;
  const asked = { product: spotOrders, lane: 'people', owner, call, opens: false } as const;
  const command: SpotCommand = { ...asked, kind: 'cancel', base, id: rowId(id) ?? 0 };
  return dealer.submit(command) as Promise<SpotOrder | Refusal>;
}

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
  const base = market.instrument(quote.code)?.base ?? null;
  const due = { product: spotOrders, ...found, call: null, opens: true } as const;
  const command: SpotCommand = { ...due, kind: 'fill', base, id, quote };
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
