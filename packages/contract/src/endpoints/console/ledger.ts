import { z } from 'zod';
import { correctionHouseAccounts, correctionTransfersMax, operatorRoles, takenAccounts } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { code, id, isoTime, listOf, page, positive, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';
import { proposed, reason } from './units.ts';

const book = z.enum(books);
const owner = z.string().regex(/^(?:house|[0-9]{1,18})$/);
/** Who may read the books. */
const finance = ['finance', 'administrator', 'regulator'] as const;

const account = z.object({
  id,
  book,
  owner: z.string().describe('a customer’s id, or `house`'),
  ownerName: z.string().nullable().describe('user name; null for the house'),
  asset: z.string(),
  kind: z.string(),
  balance: signedDecimal,
  openedAt: isoTime,
});
export type LedgerAccount = z.infer<typeof account>;

const entry = z.object({
  id: z.string().describe('transaction and place within it'),
  transactionId: id,
  at: isoTime.describe('business time'),
  reason: z.string(),
  reference: z.string().nullable(),
  amount: signedDecimal,
  balanceAfter: signedDecimal.nullable().describe('null where the account keeps none (a sum over its entries)'),
  counterAccountId: id,
  counter: z.string().describe('owner and kind of the other account, such as `house trading`'),
});
export type LedgerEntry = z.infer<typeof entry>;

const month = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/);
const through = z.iso
  .date()
  .optional()
  .describe('of a month that runs: the closed day with which it ends, so that lists and their pages are of the same books');
const side = z.object({ accountId: id, owner: z.string(), kind: z.string() });

const party = z.object({ accountId: id, owner: z.string(), kind: z.string(), balanceAfter: signedDecimal.nullable() });
const transaction = z.object({
  id,
  book,
  reason: z.string(),
  reference: z.string().nullable(),
  at: isoTime.describe('business time'),
  createdAt: isoTime,
  transfers: z.array(
    z.object({ position: z.number().int(), asset: z.string(), amount: signedDecimal, from: party, to: party }),
  ),
});

const correctionSide = z.object({
  owner,
  kind: z.enum(['available', ...correctionHouseAccounts]),
});
const correction = z.object({ from: correctionSide, to: correctionSide, asset: code, amount: positive('10016') });

/** The books, read only; and corrections, which are new transfers that two persons answer for. */
export const ledgerDeskCalls = {
  accounts: deskCall({
    method: 'GET',
    path: '/ledger/accounts',
    roles: finance,
    summary: 'Accounts by owner, asset and kind',
    input: {
      book: book.optional(),
      owner: owner.optional(),
      asset: code.optional(),
      kind: z.string().max(32).optional(),
      ...page,
    },
    result: listOf(account),
    csv: true,
  }),
  entries: deskCall({
    method: 'GET',
    path: '/ledger/entries',
    roles: finance,
    summary: 'Entries of an account, newest first, with the balance after each',
    input: { accountId: id, ...page },
    result: listOf(entry).extend({ account }),
    csv: true,
  }),
  transactions: deskCall({
    method: 'GET',
    path: '/ledger/transactions',
    roles: finance,
    summary: 'Transactions, newest first; `reference` finds all about one thing, such as an order’s number',
    input: {
      book: book.optional(),
      reason: z.string().max(64).optional(),
      reference: z.string().min(1).max(120).optional(),
      from: isoTime.optional().describe('of business time, then or later'),
      to: isoTime.optional().describe('of business time, before'),
      ...page,
    },
    result: listOf(transaction.omit({ transfers: true }).extend({ transfers: z.number().int() })),
    csv: true,
  }),
  transaction: deskCall({
    method: 'GET',
    path: '/ledger/transaction/{id}',
    roles: finance,
    summary: 'One transaction with its transfers',
    input: { id },
    result: transaction,
  }),
  months: deskCall({
    method: 'GET',
    path: '/ledger/months',
    roles: finance,
    summary: 'The months of which a day is closed, newest first, and through which day each is',
    input: {},
    result: z.array(z.object({ month, closedThrough: z.iso.date(), days: z.number().int() })),
  }),
  monthAccounts: deskCall({
    method: 'GET',
    path: '/ledger/monthAccounts',
    roles: finance,
    summary:
      'Every account that has ever moved, with its balance at the beginning and at the end of a month; with monthTransfers it adds up, account by account',
    input: { month, book, through, ...page },
    result: listOf(
      z.object({
        accountId: id,
        owner: z.string().describe('a customer’s id, or `house`'),
        ownerName: z.string().nullable(),
        kind: z.string(),
        asset: z.string(),
        opening: signedDecimal,
        closing: signedDecimal,
      }),
    ),
    csv: true,
  }),
  monthMovements: deskCall({
    method: 'GET',
    path: '/ledger/monthMovements',
    roles: finance,
    summary: 'How much a month has moved for which reason, from which kind of account to which; all in one page',
    input: { month, book, through, ...page },
    result: listOf(
      z.object({
        reason: z.string(),
        asset: z.string(),
        fromKind: z.string(),
        toKind: z.string(),
        transfers: z.number().int(),
        amount: signedDecimal,
      }),
    ),
    csv: true,
  }),
  monthTransfers: deskCall({
    method: 'GET',
    path: '/ledger/monthTransfers',
    roles: finance,
    summary: 'Each transfer of a month in the order in which it was booked, with both of its accounts',
    input: { month, book, through, ...page },
    result: listOf(
      z.object({
        id: z.string().describe('transaction and place within it'),
        at: isoTime.describe('business time'),
        bookedAt: isoTime,
        reason: z.string(),
        reference: z.string().nullable(),
        asset: z.string(),
        amount: signedDecimal,
        from: side,
        to: side,
      }),
    ),
    csv: true,
  }),
  verify: deskCall({
    method: 'GET',
    path: '/ledger/verify/{accountId}',
    roles: finance,
    summary: 'Works the chain of an account out anew, from its first entry to its balance',
    input: { accountId: id },
    result: z.object({
      entries: z.number().int(),
      findings: z.array(z.object({ check: z.string(), about: z.string(), detail: z.string() })).describe('empty when it holds'),
    }),
  }),
  verifyBooks: deskCall({
    method: 'GET',
    path: '/ledger/verifyBooks',
    roles: finance,
    summary:
      'Works the books out anew from the oldest closed day that nobody has audited, or else the last one: chains, balances, closes, and that all of them add up; once a minute',
    input: {},
    result: z.object({
      days: z.array(z.iso.date()).describe('closed days that were looked at whole'),
      through: z.number().int().describe('the last transaction that was looked at'),
      seal: z
        .string()
        .nullable()
        .describe('of the last close, hexadecimal: noted elsewhere, it proves later that no closed day was rewritten'),
      findings: z
        .array(z.object({ check: z.string(), about: z.string(), detail: z.string() }))
        .describe('empty when they hold'),
    }),
  }),
  proposeCorrection: deskCall({
    method: 'POST',
    path: '/ledger/proposeCorrection',
    roles: ['finance'],
    summary: 'Proposes transfers between customers’ free money and the house; what is held is never touched',
    input: {
      book,
      transfers: z.array(correction).min(1).max(correctionTransfersMax),
      subject: z.string().trim().min(1).max(100).describe('what is corrected, such as an order’s or a deposit’s number'),
      reason,
    },
    result: proposed,
    moves: true,
  }),
};

const houseBalance = z.object({ book, kind: z.string(), asset: z.string(), accountId: id, balance: signedDecimal });

/** The house’s own money. */
export const treasuryCalls = {
  balances: deskCall({
    method: 'GET',
    path: '/treasury/balances',
    roles: finance,
    summary: 'What every account of the house has, per book and asset',
    input: {},
    result: z.array(houseBalance),
  }),
  propose: deskCall({
    method: 'POST',
    path: '/treasury/propose',
    roles: ['finance'],
    summary: 'Proposes that the owners put money into an account of the house (fund), or take it out (withdraw)',
    input: {
      direction: z.enum(['fund', 'withdraw']),
      book,
      account: z.enum(takenAccounts).describe('fees only to withdraw'),
      asset: code.default('USDT').describe('another than USDT only to withdraw'),
      amount: positive('10016'),
      reason,
    },
    result: proposed,
    moves: true,
  }),
};

const auditEntry = z.object({
  id,
  at: isoTime,
  operatorId: id.nullable(),
  operatorName: z.string().nullable().describe('null: the command line of the server'),
  action: z.string().describe('such as `user.frozen`, `proposal.approved`, `deposit.completed`'),
  subject: z.string().describe('such as `user:7`'),
  details: z.record(z.string(), z.unknown()),
  network: z.string().describe('the address without its last part'),
  hash: z.string().describe('of the entry and the one before it, hexadecimal'),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What operators did: append-only, each entry chained to the one before it. */
export const auditCalls = {
  list: deskCall({
    method: 'GET',
    path: '/audit/list',
    roles: ['administrator', 'regulator'],
    summary: 'Entries, newest first',
    input: {
      action: z.string().max(64).optional().describe('exactly, or the part before the dot'),
      operatorId: id.optional(),
      subject: z.string().max(120).optional(),
      from: isoTime.optional(),
      to: isoTime.optional(),
      ...page,
    },
    result: listOf(auditEntry),
    csv: true,
  }),
  verify: deskCall({
    method: 'GET',
    path: '/audit/verify',
    roles: operatorRoles,
    summary: 'Works the whole chain out anew',
    input: {},
    result: z.object({
      entries: z.number().int(),
      head: z.string().describe('hash of the newest entry: noted elsewhere, it proves later that nothing was cut off'),
      findings: z.array(z.object({ about: z.string(), detail: z.string() })).describe('empty when it holds'),
    }),
  }),
};
