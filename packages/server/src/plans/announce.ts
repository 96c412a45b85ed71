import type { SmartOrder } from '@assay/contract/endpoints/order.ts';
import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { type PlansContext, book } from './context.ts';
import type { PlanRow } from './row.ts';
import { toWire } from './wire.ts';

/** Topic of events for one account's sockets. */
const privateTopic = 'private';

/** Once the change is durable: tells the account's sockets what the plan is now and, where it changed, the balance. */
export function announce({ bus, clock }: PlansContext, tx: Transaction, row: PlanRow, available?: Amount): SmartOrder {
  const { userId } = row;
  const plan = toWire(row, clock.now());
  tx.afterCommit(() => {
    bus.publish(privateTopic, { userId, book, event: 'order', data: plan });
    if (available === undefined) return;
    const data = { asset: usdt.code, available: formatAmount(available, usdt) };
    bus.publish(privateTopic, { userId, book, event: 'balance', data });
  });
  return plan;
}
