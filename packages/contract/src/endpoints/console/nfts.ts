import { z } from 'zod';
import { languages } from '../../vocabulary/languages.ts';
import { artStyles } from '../../vocabulary/nfts.ts';
import { workingRoles } from '../../vocabulary/operators.ts';
import { nftStatuses } from '../../vocabulary/statuses.ts';
import { decimal, id, isoTime, listOf, page, positive } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { proposed, reason } from './units.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

/** What an operator writes before the auction; frozen when it starts. Prices are USDT in whole cents. */
const draft = {
  charity: text(120).describe('by its name; a new name opens a new charity'),
  title: text(80),
  titles: z
    .partialRecord(z.enum(languages), text(80))
    .default({})
    .describe('what the title means, for readers of other languages than its own'),
  creator: text(80),
  chain: text(40),
  address: text(100),
  story: z.string().trim().max(2000).default(''),
  style: z.enum(artStyles),
  seed: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('with the style it is the drawing'),
  startPrice: positive('11088'),
  reserve: positive('11088').describe('customers are told whether it is met, never how much it is'),
  buyNowPrice: positive('11088').nullable(),
  startsAt: isoTime,
  endsAt: isoTime,
};

const piece = z.object({
  id,
  ...draft,
  titles: z.partialRecord(z.enum(languages), z.string()),
  story: z.string(),
  image: z.string(),
  status: z.enum(nftStatuses),
  bids: z.number().int(),
  currentBid: decimal.nullable(),
  soldFor: decimal.nullable(),
  endedAt: isoTime.nullable(),
  withdrawnAt: isoTime.nullable(),
});
export type DeskNft = z.infer<typeof piece>;

const deskBid = z.object({
  userId: id,
  userName: z.string(),
  kind: z.enum(['bid', 'buyNow']),
  amount: decimal,
  time: isoTime,
});

const charity = z.object({
  id,
  name: z.string(),
  donated: decimal.describe('brought by all pieces sold for it'),
  paidOut: decimal,
  owed: decimal.describe('lies on its account in the books'),
});
export type DeskCharity = z.infer<typeof charity>;

const editors = ['finance', 'administrator'] as const;

export const nftDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/nfts/list',
    roles: workingRoles,
    summary: 'Charity NFTs, the newest first, withdrawn ones too',
    input: { status: z.enum(nftStatuses).optional(), ...page },
    result: listOf(piece),
    csv: true,
  }),
  detail: deskCall({
    method: 'GET',
    path: '/nfts/detail/{id}',
    roles: workingRoles,
    summary: 'One piece with its latest bids and who placed them',
    input: { id },
    result: piece.extend({ history: z.array(deskBid) }),
  }),
  create: deskCall({
    method: 'POST',
    path: '/nfts/create',
    roles: editors,
    summary: 'Writes a piece down for an auction to come. Refused with 11088 on the field that does not fit',
    input: draft,
    result: piece,
    moves: true,
  }),
  edit: deskCall({
    method: 'POST',
    path: '/nfts/edit',
    roles: editors,
    summary: 'Writes a piece anew as long as its auction has not started. Refused with 11089 afterwards, and with 11088',
    input: { id, ...draft },
    result: piece,
    moves: true,
  }),
  withdraw: deskCall({
    method: 'POST',
    path: '/nfts/withdraw',
    roles: editors,
    summary: 'Takes a piece off as long as nobody has bid. Refused with 11089 afterwards',
    input: { id, reason },
    result: piece,
    moves: true,
  }),
  charities: deskCall({
    method: 'GET',
    path: '/charities/list',
    roles: workingRoles,
    summary: 'Charities with what they were given, paid and are owed',
    input: {},
    result: z.array(charity).max(100),
  }),
  proposePayout: deskCall({
    method: 'POST',
    path: '/charities/proposePayout',
    roles: ['finance'],
    summary: 'Proposes to pay a charity out of what it is owed. Refused with 11090',
    input: { id, amount: positive('10016'), reason },
    result: proposed,
    moves: true,
  }),
};
