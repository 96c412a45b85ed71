import type { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Language } from '@assay/contract/vocabulary/languages.ts';
import type PDFDocument from 'pdfkit';
import { type Faces, facesFor } from './fonts.ts';
import { visualRuns } from './runs.ts';

export interface PrintedColumn {
  readonly head: string;
  /** Share of the page's width. */
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** A table to be printed in the reader's language: its heading, its columns, and its rows as they come. */
export interface PrintedTable {
  readonly language: Language;
  readonly title: string;
  readonly about: readonly string[];
  readonly columns: readonly PrintedColumn[];
  /** A row of one cell alone is a remark. */
  readonly rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Text that rows to come may contain. */
  readonly words: readonly string[];
  readonly madeAt: Date;
  readonly pageName: (page: number) => string;
}

const margin = 36;
const rowHeight = 14;
const size = 7.5;
const gutter = 8;
/** Rows that are set between two turns of the process: some milliseconds. */
const rowsAtOnce = 5;

type Pdf = InstanceType<typeof PDFDocument>;

/** Writes a table as PDF, page by page as its rows come. Right-to-left languages have their first column at the right. */
export async function printed(table: PrintedTable): Promise<Readable> {
  // Loaded with the first file: the fonts take longer to read than most processes will ever need them.
  const { default: Document } = await import('pdfkit');
  const { title, about, columns, words, language } = table;
  const faces = await facesFor(
    [title, ...about, ...columns.map(({ head }) => head), ...words, table.pageName(0)].join(''),
    language,
  );
  const info = { Title: title, CreationDate: table.madeAt };
  const document = new Document({ size: 'A4', layout: 'landscape', margin, info, lang: language });
  for (const [name, font] of faces.embedded) document.registerFont(name, font);
  void new Printer(document, faces, table).write().catch((error: unknown) => {
    document.destroy(error instanceof Error ? error : new Error('a file could not be written'));
  });
  return document;
}

class Printer {
  readonly #document: Pdf;
  readonly #faces: Faces;
  readonly #table: PrintedTable;
  readonly #base: 'ltr' | 'rtl';
  readonly #width: number;
  #page = 1;

  constructor(document: Pdf, faces: Faces, table: PrintedTable) {
    this.#document = document;
    this.#faces = faces;
    this.#table = table;
    this.#base = table.language === 'ar' ? 'rtl' : 'ltr';
    this.#width = document.page.width - 2 * margin;
  }

  async write(): Promise<void> {
    const { title, about, rows } = this.#table;
    this.#line(title, margin + 14, 15);
    about.forEach((text, place) => this.#line(text, margin + 34 + place * 12, 8.5));
    let top = this.#startPage(margin + 34 + about.length * 12 + 10);
    let drawn = 0;
    for await (const row of rows) {
      // Rows that are there already come without a turn of the process in between, and to set them takes time.
      if ((drawn += 1) % rowsAtOnce === 0) await others();
      // It is not read any more.
      if (this.#document.destroyed) return;
      if (top + rowHeight > this.#document.page.height - margin - rowHeight) {
        this.#document.addPage();
        this.#page += 1;
        top = this.#startPage(margin + 8);
      }
      this.#row(row, top);
      top += rowHeight;
    }
    this.#document.end();
  }

  /**
   * The names of the columns, in two lines where one is too short, and the page's number; returns the place of the first row.
   */
  #startPage(top: number): number {
    const { columns, pageName } = this.#table;
    this.#cell(pageName(this.#page), this.#lastPlace(), this.#document.page.height - margin, size, '#667085');
    const heads = columns.map(({ head }, index) => this.#wrapped(head, this.#placeOf(index).width));
    heads.forEach((lines, index) => {
      lines.forEach((text, line) => this.#cell(text, this.#placeOf(index), top + line * 9, size, '#475467'));
    });
    const rule = top + 9 * Math.max(...heads.map((lines) => lines.length)) - 3;
    this.#document
      .moveTo(margin, rule)
      .lineTo(margin + this.#width, rule)
      .lineWidth(0.5)
      .stroke('#98a2b3');
    return rule + 12;
  }

  #row(row: readonly string[], baseline: number): void {
    const [only] = row;
    if (row.length === 1 && only !== undefined) this.#line(only, baseline, size);
    else row.forEach((text, index) => this.#cell(text, this.#roomOf(row, index), baseline, size, '#101828'));
  }

  #line(text: string, baseline: number, points: number): void {
    this.#cell(text, { left: margin, width: this.#width, align: 'start' }, baseline, points, '#101828');
  }

  /** Text in its place; what is too wide is set smaller, never cut: a figure without its last digits is another figure. */
  #cell(text: string, { left, width, align }: Place, baseline: number, points: number, colour: string): void {
    const runs = visualRuns(text, this.#base, this.#faces.fontOf);
    const whole = this.#widthOf(runs, points);
    const fitting = whole > width ? (points * width) / whole : points;
    const taken = Math.min(whole, width);
    let x = (align === 'end') === (this.#base === 'ltr') ? left + width - taken : left;
    for (const { text: part, font } of runs) {
      this.#document.font(font).fontSize(fitting).fillColor(colour);
      this.#document.text(part, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      x += this.#document.widthOfString(part);
    }
  }

  #widthOf(runs: readonly { text: string; font: string }[], points: number): number {
    return runs.reduce((sum, { text, font }) => sum + this.#document.font(font).fontSize(points).widthOfString(text), 0);
  }

  /** In two lines at most, between words. */
  #wrapped(text: string, width: number): string[] {
    const words = text.split(' ');
    const fits = (part: readonly string[]) =>
      this.#widthOf(visualRuns(part.join(' '), this.#base, this.#faces.fontOf), size) <= width;
    if (fits(words)) return [text];
    const first = words.findLastIndex((_, place) => place > 0 && fits(words.slice(0, place)));
    return first < 1 ? [text] : [words.slice(0, first).join(' '), words.slice(first).join(' ')];
  }

  #placeOf(index: number): Place {
    const { columns } = this.#table;
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    const share = (count: number) => (columns.slice(0, count).reduce((sum, { width }) => sum + width, 0) / all) * this.#width;
    const [from, to] = [share(index), share(index + 1)];
    const left = this.#base === 'ltr' ? margin + from : margin + this.#width - to;
    const align = columns[index]?.align ?? 'start';
    // A figure that ends where a text begins is read with it.
    const apart = align === 'end' && columns[index + 1]?.align === 'start' ? gutter : 0;
    const width = to - from - 6 - apart;
    return { left: left + 2 + (this.#base === 'ltr' ? 0 : apart), width, align };
  }

  /** A text at the start of its column has the empty cells after it too: a long label is not set small beside them. */
  #roomOf(row: readonly string[], index: number): Place {
    const own = this.#placeOf(index);
    if (own.align === 'end') return own;
    const next = row.findIndex((text, place) => place > index && text !== '');
    const last = this.#placeOf((next === -1 ? row.length : next) - 1);
    return {
      ...own,
      left: Math.min(own.left, last.left),
      width: Math.max(own.left + own.width, last.left + last.width) - Math.min(own.left, last.left),
    };
  }

  #lastPlace(): Place {
    return { left: margin, width: this.#width, align: 'end' };
  }
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly align: 'start' | 'end';
}
