// docs/specification.md: one row for each statement of the customer's specification, with the code that does it and the
// tests that hold it. Here the table is read, and its rows are compared with what a run of the tests has reported.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './gate.ts';

export interface Row {
  /** Section and number, such as `7.12`. */
  readonly id: string;
  readonly statement: string;
  /** Files that do it. */
  readonly code: readonly string[];
  readonly heldBy: readonly HeldBy[];
}

export interface HeldBy {
  readonly file: string;
  /**
   * The title of a test in it, after those of its describe blocks where another test has the same: `in a list › is sorted`. A
   * `*` stands for the values of a test that runs for many.
   */
  readonly title: string;
}

/** What vitest says of one test. */
export interface TestOutcome {
  readonly file: string;
  /** The titles of all describe blocks of the test, then its own. */
  readonly title: string;
  readonly passed: boolean;
}

export const tableFile = join(root, 'docs', 'specification.md');

const rowLine = /^\| (\d+\.\d+) \|/;
const inCode = /`([^`]+)`/g;
const test = /`([^`]+)` › (.+)/;

/** The rows of the table: `| 7.12 | statement | reading | code | tests |`, several files or tests parted by `<br>`. */
export function readTable(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => rowLine.test(line))
    .map((line) => {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [id = '', statement = '', , code = '', tests = ''] = cells;
      if (cells.length !== 5) throw new Error(`row ${id} has ${cells.length} cells instead of five`);
      return {
        id,
        statement,
        code: [...code.matchAll(inCode)].map(([, file = '']) => file),
        heldBy: tests.split('<br>').flatMap((one) => {
          const [, file, title] = test.exec(one.trim()) ?? [];
          return file === undefined || title === undefined ? [] : [{ file, title: title.trim() }];
        }),
      };
    });
}

/** What is wrong with the rows themselves, before anything runs: a number twice, no test, a file that is gone. */
export function faultsOf(rows: readonly Row[], isThere = (file: string) => existsSync(join(root, file))): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ id, statement, code, heldBy }) => {
    const faults: string[] = [];
    if (seen.has(id)) faults.push(`${id} stands twice`);
    seen.add(id);
    if (statement === '') faults.push(`${id} says nothing`);
    if (code.length === 0) faults.push(`${id} names no code`);
    if (heldBy.length === 0) faults.push(`${id} names no test`);
    for (const file of [...code, ...heldBy.map((held) => held.file)]) {
      if (!isThere(file)) faults.push(`${id}: ${file} is not there`);
    }
    return faults;
  });
}

const anything = /\*/g;
/** What a title takes in when it runs for values: `%s`, `$name`, `${name}`. */
const filledIn = /%[a-z]|%%|\$\{[^}]*\}|\$[a-z][\w.]*/gi;

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const pattern = (text: string, open: RegExp) => new RegExp(`^${text.split(open).map(literally).join('.*')}$`, 's');
const within = ' › ';
/** A full name that ends in this title. */
const wildcard = (title: string) => {
  const { source } = pattern(title, anything);
  return new RegExp(`^(.*${within})?${source.slice(1)}`, 's');
};

/** Titles of tests in a source: texts before a function. */
const titleBeforeFunction = /(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?(?:\(|\w+ =>|function)/g;

/**
 * How many tests of this source may report this title: one, or the name is ambiguous. Its describe blocks must be there too,
 * and then distinguish it from others.
 */
export function places(title: string, source: string): number {
  const texts = [...source.matchAll(titleBeforeFunction)].map(([, , text = '']) => text.replace(/\\(['"`])/g, '$1'));
  const standing = (name: string) => {
    const meant = texts.filter((text) => pattern(text, filledIn).test(name));
    // A title with values in it may be many things: it counts where none is written out.
    const written = meant.filter((text) => text === name);
    return written.length > 0 ? written.length : meant.length;
  };
  const counts = title.split(within).map(standing);
  return counts.length === 1 ? (counts[0] ?? 0) : Math.min(1, ...counts);
}

/** The rows that no passing test holds: a named test failed, was skipped, or never ran. */
export function unheld(rows: readonly Row[], outcomes: readonly TestOutcome[]): string[] {
  const byFile = Map.groupBy(outcomes, ({ file }) => file);
  return rows.flatMap(({ id, heldBy }) =>
    heldBy.flatMap(({ file, title }) => {
      const means = wildcard(title);
      const meant = (byFile.get(file) ?? []).filter((outcome) => means.test(outcome.title));
      if (meant.length === 0) return [`${id}: no test of ${file} is called "${title}"`];
      return meant.every(({ passed }) => passed) ? [] : [`${id}: "${title}" of ${file} did not pass`];
    }),
  );
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** The tests of a report that vitest's JSON reporter has written. */
export function outcomesOf(report: string): TestOutcome[] {
  const { testResults } = JSON.parse(report) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      title: [...ancestorTitles, title].join(within),
      passed: status === 'passed',
    })),
  );
}

/** Holds the table against the reports of a whole run: each row counts as one test. */
export function checkTable(reports: readonly string[]): { passed: number; failed: number; faults: string[] } {
  const rows = readTable(readFileSync(tableFile, 'utf8'));
  const faults = unheld(rows, reports.flatMap(outcomesOf));
  const failed = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).size;
  return { passed: rows.length - failed, failed, faults };
}
