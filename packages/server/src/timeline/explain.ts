import type { DeskInput, DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import { type timelineCalls, timelineKindsFor } from '@assay/contract/endpoints/console/timeline.ts';
import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type { OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse } from '../platform/refusal.ts';
import { type PortfolioContext, receiptOf, reportWordsOf } from '../portfolio/index.ts';

type Endpoint = typeof timelineCalls.outcome;

/** An order that has ended, as the customer's reports show it. */
interface Trade {
  readonly code: string;
  readonly side: 'long' | 'short' | 'up' | 'down' | 'buy' | 'sell';
  readonly orderNo: string;
  readonly at: Date;
  readonly opened: Date;
  readonly quantity: string;
  readonly unit: string;
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly gross: bigint | null;
  readonly fees: bigint;
  readonly feeAsset: string;
  readonly financing: bigint;
}

/** The receipt of an order, and its outcome in words of the customer's reports. 404 when it is not an order of theirs. */
export async function explainOutcome(
  { db, portfolio }: { readonly db: Database; readonly portfolio: PortfolioContext },
  roles: readonly OperatorRole[],
  { id, book, order }: DeskInput<Endpoint>,
): Promise<DeskResult<Endpoint> | Refusal> {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return refuse('404', { id: '404' });
  const [user] = await db.query<{ language: Language; conversation: string | null }>(
    `select language, (select c.id::text from conversations c where c.user_id = u.id) as conversation from users u where id = $1`,
    [id],
  );
  if (user === undefined) return refuse('404', { id: '404' });
  const receipt = await receiptOf(portfolio, { userId: id, book }, order);
  if (isRefusal(receipt)) return receipt;
  const trade = await tradeOf(db, portfolio, { userId: id, book, order, kind: receipt.kind });
  return {
    receipt,
    language: user.language,
    answer: answerIn(user.language, receipt, trade),
    conversationId: timelineKindsFor(roles).includes('chat') ? user.conversation : null,
  };
}

/** Undefined of what has not ended, and of plans, which are no trades. */
async function tradeOf(
  db: Queryable,
  { trades }: Pick<PortfolioContext, 'trades'>,
  { userId, book, order, kind }: { userId: string; book: Book; order: string; kind: Receipt['kind'] },
): Promise<Trade | undefined> {
  const number = /[0-9]+$/.exec(order)?.[0];
  if (number === undefined || kind === 'plan') return undefined;
  const [trade] = await db.query<Trade>(
    `select * from (${trades.join(' union all ')}) trades
     where user_id = $1::bigint and book = $2 and product = $3 and number = $4::bigint`,
    [userId, book, kind, number],
  );
  return trade;
}

/** Each figure after its name, as reports name it, and then every quote that has decided something: when, bid and ask, and whose. */
function answerIn(language: Language, receipt: Receipt, trade: Trade | undefined): string {
  const { column, side } = reportWordsOf(language);
  const money = (units: bigint, asset: string) => `${formatAmount(amount(units), assetOf(asset))} ${asset}`;
  const figures: [string, string | null | undefined][] =
    trade === undefined
      ? [[column['order number'], receipt.terms['orderNo']]]
      : [
          [column['order number'], trade.orderNo],
          [column.instrument, trade.code],
          [column.side, side[trade.side]],
          [column.quantity, `${trade.quantity} ${trade.unit}`],
          [column.opened, moment(trade.opened.toISOString())],
          [column['open price'], trade.openPrice],
          [column.closed, moment(trade.at.toISOString())],
          [column['close price'], trade.closePrice],
          [column.gross, trade.gross === null ? null : money(trade.gross, usdt.code)],
          [column.fees, money(trade.fees, trade.feeAsset)],
          [column.financing, trade.financing === 0n ? null : money(trade.financing, usdt.code)],
          [column.result, resultOf(trade, money)],
        ];
  const told = figures.flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name}: ${value}`]));
  const quotes = receipt.quotes.map(({ time, bid, ask, source }) => `${moment(time)} · ${bid} / ${ask} · ${source}`);
  return [...told, '', ...quotes].join('\n').trim();
}

/** Of a purchase nothing has come yet; its fee is in coins. */
function resultOf({ gross, fees, feeAsset, financing }: Trade, money: (units: bigint, asset: string) => string): string | null {
  if (gross === null) return null;
  return feeAsset === usdt.code ? money(gross - fees - financing, usdt.code) : null;
}

const moment = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;
