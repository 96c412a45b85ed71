import type { DemoOrders } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type SpotCommand, spotOrders } from './commands.ts';
import type { SpotContext } from './context.ts';
import { forgetCosts } from './costs.ts';

/** Spot's part of a demo reset: what waits is withdrawn, and what the coins had cost is forgotten with them. */
export function demoSpotOrders({ dealer }: Pick<SpotContext, 'dealer'>): DemoOrders {
  const open = (tx: Transaction, userId: string) =>
    tx.query<{ id: number; base: string }>(
      `select id, base from spot_orders where user_id = $1 and book = 'demo' and status = 'open' order by id for update`,
      [userId],
    );
  return {
    lock: async (tx, userId) => {
      await open(tx, userId);
    },
    end: async (tx, userId) => {
      const owner = { userId, book: 'demo' } as const;
      for (const { id, base } of await open(tx, userId)) {
        const due = { product: spotOrders, lane: 'demo', owner, call: null, opens: false } as const;
        const command: SpotCommand = { ...due, kind: 'cancel', id, coins: [base], reason: 'reset' };
        await dealer.within(tx, command);
      }
      await forgetCosts(tx, owner);
    },
  };
}
