import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { cutNote, exportLinesMax } from '@assay/contract/vocabulary/operators.ts';
import { z } from 'zod';
import { csvOf } from '../platform/csv.ts';
import { isRefusal } from '../platform/refusal.ts';

/** What a list answers; its items are described by the call's own schema. */
const page = z.object({ items: z.array(z.record(z.string(), z.unknown())), nextCursor: z.string().nullable() });

/**
 * A list as CSV: a column for each field of its items, as the contract declares them. One that is longer than the limit says
 * below its last line where the rest begins; requested with that cursor, the next file continues there.
 */
export function fileOf(
  call: DeskCall,
  read: (cursor: string | undefined) => unknown,
  now: number,
  begin?: string,
): { name: string; content: AsyncGenerator<string> } {
  const columns = columnsOf(call);
  return { name: nameOfFile(call, now), content: csvOf(columns, rowsOf(columns, read, begin)) };
}

export const nameOfFile = ({ path }: DeskCall, at: number): string =>
  `${path.slice(1).replaceAll('/', '-')}-${new Date(at).toISOString().slice(0, 10)}.csv`;

/** What a list answered. */
export const pageOf = (answer: unknown) => page.parse(answer);

/** Of each item its cells. */
export const linesOf = (columns: readonly string[], items: readonly Readonly<Record<string, unknown>>[]): string[][] =>
  items.map((item) => columns.map((column) => cellOf(valueIn(item, column))));

export function columnsOf({ path, result }: DeskCall): string[] {
  const items: unknown = result instanceof z.ZodObject ? result.shape['items'] : undefined;
  const item = items instanceof z.ZodArray ? items.element : undefined;
  if (!(item instanceof z.ZodObject)) throw new Error(`${path} is no list: it has no columns`);
  return Object.entries(item.shape).flatMap(([name, field]) => partsOf(name, field));
}

/** Of what has parts a column for each, such as `customer.id`; an operator is one column. */
function partsOf(name: string, field: unknown): string[] {
  const bare = field instanceof z.ZodNullable || field instanceof z.ZodOptional ? field.unwrap() : field;
  if (!(bare instanceof z.ZodObject) || 'name' in bare.shape) return [name];
  return Object.keys(bare.shape).map((part) => `${name}.${part}`);
}

async function* rowsOf(
  columns: readonly string[],
  read: (cursor: string | undefined) => unknown,
  begin: string | undefined,
): AsyncGenerator<string[]> {
  let cursor = begin;
  for (let left = exportLinesMax; left > 0;) {
    const answer = await read(cursor);
    if (isRefusal(answer)) throw new Error(`a list refused its own cursor with ${answer.code}`);
    const { items, nextCursor } = pageOf(answer);
    yield* linesOf(columns, items);
    if (nextCursor === null) return;
    cursor = nextCursor;
    left -= items.length;
  }
  yield [cutNote(cursor ?? '')];
}

const parted = z.record(z.string(), z.unknown());

function valueIn(item: Readonly<Record<string, unknown>>, column: string): unknown {
  const [name = '', part] = column.split('.');
  if (part === undefined) return item[name];
  return parted.safeParse(item[name]).data?.[part];
}

const named = z.object({ name: z.string() });

/** An operator by name, what is nested otherwise as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const ref = named.safeParse(value);
  return ref.success ? ref.data.name : JSON.stringify(value);
}
