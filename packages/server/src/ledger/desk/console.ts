import { ledgerDeskCalls } from '@assay/contract/endpoints/console/ledger.ts';
import { type Desk, looked, serveDesk } from '../../operators/index.ts';
import { isRefusal, tooMany } from '../../platform/refusal.ts';
import { auditAccount, auditNewest } from '../audit.ts';
import { serveCorrections } from './corrections.ts';
import { countEntries, listAccounts, listEntries, listTransactions, readTransaction } from './explorer.ts';
import { serveHouseMoney } from './house-money.ts';
import { lastSeal, listMonthAccounts, listMonthTransfers, listMonths, monthMovements } from './month.ts';

/** GET ledger/accounts, entries, transactions, transaction/{id}, verify/{accountId}, those of a month, and the calls that move house money. */
export function serveLedgerDesk(desk: Desk): void {
  const { db } = desk;
  serveDesk(
    desk,
    ledgerDeskCalls.accounts,
    (_, input) => listAccounts(db, input),
    ({ owner }) => looked(owner, 'ledger'),
  );
  serveDesk(
    desk,
    ledgerDeskCalls.entries,
    (_, input) => listEntries(db, input),
    (_, { account }) => looked(account.owner, 'ledger'),
  );
  serveDesk(desk, ledgerDeskCalls.transactions, (_, input) => listTransactions(db, input));
  serveDesk(desk, ledgerDeskCalls.transaction, (_, input) => readTransaction(db, input));
  serveDesk(desk, ledgerDeskCalls.months, () => listMonths(db));
  serveDesk(desk, ledgerDeskCalls.monthAccounts, (_, input) => listMonthAccounts(db, input));
  serveDesk(desk, ledgerDeskCalls.monthMovements, (_, input) => monthMovements(db, input));
  serveDesk(desk, ledgerDeskCalls.monthTransfers, (_, input) => listMonthTransfers(db, input));
  serveDesk(desk, ledgerDeskCalls.verify, (_, { accountId }) =>
    desk.verify(async () => {
      const entries = await countEntries(db, accountId);
      if (isRefusal(entries)) return entries;
      const findings = await auditAccount(db, accountId);
      return { entries, findings: findings.map(({ check, about, detail }) => ({ check, about, detail })) };
    }),
  );
  serveDesk(desk, ledgerDeskCalls.verifyBooks, ({ operator }) =>
    desk.verify(async () => {
      // One operator's requests can't keep another from it.
      const waitMs = desk.parts.limit(`ledger.verifyBooks:${operator.id}`, { max: 1, windowMs: 60_000 });
      if (waitMs > 0) return tooMany(waitMs / 1000);
      const { findings, days, through } = await auditNewest(db, {});
      return {
        days: [...days],
        through,
        seal: await lastSeal(db),
        findings: findings.map(({ check, about, detail }) => ({ check, about, detail })),
      };
    }),
  );
  serveCorrections(desk);
  serveHouseMoney(desk);
}
