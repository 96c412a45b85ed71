import type { closingCalls } from '@assay/contract/endpoints/closing.ts';
import type { InputOf } from '@assay/contract/endpoints/endpoint.ts';
import { statementLinesMax } from '@assay/contract/vocabulary/limits.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { identifiedPersons } from '../kyc/index.ts';
import { statement } from '../ledger/index.ts';
import { takeAttempt } from '../platform/credentials/attempts.ts';
import { type UserCall } from '../platform/http.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { Download } from '../platform/reply.ts';
import type { ClosingContext } from './context.ts';
import { type Part, parts } from './personal-data.ts';

const pageSize = 500;
/** Rows of one part at most; the file says so where there are more. */
const rowsMax = 50_000;
const perDay = { max: 5, windowMs: 86_400_000 };

/**
 * All data stored about a customer, as one JSON file that is written while it is sent. Refused with 10004, 11022 or 10091
 * (code), 10008 and 429.
 */
export async function exportData(
  context: ClosingContext,
  call: UserCall,
  { password, code }: InputOf<typeof closingCalls.exportData>,
): Promise<Download | Refusal> {
  const { db, clock, identity } = context;
  const userId = call.user.id;
  const refused = await identity.provePassword(call, userId, password);
  if (refused !== undefined) return refused;
  const spend = await identity.proveOwner(call, userId, code, 'account');
  if (isRefusal(spend)) return spend;
  const often = await takeAttempt(db, clock.wall(), [{ key: `export:${userId}`, ...perDay }]);
  if (often !== undefined) return often;
  const spent = await db.transact((tx) => spend(tx));
  if (spent !== undefined) return spent;
  const name = `assay-data-${new Date(clock.wall()).toISOString().slice(0, 10)}.json`;
  return new Download(name, 'application/json; charset=utf-8', fileOf(context, userId));
}

async function* fileOf(context: ClosingContext, userId: string): AsyncGenerator<string> {
  const madeAt = new Date(context.clock.wall()).toISOString();
  const note = 'Amounts of orders are whole numbers of the smallest unit of their asset; those of the statement are decimals.';
  yield `{"madeAt":${JSON.stringify(madeAt)},"note":${JSON.stringify(note)}`;
  for (const part of parts) yield* listOf(part.name, rowsOf(context, part, userId));
  yield* listOf('persons', personsOf(context, userId));
  for (const book of books) yield* listOf(`statement_${book}`, linesOf(context, book, userId));
  yield '}\n';
}

async function* listOf(name: string, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let written = 0;
  for await (const row of rows) yield `${(written += 1) > 1 ? ',' : ''}\n${row}`;
  yield ']';
}

/** Rows come as text of the database's own writing: its numbers are longer than those of JavaScript. */
export async function* rowsOf(
  { db }: Pick<ClosingContext, 'db'>,
  { sql }: Pick<Part, 'sql'>,
  userId: string,
): AsyncGenerator<string> {
  const read = (offset: number, limit: number) =>
    db.query<{ row: string }>(`${sql} limit $2 offset $3`, [userId, limit, offset]);
  for (let offset = 0; offset < rowsMax; offset += pageSize) {
    const page = await read(offset, pageSize);
    for (const { row } of page) yield row;
    if (page.length < pageSize) return;
  }
  if ((await read(rowsMax, 1)).length > 0) yield JSON.stringify({ cut: rowsMax });
}

async function* personsOf({ db, secret }: ClosingContext, userId: string): AsyncGenerator<string> {
  for (const person of await identifiedPersons(db, secret, userId)) yield JSON.stringify(person);
}

async function* linesOf({ db }: ClosingContext, book: (typeof books)[number], userId: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  for (let left = statementLinesMax; left > 0; left -= pageSize) {
    const page = await statement(db, { book, userId, limit: Math.min(pageSize, left), cursor });
    if (isRefusal(page)) throw new Error(`the statement refused its own cursor with ${page.code}`);
    for (const { asset, amount, balanceAfter, at, ...line } of page.items) {
      const written = { amount: formatAmount(amount, asset), balanceAfter: formatAmount(balanceAfter, asset) };
      yield JSON.stringify({ ...line, at: at.toISOString(), asset: asset.code, ...written });
    }
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
  yield JSON.stringify({ cut: statementLinesMax });
}
