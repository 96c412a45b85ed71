import { Readable } from 'node:stream';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import { statementLinesMax } from '@assay/contract/vocabulary/limits.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { type StatementLine, statement } from '../../ledger/index.ts';
import { csvOf } from '../../platform/csv.ts';
import { type AccountCall } from '../../platform/http.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { Download } from '../../platform/reply.ts';
import type { PortfolioContext } from '../context.ts';
import { type StatementRow, columnNames } from './columns.ts';
import { pdfOf } from './pdf.ts';

const pageSize = 500;

/** Stands below the last line of a statement that is longer than the limit. */
const cutNote = `Cut after ${statementLinesMax} lines: choose a shorter period for the rest.`;

/** The account's entries of a period as a file, newest first, with the balance of the entry's account after each. */
export async function exportTransfers(
  context: PortfolioContext,
  { user: { id, userName }, book }: AccountCall,
  input: InputOf<typeof user.exportTransfers>,
): Promise<Download> {
  const madeAt = new Date(context.clock.now()).toISOString();
  const lines = linesOf(context, { book, userId: id, ...input });
  const name = `statement-${book}-${madeAt.slice(0, 10)}.${input.format}`;
  const head = { userName, book, madeAt, asset: input.asset, from: input.from, to: input.to };
  return input.format === 'csv'
    ? new Download(name, 'text/csv; charset=utf-8', Readable.from(csvOf(columnNames, lines)))
    : new Download(name, 'application/pdf', await pdfOf(head, lines));
}

async function* linesOf(
  { db }: PortfolioContext,
  query: {
    book: 'demo' | 'real';
    userId: string;
    asset?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
): AsyncGenerator<StatementRow> {
  const { book, userId, asset } = query;
  const from = query.from === undefined ? undefined : new Date(query.from);
  const to = query.to === undefined ? undefined : new Date(query.to);
  let cursor: string | undefined;
  // Newer entries than those of the first page are never met: pages go backwards in time.
  for (let left = statementLinesMax; left > 0;) {
    const page = await statement(db, { book, userId, asset, from, to, limit: Math.min(pageSize, left), cursor });
    if (isRefusal(page)) throw new Error(`the statement refused its own cursor with ${page.code}`);
    for (const line of page.items) yield cellsOf(line);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
    left -= page.items.length;
  }
  yield [cutNote];
}

function cellsOf({ at, reason, reference, asset, kind, amount, balanceAfter }: StatementLine): StatementRow {
  return [
    at.toISOString(),
    reason,
    reference ?? '',
    asset.code,
    kind,
    formatAmount(amount, asset),
    formatAmount(balanceAfter, asset),
  ];
}
