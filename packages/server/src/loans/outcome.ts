import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Refused } from '@assay/domain/positions/refused.ts';
import type { Posted } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type LoansContext, book } from './context.ts';
import { eventsOf } from './events.ts';
import type { LoanRow } from './row.ts';
import { toWire } from './wire.ts';

/** A rule's no as the answer of a call. */
export function refusalOf({ refused, field }: Refused): Refusal {
  return refuse(refused, field === null ? {} : { [field]: refused });
}

/** The user's available balance after a posting; undefined when it did not touch it. */
export function availableIn(posted: Posted): Amount | undefined {
  return posted.balances.find(({ kind }) => kind === 'available')?.balance;
}

/** Once the change is durable: tells the account's sockets what the loan is now and, where it changed, the balance. */
export async function announce({ bus, clock }: LoansContext, tx: Transaction, row: LoanRow, available?: Amount): Promise<Loan> {
  const { userId } = row;
  const loan = toWire(row, (await eventsOf(tx, [row.id])).get(row.id) ?? [], clock.now());
  tx.afterCommit(() => {
    tellUser(bus, { userId, book, event: 'order', data: loan });
    if (available !== undefined) tellBalance(bus, { userId, book }, usdt, available);
  });
  return loan;
}
