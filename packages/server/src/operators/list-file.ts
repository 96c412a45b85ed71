import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import { exportLinesMax } from '@assay/contract/vocabulary/operators.ts';
import { z } from 'zod';
import { csvOf } from '../platform/csv.ts';
import { isRefusal } from '../platform/refusal.ts';

/** What a list answers; its items are described by the call's own schema. */
const pageOf = z.object({ items: z.array(z.record(z.string(), z.unknown())), nextCursor: z.string().nullable() });

/** Stands below the last line of a list that is longer than the limit. */
const cutNote = `Cut after ${exportLinesMax} lines: narrow the filter for the rest.`;

/** A list as CSV: a column for each field of its items, as the contract declares them. */
export function fileOf(
  call: DeskCall,
  read: (cursor: string | undefined) => unknown,
  now: number,
): { name: string; content: AsyncGenerator<string> } {
  const columns = columnsOf(call);
  const name = `${call.path.slice(1).replaceAll('/', '-')}-${new Date(now).toISOString().slice(0, 10)}.csv`;
  return { name, content: csvOf(columns, rowsOf(columns, read)) };
}

function columnsOf({ path, result }: DeskCall): string[] {
  const items: unknown = result instanceof z.ZodObject ? result.shape['items'] : undefined;
  const item = items instanceof z.ZodArray ? items.element : undefined;
  if (!(item instanceof z.ZodObject)) throw new Error(`${path} is no list: it has no columns`);
  return Object.keys(item.shape);
}

async function* rowsOf(columns: readonly string[], read: (cursor: string | undefined) => unknown): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  for (let left = exportLinesMax; left > 0;) {
    const answer = await read(cursor);
    if (isRefusal(answer)) throw new Error(`a list refused its own cursor with ${answer.code}`);
    const { items, nextCursor } = pageOf.parse(answer);
    for (const item of items.slice(0, left)) yield columns.map((column) => cellOf(item[column]));
    if (nextCursor === null) return;
    cursor = nextCursor;
    left -= items.length;
  }
  yield [cutNote];
}

const named = z.object({ name: z.string() });

/** An operator by name, what is nested otherwise as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const ref = named.safeParse(value);
  return ref.success ? ref.data.name : JSON.stringify(value);
}
