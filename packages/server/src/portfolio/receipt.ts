import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { accountName } from '@assay/domain/ledger/accounts.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { formatFixed } from '@assay/domain/money/fixed.ts';
import { transfersOf } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account, PortfolioContext } from './context.ts';

/** What every receipt shows of an order number: the quotes that decided about it, and the transfers it brought about. */
export async function evidenceOf(
  db: Queryable,
  market: Pick<Market, 'usedQuotes'>,
  orderNo: string,
): Promise<Pick<Receipt, 'quotes' | 'transfers'>> {
  const [quotes, transfers] = await Promise.all([market.usedQuotes(db, orderNo), transfersOf(db, orderNo)]);
  return {
    quotes: quotes.map((quote) => ({
      moment: quote.moment,
      time: new Date(quote.time).toISOString(),
      bid: formatFixed(quote.bid),
      ask: formatFixed(quote.ask),
      source: `${quote.source} ${quote.code}`,
    })),
    transfers: transfers.map((transfer) => ({
      transactionId: String(transfer.transactionId),
      time: transfer.at.toISOString(),
      reason: transfer.reason,
      from: accountName(transfer.from),
      to: accountName(transfer.to),
      asset: transfer.asset.code,
      amount: formatAmount(transfer.amount, transfer.asset),
    })),
  };
}

/** Tries the products one after the other; an id belongs to one of them. 404 when to none, or not to the caller. */
export async function receiptOf({ receipts }: PortfolioContext, account: Account, id: string): Promise<Receipt | Refusal> {
  for (const find of receipts) {
    const receipt = await find(account, id);
    if (receipt !== undefined) return receipt;
  }
  return refuse('404', { id: '404' });
}
