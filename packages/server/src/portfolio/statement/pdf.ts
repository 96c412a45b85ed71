import type { Readable } from 'node:stream';
import type PDFDocument from 'pdfkit';
import { type StatementHead, type StatementRow, columnNames } from './columns.ts';

const margin = 36;
const rowHeight = 14;
/** Where each column begins, in points from the margin of an A4 page on its side, and on which side its text stands. */
const columns = [
  { left: 0, width: 122, align: 'left' },
  { left: 124, width: 96, align: 'left' },
  { left: 222, width: 120, align: 'left' },
  { left: 344, width: 50, align: 'left' },
  { left: 396, width: 62, align: 'left' },
  { left: 460, width: 150, align: 'right' },
  { left: 616, width: 150, align: 'right' },
] as const;

/**
 * A statement as PDF. It is in English with the codes of the wire whatever the caller's language: those are what support,
 * auditors and the API speak, and the fonts that every reader of PDF brings along know Latin letters only. Pages are
 * written as the lines come.
 */
export async function pdfOf(head: StatementHead, rows: AsyncIterable<StatementRow>): Promise<Readable> {
  // Loaded with the first statement: the fonts take longer to read than most processes will ever need them.
  const { default: Document } = await import('pdfkit');
  const document = new Document({
    size: 'A4',
    layout: 'landscape',
    margin,
    info: { Title: 'Account statement', CreationDate: new Date(head.madeAt) },
  });
  void write(document, head, rows).catch((error: unknown) => {
    document.destroy(error instanceof Error ? error : new Error('a statement could not be written'));
  });
  return document;
}

type Pdf = InstanceType<typeof PDFDocument>;

async function write(document: Pdf, head: StatementHead, rows: AsyncIterable<StatementRow>): Promise<void> {
  writeHead(document, head);
  let page = 1;
  let top = startPage(document, page, document.y + rowHeight);
  for await (const row of rows) {
    if (top + rowHeight > document.page.height - margin - rowHeight) {
      document.addPage();
      top = startPage(document, ++page, margin);
    }
    writeRow(document, row, top);
    top += rowHeight;
  }
  document.end();
}

function writeHead(document: Pdf, { userName, book, asset, from, to, madeAt }: StatementHead): void {
  const period = `${from ?? 'the beginning'} to ${to ?? madeAt}`;
  document.font('Helvetica-Bold').fontSize(16).text('Account statement', margin, margin);
  document
    .font('Helvetica')
    .fontSize(9)
    .text(`User ${userName}, ${book} account${asset === undefined ? '' : `, ${asset} only`}`)
    .text(`Period ${period}, newest first. Made ${madeAt}.`);
}

/** Number of the page and names of the columns; answers where the first row goes. */
function startPage(document: Pdf, page: number, top: number): number {
  document.font('Helvetica').fontSize(8);
  writeCell(document, `page ${page}`, 6, document.page.height - margin - rowHeight);
  document.font('Helvetica-Bold');
  columnNames.forEach((name, index) => writeCell(document, name, index, top));
  document
    .moveTo(margin, top + rowHeight - 3)
    .lineTo(document.page.width - margin, top + rowHeight - 3)
    .lineWidth(0.5)
    .stroke();
  document.font('Helvetica');
  return top + rowHeight;
}

function writeRow(document: Pdf, row: StatementRow, top: number): void {
  const [only] = row;
  if (row.length === 1 && only !== undefined) document.text(only, margin, top, { lineBreak: false });
  else row.forEach((cell, index) => writeCell(document, cell, index, top));
}

function writeCell(document: Pdf, text: string, index: number, top: number): void {
  const column = columns[index];
  if (column === undefined) throw new Error(`a statement has no column ${index}`);
  const { left, width, align } = column;
  document.text(text, margin + left, top, { width, align, height: rowHeight, lineBreak: false });
}
