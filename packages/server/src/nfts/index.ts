export { serveNftsDesk } from './console.ts';
export type { NftsContext } from './context.ts';
export { galleryOpensMsBefore, openGallery } from './open-gallery.ts';
export { addPiece, charityNamed } from './pieces.ts';
export { AuctionsRound } from './round.ts';
export { serveNfts } from './routes.ts';
