import type { Loan } from '@assay/contract/endpoints/loans.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Transaction } from '../platform/database.ts';
import { tellBalance, tellUser } from '../platform/private-events.ts';
import { type LoansContext, book } from './context.ts';
import { eventsOf } from './events.ts';
import type { LoanRow } from './row.ts';
import { toWire } from './wire.ts';

/** Once the change is durable: sends the loan and, where it changed, the balance to the account's sockets. */
export async function announce({ bus, clock }: LoansContext, tx: Transaction, row: LoanRow, available?: Amount): Promise<Loan> {
  const { userId } = row;
  const loan = toWire(row, (await eventsOf(tx, [row.id])).get(row.id) ?? [], clock.now());
  tx.afterCommit(() => {
    tellUser(bus, { userId, book, event: 'order', data: loan });
    if (available !== undefined) tellBalance(bus, { userId, book }, usdt, available);
  });
  return loan;
}
