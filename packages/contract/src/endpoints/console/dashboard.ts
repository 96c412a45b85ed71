import { z } from 'zod';
import { workingRoles } from '../../vocabulary/operators.ts';
import { books } from '../../vocabulary/statuses.ts';
import { isoTime, signedDecimal } from '../../vocabulary/units.ts';
import { deskCall } from './desk-call.ts';

const book = z.enum(books);
const queue = z.object({
  desk: z.string().describe('deposits, withdrawals, kyc, loans, nfts, chats, proposals, instruments, engine'),
  waiting: z.number().int(),
  oldestAt: isoTime.nullable(),
  targetHours: z.number().int().nullable().describe('for how long a case may wait there; null where nobody has said'),
});
const exposed = z.object({
  code: z.string(),
  assetClass: z.string(),
  positions: z.number().int(),
  long: signedDecimal.describe('USDT that customers hold long, at the mark'),
  short: signedDecimal,
  net: signedDecimal.describe('long − short: what the house is short of'),
  unrealised: signedDecimal.describe('customers’ profit, which the house would pay now'),
  realised24h: signedDecimal.describe('customers’ profit of what was closed in the last 24 hours, fees and financing apart'),
  realised7d: signedDecimal,
  hedge: signedDecimal.describe(
    'units that the house would have to buy elsewhere, or sell where negative, to stand against nobody',
  ),
  priced: z.boolean().describe('false: no fresh price; valued at the opening prices'),
});
const optionsAtRisk = z.object({
  code: z.string(),
  options: z.number().int(),
  stakes: signedDecimal,
  payoutMax: signedDecimal.describe('profit that the house pays if all of them win'),
  realised24h: signedDecimal.describe('customers’ profit of what was settled in the last 24 hours'),
  realised7d: signedDecimal,
});
const coverage = z.object({
  book,
  treasuryFree: signedDecimal,
  committed: signedDecimal.describe('income promised to open plans'),
  insurance: signedDecimal,
  lendingFree: signedDecimal,
  lentOut: signedDecimal,
  trading: signedDecimal.describe('what the counterparty of all trades has; negative beyond its funding'),
  tradingFunded: signedDecimal.describe('capital that the owners put into it'),
  tradingDebt: signedDecimal.describe('what trading owes beyond its funding; 0 when it owes nothing'),
  capital: signedDecimal,
  customers: signedDecimal.describe('what all customers have together, in USDT accounts'),
});

const served = z.object({
  desk: z.string().describe('deposits, withdrawals, kyc, loans, chats'),
  targetHours: z.number().int(),
  decided: z.number().int(),
  within: z.number().int().describe('within the target'),
  medianSeconds: z.number().int().nullable().describe('half waited no longer; null where nothing was decided'),
  mostSeconds: z.number().int().nullable().describe('nine of ten waited no longer'),
});
export type DeskService = z.infer<typeof served>;

/** What is going on, at one look. Figures are of the moment and in USDT unless an asset is named. */
export const dashboardCalls = {
  queues: deskCall({
    method: 'GET',
    path: '/dashboard/queues',
    roles: workingRoles,
    summary: 'What waits at every desk, and since when',
    input: {},
    result: z.array(queue),
  }),
  exposure: deskCall({
    method: 'GET',
    path: '/dashboard/exposure',
    roles: ['finance', 'administrator'],
    summary: 'What the house stands against: contracts by instrument, options by instrument',
    input: { book },
    result: z.object({ at: isoTime, contracts: z.array(exposed), options: z.array(optionsAtRisk) }),
  }),
  service: deskCall({
    method: 'GET',
    path: '/dashboard/service',
    roles: workingRoles,
    summary: 'How long customers waited at each desk, of what was decided in the last 7 days, against the target of its queue',
    input: {},
    result: z.array(served),
  }),
  course: deskCall({
    method: 'GET',
    path: '/dashboard/course',
    roles: ['finance', 'administrator'],
    summary: 'What accounts of the house had at the close of each of the last 90 days, in USDT',
    input: { book },
    result: z.array(
      z.object({
        day: z.string().describe('UTC, yyyy-mm-dd'),
        treasury: signedDecimal,
        insurance: signedDecimal,
        trading: signedDecimal,
        fees: signedDecimal,
      }),
    ),
  }),
  coverage: deskCall({
    method: 'GET',
    path: '/dashboard/coverage',
    roles: ['finance', 'administrator'],
    summary: 'What the house has against what it owes, per book',
    input: {},
    result: z.array(coverage),
  }),
  activity: deskCall({
    method: 'GET',
    path: '/dashboard/activity',
    roles: workingRoles,
    summary: 'Customers, and what they do: the last 24 hours and 7 days, and day by day for 30 days',
    input: { book },
    result: z.object({
      customers: z.number().int(),
      frozen: z.number().int(),
      verified: z.number().int(),
      registered24h: z.number().int(),
      registered7d: z.number().int(),
      activeSessions: z.number().int(),
      days: z.array(
        z.object({
          day: z.string().describe('UTC, yyyy-mm-dd'),
          registered: z.number().int(),
          fees: signedDecimal.describe('USDT that customers paid in fees'),
          transactions: z.number().int(),
        }),
      ),
    }),
  }),
};
