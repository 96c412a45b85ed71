import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { statementLinesMax } from '@assay/contract/vocabulary/limits.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { type StatementLine, statement } from '../../ledger/index.ts';
import { csvOf } from '../../platform/csv.ts';
import { type AccountCall } from '../../platform/http.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { Download } from '../../platform/reply.ts';
import type { PortfolioContext } from '../context.ts';
import { figureIn } from '../print/figures.ts';
import { isolated } from '../print/runs.ts';
import { printed } from '../print/table.ts';
import { type ReportWords, filled, wordsOf } from '../reports/words.ts';
import { type StatementRow, columnNames } from './columns.ts';

const pageSize = 500;

/** How wide each column is in print. */
const widths = [13, 24, 17, 6, 14, 13, 13] as const;

/**
 * The account's entries of a period as a file, newest first, with the balance of the entry's account after each: in stable codes for
 * programs, and in print in the language of the call.
 */
export async function exportTransfers(
  context: PortfolioContext,
  { user: { id, userName }, book, language }: AccountCall,
  input: InputOf<typeof user.exportTransfers>,
): Promise<Download> {
  const madeAt = new Date(context.clock.now()).toISOString();
  const words = wordsOf(language);
  const cut = filled(words.cut, { lines: String(statementLinesMax) });
  const lines = linesOf(context, { book, userId: id, ...input });
  const name = `statement-${book}-${madeAt.slice(0, 10)}.${input.format}`;
  if (input.format === 'csv')
    return new Download(name, 'text/csv; charset=utf-8', csvOf(columnNames, rowsOf(lines, cellsOf, cut)));
  const sentence = (text: string, values: Readonly<Record<string, string>>) => filled(text, values, isolated);
  // To the minute: days of the person's own clock begin at no midnight of UTC.
  const period = { from: input.from === undefined ? '…' : minuteOf(input.from), to: minuteOf(input.to ?? madeAt) };
  const table = {
    language,
    title: words.title.ledger,
    about: [
      sentence(words.issuer, { origin: context.origin, date: minuteOf(madeAt) }),
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
    rows: rowsOf(lines, (line) => saidIn(words, language, line), cut),
    words: [cut, ...Object.values(words.movement).flatMap((texts) => Object.values(texts)), ...Object.values(words.ledger)],
    madeAt: new Date(madeAt),
    pageName: (page: number) => sentence(words.page, { page: String(page) }),
  };
  return new Download(name, 'application/pdf', await printed(table));
}

const minuteOf = (instant: string) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ');

/** Entries as they come, and `cut` in place of those that are too many. */
async function* linesOf(
  { db }: PortfolioContext,
  query: {
    book: 'demo' | 'real';
    userId: string;
    asset?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
): AsyncGenerator<StatementLine | 'cut'> {
  const { book, userId, asset } = query;
  const from = query.from === undefined ? undefined : new Date(query.from);
  const to = query.to === undefined ? undefined : new Date(query.to);
  let cursor: string | undefined;
  // Newer entries than those of the first page are never met: pages go backwards in time.
  for (let left = statementLinesMax; left > 0;) {
    const page = await statement(db, { book, userId, asset, from, to, limit: Math.min(pageSize, left), cursor });
    if (isRefusal(page)) throw new Error(`the statement refused its own cursor with ${page.code}`);
    yield* page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
    left -= page.items.length;
  }
  yield 'cut';
}

async function* rowsOf(
  lines: AsyncIterable<StatementLine | 'cut'>,
  cells: (line: StatementLine) => StatementRow,
  cutNote: string,
): AsyncGenerator<StatementRow> {
  for await (const line of lines) yield line === 'cut' ? [cutNote] : cells(line);
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

/** The same cells for people. */
function saidIn(words: ReportWords, language: Language, line: StatementLine): StatementRow {
  const { at, reason, reference, asset, kind, amount, balanceAfter } = line;
  const [what = '', happened = ''] = reason.split('.');
  const movements: Readonly<Record<string, Readonly<Record<string, string>>>> = words.movement;
  const accounts: Readonly<Record<string, string>> = words.ledger;
  return [
    at.toISOString().slice(0, 19).replace('T', ' '),
    movements[what]?.[happened] ?? reason,
    reference ?? '',
    asset.code,
    accounts[kind] ?? kind,
    figureIn(language, formatAmount(amount, asset)),
    figureIn(language, formatAmount(balanceAfter, asset)),
  ];
}
