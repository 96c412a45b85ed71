/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\u{feff}';
const number = /^-?\d+(?:\.\d+)?$/;

/** A list as CSV (RFC 4180), safe to open in a spreadsheet. */
export async function* csvOf(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head);
  for await (const row of rows) yield csvLine(row);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Text that a spreadsheet would take for a formula begins with an apostrophe: an opened list must never compute or call
 * anything. Numbers of our own notation stay numbers, negative ones too.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
