import { type Amount, amount, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { unrealisedAt } from '@assay/domain/spot/cost.ts';
import { balances, held } from '../ledger/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Account, type SummariseProduct, bidOf, knownValue } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { costsOf } from './costs.ts';

type Prices = Pick<SpotContext['market'], 'instruments' | 'quote'>;

/** What spot makes of an account. Coins are balances, so their profit while they are kept is in the equity already. */
export function summariseSpot(market: Prices): SummariseProduct {
  return async (db, account, today) => {
    const [sums] = await db.query<{ realised: bigint; today: bigint }>(
      `select coalesce(sum(profit), 0) as realised, coalesce(sum(profit) filter (where ended_at >= $3), 0) as today
       from spot_orders where user_id = $1 and book = $2 and profit is not null`,
      [account.userId, account.book, today],
    );
    return {
      product: 'spot',
      realised: amount(sums?.realised ?? 0n),
      today: amount(sums?.today ?? 0n),
      unrealised: await unrealised(db, market, account),
      held: await heldFor(db, market, account),
      beyondBalances: nothing,
    };
  };
}

/** What coins bought here would gain at their bid, as far as they are still in the account; those without a price count nothing. */
async function unrealised(db: Queryable, market: Prices, account: Account): Promise<Amount> {
  const costs = await costsOf(db, account);
  const own = await balances(
    db,
    account.book,
    account.userId,
    costs.map(({ asset }) => assetOf(asset)),
  );
  const gains = costs.map(({ asset, basis }, place) => {
    const bid = bidOf(market, asset);
    const balance = own[place];
    return bid === undefined || balance === undefined
      ? nothing
      : unrealisedAt(basis, sum(balance.available, held(balance)), { base: balance.asset, ...bid });
  });
  return sum(...gains);
}

async function heldFor(db: Queryable, market: Prices, { userId, book }: Account): Promise<Amount> {
  const rows = await db.query<{ asset: string; hold: bigint }>(
    `select case side when 'buy' then 'USDT' else base end as asset, sum(hold) as hold
     from spot_orders where user_id = $1 and book = $2 and status = 'open' group by 1`,
    [userId, book],
  );
  return sum(...rows.map(({ asset, hold }) => knownValue(market, amount(hold), assetOf(asset))));
}
