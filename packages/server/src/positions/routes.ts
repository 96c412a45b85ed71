import { order } from '@assay/contract/endpoints/order.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import { type AccountCall, type Http, serve, serveCommand } from '../platform/http.ts';
import type { PositionsContext } from './context.ts';
import { listPositions } from './queries.ts';
import { amendPosition, closePosition, moveMargin, openPosition, reversePosition, sweep } from './submit.ts';

const ownerOf = ({ user, book }: AccountCall): Owner => ({ userId: user.id, book });

/** POST buyU, stopU, amendU, reverse, closeAll, cancelAll, margin · GET listUOrder */
export function servePositions(http: Http, context: PositionsContext): void {
  serveCommand(http, order.buyU, (call, input, asked) => openPosition(context, ownerOf(call), asked, input));
  serveCommand(http, order.stopU, (call, input, asked) => closePosition(context, ownerOf(call), asked, input));
  serveCommand(http, order.amendU, (call, input, asked) => amendPosition(context, ownerOf(call), asked, input));
  serveCommand(http, order.reverse, (call, input, asked) => reversePosition(context, ownerOf(call), asked, input));
  serveCommand(http, order.closeAll, (call, input, asked) => sweep(context, ownerOf(call), asked, 'closeAll', input));
  serveCommand(http, order.cancelAll, (call, input, asked) => sweep(context, ownerOf(call), asked, 'cancelAll', input));
  serveCommand(http, order.margin, (call, input, asked) => moveMargin(context, ownerOf(call), asked, input));
  serve(http, order.listUOrder, (call, input) => listPositions(context, ownerOf(call), input));
}
