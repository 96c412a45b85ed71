import { order } from '@assay/contract/endpoints/order.ts';
import { type AccountCall, type Http, serve, serveMove } from '../platform/http.ts';
import { amendPosition } from './amend-position.ts';
import { closePosition } from './close-position.ts';
import type { PositionsContext, Owner } from './context.ts';
import { openPosition } from './open-position.ts';
import { listPositions } from './queries.ts';

const ownerOf = ({ user, book }: AccountCall): Owner => ({ userId: user.id, book });

/** POST buyU, stopU, amendU · GET listUOrder */
export function servePositions(http: Http, context: PositionsContext): void {
  serveMove(http, order.buyU, (call, input, tx) => openPosition(context, tx, ownerOf(call), input));
  serveMove(http, order.stopU, (call, input, tx) => closePosition(context, tx, ownerOf(call), input.id));
  serveMove(http, order.amendU, (call, input, tx) => amendPosition(context, tx, ownerOf(call), input));
  serve(http, order.listUOrder, (call, input) => listPositions(context, ownerOf(call), input));
}
