/** The last row that was seen of a list by ending: lists of what has ended are newest first by that, and by id within a moment. */
export interface EndingPlace {
  readonly at: Date;
  readonly id: number;
}

/** Undefined where the cursor is not one of ours, null without one. */
export function readEnding(cursor: string | undefined): EndingPlace | null | undefined {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  return id === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) };
}

/** A page of rows of which one more than wanted was read. */
export function pageByEnding<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => EndingPlace,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return { page, nextCursor: null };
  const { at, id } = placeOf(last);
  return { page, nextCursor: `${at.getTime()}-${id}` };
}

/** What lists by ending are narrowed to, and where they go on: `$3` and on of their queries. */
export function endingValues(
  input: { readonly code?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined },
  statuses: readonly string[] | null,
  place: EndingPlace | null,
): unknown[] {
  const date = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return [place?.at ?? null, place?.id ?? null, statuses, input.code ?? null, date(input.from), date(input.to)];
}

/** The condition behind `endingValues`, with the column that says when something ended. */
export const byEnding = (column: string): string => `
  ${column} is not null and ($3::timestamptz is null or (${column}, id) < ($3, $4::bigint))
  and ($5::text[] is null or status = any ($5)) and ($6::text is null or code = $6)
  and ($7::timestamptz is null or ${column} >= $7) and ($8::timestamptz is null or ${column} < $8)
  order by ${column} desc, id desc`;
