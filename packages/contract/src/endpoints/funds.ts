import { z } from 'zod';
import {
  chains,
  depositReasons,
  depositStatuses,
  depositsWaitingMax,
  kycLevels,
  withdrawalMethodsMax,
  withdrawalReasons,
  withdrawalStatuses,
} from '../vocabulary/funds.ts';
import { code, decimal, id, isoTime, listOf, page, positive } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';

const notice = <N extends string>(value: N) => z.object({ notice: z.literal(value), id: z.string() });
/** A name given by the customer. */
const label = z.string({ error: '11030' }).trim().min(1, { error: '11030' }).max(60, { error: '11030' });

/** A network as customers choose it: the same coin travels on several. */
const network = {
  coin: z.string(),
  network: z.string().describe('id of the network, such as TRC20'),
  networkName: z.string(),
  chain: z.enum(chains),
};

const depositCoin = z.object({
  ...network,
  address: z.string(),
  qrText: z.string().describe('what the QR code says'),
  minimum: decimal,
  confirmations: z.number().int().describe('blocks that operators wait for'),
  sample: z.boolean().describe("true in a sandbox: nobody holds the address's key, so nothing may be sent there"),
});
export type DepositCoin = z.infer<typeof depositCoin>;

const deposit = z.object({
  id: z.string(),
  coin: z.string(),
  network: z.string(),
  networkName: z.string(),
  amount: decimal,
  hash: z.string(),
  lastSix: z.string(),
  address: z.string().describe('the receive address as it was shown'),
  proofId: z
    .string()
    .nullable()
    .describe('id of the proof image, for /user/image/{id}; null where the chain itself has shown the deposit'),
  createdAt: isoTime,
  status: z.enum(depositStatuses),
  history: z
    .array(z.object({ status: z.enum(depositStatuses), time: isoTime, reason: z.enum(depositReasons).nullable() }))
    .describe('oldest first'),
});
export type Deposit = z.infer<typeof deposit>;

/** Payments on their way that are shown at once. */
export const arrivingMax = 50;

const arriving = z.object({
  id,
  coin: z.string(),
  network: z.string(),
  networkName: z.string(),
  amount: decimal,
  hash: z.string(),
  confirmations: z.number().int().describe('blocks that lie over it'),
  needed: z.number().int(),
  minimum: decimal.describe('below it a payment waits for others: together they become one deposit'),
  gathers: z.boolean().describe('whether what has arrived is below the minimum'),
});
export type Arriving = z.infer<typeof arriving>;

const coinMethod = z.object({
  kind: z.literal('coin'),
  id: z.string(),
  ...network,
  address: z.string(),
  label: z.string(),
  createdAt: isoTime,
  usableFrom: isoTime.describe('a new method waits before it can be used'),
});
const cardMethod = z.object({
  kind: z.literal('card'),
  id: z.string(),
  coin: z.literal('USDT').describe('what is debited'),
  name: z.string().describe('of the holder'),
  cardNumber: z.string().describe('masked: the last four digits'),
  bankName: z.string(),
  createdAt: isoTime,
  usableFrom: isoTime,
});
const method = z.discriminatedUnion('kind', [coinMethod, cardMethod]);
export type WithdrawalMethod = z.infer<typeof method>;
const methods = z.array(method).max(withdrawalMethodsMax);

const withdrawal = z.object({
  id: z.string(),
  method: z.enum(['coin', 'card']),
  label: z.string().describe('of the address, or the bank'),
  network: z.string().nullable(),
  address: z.string().describe('the address, or the masked card number'),
  asset: z.string(),
  amount: decimal,
  fee: decimal,
  actualAmount: decimal.describe('what arrives'),
  hash: z.string().nullable().describe("the chain's transaction, or the bank's reference, once it is completed"),
  createdAt: isoTime,
  status: z.enum(withdrawalStatuses),
  history: z
    .array(z.object({ status: z.enum(withdrawalStatuses), time: isoTime, reason: z.enum(withdrawalReasons).nullable() }))
    .describe('oldest first'),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** What a withdrawal costs: a share of its amount, within two sums of its coin. */
export const withdrawalFee = z.object({
  rate: decimal.describe('of the amount: 0.01 is 1%'),
  min: decimal.nullable().describe('the least that is taken; null for none'),
  max: decimal.nullable().describe('the most that is taken; null for no bound'),
});
export type WithdrawalFee = z.infer<typeof withdrawalFee>;

const usage = z.object({ limit: decimal, used: decimal });
const withdrawalTerms = z.object({
  feeRate: decimal.describe('of the amount, wherever a network has no other: 0.01 is 1%'),
  confirmBy: z.enum(['authenticator', 'mail']).describe('where the code comes from'),
  holdUntil: isoTime
    .nullable()
    .describe('after a change of password, authenticator or mail address; null when nothing is held'),
  newMethodWaitSeconds: z.number().int(),
  level: z.enum(kycLevels),
  day: usage.describe('USDT of the last 24 hours, waiting ones included'),
  month: usage.describe('USDT of the last 30 days'),
  life: usage.optional().describe('USDT since the account was opened; only while its owner is not verified'),
  coins: z.array(
    z.object({
      ...network,
      fee: withdrawalFee,
      minimum: decimal,
      confirmations: z.number().int().describe('blocks after which it has arrived'),
      available: decimal,
      priceUsdt: decimal.nullable().describe('what limits count'),
    }),
  ),
  card: z.object({ coin: z.literal('USDT'), fee: withdrawalFee, minimum: decimal, available: decimal }),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;

const holderName = z.string({ error: '11030' }).trim().min(2, { error: '11030' }).max(100, { error: '11030' });

/** Calls of the user module: money that comes in and goes out. Only real accounts have any of it. */
export const fundsCalls = {
  depositCoins: endpoint({
    method: 'GET',
    path: '/user/depositCoins',
    auth: 'real',
    summary: 'Coins and networks that take deposits, with address and minimum (beyond the specification)',
    input: {},
    result: z.array(depositCoin),
  }),
  recharge: endpoint({
    method: 'POST',
    path: '/user/recharge',
    auth: 'real',
    moves: true,
    body: 'multipart',
    images: { proof: 'required' },
    summary: `Reports a deposit with its proof; at most ${depositsWaitingMax} wait at the same time`,
    input: {
      coin: code,
      network: id,
      amount: positive('11058'),
      hash: z.string({ error: '11042' }).trim().min(10, { error: '11042' }).max(128, { error: '11042' }),
      lastSix: z.string({ error: '11043' }).regex(/^[A-Za-z0-9]{6}$/, { error: '11043' }),
    },
    result: notice('20002'),
  }),
  listRecharge: endpoint({
    method: 'GET',
    path: '/user/listRecharge',
    auth: 'real',
    summary: 'Deposits, newest first',
    input: { status: z.enum(depositStatuses).optional(), ...page },
    result: listOf(deposit),
  }),
  arriving: endpoint({
    method: 'GET',
    path: '/user/arriving',
    auth: 'real',
    summary: 'What the chain has shown at the own addresses and is no deposit yet, newest first (beyond the specification)',
    input: {},
    result: z.array(arriving).max(arrivingMax),
  }),
  withdrawalTerms: endpoint({
    method: 'GET',
    path: '/user/withdrawalTerms',
    auth: 'real',
    summary: 'Fee, minimums, limits with what is used of them, and what has to be waited for (beyond the specification)',
    input: {},
    result: withdrawalTerms,
  }),
  withdrawalAddresses: endpoint({
    method: 'GET',
    path: '/user/withdrawalAddresses',
    auth: 'real',
    summary: 'Saved withdrawal methods, newest first (beyond the specification)',
    input: {},
    result: methods,
  }),
  saveCoinAddress: endpoint({
    method: 'POST',
    path: '/user/saveCoinAddress',
    auth: 'real',
    moves: true,
    summary: 'Saves an address to withdraw to; it can be used once it has waited',
    input: {
      coin: code,
      network: id,
      address: z.string({ error: '10021' }).trim().min(1, { error: '10021' }).max(128, { error: '11045' }),
      label,
    },
    result: coinMethod,
  }),
  saveBankCard: endpoint({
    method: 'POST',
    path: '/user/saveBankCard',
    auth: 'real',
    moves: true,
    summary: 'Saves a bank card to withdraw to; it can be used once it has waited',
    input: {
      name: holderName,
      cardNumber: z.string({ error: '11046' }).regex(/^(?:[0-9] ?){12,19}$/, { error: '11046' }),
      bankName: label,
    },
    result: cardMethod,
  }),
  deleteWithdrawalMethod: endpoint({
    method: 'POST',
    path: '/user/deleteWithdrawalMethod',
    auth: 'real',
    moves: true,
    summary: 'Removes a saved method; withdrawals that were asked for to it go on',
    input: { id },
    result: methods,
  }),
  withdrawal: endpoint({
    method: 'POST',
    path: '/user/withdrawal',
    auth: 'real',
    moves: true,
    summary: 'Asks for a withdrawal to a saved method; the code is that of the authenticator where it is on, else a mailed one',
    input: {
      methodId: z.string({ error: '10025' }).min(1, { error: '10025' }).max(64, { error: '10025' }),
      asset: code,
      amount: positive('11058'),
      seenActual: decimal.optional().describe('the actual amount that was shown; refused when it would be another'),
      code: z.string({ error: '10091' }).min(1, { error: '10091' }).max(16, { error: '10091' }),
    },
    result: notice('20003'),
  }),
  cancelWithdrawal: endpoint({
    method: 'POST',
    path: '/user/cancelWithdrawal',
    auth: 'real',
    moves: true,
    ends: true,
    summary: 'Takes a withdrawal back while it is pending (beyond the specification)',
    input: { id },
    result: withdrawal,
  }),
  listWithdrwal: endpoint({
    method: 'GET',
    path: '/user/listWithdrwal',
    auth: 'real',
    summary: 'Withdrawals, newest first',
    input: { status: z.enum(withdrawalStatuses).optional(), ...page },
    result: listOf(withdrawal),
  }),
};
