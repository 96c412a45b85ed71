import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import { tooMany } from '../platform/refusal.ts';
import type { AlertsContext } from './context.ts';
import { createAlert } from './create-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { listAlerts } from './row.ts';
import { changeWatchlist, readWatchlist } from './watchlist.ts';

/**
 * One whose price is reached already fires at the next quote: without a limit, a caller could trigger any number of
 * notifications and mails.
 */
const alertsPerUser = { max: 200, windowMs: 3_600_000 };

/** GET priceAlerts, watchlist · POST createPriceAlert, deletePriceAlert, setWatchlist */
export function serveAlerts(http: Http, context: AlertsContext): void {
  const { db, limit } = http;
  serve(http, user.priceAlerts, (call) => listAlerts(db, call.user.id));
  serveMove(http, user.createPriceAlert, async (call, input, tx) => {
    const waitMs = limit(`alerts:${call.user.id}`, alertsPerUser);
    return waitMs > 0 ? tooMany(waitMs / 1000) : createAlert(context, tx, call.user.id, input);
  });
  serve(http, user.deletePriceAlert, (call, input) => deleteAlert(context, call.user.id, input));
  serve(http, user.watchlist, (call) => readWatchlist(db, call.user.id));
  serve(http, user.setWatchlist, (call, input) => changeWatchlist(db, call.user.id, input));
}
