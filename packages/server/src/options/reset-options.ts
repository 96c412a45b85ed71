import { amount, nothing } from '@assay/domain/money/amount.ts';
import type { DemoOrders } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { OptionsContext } from './context.ts';
import { type OptionRow, columns } from './row.ts';
import { bookEnd } from './settle-option.ts';

/** The options' part of a demo reset: each is void, and its stake returns. */
export function demoOptions(context: OptionsContext): DemoOrders {
  const open = (tx: Transaction, userId: string) =>
    tx.query<OptionRow>(
      `select ${columns} from options where user_id = $1 and book = 'demo' and status = 'open' order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await open(tx, userId);
    },
    end: async (tx, userId) => {
      for (const row of await open(tx, userId)) {
        const settlement = { outcome: 'void', price: null, profit: nothing, returned: amount(row.stake) } as const;
        await bookEnd(context, tx, row, settlement, 'reset');
      }
    },
  };
}
