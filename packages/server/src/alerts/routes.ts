import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import type { AlertsContext } from './context.ts';
import { createAlert } from './create-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { listAlerts } from './row.ts';
import { changeWatchlist, readWatchlist } from './watchlist.ts';

/** GET priceAlerts, watchlist · POST createPriceAlert, deletePriceAlert, setWatchlist */
export function serveAlerts(http: Http, context: AlertsContext): void {
  const { db } = http;
  serve(http, user.priceAlerts, (call) => listAlerts(db, call.user.id));
  serveMove(http, user.createPriceAlert, (call, input, tx) => createAlert(context, tx, call.user.id, input));
  serve(http, user.deletePriceAlert, (call, input) => deleteAlert(context, call.user.id, input));
  serve(http, user.watchlist, (call) => readWatchlist(db, call.user.id));
  serve(http, user.setWatchlist, (call, input) => changeWatchlist(db, call.user.id, input));
}
