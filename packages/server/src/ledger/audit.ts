import { type Database, type Queryable, type Transaction, unhurried } from '../platform/database.ts';
import { agreedFindings, allDays, unbookedFindings } from './audit/agreed.ts';
import { balanceFindings, balanceOf, checkpointFindings, sumFindings } from './audit/balances.ts';
import { closeFindings, closedFindings, closesOf } from './audit/closes.ts';
import { dayFindings } from './audit/days.ts';
import { chainOf, entryFindings } from './audit/entries.ts';
import { type Finding, noEnd } from './audit/finding.ts';
import { type HoldingsSource, heldByTouched, heldFindings } from './audit/held.ts';
import { auditedDays } from './audit/older.ts';

export type { Finding } from './audit/finding.ts';
export type { HoldingsSource } from './audit/held.ts';

/** All checks read one and the same state of the books, however much is booked meanwhile. */
function onOneSnapshot<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // Reading all books takes as long as they are large; what limits a customer's call must not end an audit.
  return db.transact(work, { ...unhurried, transaction_isolation: 'repeatable read', transaction_read_only: 'on' });
}

/** Queries that begin at a close use the index, whatever the planner's statistics say: they may be older than the books. */
async function byIndex(tx: Queryable): Promise<void> {
  await tx.query("select set_config('enable_seqscan', $1, true), set_config('jit', $1, true)", ['off']);
}

async function lastTransaction(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ id: number }>('select coalesce(max(id), 0) as id from ledger_transactions');
  return row?.id ?? 0;
}

export interface Audit {
  readonly findings: readonly Finding[];
  /** The last transaction that was looked at. */
  readonly through: number;
}

export interface AuditOptions {
  /** What the slices hold. Without it that one check is left out. */
  readonly holdings?: readonly HoldingsSource[] | undefined;
}

/** Checks everything, in the state that `tx` sees. */
export async function inspect(tx: Queryable, { holdings }: AuditOptions): Promise<Audit> {
  const closes = await closesOf(tx);
  const findings = [
    ...(await sumFindings(tx)),
    ...(await balanceFindings(tx, 0)),
    ...(await entryFindings(tx, { after: 0, through: noEnd })),
    ...(await checkpointFindings(tx)),
    ...(await dayFindings(tx, 0)),
    ...(holdings === undefined ? [] : await heldFindings(tx, holdings, 0)),
    ...(await agreedFindings(tx, { after: 0, through: noEnd })),
    ...(await unbookedFindings(tx, allDays)),
    ...(await closedFindings(tx, closes.at(-1))),
  ];
  for (const close of closes) findings.push(...(await closeFindings(tx, close)));
  return { findings, through: await lastTransaction(tx) };
}

/** Checks what was booked after a transaction and the accounts that it touched, in the state that `tx` sees. */
export async function inspectAfter(
  tx: Queryable,
  { after, holdings }: AuditOptions & { readonly after: number },
): Promise<Audit> {
  return {
    findings: [
      ...(await balanceFindings(tx, after)),
      ...(await entryFindings(tx, { after, through: noEnd })),
      ...(await dayFindings(tx, after)),
      ...(await agreedFindings(tx, { after, through: noEnd })),
      ...(holdings === undefined ? [] : await heldByTouched(tx, holdings, after)),
    ],
    through: await lastTransaction(tx),
  };
}

/** As many closed days the newest books reach back at most; what waits from before them is left to `auditDay`, day by day. */
const newestDaysMax = 30;

export interface NewestAudit extends Audit {
  /** The closed days that were looked at whole. */
  readonly days: readonly string[];
}

/**
 * Checks what no earlier run has, in the state that `tx` sees: from the oldest unaudited close on, or else the last one, each
 * close by the books of its day, what was booked since, and all balances and all that is held, reckoned from there. Takes as
 * long as those days and the number of accounts say, however much was booked before. An entry or a decision of an earlier day
 * is looked at by `auditDay`.
 */
export async function inspectNewest(tx: Queryable, { holdings }: AuditOptions): Promise<NewestAudit> {
  const closes = await closesOf(tx);
  const last = closes.at(-1);
  if (last === undefined) return { ...(await inspect(tx, { holdings })), days: [] };
  const newest = closes.slice(-newestDaysMax);
  const audited = await auditedDays(tx);
  const waiting = newest.findIndex(({ day }) => !audited.has(day));
  const looked = newest.slice(waiting < 0 ? -1 : waiting);
  const { after, from } = looked[0] ?? last;
  await byIndex(tx);
  const findings = [
    ...(await sumFindings(tx)),
    ...(await balanceFindings(tx, after)),
    ...(await entryFindings(tx, { after, through: noEnd })),
    ...(await dayFindings(tx, after)),
    ...(holdings === undefined ? [] : await heldFindings(tx, holdings, last.through)),
    ...(await agreedFindings(tx, { after, through: noEnd })),
    ...(await unbookedFindings(tx, { from, before: allDays.before })),
    ...(await closedFindings(tx, last)),
  ];
  for (const close of looked) findings.push(...(await closeFindings(tx, close)));
  return { findings, through: await lastTransaction(tx), days: looked.map(({ day }) => day) };
}

/** Checks the books as a whole. */
export async function audit(db: Database, options: AuditOptions): Promise<Audit> {
  return onOneSnapshot(db, (tx) => inspect(tx, options));
}

/** Checks the books from the oldest unaudited close on; before the first one, as a whole. */
export async function auditNewest(db: Database, options: AuditOptions): Promise<NewestAudit> {
  return onOneSnapshot(db, (tx) => inspectNewest(tx, options));
}

/**
 * Checks the books of one closed day, in the state that `tx` sees: its entries, what two have decided of them, what was decided in that day
 * and is to be in the books, and what its close says. Every decision is of one day: none is passed over, and none is looked for twice.
 */
export async function inspectDay(tx: Queryable, day: string): Promise<readonly Finding[]> {
  const close = (await closesOf(tx)).find((one) => one.day === day);
  if (close === undefined) throw new Error(`${day} is not closed`);
  await byIndex(tx);
  return [
    ...(await entryFindings(tx, close)),
    ...(await agreedFindings(tx, close)),
    ...(await unbookedFindings(tx, close)),
    ...(await closeFindings(tx, close)),
  ];
}

/** The same on a snapshot of its own. */
export async function auditDay(db: Database, day: string): Promise<readonly Finding[]> {
  return onOneSnapshot(db, (tx) => inspectDay(tx, day));
}

/** Checks only what was booked after a transaction, and the accounts it touched: quick enough to run after every step. */
export async function auditAccounts(db: Database, options: AuditOptions & { readonly after: number }): Promise<Audit> {
  return onOneSnapshot(db, (tx) => inspectAfter(tx, options));
}

/** Works the chain of one account out anew, from its first entry to what it keeps. */
export async function auditAccount(db: Database, accountId: string): Promise<readonly Finding[]> {
  return onOneSnapshot(db, async (tx) => [...(await chainOf(tx, accountId)), ...(await balanceOf(tx, accountId))]);
}
