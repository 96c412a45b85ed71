import { setImmediate as others } from 'node:timers/promises';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import type { user } from '@assay/contract/endpoints/user.ts';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import { reportLinesMax } from '@assay/contract/vocabulary/limits.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { csvOf } from '../../platform/csv.ts';
import type { AccountCall } from '../../platform/http.ts';
import { Download } from '../../platform/reply.ts';
import type { Account, PortfolioContext } from '../context.ts';
import { figureIn } from '../print/figures.ts';
import { isolated } from '../print/runs.ts';
import { printed } from '../print/table.ts';
import { coinsReport } from './coins.ts';
import { incomeReport } from './income.ts';
import { type Period, type Report, type ReportColumn, type ReportKind, type ReportLine, periodOf } from './report.ts';
import { tradesReport } from './trades.ts';
import { type ReportWords, filled, wordsOf } from './words.ts';

type Make = (context: PortfolioContext, account: Account, period: Period, linesMax: number) => Report;
const makers: Readonly<Record<ReportKind, Make>> = { trades: tradesReport, coins: coinsReport, income: incomeReport };

/** Lines that are written between two turns of the process. */
const linesAtOnce = 256;

/** The issuer, receiver and time of a report. */
interface Head {
  readonly userName: string;
  readonly book: Book;
  readonly origin: string;
  readonly madeAt: Date;
  readonly period: Period;
}

/** What ended in a calendar or tax year, for people and tax offices; in print it is in the language of the call. */
export async function exportReport(
  context: PortfolioContext,
  { user: { id, userName }, book, language }: AccountCall,
  { kind, format, year, beginsOn }: InputOf<typeof user.exportReport>,
): Promise<Download> {
  const period = periodOf({ year, beginsOn });
  const madeAt = new Date(context.clock.now());
  const report = makers[kind](context, { userId: id, book }, untilNow(period, madeAt), reportLinesMax[format]);
  const head: Head = { userName, book, origin: context.origin, madeAt, period };
  const name = `${kind}-${book}-${year}.${format}`;
  const words = wordsOf(language);
  return format === 'csv'
    ? new Download(name, 'text/csv; charset=utf-8', csvOf(csvHead(report), csvLines(report, head, words)))
    : new Download(name, 'application/pdf', await printed(tableOf(report, head, words, language)));
}

/**
 * Of a period that is not over what has been by now, this very moment with it: its closing balance is that of then, and nothing
 * that happens while pages are read can be in one of them and not in the other.
 */
function untilNow({ from, to }: Period, madeAt: Date): Period {
  return { from, to: new Date(Math.min(to.getTime(), madeAt.getTime() + 1)) };
}

const csvHead = ({ columns }: Report): string[] => ['type', 'label', ...columns.map(({ name }) => name)];

/** Stable English names, each line with its word in the person's language beside; issuer and receiver come first. */
async function* csvLines(report: Report, head: Head, words: ReportWords): AsyncGenerator<readonly string[]> {
  const { userName, book, origin, madeAt, period } = head;
  const told = (type: 'issuer' | 'account' | 'period', text: string) => [
    type,
    `${words.line[type]}: ${text}`,
    ...report.columns.map(() => ''),
  ];
  yield told('issuer', `Assay, ${origin}, ${madeAt.toISOString()}`);
  yield told('account', `${userName}, ${book}`);
  yield told('period', `${period.from.toISOString()} / ${period.to.toISOString()}`);
  for await (const { type, cells } of breathing(report.lines)) {
    yield [type, labelOf(type, words, 'csv'), ...report.columns.map(({ name }) => cells[name] ?? '')];
  }
}

function tableOf(report: Report, head: Head, words: ReportWords, language: Language) {
  const shown = report.columns.filter(({ width }) => width > 0);
  const { userName, book, origin, madeAt, period } = head;
  const sentence = (text: string, values: Readonly<Record<string, string>>) => filled(text, values, isolated);
  return {
    language,
    title: words.title[report.kind],
    about: [
      sentence(words.issuer, { origin, date: minuteOf(madeAt.toISOString()) }),
      sentence(words.holder[book], { user: userName }),
      sentence(words.period, { from: dayOf(period.from), to: dayOf(period.to) }),
      ...(madeAt < period.to ? [sentence(words.soFar, { date: minuteOf(madeAt.toISOString()) })] : []),
      words.inUsdt,
    ],
    columns: [
      { head: words.label, width: 14, align: 'start' as const },
      ...shown.map(({ name, width, align }) => ({ head: words.column[name], width, align })),
    ],
    rows: printedLines(report, words, language),
    // All other cells are figures, codes and numbers of orders.
    words: [...Object.values(words.line), ...Object.values(words.side), words.cutReport],
    madeAt,
    pageName: (page: number) => sentence(words.page, { page: String(page) }),
  };
}

async function* printedLines(report: Report, words: ReportWords, language: Language): AsyncGenerator<readonly string[]> {
  const shown = report.columns.filter(({ width }) => width > 0);
  for await (const line of report.lines) {
    const label = labelOf(line.type, words, 'pdf');
    // A remark has the whole line to itself.
    yield line.type === 'cut' ? [label] : [label, ...shown.map((column) => cellOf(line, column, words, language))];
  }
}

function labelOf(type: ReportLine['type'], words: ReportWords, format: keyof typeof reportLinesMax): string {
  if (type !== 'cut') return words.line[type];
  return filled(words.cutReport, { lines: String(reportLinesMax[format]), most: String(reportLinesMax.csv) });
}

/** Lines that are worked out without a question to the database in between let others have a turn. */
async function* breathing<T>(lines: AsyncIterable<T>): AsyncGenerator<T> {
  let told = 0;
  for await (const line of lines) {
    yield line;
    if ((told += 1) % linesAtOnce === 0) await others();
  }
}

const minuteOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const figure = /^-?\d+(?:\.\d+)?$/;

/** A cell as it is printed: figures in the language's way, times to the minute, a unit beside what it is of. */
function cellOf({ cells }: ReportLine, { name, unit }: ReportColumn, words: ReportWords, language: Language): string {
  const text = cells[name] ?? '';
  if (text === '') return '';
  if (name === 'side') return words.side[text as keyof ReportWords['side']];
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return minuteOf(text);
  if (!figure.test(text)) return text;
  const number = figureIn(language, text);
  const of = unit === undefined ? '' : (cells[unit] ?? '');
  return of === '' || of === 'USDT' ? number : `${number} ${of}`;
}
