/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\u{feff}';
/** How a formula begins: narrow or full width, after blanks or none. */
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;
const number = /^-?\d+(?:\.\d+)?$/;

/** A list as CSV (RFC 4180), safe to open in a spreadsheet. */
export async function* csvOf(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head);
  for await (const row of rows) yield csvLine(row);
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Text that a spreadsheet would take for a formula begins with an apostrophe: an opened list must never compute or call
 * anything. Full-width signs count as the narrow ones, and blanks before them as none. Numbers of our own notation stay numbers,
 * negative ones too.
 */
export function csvCell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
