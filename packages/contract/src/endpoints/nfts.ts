import { z } from 'zod';
import { artStyles, nftHistoryMax, nftStandings } from '../vocabulary/nfts.ts';
import { nftStatuses } from '../vocabulary/statuses.ts';
import { decimal, id, isoTime, listOf, page, positive } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** The public view of a charity NFT. Money is USDT; the reserve itself is never sent. */
export const nft = z.object({
  id: z.string(),
  title: z.string().describe('as its maker gave it, in whatever language'),
  meaning: z
    .string()
    .nullable()
    .describe("the title in the caller's language; null where it is in that language already, or nobody translated it"),
  creator: z.string(),
  chain: z.string(),
  address: z.string().describe('of the piece on its chain'),
  image: z.string().describe('path of the artwork on this site'),
  style: z.enum(artStyles),
  currentBid: decimal.nullable().describe('highest bid; null while nobody has bid'),
  minimumBid: decimal.describe('smallest bid that is taken now'),
  bids: z.number().int(),
  reserveMet: z.boolean().describe('whether the highest bid would buy it at the end'),
  buyNowPrice: decimal.nullable().describe('null where it is not offered, and once somebody has bid'),
  soldFor: decimal.nullable(),
  startsAt: isoTime,
  endsAt: isoTime.describe('a bid in the last 15 minutes moves it'),
  status: z.enum(nftStatuses),
  charity: z.string().describe('receives all that the piece is sold for'),
  cumulativeDonation: decimal.describe('what that charity has been given through all pieces'),
});
export type Nft = z.infer<typeof nft>;

const nftBid = z.object({
  bidder: z.string().describe('masked'),
  kind: z.enum(['bid', 'buyNow']),
  amount: decimal,
  time: isoTime,
  endsAt: isoTime.describe('the end of the auction after this bid'),
});
export type NftBid = z.infer<typeof nftBid>;

export const nftDetail = nft.extend({
  story: z.string().describe("the creator's own words; may be empty"),
  history: z.array(nftBid).max(nftHistoryMax).describe('newest first'),
});
export type NftDetail = z.infer<typeof nftDetail>;

const ownNft = z.object({
  id: z.string(),
  title: z.string(),
  meaning: nft.shape.meaning,
  image: z.string(),
  amount: decimal.describe('own highest bid, or the price paid'),
  held: decimal.describe('set aside for the bid now'),
  currentBid: decimal.nullable(),
  standing: z.enum(nftStandings),
  status: z.enum(nftStatuses),
  endsAt: isoTime,
  time: isoTime.describe('of the own last bid, or the purchase'),
});
export type OwnNft = z.infer<typeof ownNft>;

/** Calls of the index module. */
export const nftCalls = {
  listNft: endpoint({
    method: 'GET',
    path: '/index/listNft',
    auth: 'public',
    summary: 'Charity NFTs on sale, coming and sold',
    input: {},
    result: z.array(nft),
  }),
  getNft: endpoint({
    method: 'GET',
    path: '/index/getNft/{id}',
    auth: 'public',
    summary: 'One charity NFT with its bids, newest first (beyond the specification)',
    input: { id },
    result: nftDetail,
  }),
};

/** Calls of the user module. */
export const ownNftCalls = {
  buyNft: endpoint({
    method: 'POST',
    path: '/user/buyNft',
    auth: 'real',
    moves: true,
    summary: 'Bids for a charity NFT, or buys it now',
    input: { id, kind: z.enum(['bid', 'buyNow']), amount: positive('10016') },
    result: z.object({
      notice: z.literal('20004').nullable().describe('null for a bid: it has bought nothing yet'),
      id: z.string(),
      status: z.enum(nftStatuses),
      endsAt: isoTime,
    }),
  }),
  listNft: endpoint({
    method: 'GET',
    path: '/user/listNft',
    auth: 'real',
    summary: 'My NFTs and bids, one line for each piece, by the latest own bid',
    input: { ...page },
    result: listOf(ownNft),
  }),
};
