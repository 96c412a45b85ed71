import type { LoanEvent, LoanRejection } from '@assay/contract/vocabulary/loans.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

/** What happened to a loan, and by whom where it was an operator. Money is micro-USDT. */
export interface LoanEventRow {
  readonly loanId: number;
  readonly kind: LoanEvent;
  readonly at: Date;
  readonly operator: { readonly id: string; readonly name: string } | null;
  readonly reason: LoanRejection | null;
  readonly interest: bigint | null;
  readonly principal: bigint | null;
}

interface NewEvent {
  readonly kind: LoanEvent;
  /** Business time, epoch milliseconds. */
  readonly at: number;
  readonly operatorId?: string;
  readonly reason?: LoanRejection;
  readonly interest?: bigint;
  readonly principal?: bigint;
}

/** Adds to the history of a loan whose row the transaction holds, so that positions never meet. */
export async function record(tx: Transaction, loanId: number, event: NewEvent): Promise<void> {
  await tx.query(
    `insert into loan_events (loan_id, position, kind, at, operator_id, reason, interest, principal)
     select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5, $6, $7 from loan_events where loan_id = $1`,
    [
      loanId,
      event.kind,
      new Date(event.at),
      event.operatorId ?? null,
      event.reason ?? null,
      event.interest ?? null,
      event.principal ?? null,
    ],
  );
}

/** The histories of some loans, oldest first, by their ids. */
export async function eventsOf(db: Queryable, loanIds: readonly number[]): Promise<ReadonlyMap<number, LoanEventRow[]>> {
  const rows = await db.query<Omit<LoanEventRow, 'operator'> & { operatorId: string | null; operatorName: string | null }>(
    `select e.loan_id as "loanId", e.kind, e.at, e.reason, e.interest, e.principal, o.id::text as "operatorId",
       o.name as "operatorName"
     from loan_events e left join operators o on o.id = e.operator_id
     where e.loan_id = any($1) order by e.loan_id, e.position`,
    [loanIds],
  );
  const events = rows.map(({ operatorId, operatorName, ...event }) => ({
    ...event,
    operator: operatorId === null || operatorName === null ? null : { id: operatorId, name: operatorName },
  }));
  return Map.groupBy(events, ({ loanId }) => loanId);
}
