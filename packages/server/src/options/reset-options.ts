import type { DemoOrders } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type OptionCommand, options } from './commands.ts';
import type { OptionsContext } from './context.ts';

/** The options' part of a demo reset: each is void, and its stake returns. */
export function demoOptions({ dealer }: Pick<OptionsContext, 'dealer'>): DemoOrders {
  const open = (tx: Transaction, userId: string) =>
    tx.query<{ id: number }>(
      `select id from options where user_id = $1 and book = 'demo' and status = 'open' order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await open(tx, userId);
    },
    end: async (tx, userId) => {
      const base = { product: options, lane: 'demo', owner: { userId, book: 'demo' }, call: null, opens: false } as const;
      for (const { id } of await open(tx, userId)) {
        const command: OptionCommand = { ...base, kind: 'reset', id };
        await dealer.within(tx, command);
      }
    },
  };
}
