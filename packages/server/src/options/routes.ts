import { order } from '@assay/contract/endpoints/order.ts';
import { type AccountCall, type Http, serve, serveMove } from '../platform/http.ts';
import type { Account } from '../portfolio/index.ts';
import { buyOption } from './buy-option.ts';
import type { OptionsContext } from './context.ts';
import { listOptions, readOption } from './queries.ts';

const accountOf = ({ user: { id }, book }: AccountCall): Account => ({ userId: id, book });

/** POST buyOptions · GET getOptionsOrderById/{id}, listOptionsOrder */
export function serveOptions(http: Http, context: OptionsContext): void {
  serveMove(http, order.buyOptions, (call, input, tx) => buyOption(context, tx, accountOf(call), input));
  serve(http, order.getOptionsOrderById, (call, input) => readOption(context, accountOf(call), input.id));
  serve(http, order.listOptionsOrder, (call, input) => listOptions(context, accountOf(call), input));
}
