import type { Position } from '@assay/contract/endpoints/order.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import type { PositionsContext } from './context.ts';
import { positionsTopic, restingOf } from './resting.ts';
import type { PositionRow } from './row.ts';
import { toWire } from './wire.ts';

/** Once the change is durable: tells the engine, and the account's sockets what the order and the balance are now. */
export function announce(context: PositionsContext, tx: Transaction, row: PositionRow, available?: Amount): Position {
  const { bus, market } = context;
  const { userId, book } = row;
  const order = toWire(row, market);
  tx.afterCommit(() => {
    bus.publish(positionsTopic, restingOf(row));
    tellUser(bus, { userId, book, event: 'order', data: order });
    if (available !== undefined) tellBalance(bus, row, usdt, available);
  });
  return order;
}
