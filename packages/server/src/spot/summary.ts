import { type Amount, amount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { unrealisedAt } from '@assay/domain/spot/cost.ts';
import { balances, held } from '../ledger/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Account, type SummariseProduct, bidOf, knownValue } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { costsOf } from './costs.ts';
import { netOfFill } from './ended.ts';

type Prices = Pick<SpotContext['market'], 'instruments' | 'quote'>;

/** What spot makes of an account. Coins are balances, so their profit while they are kept is in the equity already. */
export function summariseSpot(market: Prices): SummariseProduct {
  return async (db, account, since) => {
    const { unrealised, worth } = await coinsOf(db, market, account);
    const [sums] = await db.query<{ cash: bigint; realised: bigint }>(
      `select coalesce(sum(case side when 'buy' then -paid else received - fee end), 0) as cash,
         coalesce(sum(${netOfFill}), 0) as realised
       from spot_orders where user_id = $1 and book = $2 and status = 'filled' and ended_at > $3`,
      [account.userId, account.book, since],
    );
    // All that deals have left, in USDT and in coins, less what they have brought.
    const brought = minus(sum(amount(sums?.cash ?? 0n), worth), sum(amount(sums?.realised ?? 0n), unrealised));
    return {
      product: 'spot',
      unrealised,
      held: await heldFor(db, market, account),
      beyondBalances: nothing,
      brought,
    };
  };
}

/** What the account's coins are worth at their bid, and what those bought here would gain; those without a price count nothing. */
async function coinsOf(db: Queryable, market: Prices, account: Account): Promise<{ unrealised: Amount; worth: Amount }> {
  const own = (await balances(db, account.book, account.userId)).filter(({ asset }) => asset.code !== usdt.code);
  const costs = await costsOf(db, account);
  const gains = costs.map(({ asset, basis }) => {
    const bid = bidOf(market, asset);
    const balance = own.find((each) => each.asset.code === asset);
    return bid === undefined || balance === undefined
      ? nothing
      : unrealisedAt(basis, sum(balance.available, held(balance)), { base: balance.asset, ...bid });
  });
  const worth = own.flatMap((each) => [each.available, held(each)].map((part) => knownValue(market, part, each.asset)));
  return { unrealised: sum(...gains), worth: sum(...worth) };
}

async function heldFor(db: Queryable, market: Prices, { userId, book }: Account): Promise<Amount> {
  const rows = await db.query<{ asset: string; hold: bigint }>(
    `select case side when 'buy' then 'USDT' else base end as asset, sum(hold) as hold
     from spot_orders where user_id = $1 and book = $2 and status = 'open' group by 1`,
    [userId, book],
  );
  return sum(...rows.map(({ asset, hold }) => knownValue(market, amount(hold), assetOf(asset))));
}
