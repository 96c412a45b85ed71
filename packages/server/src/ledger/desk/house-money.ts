import { treasuryCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { type FundedAccount, fundedAccounts } from '@assay/contract/vocabulary/operators.ts';
import { type Book, books } from '@assay/contract/vocabulary/statuses.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { houseAdded, houseWithdrawn } from '@assay/domain/ledger/recipes/corrections.ts';
import { type Amount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import { type Desk, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { lockBalances, post } from '../post.ts';
import { houseBalance } from '../queries.ts';
import { houseBalances } from './explorer.ts';

const schema = z.object({
  direction: z.enum(['fund', 'withdraw']),
  book: z.enum(books),
  account: z.enum(fundedAccounts),
  amount: z.string(),
});

/** GET treasury/balances · POST treasury/propose */
export function serveHouseMoney(desk: Desk): void {
  desk.act({
    kind: 'treasury.move',
    roles: ['finance', 'administrator'],
    schema,
    check: async (tx, { direction, book, account, amount: text }) => {
      const amount = parseAmount(text, usdt);
      if (amount === undefined || amount === nothing) return refuse('10016', { amount: '10016' });
      if (direction === 'fund') return undefined;
      return amount > (await free(tx, book, account)) ? refuse('11075', { amount: '11075' }) : undefined;
    },
    apply: async (tx, { direction, book, account, amount: text }, { proposalId, at }) => {
      const amount = parseAmount(text, usdt) ?? nothing;
      const recipe = direction === 'fund' ? houseAdded({ account, amount }) : houseWithdrawn({ account, amount });
      const posted = await post(tx, { book, reference: `treasury:${proposalId}`, at, ...recipe });
      return isRefusal(posted) ? posted : undefined;
    },
  });
  serveDesk(desk, treasuryCalls.balances, () => houseBalances(desk.db));
  serveDeskMove(desk, treasuryCalls.propose, (call, { reason, ...payload }, tx, audit) => {
    const subject = `house:${payload.book}:${payload.account}`;
    return propose(desk, call, tx, audit, { kind: 'treasury.move', subject, payload, reason });
  });
}

/** What the owners may take. Two withdrawals at once wait for each other; of `trading`, whose balance is a sum, by its row. */
async function free(tx: Transaction, book: Book, account: FundedAccount): Promise<Amount> {
  if (account !== 'trading') return (await lockBalances(tx, book, usdt, [houseAccount(account)]))[0] ?? nothing;
  await tx.query("select from ledger_lock_many(array[$1], array['house'], array[$2], array['trading'])", [book, usdt.code]);
  return houseBalance(tx, book, account, usdt);
}
