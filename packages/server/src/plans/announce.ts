import type { SmartOrder } from '@assay/contract/endpoints/order.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import { type PlansContext, book } from './context.ts';
import type { PlanRow } from './row.ts';
import { toWire } from './wire.ts';

/** Once the change is durable: tells the account's sockets what the plan is now and, where it changed, the balance. */
export function announce({ bus, clock }: PlansContext, tx: Transaction, row: PlanRow, available?: Amount): SmartOrder {
  const { userId } = row;
  const plan = toWire(row, clock.now());
  tx.afterCommit(() => {
    tellUser(bus, { userId, book, event: 'order', data: plan });
    if (available !== undefined) tellBalance(bus, { userId, book }, usdt, available);
  });
  return plan;
}
