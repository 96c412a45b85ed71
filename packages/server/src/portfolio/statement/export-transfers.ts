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
import { isolated } from '../print/runs.ts';
import { printed } from '../print/table.ts';
import { filled, wordsOf } from '../reports/words.ts';
import { type StatementRow, columnNames } from './columns.ts';

const pageSize = 500;

/** How wide each column is in print. */
const widths = [14, 13, 18, 6, 8, 17, 17] as const;

/** The account's entries of a period as a file, newest first, with the balance of the entry's account after each. */
export async function exportTransfers(
  context: PortfolioContext,
  { user: { id, userName }, book, language }: AccountCall,
  input: InputOf<typeof user.exportTransfers>,
): Promise<Download> {
  const madeAt = new Date(context.clock.now()).toISOString();
  const words = wordsOf(language);
  const cut = filled(words.cut, { lines: String(statementLinesMax) });
  const lines = linesOf(context, { book, userId: id, ...input }, cut);
  const name = `statement-${book}-${madeAt.slice(0, 10)}.${input.format}`;
  if (input.format === 'csv') return new Download(name, 'text/csv; charset=utf-8', csvOf(columnNames, lines));
  const sentence = (text: string, values: Readonly<Record<string, string>>) => filled(text, values, isolated);
  const period = { from: input.from?.slice(0, 10) ?? '…', to: (input.to ?? madeAt).slice(0, 10) };
  const table = {
    language,
    title: words.title.ledger,
    about: [
      sentence(words.issuer, { origin: context.origin, date: madeAt.slice(0, 16).replace('T', ' ') }),
      sentence(words.holder[book], { user: userName }),
      [
        sentence(words.period, period),
        words.newest,
        ...(input.asset === undefined ? [] : [sentence(words.only, { asset: input.asset })]),
      ].join(' · '),
    ],
    columns: columnNames.map((column, index) => ({
      head: words.column[column],
      width: widths[index] ?? 0,
      align: column === 'amount' || column === 'balance after' ? ('end' as const) : ('start' as const),
    })),
    rows: lines,
    words: [cut],
    madeAt: new Date(madeAt),
    pageName: (page: number) => sentence(words.page, { page: String(page) }),
  };
  return new Download(name, 'application/pdf', await printed(table));
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
  cutNote: string,
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
