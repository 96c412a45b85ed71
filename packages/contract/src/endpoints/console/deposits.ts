import { z } from 'zod';
import { chains, depositBatchMax, depositReasons, depositStatuses } from '../../vocabulary/funds.ts';
import { kycStatuses } from '../../vocabulary/statuses.ts';
import { decimal, decimalShape, id, isoTime, listOf, page, positive, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { caseFilters, gate, operatorRef, proposed, reason, waitingSums } from './units.ts';

const look = ['reviewer', 'finance', 'administrator'] as const;
const first = ['reviewer', 'finance'] as const;
const second = ['finance'] as const;

const listed = z.object({
  id: z.string().describe('the number, such as D260107-7K3M9QXA2C'),
  customer: z.object({ id, userName: z.string() }),
  coin: z.string(),
  network: z.string(),
  amount: decimal,
  status: z.enum(depositStatuses),
  createdAt: isoTime,
  approvedBy: operatorRef.nullable().describe('the first person; another one completes'),
  decidedBy: operatorRef.nullable().describe('who has ended it'),
  endedAt: isoTime.nullable(),
  address: z.string().describe('where the customer was told to send it'),
  hash: z.string(),
  claimedBy: operatorRef.nullable(),
});
export type DepositCase = z.infer<typeof listed>;

export const sameTransactionMax = 10;

const detail = listed.extend({
  ...gate,
  chain: z.enum(chains),
  proofId: z.string().nullable().describe('for /images/{id}; null where the chain itself has shown it'),
  confirmationsNeeded: z.number().int(),
  sameTransaction: z
    .array(z.object({ id: z.string(), customer: z.object({ id, userName: z.string() }), status: z.enum(depositStatuses) }))
    .max(sameTransactionMax)
    .describe('cases of other customers who report the same transaction; whose it is, is told by the address that it pays'),
  kycStatus: z.enum(kycStatuses),
  frozen: z.boolean(),
  record: z
    .object({ completed: z.number().int(), rejected: z.number().int(), waiting: z.number().int() })
    .describe('all deposits of the customer'),
  history: z.array(
    z.object({
      status: z.enum(depositStatuses),
      at: isoTime,
      by: operatorRef.nullable(),
      reason: z.enum(depositReasons).nullable(),
    }),
  ),
});
export type DepositCaseDetail = z.infer<typeof detail>;

const chainFacts = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off').describe('no node is configured for the chain: look it up by hand') }),
  z.object({ state: z.literal('unreachable').describe('the node did not answer properly, or in time') }),
  z.object({ state: z.literal('unknown').describe('the chain knows no such transaction, or it is not in a block yet') }),
  z.object({
    state: z.literal('found'),
    succeeded: z.boolean(),
    confirmations: z.number().int(),
    confirmed: z.boolean().describe('as many as the network needs'),
    received: decimal.describe('what it paid to the receive address, in the coin'),
    amount: z.enum(['same', 'more', 'less']).describe('received, against what was reported'),
  }),
]);
/** What a node says about a deposit: facts for a person, who decides. */
export type ChainFacts = z.infer<typeof chainFacts>;

const fee = z.string({ error: '11058' }).regex(decimalShape, { error: '11058' });

const network = z.object({
  id: z.string(),
  coin: z.string(),
  chain: z.enum(chains),
  name: z.string(),
  deposits: z.boolean().describe('whether any are taken; they need a receive key of the chain, too'),
  depositMinimum: decimal,
  withdrawalMinimum: decimal,
  feeRate: decimal.nullable().describe('share of a withdrawal that is its fee; null: the parameter `withdrawal_fee_rate`'),
  feeMin: decimal.describe('the least that is taken'),
  feeMax: decimal.nullable().describe('the most that is taken; null for no bound'),
  confirmations: z.number().int(),
});

/** A coin on a network, as operators see and change it. */
export type DeskNetwork = z.infer<typeof network>;

const receiveKey = z.object({
  chain: z.enum(chains),
  key: z.string().nullable().describe('extended public key (xpub); null: the chain takes no deposits'),
  sample: z.boolean().describe('made up by a sandbox: nobody can spend what is sent to its addresses'),
  drawn: z.number().int().describe('addresses of it that customers have'),
  since: isoTime.nullable(),
  addresses: z.array(z.string()).describe('the first ten, to be compared with the wallet'),
});

const watch = z.object({
  chain: z.enum(chains),
  state: z.enum(['off', 'well', 'fault']).describe('off: no node is set, two persons look payments up by hand'),
  height: z.number().int().nullable().describe('the last block that was read'),
  head: z.number().int().nullable().describe('the last one that the node knows'),
  heardAt: isoTime.nullable(),
  fault: z.string().nullable().describe('why nothing that the node says is believed now'),
});

const uncredited = z.object({
  id,
  network: z.string(),
  coin: z.string(),
  hash: z.string(),
  address: z.string(),
  amount: decimal,
  confirmations: z.number().int(),
  needed: z.number().int(),
  lost: z.boolean().describe('its block was replaced after it was confirmed'),
  case: z.string().nullable(),
  customer: z.object({ id, userName: z.string() }),
});

const internalMove = z.object({
  id,
  chain: z.enum(chains),
  network: z.string(),
  coin: z.string(),
  hash: z.string(),
  from: z
    .array(z.string())
    .describe('who has paid it, 20 of them at most; a transaction of Bitcoin’s kind may be paid from many addresses'),
  fromCount: z.number().int().describe('all who have paid it'),
  to: z.string(),
  amount: decimal,
  fee: z
    .object({ amount: decimal, coin: z.string() })
    .nullable()
    .describe('of the whole transaction, in the chain’s own coin; null: the node does not tell'),
  height: z.number().int().describe('the block that has it'),
  at: isoTime.describe('when it was seen'),
});

const release = z.object({
  network: z.string(),
  coin: z.string(),
  cases: z
    .array(z.object({ id: z.string(), amount: decimal }))
    .max(depositBatchMax)
    .describe('oldest first'),
  total: decimal.describe('of these cases'),
  more: z.boolean().describe('whether others wait behind these'),
});
/** What can be released together on a network. */
export type DepositRelease = z.infer<typeof release>;

const solvency = z.object({
  networks: z.array(
    z.object({
      network: z.string(),
      chain: z.enum(chains),
      asset: z.string(),
      held: decimal.nullable().describe('by the node; null: unknown'),
      height: z.number().int().nullable().describe('the block that it is of'),
      at: isoTime.nullable(),
      addresses: z.number().int(),
      uncredited: decimal.describe('has reached customers, and is not on their accounts'),
    }),
  ),
  assets: z.array(
    z.object({
      asset: z.string(),
      owed: decimal.describe('what customers own, with what is not credited yet'),
      held: decimal.nullable().describe('null: a network of the asset is unknown'),
      difference: signedDecimal.nullable().describe('held less owed'),
    }),
  ),
  claims: z
    .array(z.object({ asset: z.string(), owed: decimal }))
    .describe('assets of customers without a network: claims on the house, not held'),
  message: z.string().describe('what the key of an address signs before it can be declared'),
});
/** Coins held against coins owed. */
export type Solvency = z.infer<typeof solvency>;

/** Deposits under review: one person approves, another completes, and only then the customer has the money. */
export const depositDeskCalls = {
  list: deskCall({
    method: 'GET',
    path: '/deposits/list',
    roles: look,
    summary: 'Deposits; those that wait are listed oldest first, all others newest first, unless another order is asked for',
    input: {
      status: z
        .enum(['open', 'all', ...depositStatuses])
        .default('pendingReview')
        .describe('open: whatever still waits for a decision; all: however they stand'),
      ...caseFilters,
      ...page,
    },
    result: listOf(listed),
    csv: true,
  }),
  waiting: deskCall({
    method: 'GET',
    path: '/deposits/waiting',
    roles: look,
    summary: 'How many wait for their first and for their second person, and for how much',
    input: {},
    result: waitingSums,
  }),
  detail: deskCall({
    method: 'GET',
    path: '/deposits/detail/{id}',
    roles: look,
    summary: 'One deposit with its history and the customer’s record',
    input: { id },
    result: detail,
  }),
  chain: deskCall({
    method: 'GET',
    path: '/deposits/chain/{id}',
    roles: look,
    summary: 'What the chain says about it now, where a node is configured',
    input: { id },
    result: chainFacts,
  }),
  approve: deskCall({
    method: 'POST',
    path: '/deposits/approve',
    roles: first,
    summary:
      'Approves as the first of two persons, or of three as the second, which another than who approved it first does; no money moves',
    input: { id },
    result: detail,
    moves: true,
  }),
  complete: deskCall({
    method: 'POST',
    path: '/deposits/complete',
    roles: second,
    summary: 'Credits an approved deposit as the second person',
    input: { id },
    result: detail,
    moves: true,
  }),
  reject: deskCall({
    method: 'POST',
    path: '/deposits/reject',
    roles: first,
    summary: 'Turns a deposit down, with a reason that the customer reads; an approved one only as another person',
    input: { id, reason: z.enum(depositReasons) },
    result: detail,
    moves: true,
  }),
  fail: deskCall({
    method: 'POST',
    path: '/deposits/fail',
    roles: second,
    summary: 'Ends an approved deposit that did not get through on its chain, as the second person',
    input: { id, reason: z.enum(depositReasons) },
    result: detail,
    moves: true,
  }),
  releases: deskCall({
    method: 'GET',
    path: '/deposits/releases',
    roles: look,
    summary: 'By network, the cases that the chain has shown in full at the customers’ own addresses, and their total',
    input: {},
    result: z.array(release),
  }),
  proposeRelease: deskCall({
    method: 'POST',
    path: '/deposits/proposeRelease',
    roles: second,
    summary:
      'Approves these cases as the first person, by their total; approving the proposal completes all of them that still wait, or none. Each can be decided by itself meanwhile',
    input: { network: id, cases: z.array(z.string()).min(1).max(depositBatchMax), total: decimal, reason },
    result: proposed,
    moves: true,
  }),
  networks: deskCall({
    method: 'GET',
    path: '/deposits/networks',
    roles: look,
    summary: 'Coins and networks, with their minimums',
    input: {},
    result: z.array(network),
  }),
  proposeNetwork: deskCall({
    method: 'POST',
    path: '/deposits/proposeNetwork',
    roles: second,
    summary:
      'Proposes to take deposits of a network or none, other minimums, and another fee of withdrawals; what is left out stays',
    input: {
      network: id,
      deposits: z.boolean(),
      depositMinimum: positive('11058'),
      withdrawalMinimum: positive('11058'),
      feeRate: fee.nullable().optional(),
      feeMin: fee.optional(),
      feeMax: fee.nullable().optional(),
      confirmations: z.number().int().min(1).max(1000),
      reason,
    },
    result: proposed,
    moves: true,
  }),
  receiveKeys: deskCall({
    method: 'GET',
    path: '/deposits/receiveKeys',
    roles: look,
    summary: 'The extended public keys that customers’ addresses are drawn from, by chain, with the first ten addresses',
    input: {},
    result: z.array(receiveKey),
  }),
  proposeReceiveKey: deskCall({
    method: 'POST',
    path: '/deposits/proposeReceiveKey',
    roles: second,
    summary: 'Proposes the extended public key of an account; a private key is refused, and kept nowhere',
    input: { chain: z.enum(chains), key: z.string().trim().min(1).max(512), reason },
    result: proposed,
    moves: true,
  }),
  watches: deskCall({
    method: 'GET',
    path: '/deposits/watches',
    roles: look,
    summary: 'How far the watcher has read each chain, and what is wrong with its node',
    input: {},
    result: z.array(watch),
  }),
  uncredited: deskCall({
    method: 'GET',
    path: '/deposits/uncredited',
    roles: look,
    summary: 'Payments to customers’ addresses that no case credits, and those whose block was replaced; newest first',
    input: { ...page },
    result: listOf(uncredited),
  }),
  internalMoves: deskCall({
    method: 'GET',
    path: '/deposits/internalMoves',
    roles: look,
    summary:
      'What has moved between addresses of the house’s own, such as coins taken out of customers’ addresses; newest first',
    input: { ...page },
    result: listOf(internalMove),
  }),
  solvency: deskCall({
    method: 'GET',
    path: '/deposits/solvency',
    roles: ['finance', 'administrator'],
    summary: 'Coins held, as the nodes say, against coins owed to customers; what no node tells is unknown',
    input: {},
    result: solvency,
  }),
  proposeReserve: deskCall({
    method: 'POST',
    path: '/deposits/proposeReserve',
    roles: second,
    summary: 'Proposes to count an address of the house’s own among what it holds',
    input: {
      chain: z.enum(chains),
      address: z.string().trim().min(1).max(128),
      label: z.string().trim().min(1).max(60),
      signature: z.string().trim().min(1).max(200).describe('of the message in /deposits/solvency, by the key of the address'),
      reason,
    },
    result: proposed,
    moves: true,
  }),
  proposeRetirement: deskCall({
    method: 'POST',
    path: '/deposits/proposeRetirement',
    roles: second,
    summary: 'Proposes to count an address of the house’s own no more, for good',
    input: { address: z.string().trim().min(1).max(110), reason },
    result: proposed,
    moves: true,
  }),
};
