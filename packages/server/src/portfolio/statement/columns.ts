/** What each column of a statement is called, in every format. */
export const columnNames = ['time', 'reason', 'reference', 'asset', 'account', 'amount', 'balance after'] as const;

/** Cells of one line, in the order of `columnNames`; or one cell alone, which says that there would be more lines. */
export type StatementRow = readonly string[];
