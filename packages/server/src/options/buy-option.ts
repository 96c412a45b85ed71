import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { Option, order } from '@assay/contract/endpoints/order.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { type BuyDecision, decideBuy, openOptionsMax } from '@assay/domain/options/decide-buy.ts';
import { optionPeriods } from '@assay/domain/options/periods.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { post, recipes } from '../ledger/index.ts';
import { pricesAllowed } from '../market/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import { announce } from './announce.ts';
import type { OptionsContext } from './context.ts';
import { isOffered } from './offers.ts';
import { type OptionRow, columns } from './row.ts';

/**
 * Buys a fixed-time option at the last good quote of the moment of decision. Refusals: those of `mayOpen`, those of `decideBuy`,
 * 10014 also for an instrument that there is not, 10018 without the list of restricted countries.
 */
export async function buyOption(
  context: OptionsContext,
  tx: Transaction,
  account: Account,
  input: InputOf<typeof order.buyOptions>,
): Promise<Option | Refusal> {
  const { market, clock, mode } = context;
  const stopped = await context.mayOpen(tx, account.userId, account.book);
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined) return refuse('10014', { code: '10014' });
  const offered = await isOffered(tx, instrument.code, account.userId);
  if (isRefusal(offered)) return offered;
  const quote = market.quote(input.code);
  if (quote === undefined) return refuse('10015');
  const now = clock.now();
  const feed = market.feedKind(instrument);
  const decision = decideBuy(input, {
    instrument,
    feed,
    periods: optionPeriods(instrument),
    offered,
    quote,
    tradable: market.tradable(input.code),
    pricesAllowed: pricesAllowed(mode, account.book, feed),
    now,
  });
  if (isRefused(decision)) {
    return refusalOf(decision);
  }

  const orderNo = newOrderNo('O', now);
  const recipe = recipes.optionBought({ userId: account.userId, stake: decision.terms.stake });
  const posted = await post(tx, { book: account.book, reference: orderNo, at: now, ...recipe });
  if (isRefusal(posted)) return posted;
  const row = await insert(tx, account, { orderNo, instrument, source: feed, decision });
  if (row === undefined) return refuse('11010');
  await market.recordUsedQuote(tx, { reference: orderNo, moment: 'open', instrument, quote, source: feed });
  return announce(context, tx, row, posted);
}

interface NewOption {
  readonly orderNo: string;
  readonly instrument: Instrument;
  readonly source: OptionRow['source'];
  readonly decision: BuyDecision;
}

/**
 * Writes the option down, unless the account has too many. The posting before holds the lock on the account's available
 * balance, so purchases of one account come here one after the other and the count is exact.
 */
async function insert(
  tx: Transaction,
  { userId, book }: Account,
  { orderNo, instrument, source, decision: { terms, period } }: NewOption,
): Promise<OptionRow | undefined> {
  const [row] = await tx.query<OptionRow>(
    `insert into options (
       order_no, user_id, book, instrument_id, code, source, direction, stake, period_id, period_count, period_unit,
       payout_rate, strike, price_scale, stale_after_ms, opened_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
     where (select count(*) from options where user_id = $2 and book = $3 and status = 'open') < $18
     returning ${columns}`,
    [
      orderNo,
      userId,
      book,
      instrument.id,
      instrument.code,
      source,
      terms.direction,
      terms.stake,
      period.id,
      period.count,
      period.unit,
      formatFixed(terms.payoutRate),
      terms.strike,
      terms.priceScale,
      terms.staleAfterMs,
      new Date(terms.openedAt),
      new Date(terms.expiresAt),
      openOptionsMax,
    ],
  );
  return row;
}
