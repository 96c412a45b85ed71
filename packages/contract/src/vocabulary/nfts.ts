/** How the project's own artwork is drawn; each is a pure function of a seed. */
export const artStyles = ['flow', 'quilt', 'constellation', 'ribbons', 'hills', 'animal', 'garden', 'tide'] as const;
export type ArtStyle = (typeof artStyles)[number];

/** The state of a customer in an auction: `released` is a highest bid that stayed below the reserve and came back. */
export const nftStandings = ['leading', 'outbid', 'won', 'lost', 'released'] as const;
export type NftStanding = (typeof nftStandings)[number];

/** Bids that a detail page shows. */
export const nftHistoryMax = 50;
/** Pieces that the gallery lists: those on sale and coming first, then the latest sold. */
export const nftsListedMax = 200;
