import { type Amount, amount, minus, nothing, sum } from '@assay/domain/money/amount.ts';
import { resultAt } from '@assay/domain/positions/costs.ts';
import { type PositionRow, marginLeft, openPositionOf, termsOf } from '@assay/domain/positions/position.ts';
import { closingPrice } from '@assay/domain/positions/terms.ts';
import type { BeyondOfMany, SummariseProduct } from '../portfolio/index.ts';
import type { PositionsContext } from './context.ts';
import { columns } from './row.ts';

type Prices = Pick<PositionsContext['market'], 'quote'>;

/**
 * What contracts make of an account: margins and holds are in the ledger; what closing now would bring, less its fee, is not. The
 * opening fee and the financing so far have left the balances already, and count in what is not realised yet.
 */
export function summariseContracts(market: Prices): SummariseProduct {
  return async (db, { userId, book }) => {
    const alive = await db.query<PositionRow>(
      `select ${columns} from positions where user_id = $1 and book = $2 and status in ('awaiting', 'open')`,
      [userId, book],
    );
    const open = alive.filter(({ status }) => status === 'open').map((row) => endingNow(row, market));
    return {
      product: 'contract',
      unrealised: sum(...open.map(({ net }) => net)),
      held: sum(...alive.map((row) => (row.status === 'open' ? marginLeft(row) : amount(row.hold)))),
      beyondBalances: sum(...open.map(({ beyond }) => beyond)),
      brought: nothing,
    };
  };
}

/** The same of many accounts, as far as it is beyond their balances. */
export function contractsBeyond(market: Prices): BeyondOfMany {
  return async (db, accounts) => {
    const open = await db.query<PositionRow>(
      `select ${columns} from positions
       where status = 'open' and (user_id, book) in (select * from unnest($1::bigint[], $2::text[]))`,
      [accounts.map(({ userId }) => userId), accounts.map(({ book }) => book)],
    );
    return open.map((row) => ({ userId: row.userId, book: row.book, beyondBalances: endingNow(row, market).beyond }));
  };
}

/** What closing an open position now would leave; without a price, what it has cost. */
function endingNow(row: PositionRow, market: Prices): { readonly net: Amount; readonly beyond: Amount } {
  const paid = { openFee: amount(row.openFee), financing: amount(row.financing) };
  const costs = minus(nothing, sum(paid.openFee, paid.financing));
  const quote = market.quote(row.code);
  if (quote === undefined) return { net: costs, beyond: nothing };
  const terms = termsOf(row, quote.time);
  const { gross, closeFee, net } = resultAt({ terms, cover: openPositionOf(row).cover, paid }, closingPrice(row.side, quote));
  return { net, beyond: minus(gross, closeFee) };
}
