import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { type HouseFunds, houseFunded } from '@assay/domain/ledger/recipes/house.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type Posted, lockBalances, post } from './post.ts';
import { transfersOf } from './queries.ts';

/** The house puts its own money into a book, once for each reference: a repeat does nothing and answers nothing. */
export async function fundHouse(
  tx: Transaction,
  funding: { book: Book; reference: string; at: number; funds: HouseFunds },
): Promise<Posted | Refusal | undefined> {
  const { book, reference, at } = funding;
  await lockBalances(tx, book, usdt, [houseAccount('insurance')]);
  const before = await transfersOf(tx, reference);
  return before.length > 0 ? undefined : post(tx, { book, reference, at, ...houseFunded(funding.funds) });
}
