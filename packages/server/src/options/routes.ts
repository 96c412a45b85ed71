import { order } from '@assay/contract/endpoints/order.ts';
import { type AccountCall, type Http, serve, serveCommand } from '../platform/http.ts';
import type { Account } from '../portfolio/index.ts';
import type { OptionsContext } from './context.ts';
import { listOptions, readOption } from './queries.ts';
import { buyOption } from './submit.ts';

const accountOf = ({ user: { id }, book }: AccountCall): Account => ({ userId: id, book });

/** POST buyOptions · GET getOptionsOrderById/{id}, listOptionsOrder */
export function serveOptions(http: Http, context: OptionsContext): void {
  serveCommand(http, order.buyOptions, (call, input, asked) => buyOption(context, accountOf(call), asked, input));
  serve(http, order.getOptionsOrderById, (call, input) => readOption(context, accountOf(call), input.id));
  serve(http, order.listOptionsOrder, (call, input) => listOptions(context, accountOf(call), input));
}
