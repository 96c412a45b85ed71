import type { Adjuster } from '../engine/index.ts';
import { type ContractCommand, due } from './commands.ts';
import type { PositionsContext } from './context.ts';
import { positionsTopic } from './resting.ts';

/**
 * Contracts over a corporate action: those that it concerns and that have not lived through it yet. A dividend is not over what
 * waits, but a pending order may have been filled before it by a quote that was not acted on yet: it is checked until none of
 * those is left.
 */
export function contractsAdjuster({ db, dealer }: Pick<PositionsContext, 'db' | 'dealer'>): Adjuster {
  return {
    name: 'a contract',
    product: 'contracts',
    page: (code, { id, terms, opensAt }, after, limit) =>
      db.query(
        `select id, user_id::text as "userId", book from positions p
         where status in ('awaiting', 'open') and code = $1 and id > $3
           and ($5::timestamptz is null or (status = 'open' and opened_at < $5) or (status = 'awaiting' and (
             exists (select from unjudged_quotes(array[$1])) or exists (select from parked_acts k where k.source = $6 and k.order_id = p.id)
           ))) and not exists (
             select from order_actions a where a.product = 'contracts' and a.order_id = p.id and a.action_id = $2
           ) order by id limit $4`,
        [code, id, after, limit, terms.kind === 'dividend' ? new Date(opensAt) : null, positionsTopic],
      ),
    adjust: ({ id, ...owner }, action) => {
      const command: ContractCommand = { ...due(owner, 'rounds', id), kind: 'adjust', action };
      return dealer.submit(command);
    },
  };
}
