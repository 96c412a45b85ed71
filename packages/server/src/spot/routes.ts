import { order } from '@assay/contract/endpoints/order.ts';
import { type AccountCall, type Http, serve, serveMove } from '../platform/http.ts';
import type { Account } from '../portfolio/index.ts';
import { cancelOrder } from './cancel-order.ts';
import type { SpotContext } from './context.ts';
import { listOrders } from './queries.ts';
import { submit } from './submit.ts';

const ownerOf = ({ user, book }: AccountCall): Account => ({ userId: user.id, book });

/** POST order/submit, order/cancelBb · GET order/listBbOrder */
export function serveSpot(http: Http, context: SpotContext): void {
  serveMove(http, order.submit, (call, input, tx) => submit(context, tx, ownerOf(call), input));
  serveMove(http, order.cancelBb, (call, input, tx) => cancelOrder(context, tx, ownerOf(call), input.id));
  serve(http, order.listBbOrder, (call, input) => listOrders(context, ownerOf(call), input));
}
