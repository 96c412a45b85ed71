/** Chains that coins arrive and leave on. A transaction hash is unique on its chain. */
export const chains = ['bitcoin', 'ethereum', 'tron', 'litecoin', 'bitcoincash', 'dash', 'bsc', 'avalanche'] as const;
export type Chain = (typeof chains)[number];

/** What became of a deposit. `failed` never got through on its chain, `rejected` did not pass the review. */
export const depositStatuses = ['pendingReview', 'approved', 'completed', 'rejected', 'failed'] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** The specification's statuses, and `cancelled` by the customer while it was pending. */
export const withdrawalStatuses = [...depositStatuses, 'cancelled'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Where a withdrawal goes: to an address on a chain, or to a bank card. */
export const withdrawalKinds = ['coin', 'card'] as const;
export type WithdrawalKind = (typeof withdrawalKinds)[number];

/** Why a deposit ended without its money: a closed list, worded for the customer in ten languages. */
export const depositReasons = [
  'notFound',
  'amountDiffers',
  'addressDiffers',
  'notConfirmed',
  'reverted',
  'creditedBefore',
  'proofUnreadable',
  'sourceNotAllowed',
] as const;
export type DepositReason = (typeof depositReasons)[number];

/** Why a withdrawal ended with its money back on the account. */
export const withdrawalReasons = [
  'identityNeeded',
  'holderDiffers',
  'addressNotAllowed',
  'activityUnclear',
  'askedByCustomer',
  'networkFailed',
  'bankRefused',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** What became of a payout on its chain. `released` is with the signer, `failed` is for people, `takenBack` was never signed. */
export const payoutStatuses = ['released', 'sent', 'confirmed', 'failed', 'takenBack'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Why a payout failed: its transaction pays something else, was reverted, or no block has taken it. */
export const payoutFaults = ['differs', 'reverted', 'unknown'] as const;
export type PayoutFault = (typeof payoutFaults)[number];

/** In which order cases of money are listed. */
export const caseOrders = ['oldest', 'newest', 'largest', 'smallest'] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** Withdrawals in one file for the signer. */
export const payoutBatchMax = 200;
/** Deposits that are released together. */
export const depositBatchMax = 200;

/** Withdrawals are limited by whether the customer's identity is verified. */
export const kycLevels = ['unverified', 'verified'] as const;
export type KycLevel = (typeof kycLevels)[number];

/** Saved withdrawal methods of one customer. */
export const withdrawalMethodsMax = 20;
/** Deposits of one customer that wait for a decision at the same time. */
export const depositsWaitingMax = 10;
/** Withdrawals of one customer that wait for a decision at the same time. */
export const withdrawalsWaitingMax = 20;
