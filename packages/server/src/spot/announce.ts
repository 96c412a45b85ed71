import type { SpotOrder } from '@assay/contract/endpoints/order.ts';
import type { Posted } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import type { SpotContext } from './context.ts';
import { restingOf, spotTopic } from './resting.ts';
import type { SpotRow } from './row.ts';
import { toWire } from './wire.ts';

/** Once the change is durable: tells the engine, and the account's sockets what the order and the balances are now. */
export function announce({ bus }: SpotContext, tx: Transaction, row: SpotRow, posted: Posted): SpotOrder {
  const { userId, book } = row;
  const order = toWire(row);
  const changed = posted.balances.filter(({ owner, kind }) => owner === userId && kind === 'available');
  tx.afterCommit(() => {
    // A market order never rests, so the engine has nothing to learn of it.
    if (row.orderType === 'limit') bus.publish(spotTopic, restingOf(row));
    tellUser(bus, { userId, book, event: 'order', data: order });
    for (const { asset, balance } of changed) tellBalance(bus, row, asset, balance);
  });
  return order;
}
