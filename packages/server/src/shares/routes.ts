import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve } from '../platform/http.ts';
import { networkOf } from '../platform/networks.ts';
import { tooMany } from '../platform/refusal.ts';
import type { FindReceipt } from '../portfolio/index.ts';
import { checkShare, revokeShare, shareOf, shareReceipt } from './shares.ts';

const sharesPerUser = { max: 60, windowMs: 3_600_000 };
/** Reads an order with its quotes: more work than a page of texts. */
const checksPerNetwork = { max: 120, windowMs: 60_000 };

/** POST user/shareReceipt, user/revokeShare · GET user/shareOf/{id}, index/checkReceipt/{code} */
export function serveShares(http: Http, receipts: readonly FindReceipt[]): void {
  const context = { db: http.db, clock: http.clock, receipts };
  serve(http, user.shareReceipt, ({ user: { id: userId }, book }, input) => {
    const waitMs = http.limit(`shares:${userId}`, sharesPerUser);
    return waitMs > 0 ? tooMany(waitMs / 1000) : shareReceipt(context, { userId, book }, input);
  });
  serve(http, user.shareOf, ({ user: { id: userId }, book }, { id }) => shareOf(context, { userId, book }, id));
  serve(http, user.revokeShare, ({ user: { id: userId }, book }, { id }) => revokeShare(context, { userId, book }, id));
  serve(http, index.checkReceipt, (call, { code }) => {
    const waitMs = http.limit(`check-receipt:${networkOf(call.ip)}`, checksPerNetwork);
    return waitMs > 0 ? tooMany(waitMs / 1000) : checkShare(context, code);
  });
}
