import { z } from 'zod';
import { decimal, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const sums = z.record(z.string(), decimal).describe('amounts by asset');

const proof = z.object({
  day: z.iso.date().describe('UTC; sealed after its end'),
  sealedAt: isoTime,
  accounts: z.number().int().describe('accounts in the root of the books'),
  ledgerRoot: hash.describe('of every account’s newest entry, each of which follows from all before it'),
  customers: z.number().int(),
  liabilitiesRoot: hash.describe('of the Merkle sum tree of all that customers have on real accounts'),
  totals: sums.describe('all that customers have, at the root'),
  seal: hash.describe('SHA-256 of the seal before it, the day and both roots'),
});
export type Proof = z.infer<typeof proof>;

const balanceProof = z.object({
  day: z.iso.date(),
  userId: z.string(),
  salt: z.string(),
  sums,
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash, sums })).max(64),
  liabilitiesRoot: hash,
});
export type BalanceProof = z.infer<typeof balanceProof>;

/** Calls of the index that the specification does not name: public proofs of the books. */
export const proofCalls = {
  listProofs: endpoint({
    method: 'GET',
    path: '/index/listProofs',
    auth: 'public',
    summary: 'The seals of the last 30 days: roots of the books and of all balances (beyond the specification)',
    input: {},
    result: z.array(proof).max(30),
  }),
};

export const ownProofCalls = {
  balanceProof: endpoint({
    method: 'GET',
    path: '/user/balanceProof',
    auth: 'real',
    summary: 'That one’s balances are in the newest seal: a leaf and its way to the root; null when they were not yet',
    input: {},
    result: balanceProof.nullable(),
  }),
};
