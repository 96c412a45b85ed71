import type { Balances } from '@assay/domain/ledger/accounts.ts';
import { amount, formatAmount, sum } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { averageCost, noCost, unrealisedAt } from '@assay/domain/spot/cost.ts';
import { demoBegan, held } from '../ledger/index.ts';
import { type CoinResult, type ResultsOfCoins, bidOf } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { costsOf } from './costs.ts';

/**
 * What each coin of an account has cost, has brought, and would bring now; of coins that were neither bought nor sold here nothing.
 * Those of a demo account begin with it, each time that it is begun afresh.
 */
export function coinResults(market: Pick<SpotContext['market'], 'instruments' | 'quote'>): ResultsOfCoins {
  return async (db, account) => {
    const since = account.book === 'demo' ? await demoBegan(db, account.userId) : null;
    const [costs, sales] = await Promise.all([
      costsOf(db, account),
      db.query<{ asset: string; realised: bigint }>(
        `select base as asset, sum(profit - case when with_fees then 0 else fee end) as realised
         from spot_orders where user_id = $1 and book = $2 and profit is not null and ended_at > $3 group by base`,
        [account.userId, account.book, since ?? new Date(0)],
      ),
    ]);
    const bases = new Map(costs.map(({ asset, basis }) => [asset, basis]));
    const realised = new Map(sales.map((sale) => [sale.asset, amount(sale.realised)]));
    const resultOf = (balance: Balances): CoinResult => {
      const { asset, available } = balance;
      const basis = bases.get(asset.code) ?? noCost;
      const average = averageCost(basis, asset);
      const bid = bidOf(market, asset.code);
      const gain =
        average === null || bid === undefined
          ? null
          : unrealisedAt(basis, sum(available, held(balance)), { base: assetOf(asset.code), ...bid });
      const brought = realised.get(asset.code);
      return {
        averageCost: average === null ? null : formatAmount(average, usdt),
        unrealised: gain === null ? null : formatAmount(gain, usdt),
        ...(brought !== undefined && { realised: formatAmount(brought, usdt) }),
      };
    };
    return (balance) => (bases.has(balance.asset.code) || realised.has(balance.asset.code) ? resultOf(balance) : {});
  };
}
