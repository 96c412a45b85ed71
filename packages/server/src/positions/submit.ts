import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import type { PositionRow } from '@assay/domain/positions/position.ts';
import type { Reached, Resting } from '../engine/index.ts';
import type { Call } from '../platform/counter/command.ts';
import { newOrderNo } from '../platform/order-number.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type ContractCommand, asked, due } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { orderOf } from './resting.ts';
import { rowId } from './row.ts';

/** Refusals: see `openContract` of the domain. */
export function openPosition({ dealer, clock }: PositionsContext, owner: Owner, call: Call, input: InputOf<typeof order.buyU>) {
  const orderNo = newOrderNo('C', clock.now());
  const command: ContractCommand = { ...asked(owner, call), kind: 'open', opens: true, orderNo, input };
  return dealer.submit(command) as Promise<Position | Refusal>;
}

/** Refusals: see `closeContract` of the domain. */
export function closePosition({ dealer }: PositionsContext, owner: Owner, call: Call, input: InputOf<typeof order.stopU>) {
  const command: ContractCommand = { ...asked(owner, call), kind: 'close', id: rowId(input.id) ?? 0, input };
  return dealer.submit(command) as Promise<Position | Refusal>;
}

/** Refusals: see `reverseContract` of the domain. */
export function reversePosition(
  { dealer, clock }: PositionsContext,
  owner: Owner,
  call: Call,
  input: InputOf<typeof order.reverse>,
) {
  const orderNo = newOrderNo('C', clock.now());
  const { id, ...seen } = input;
  const command: ContractCommand = {
    ...asked(owner, call),
    kind: 'reverse',
    opens: true,
    id: rowId(id) ?? 0,
    orderNo,
    input: seen,
  };
  return dealer.submit(command) as Promise<ResultOf<typeof order.reverse> | Refusal>;
}

/** It ends two hundred orders of a customer at the limit: two of them fill a group, so that neither delays others for long. */
const sweepWeight = 32;

/** Each order that can't be ended is returned with the reason; the call itself is not refused. */
export function sweep(
  { dealer }: PositionsContext,
  owner: Owner,
  call: Call,
  kind: 'closeAll' | 'cancelAll',
  input: InputOf<typeof order.closeAll>,
) {
  const command: ContractCommand = { ...asked(owner, call), kind, input, weight: sweepWeight };
  return dealer.submit(command) as Promise<ResultOf<typeof order.closeAll> | Refusal>;
}

/** Refusals: see `amendContract` of the domain. */
export function amendPosition({ dealer }: PositionsContext, owner: Owner, call: Call, input: InputOf<typeof order.amendU>) {
  const command: ContractCommand = { ...asked(owner, call), kind: 'amend', id: rowId(input.id) ?? 0, input };
  return dealer.submit(command) as Promise<Position | Refusal>;
}

/** Refusals: see `moveMargin` of the domain. */
export function moveMargin({ dealer }: PositionsContext, owner: Owner, call: Call, input: InputOf<typeof order.margin>) {
  const command: ContractCommand = { ...asked(owner, call), kind: 'margin', id: rowId(input.id) ?? 0, input };
  return dealer.submit(command) as Promise<Position | Refusal>;
}

/**
 * What the engine calls when a quote reached one of an order's prices: see `actOnQuote` of the domain. Answers what the order is now; undefined
 * when there is none.
 */
export async function actOnQuote(
  context: PositionsContext,
  id: number,
  quote: Quote,
  reached: Reached | null,
  known?: Resting['order'],
): Promise<Resting | undefined> {
  const found = known ?? (await findOrder(context, id));
  if (found === undefined) return undefined;
  const command: ContractCommand = { ...due(found.owner, found.lane, id), opens: true, kind: 'act', quote, reached };
  return context.dealer.submit(command) as Promise<Resting | undefined>;
}

/** Charges one position what is due; safe to run twice. Answers what the order is now, undefined when there is none. */
export async function chargeFinancing(context: PositionsContext, id: number, owner?: Owner): Promise<Resting | undefined> {
  const whose = owner ?? (await findOrder(context, id))?.owner;
  if (whose === undefined) return undefined;
  const command: ContractCommand = { ...due(whose, 'rounds', id), kind: 'finance' };
  return context.dealer.submit(command) as Promise<Resting | undefined>;
}

/** Whose an order is never changes, so that it may be read without a lock. */
async function findOrder({ db }: PositionsContext, id: number): Promise<Resting['order']> {
  const [row] = await db.query<Pick<PositionRow, 'userId' | 'book' | 'status'>>(
    'select user_id::text as "userId", book, status from positions where id = $1',
    [id],
  );
  return row && orderOf(row);
}
