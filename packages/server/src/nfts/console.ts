import type { DeskInput } from '@assay/contract/endpoints/console/desk-call.ts';
import { nftDeskCalls } from '@assay/contract/endpoints/console/nfts.ts';
import { decideTerms } from '@assay/domain/nfts/terms.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { type Desk, propose, serveDesk, serveDeskMove } from '../operators/index.ts';
import type { Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal, refuse, refusalOf } from '../platform/refusal.ts';
import { serveArt } from './art.ts';
import { charitiesOf, payoutAct } from './charities.ts';
import { deskPiece, listForDesk, pieceForDesk, pieceOpen } from './desk-queries.ts';
import { type NewPiece, addPiece, charityNamed, rewritePiece } from './pieces.ts';
import { type NftRow, change, lockRow, opened, rowId } from './row.ts';

/** The desk of the charity NFTs: pieces before their auction, auctions with their bidders, and what charities are paid. */
export function serveNftsDesk(desk: Desk): void {
  const { db, clock } = desk;
  serveDesk(desk, nftDeskCalls.list, (_, input) => listForDesk(db, clock.now(), input));
  serveDesk(desk, nftDeskCalls.detail, (_, { id }) => pieceForDesk(db, clock.now(), id));
  serveDesk(desk, nftDeskCalls.charities, () => charitiesOf(db));
  serveArt(desk.app, db);

  serveDeskMove(desk, nftDeskCalls.create, async (_, input, tx, audit) => {
    const piece = await pieceOf(tx, input, clock.now());
    if (isRefusal(piece)) return piece;
    const row = await addPiece(tx, piece, clock.now());
    audit({ action: 'nft.created', subject: `nft:${row.id}`, details: { ...input } });
    return deskPiece(tx, clock.now(), row.id);
  });
  serveDeskMove(desk, nftDeskCalls.edit, async (_, { id, ...input }, tx, audit) => {
    const found = await lockRow(tx, rowId(id));
    if (found === undefined) return refuse('404', { id: '404' });
    if (!isBeforeSale(found, clock.now())) return refuse('11089');
    const piece = await pieceOf(tx, input, clock.now());
    if (isRefusal(piece)) return piece;
    await rewritePiece(tx, found.id, piece);
    audit({ action: 'nft.edited', subject: `nft:${found.id}`, details: { ...input } });
    return deskPiece(tx, clock.now(), found.id);
  });
  serveDeskMove(desk, nftDeskCalls.withdraw, async (_, { id, reason }, tx, audit) => {
    const found = await lockRow(tx, rowId(id));
    if (found === undefined) return refuse('404', { id: '404' });
    const row = await opened(tx, found, clock.now());
    if (row.bids > 0 || row.endedAt !== null) return refuse('11089');
    await change(tx, row, { status: 'unsold', endedAt: clock.now(), withdrawnAt: clock.now() });
    audit({ action: 'nft.withdrawn', subject: `nft:${row.id}`, details: { reason } });
    return deskPiece(tx, clock.now(), row.id);
  });

  desk.casesOf('nfts', (tx, id) => pieceOpen(tx, rowId(id)));
  desk.act(payoutAct);
  serveDeskMove(desk, nftDeskCalls.proposePayout, (call, { id, amount, reason }, tx, audit) =>
    propose(desk, call, tx, audit, { kind: payoutAct.kind, subject: `charity:${id}`, payload: { id, amount }, reason }),
  );
}

/** What waits for its start may still be another piece; by the clock, whether or not a round has been there. */
function isBeforeSale({ status, startsAt }: NftRow, now: number): boolean {
  return status === 'upcoming' && startsAt.getTime() > now;
}

async function pieceOf(
  tx: Transaction,
  { charity, ...input }: DeskInput<typeof nftDeskCalls.create>,
  now: number,
): Promise<NewPiece | Refusal> {
  const terms = decideTerms(input, now);
  if (isRefused(terms)) return refusalOf(terms);
  return { ...input, ...terms, charityId: await charityNamed(tx, charity) };
}
