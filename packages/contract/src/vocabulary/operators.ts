import type { Code } from './code-statuses.ts';

/** What an operator may do. An operator has one role or more; two persons are needed for every movement of money. */
export const workingRoles = ['support', 'reviewer', 'finance', 'administrator'] as const;
/** A regulator reads books and log, verifies both chains, and changes nothing; a regulator has no other role. */
export const operatorRoles = [...workingRoles, 'regulator'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Desks whose cases an operator can take on, so that two do not work on one. */
export const caseDesks = ['deposits', 'withdrawals', 'kyc', 'loans', 'nfts'] as const;
export type CaseDesk = (typeof caseDesks)[number];
/** A case that was taken on longer ago than this may be taken over. */
export const claimMs = 30 * 60_000;
/** Cases that one operator may have taken on at a time. */
export const claimsMax = 20;
/** An assigned case stays with its operator for so long. */
export const assignedMs = 8 * 3_600_000;

/**
 * An act that needs a second person. `expired`: it was not decided in time; `failed`: it was approved, and could not be done.
 */
export const proposalStatuses = ['waiting', 'approved', 'rejected', 'withdrawn', 'failed', 'expired'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];
export const proposalMs = 72 * 3_600_000;
/** A reason says something: an empty word would not. */
export const reasonChars = { min: 10, max: 500 } as const;

/** Why a customer's account was frozen, or is no longer: a closed list, so that the log can be counted by it. */
export const freezeReasons = [
  'ownerRequest',
  'securityConcern',
  'suspectedFraud',
  'legalOrder',
  'documentsNeeded',
  'termsViolated',
] as const;
export type FreezeReason = (typeof freezeReasons)[number];
/** From the lightest: a heavier one takes the place of a lighter one, and never the other way round. */
const freezeWeights: readonly FreezeReason[] = [
  'ownerRequest',
  'documentsNeeded',
  'termsViolated',
  'securityConcern',
  'suspectedFraud',
  'legalOrder',
];
export const lighterThan = (reason: FreezeReason): readonly FreezeReason[] =>
  freezeWeights.slice(0, freezeWeights.indexOf(reason));
/** What a customer reads of it: a code, on the field `account` of the refusals 10005 and 10008. */
export const freezeCodes = {
  ownerRequest: '11143',
  securityConcern: '11144',
  suspectedFraud: '11145',
  legalOrder: '11146',
  documentsNeeded: '11147',
  termsViolated: '11148',
} as const satisfies Record<FreezeReason, Code>;
export const unfreezeReasons = [
  'ownerConfirmed',
  'concernCleared',
  'orderLifted',
  'documentsReceived',
  'frozenByMistake',
] as const;
export type UnfreezeReason = (typeof unfreezeReasons)[number];

/** Accounts of the house that its owners may fund, or take from. */
export const fundedAccounts = ['treasury', 'insurance', 'lending', 'trading'] as const;
export type FundedAccount = (typeof fundedAccounts)[number];
/** What they may take from: what customers have paid in fees, too, in whichever coin. */
export const takenAccounts = [...fundedAccounts, 'fees'] as const;
export type TakenAccount = (typeof takenAccounts)[number];
/** What a correction may name: a customer's free money, never what is held for something, and these of the house. */
export const correctionHouseAccounts = [
  'trading',
  'fees',
  'insurance',
  'treasury',
  'capital',
  'outside:deposits',
  'outside:withdrawals',
] as const;
export type CorrectionHouseAccount = (typeof correctionHouseAccounts)[number];
export const correctionTransfersMax = 20;

/** How the value of a parameter is written, and so checked. */
export const parameterKinds = ['rate', 'amount', 'integer', 'url', 'claims', 'countries', 'coins', 'hours'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** For what an alarm is raised. */
export const alarmRules = [
  'coverageShort',
  'queueLate',
  'pricesMissing',
  'exposureHigh',
  'chainFault',
  'actsParked',
  'signInsRefused',
  'largeMovement',
  'halted',
] as const;
export type AlarmRule = (typeof alarmRules)[number];

/** Views that one operator keeps of one list. */
export const viewsMax = 20;
/** Filters into which something of a customer is typed: no view keeps them. */
export const personalFilters: readonly string[] = ['query', 'q', 'customerId', 'owner', 'hash', 'subject', 'reference'];

/** Lines of a list that is taken away as a file. */
export const exportLinesMax = 10_000;
/** The state of a file that the server writes in the background; `failed` is final, and shows how much it has. */
export const exportStatuses = ['working', 'done', 'failed'] as const;
export type ExportStatus = (typeof exportStatuses)[number];
/** So many files of one operator, and for so long. */
export const exportsKept = 10;
export const exportKeptMs = 24 * 3_600_000;
/** The line below the last one of a truncated file: where the rest of the list begins. */
export const cutNote = (cursor: string): string => `Cut after ${exportLinesMax} lines, the rest begins with cursor=${cursor}`;
