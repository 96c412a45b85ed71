import { z } from 'zod';
import { closingObstacles } from '../vocabulary/closing.ts';
import { decimal, isoTime } from '../vocabulary/units.ts';
import { endpoint } from './endpoint.ts';
import { otp, password } from './security.ts';

const closing = z.object({
  obstacles: z.array(z.enum(closingObstacles)).describe('what has to end first'),
  remains: decimal.describe('value of the real account in USDT, rounded down; what is too small to be paid out stays booked'),
  waitSeconds: z.number().int().describe('how long signing in again keeps the account'),
  retentionYears: z.number().int().describe('how long what the law demands is kept, sealed off, before it is erased'),
  confirmBy: z.enum(['authenticator', 'mail']).describe('where the code comes from; a mailed one is of purpose "account"'),
});
export type Closing = z.infer<typeof closing>;

/** Calls of the user module that the specification does not name: taking one's data away, and closing the account. */
export const closingCalls = {
  closing: endpoint({
    method: 'GET',
    path: '/user/closing',
    auth: 'user',
    summary: 'What stands in the way of closing the account, and what would stay (beyond the specification)',
    input: {},
    result: closing,
  }),
  exportData: endpoint({
    method: 'POST',
    path: '/user/exportData',
    auth: 'user',
    files: ['application/json'],
    summary: 'All that is known of the user as one JSON file, by password and code; five times a day at most',
    input: { password, code: otp },
    result: z.null(),
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/user/closeAccount',
    auth: 'user',
    summary: 'Closes the account, by password and code: signs out everywhere; signing in again until then keeps it',
    input: { password, code: otp },
    result: z.object({ dueAt: isoTime.describe('when the personal data is erased') }),
  }),
};
