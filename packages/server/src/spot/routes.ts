import { order } from '@assay/contract/endpoints/order.ts';
import { type AccountCall, type Http, serve, serveCommand } from '../platform/http.ts';
import type { Account } from '../portfolio/index.ts';
import type { SpotContext } from './context.ts';
import { listOrders } from './queries.ts';
import { amendOrder, cancelAll, cancelOrder, convertDust, placeOrder } from './submit.ts';

const ownerOf = ({ user, book }: AccountCall): Account => ({ userId: user.id, book });

/** POST order/submit, order/cancelBb, order/amendBb, order/cancelAllBb, order/dust · GET order/listBbOrder */
export function serveSpot(http: Http, context: SpotContext): void {
  serveCommand(http, order.submit, (call, input, asked) => placeOrder(context, ownerOf(call), asked, input));
  serveCommand(http, order.cancelBb, (call, input, asked) => cancelOrder(context, ownerOf(call), asked, input.id));
  serveCommand(http, order.amendBb, (call, input, asked) => amendOrder(context, ownerOf(call), asked, input));
  serveCommand(http, order.cancelAllBb, (call, input, asked) => cancelAll(context, ownerOf(call), asked, input.code));
  serveCommand(http, order.dust, (call, input, asked) => convertDust(context, ownerOf(call), asked, input));
  serve(http, order.listBbOrder, (call, input) => listOrders(context, ownerOf(call), input));
}
