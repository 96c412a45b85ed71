import { ledgerDeskCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { type Desk, serveDesk } from '../../operators/index.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { auditAccount } from '../audit.ts';
import { serveCorrections } from './corrections.ts';
import { countEntries, listAccounts, listEntries, listTransactions, readTransaction } from './explorer.ts';
import { serveHouseMoney } from './house-money.ts';

/** GET ledger/accounts, entries, transactions, transaction/{id}, verify/{accountId}, and the calls that move house money. */
export function serveLedgerDesk(desk: Desk): void {
  const { db } = desk;
  serveDesk(desk, ledgerDeskCalls.accounts, (_, input) => listAccounts(db, input));
  serveDesk(desk, ledgerDeskCalls.entries, (_, input) => listEntries(db, input));
  serveDesk(desk, ledgerDeskCalls.transactions, (_, input) => listTransactions(db, input));
  serveDesk(desk, ledgerDeskCalls.transaction, (_, input) => readTransaction(db, input));
  serveDesk(desk, ledgerDeskCalls.verify, async (_, { accountId }) => {
    const entries = await countEntries(db, accountId);
    if (isRefusal(entries)) return entries;
    const findings = await auditAccount(db, accountId);
    return { entries, findings: findings.map(({ check, about, detail }) => ({ check, about, detail })) };
  });
  serveCorrections(desk);
  serveHouseMoney(desk);
}
