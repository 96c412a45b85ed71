import type { UnderWay } from '@assay/domain/positions/live-through.ts';
import type { Adjuster } from '../engine/index.ts';
import { type OptionCommand, options } from './commands.ts';
import type { OptionsContext } from './context.ts';

/** Options over a corporate action: open ones that have not lived through it yet. */
export function optionsAdjuster({ db, dealer }: Pick<OptionsContext, 'db' | 'dealer'>): Adjuster {
  return {
    name: 'an option',
    product: 'options',
    page: (code, { id, terms }, after, limit) =>
      terms.kind === 'dividend'
        ? Promise.resolve([])
        : db.query(
            `select id, user_id::text as "userId", book from options o
             where status = 'open' and code = $1 and id > $3 and not exists (
               select from order_actions a where a.product = 'options' and a.order_id = o.id and a.action_id = $2
             ) order by id limit $4`,
            [code, id, after, limit],
          ),
    adjust: ({ id, ...owner }, action: UnderWay) => {
      const base = { product: options, lane: 'rounds', owner, call: null, opens: false } as const;
      const command: OptionCommand = { ...base, kind: 'adjust', id, action };
      return dealer.submit(command);
    },
  };
}
