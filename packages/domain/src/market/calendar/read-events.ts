import { type EventKind, eventKinds, importMax, isCalendarTime } from '@assay/contract/vocabulary/calendar.ts';

/** An event as read from a file. */
export interface ReadEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly currency: string;
  readonly kind: EventKind;
  readonly title: string;
  readonly importance: 1 | 2 | 3;
  readonly previous: string;
  readonly forecast: string;
  readonly actual: string;
}

/** The line at fault, counted from 1. */
export interface Unreadable {
  readonly line: number;
}

/** Reads CSV (RFC 4180), whose first line names its columns, or iCalendar (RFC 5545), which names no currency. */
export function readEvents(text: string, currency: string | undefined): readonly ReadEvent[] | Unreadable {
  const plain = text.replace(/^\uFEFF/, '');
  const read = /^BEGIN:VCALENDAR\s*$/im.test(plain.slice(0, 200)) ? readCalendar(plain, currency) : readTable(plain);
  if ('line' in read) return read;
  return read.length === 0 || read.length > importMax.events ? { line: 1 } : read;
}

const columns = ['at', 'currency', 'kind', 'title', 'importance', 'previous', 'forecast', 'actual'] as const;
type Column = (typeof columns)[number];
const needed: readonly Column[] = ['at', 'currency', 'kind', 'importance'];

function readTable(text: string): ReadEvent[] | Unreadable {
  const rows = rowsOf(text);
  if (rows === undefined) return { line: 1 };
  const [head, ...lines] = rows;
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const isKnown = names.every((name) => (columns as readonly string[]).includes(name));
  if (!isKnown || new Set(names).size !== names.length || needed.some((name) => !names.includes(name))) return { line: 1 };
  const events: ReadEvent[] = [];
  for (const { line, cells } of lines) {
    const cell = (name: Column) => (cells[names.indexOf(name)] ?? '').trim();
    const event = cells.length === names.length ? eventOf(cell) : undefined;
    if (event === undefined) return { line };
    events.push(event);
  }
  return events;
}

const isKind = (text: string): text is EventKind => (eventKinds as readonly string[]).includes(text);
/** With its zone: a time without one would be ambiguous. */
const instant = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

/** In epoch milliseconds; not a number where there is no such day, or none that a calendar is kept for. */
function momentOf(text: string): number {
  const [, ...parts] = instant.exec(text) ?? [];
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = parts.map(Number);
  // Of a 30 February engines make one of March.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const at = Date.parse(text);
  return isDay && isCalendarTime(at) ? at : Number.NaN;
}

function eventOf(cell: (name: Column) => string): ReadEvent | undefined {
  const [at, importance, kind] = [momentOf(cell('at')), Number(cell('importance')), cell('kind')];
  const figures = { previous: cell('previous'), forecast: cell('forecast'), actual: cell('actual') };
  if (Number.isNaN(at) || !isKind(kind)) return undefined;
  if (importance !== 1 && importance !== 2 && importance !== 3) return undefined;
  const tooLong = cell('title').length > 120 || Object.values(figures).some((figure) => figure.length > 24);
  if (tooLong || !/^[A-Z]{3}$/.test(cell('currency'))) return undefined;
  return { at, currency: cell('currency'), kind, title: cell('title'), importance, ...figures };
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Cells apart by commas, in quotes where they have some; empty lines are none. Undefined where a quote does not end. */
function rowsOf(text: string): Row[] | undefined {
  const rows: Row[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let [line, began] = [1, 1];
  const endRow = () => {
    if (cells.length > 0 || cell.trim() !== '') rows.push({ line: began, cells: [...cells, cell] });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      endRow();
      began = line;
    } else if (sign !== '\r') cell += sign;
  }
  if (quoted) return undefined;
  endRow();
  return rows;
}

/** RFC 5545, 3.8.1.9: 1 to 4 is high, 5 in the middle, 6 to 9 low; one that says nothing is in the middle. */
const importanceOf = (priority: number): 1 | 2 | 3 => (priority >= 6 ? 1 : priority >= 1 && priority <= 4 ? 3 : 2);

/** A recurring event would appear here only once: its days have to be listed one by one. */
const repeating: ReadonlySet<string> = new Set(['RRULE', 'RDATE']);

interface Begun {
  readonly line: number;
  readonly at?: number;
  readonly title?: string;
  readonly importance: 1 | 2 | 3;
  readonly kind: EventKind;
  readonly repeats?: boolean;
  readonly cancelled?: boolean;
}

function readCalendar(text: string, currency: string | undefined): ReadEvent[] | Unreadable {
  if (currency === undefined) return { line: 1 };
  const events: ReadEvent[] = [];
  let begun: Begun | undefined;
  /** What has begun within it and not ended: an alarm has a summary of its own. */
  const within: string[] = [];
  for (const { line, name, value } of propertiesOf(text)) {
    if (begun === undefined) {
      if (name === 'BEGIN' && value === 'VEVENT') begun = { line, importance: 2, kind: 'other' };
    } else if (name === 'BEGIN') within.push(value);
    else if (name === 'END' && value !== (within.at(-1) ?? 'VEVENT')) return { line: begun.line };
    else if (within.length > 0) {
      if (name === 'END') within.pop();
    } else if (name !== 'END') begun = withProperty(begun, name, value);
    else {
      const { at = Number.NaN, title = '', importance, kind, repeats = false, cancelled = false } = begun;
      if (Number.isNaN(at) || title === '' || title.length > 120 || repeats) return { line: begun.line };
      if (!cancelled) events.push({ at, currency, kind, title, importance, previous: '', forecast: '', actual: '' });
      begun = undefined;
    }
  }
  return begun === undefined ? events : { line: begun.line };
}

function withProperty(begun: Begun, name: string, value: string): Begun {
  if (name === 'DTSTART') return { ...begun, at: utcOf(value) };
  if (name === 'SUMMARY') return { ...begun, title: unescaped(value).trim() };
  if (name === 'PRIORITY') return { ...begun, importance: importanceOf(Number(value)) };
  if (name === 'CATEGORIES' && isKind(value)) return { ...begun, kind: value };
  if (name === 'STATUS') return { ...begun, cancelled: value.trim().toUpperCase() === 'CANCELLED' };
  return repeating.has(name) ? { ...begun, repeats: true } : begun;
}

/** A line that begins with a space goes on with the one before it; what stands after `;` is about the value. */
function propertiesOf(text: string): { line: number; name: string; value: string }[] {
  const properties: { line: number; text: string }[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const last = properties.at(-1);
    if (/^[ \t]/.test(written) && last !== undefined) last.text += written.slice(1);
    else properties.push({ line: index + 1, text: written });
  }
  return properties.flatMap(({ line, text: property }) => {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(property) ?? [];
    return name === '' ? [] : [{ line, name: name.toUpperCase(), value }];
  });
}

/** 20260109T133000Z; a time of a zone or a whole day is not a number. */
function utcOf(value: string): number {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(value) ?? [];
  const [year, month, day, hours, minutes, seconds] = parts;
  return parts.length === 6 ? momentOf(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`) : Number.NaN;
}

const unescaped = (text: string): string => text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1');
