import { z } from 'zod';
import { chains } from '../vocabulary/funds.ts';
import { decimal, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

/** told: the node reports it · silent: it does not answer, or is not trusted · none: no node is configured. */
export const holdingStates = ['told', 'silent', 'none'] as const;
export type HoldingState = (typeof holdingStates)[number];

const network = z.object({
  network: z.string(),
  name: z.string(),
  chain: z.enum(chains),
  state: z.enum(holdingStates),
  held: decimal.nullable(),
  height: z.number().int().nullable().describe('the block that it is of'),
  at: isoTime.nullable(),
});

const publicSolvency = z.object({
  at: isoTime.describe('told anew once a minute'),
  seal: z
    .object({ day: z.iso.date(), liabilitiesRoot: z.string() })
    .nullable()
    .describe('the newest night’s, in which everybody finds what is theirs'),
  assets: z.array(
    z.object({
      asset: z.string(),
      networks: z.array(network),
      held: decimal.nullable().describe('null: not known of every network'),
      owed: decimal.describe('what customers own now, with what has reached them and is not credited yet'),
      sealed: decimal.nullable().describe('what they owned in the seal'),
      ratio: decimal
        .nullable()
        .describe('held of what is owed, 1 is all of it, rounded down; null: unknown, or nothing is owed'),
    }),
  ),
  claims: z
    .array(z.object({ asset: z.string(), owed: decimal, usdt: decimal.nullable().describe('null: no price') }))
    .describe('assets without a network: claims on the house, not held'),
  reserves: z
    .array(
      z.object({
        chain: z.enum(chains),
        address: z.string(),
        label: z.string(),
        message: z.string(),
        signature: z.string(),
        declaredAt: isoTime,
      }),
    )
    .max(200)
    .describe('addresses of the house’s own with what their keys have signed: EIP-191, TIP-191, Bitcoin signed messages'),
});
export type PublicSolvency = z.infer<typeof publicSolvency>;

export const solvencyCalls = {
  solvency: endpoint({
    method: 'GET',
    path: '/index/solvency',
    auth: 'public',
    summary: 'Coins held, as the nodes say, against coins owed to customers (beyond the specification)',
    input: {},
    result: publicSolvency,
  }),
};
