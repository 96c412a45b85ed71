import { treasuryCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { type TakenAccount, takenAccounts } from '@assay/contract/vocabulary/operators.ts';
import { type Book, books } from '@assay/contract/vocabulary/statuses.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { houseAdded, houseWithdrawn } from '@assay/domain/ledger/recipes/corrections.ts';
import { type Amount, type Asset, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { z } from 'zod';
import { type Desk, propose, serveDesk, serveDeskMove } from '../../operators/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { lockBalances, post } from '../post.ts';
import { houseBalance } from '../queries.ts';
import { booksAround } from './books-around.ts';
import { houseBalances } from './explorer.ts';

const schema = z.object({
  direction: z.enum(['fund', 'withdraw']),
  book: z.enum(books),
  account: z.enum(takenAccounts),
  // Proposals from before name none.
  asset: z.string().default(usdt.code),
  amount: z.string(),
});

/** GET treasury/balances · POST treasury/propose */
export function serveHouseMoney(desk: Desk): void {
  desk.act({
    kind: 'treasury.move',
    roles: ['finance', 'administrator'],
    schema,
    check: async (tx, { direction, book, account, asset: code, amount: text }) => {
      const asset = assetOf(code);
      const amount = parseAmount(text, asset);
      if (amount === undefined || amount === nothing) return refuse('10016', { amount: '10016' });
      // What customers pay is earned, and of coins the owners bring none.
      if (direction === 'fund' && account === 'fees') return refuse('400', { account: '400' });
      if (direction === 'fund') return code === usdt.code ? undefined : refuse('400', { asset: '400' });
      return amount > (await free(desk, tx, { book, account, asset })) ? refuse('11075', { amount: '11075' }) : undefined;
    },
    weigh: async (_, { book, amount: text, asset: code }) => {
      const asset = assetOf(code);
      return book === 'real' ? desk.weightOf(parseAmount(text, asset) ?? nothing, asset) : null;
    },
    books: (tx, move) => booksAround(tx, move.book, recipeOf(move).transfers),
    apply: async (tx, move, { proposalId, at }) => {
      const posted = await post(tx, { book: move.book, reference: `treasury:${proposalId}`, at, ...recipeOf(move) });
      return isRefusal(posted) ? posted : undefined;
    },
  });
  serveDesk(desk, treasuryCalls.balances, () => houseBalances(desk.db));
  serveDeskMove(desk, treasuryCalls.propose, (call, { reason, ...payload }, tx, audit) => {
    const subject = `house:${payload.book}:${payload.account}`;
    return propose(desk, call, tx, audit, { kind: 'treasury.move', subject, payload, reason });
  });
}

function recipeOf({ direction, account, asset: code, amount: text }: z.infer<typeof schema>) {
  const asset = assetOf(code);
  const amount = parseAmount(text, asset) ?? nothing;
  return direction === 'fund' && account !== 'fees'
    ? houseAdded({ account, amount })
    : houseWithdrawn({ account, amount, asset });
}

interface Taken {
  readonly book: Book;
  readonly account: TakenAccount;
  readonly asset: Asset;
}

/** The part of the fees that is owed already. Locked until the transaction ends, and read before any account is locked. */
export async function owedOfFees(desk: Desk, tx: Transaction, book: Book, asset: Asset): Promise<Amount> {
  const earmark = desk.earmarks.get('fees');
  if (earmark === undefined) throw new Error('nobody says what of the fees is owed');
  return earmark(tx, book, asset);
}

/** A balance of the house that is a sum. Two who take of it at once wait for each other, by the row of the account. */
export async function lockedSum(tx: Transaction, book: Book, kind: 'trading' | 'fees', asset: Asset): Promise<Amount> {
  await tx.query("select from ledger_lock_many(array[$1], array['house'], array[$2], array[$3])", [book, asset.code, kind]);
  return houseBalance(tx, book, kind, asset);
}

/** What the owners may take: of fees, the part that is not owed. */
async function free(desk: Desk, tx: Transaction, { book, account, asset }: Taken): Promise<Amount> {
  if (account !== 'trading' && account !== 'fees')
    return (await lockBalances(tx, book, asset, [houseAccount(account)]))[0] ?? nothing;
  const owed = account === 'fees' ? await owedOfFees(desk, tx, book, asset) : nothing;
  return minus(await lockedSum(tx, book, account, asset), owed);
}
