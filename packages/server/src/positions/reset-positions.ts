import type { DemoOrders } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type ContractCommand, due } from './commands.ts';
import type { PositionsContext } from './context.ts';

/**
 * The contracts' part of a demo reset: orders are withdrawn, positions end without a price, profit or closing fee. What they
 * held is released.
 */
export function demoPositions({ dealer }: PositionsContext): DemoOrders {
  const alive = (tx: Transaction, userId: string) =>
    tx.query<{ id: number }>(
      `select id from positions
       where user_id = $1 and book = 'demo' and status in ('awaiting', 'open') order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await alive(tx, userId);
    },
    end: async (tx, userId) => {
      for (const { id } of await alive(tx, userId)) {
        const command: ContractCommand = { ...due({ userId, book: 'demo' }, 'demo', id), kind: 'reset' };
        await dealer.within(tx, command);
      }
    },
  };
}
