import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { SpotOrder, order } from '@assay/contract/endpoints/order.ts';
import type { Instrument } from '@assay/domain/market/instrument.ts';
import type { Quote } from '@assay/domain/market/quote.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type SpotDecision, decideSubmit, openSpotOrdersMax } from '@assay/domain/spot/decide-submit.ts';
import { paidAsset } from '@assay/domain/spot/terms.ts';
import { post, recipes } from '../ledger/index.ts';
import { pricesAllowed } from '../market/index.ts';
import type { Transaction } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import type { Account } from '../portfolio/index.ts';
import { announce } from './announce.ts';
import type { SpotContext } from './context.ts';
import { type SaleResult, countDeal } from './costs.ts';
import { dealt } from './fill-limit.ts';
import { type SpotRow, columns } from './row.ts';
import { tellFilled } from './tell.ts';

/**
 * Buys or sells coins at the market, or places a limit order. The price is the last good quote at the moment of decision,
 * whatever the customer saw. Refusals: those of `mayOpen` for a purchase, those of `decideSubmit`; 10011 and 11013 too little of
 * what is paid.
 */
export async function submit(
  context: SpotContext,
  tx: Transaction,
  account: Account,
  input: InputOf<typeof order.submit>,
): Promise<SpotOrder | Refusal> {
  const { market, clock, mode } = context;
  const stopped = input.side === 'buy' ? await context.mayOpen(tx, account.userId, account.book) : undefined;
  if (stopped !== undefined) return stopped;
  const instrument = market.instrument(input.code);
  if (instrument === undefined || instrument.spot === null) return refuse('11009', { code: '11009' });
  const quote = market.quote(input.code);
  if (quote === undefined) return refuse('10015');
  const source = market.feedKind(instrument);
  const decision = decideSubmit(input, {
    instrument,
    quote,
    tradable: market.tradable(input.code),
    pricesAllowed: pricesAllowed(mode, account.book, source),
  });
  if (isRefused(decision)) return refusalOf(decision);

  const now = clock.now();
  const orderNo = newOrderNo('S', now);
  const { terms, deal } = decision;
  const fills = decision.kind === 'fill';
  if (!fills && (await hasTooMany(tx, account))) return refuse('11010');
  const recipe = fills
    ? recipes.spotFilled({ userId: account.userId, ...dealt(terms, deal), held: null })
    : recipes.spotPlaced({ userId: account.userId, asset: paidAsset(terms), held: deal.paid });
  const posted = await post(tx, { book: account.book, reference: orderNo, at: now, ...recipe });
  if (isRefusal(posted)) return posted;
  const sale = fills ? await countDeal(tx, account, terms, deal) : null;
  const row = await insert(tx, account, { orderNo, now, instrument, orderType: input.type, quote, decision, sale });
  await market.recordUsedQuote(tx, { reference: orderNo, moment: fills ? 'fill' : 'place', instrument, quote, source });
  if (fills) tellFilled(context, tx, row);
  return announce(context, tx, row, posted);
}

/** Orders of one account that would wait are placed one after the other, so that the count is exact whatever they pay in. */
async function hasTooMany(tx: Transaction, { userId, book }: Account): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`spot_orders|${userId}|${book}`]);
  const [open] = await tx.query<{ count: number }>(
    "select count(*) from spot_orders where user_id = $1 and book = $2 and status = 'open'",
    [userId, book],
  );
  return (open?.count ?? 0) >= openSpotOrdersMax;
}

interface NewOrder {
  readonly orderNo: string;
  readonly now: number;
  readonly instrument: Instrument;
  readonly orderType: 'market' | 'limit';
  readonly quote: Quote;
  readonly decision: SpotDecision;
  readonly sale: SaleResult | null;
}

async function insert(tx: Transaction, { userId, book }: Account, order: NewOrder): Promise<SpotRow> {
  const { instrument, decision, sale } = order;
  const { terms, deal } = decision;
  const fills = decision.kind === 'fill';
  const now = new Date(order.now);
  const [row] = await tx.query<SpotRow>(
    `insert into spot_orders (
       order_no, user_id, book, instrument_id, code, order_type, side, base, quantity, sized_by, price_scale, fee_rate,
       limit_price, created_at, status, hold, quoted_at, filled_price, paid, received, fee, profit, cost, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
     returning ${columns}`,
    [
      order.orderNo,
      userId,
      book,
      instrument.id,
      instrument.code,
      order.orderType,
      terms.side,
      terms.base.code,
      terms.quantity,
      decision.sizedBy,
      terms.priceScale,
      formatFixed(terms.feeRate),
      decision.limit,
      now,
      fills ? 'filled' : 'open',
      fills ? 0n : deal.paid,
      order.quote.time,
      ...(fills ? [deal.price, deal.paid, deal.received, deal.fee] : [null, null, null, null]),
      sale?.profit ?? null,
      sale?.cost ?? null,
      fills ? now : null,
    ],
  );
  if (row === undefined) throw new Error(`spot order ${order.orderNo} was not written`);
  return row;
}
