/** What each column of a statement is called, in every format. */
export const columnNames = ['time', 'reason', 'reference', 'asset', 'account', 'amount', 'balance after'] as const;

/** Cells of one line, in the order of `columnNames`; or one cell alone, which says that there would be more lines. */
export type StatementRow = readonly string[];

/** What stands at the head of a statement, beside its lines. */
export interface StatementHead {
  readonly userName: string;
  readonly book: 'demo' | 'real';
  readonly asset: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Business time at which it was made. */
  readonly madeAt: string;
}
