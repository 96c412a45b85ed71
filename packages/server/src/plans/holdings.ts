import { book } from '@assay/domain/plans/plan.ts';
import type { HoldingsSource } from '../ledger/index.ts';

/** What is held for plans, for the auditor: the principal of every open one, and of its income what is not paid yet. */
export const holdings: readonly HoldingsSource[] = [
  {
    kind: 'plan',
    query: `select order_no as reference, '${book}' as book, user_id::text as owner, 'USDT' as asset, principal as amount
            from plans where status in ('waiting', 'inIncome', 'closed')`,
  },
  {
    kind: 'committed',
    query: `select order_no as reference, '${book}' as book, 'house' as owner, 'USDT' as asset,
              daily_income * (days - income_days) as amount
            from plans where status in ('waiting', 'inIncome', 'closed')`,
  },
];
