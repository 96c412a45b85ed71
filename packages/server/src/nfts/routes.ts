import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { type Http, serve, serveMove } from '../platform/http.ts';
import { isRefusal } from '../platform/refusal.ts';
import { serveArt } from './art.ts';
import { buyNow } from './buy-now.ts';
import type { NftsContext } from './context.ts';
import { placeBid } from './place-bid.ts';
import { findPiece, listOwn, listPieces } from './queries.ts';
import { wireId } from './row.ts';

/** GET index/listNft, index/getNft · POST user/buyNft · GET user/listNft · the artwork */
export function serveNfts(http: Http, context: NftsContext): void {
  serve(http, index.listNft, (call) => listPieces(context, call.language));
  serve(http, index.getNft, (call, { id }) => findPiece(context, call.language, id));
  serveMove(http, user.buyNft, async (call, input, tx) => {
    const act = input.kind === 'bid' ? placeBid : buyNow;
    const row = await act(context, tx, call.user.id, input);
    if (isRefusal(row)) return row;
    const { id, status, endsAt } = row;
    const notice = input.kind === 'buyNow' ? ('20004' as const) : null;
    return { notice, id: wireId(id), status, endsAt: endsAt.toISOString() };
  });
  serve(http, user.listNft, (call, input) => listOwn(context, { userId: call.user.id, language: call.language }, input));
  serveArt(http.app, context.db);
}
