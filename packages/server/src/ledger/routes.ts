import { user } from '@assay/contract/endpoints/user.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { type Http, serve } from '../platform/http.ts';
import { isRefusal } from '../platform/refusal.ts';
import { statement } from './statement.ts';

/** Offers GET /user/listTransfers. */
export function serveLedger(http: Http): void {
  serve(http, user.listTransfers, async (call, input) => {
    const page = await statement(http.db, {
      book: call.book,
      userId: call.user.id,
      asset: input.asset,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      limit: input.limit,
      cursor: input.cursor,
    });
    if (isRefusal(page)) return page;
    const items = page.items.map((line) => ({
      id: line.id,
      time: line.at.toISOString(),
      reason: line.reason,
      reference: line.reference,
      asset: line.asset.code,
      kind: line.kind,
      amount: formatAmount(line.amount, line.asset),
      balanceAfter: formatAmount(line.balanceAfter, line.asset),
    }));
    return { items, nextCursor: page.nextCursor };
  });
}
