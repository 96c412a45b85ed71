import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './gate.ts';
import { type TestOutcome, faultsOf, outcomesOf, places, readTable, tableFile, unheld } from './specification-table.ts';

const table = (...rows: string[]) =>
  ['| id | statement | reading | code | tests |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
const sound = '| 2.1 | `/` is the home page | | `a.ts` | `a.test.ts` › opens the home page |';
const everywhere = () => true;
const outcome = (title: string, passed = true): TestOutcome => ({ file: 'a.test.ts', title, passed });

describe('the table of the specification', () => {
  const rows = readTable(readFileSync(tableFile, 'utf8'));

  test('covers all nine sections', () => {
    const sections = new Set(rows.map(({ id }) => Number(id.split('.')[0])));
    expect([...sections].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('names code and tests that are there', () => {
    expect(faultsOf(rows)).toEqual([]);
  });

  test('names each test by a title that stands once in its file', () => {
    const missing = rows.flatMap(({ id, heldBy }) =>
      heldBy
        .map(({ file, title }) => ({ file, title, count: places(title, readFileSync(join(root, file), 'utf8')) }))
        .filter(({ count }) => count !== 1)
        .map(({ file, title, count }) => `${id}: ${file} › ${title} stands ${count} times`),
    );
    expect(missing).toEqual([]);
  });
});

describe('reading the table', () => {
  test('finds number, statement, files and tests of a row', () => {
    const line = '| 5.3 | a \\| b | the first | `a.ts` `b.ts` | `a.test.ts` › refuses it<br>`b.test.ts` › says %s * |';
    expect(readTable(table(line))).toEqual([
      {
        id: '5.3',
        statement: 'a | b',
        code: ['a.ts', 'b.ts'],
        heldBy: [
          { file: 'a.test.ts', title: 'refuses it' },
          { file: 'b.test.ts', title: 'says %s *' },
        ],
      },
    ]);
  });

  test('refuses a row with a cell too few', () => {
    expect(() => readTable(table('| 2.1 | a | `a.ts` | `a.test.ts` › opens |'))).toThrow('2.1 has 4 cells');
  });

  test('finds a number twice, a row without a test, a file that is gone', () => {
    const faults = faultsOf(readTable(table(sound, sound, '| 2.2 | b | | `gone.ts` | |')), (file) => file !== 'gone.ts');
    expect(faults).toEqual(['2.1 stands twice', '2.2 names no test', '2.2: gone.ts is not there']);
    expect(faultsOf(readTable(table(sound)), everywhere)).toEqual([]);
  });
});

describe('holding the table against a run', () => {
  const rows = readTable(table(sound));

  test('a row holds when its test passed', () => {
    expect(unheld(rows, [outcome('opens the home page')])).toEqual([]);
  });

  test('a row falls when its test failed, was skipped, is called otherwise or never ran', () => {
    const wrong = [[outcome('opens the home page', false)], [outcome('opens another page')], []];
    expect(wrong.map((outcomes) => unheld(rows, outcomes).length)).toEqual([1, 1, 1]);
  });

  test('a title stands in a file as it is written there, or with the values that it is filled with', () => {
    const source = String.raw`test('it\'s open', async () => {}); test.each(x)("page %s is $kind", ({ a }) => a); // 'gone', soon`;
    expect(["it's open", 'page / is new', 'page * is *'].map((title) => places(title, source))).toEqual([1, 1, 1]);
    expect(['open', 'page is', 'gone', 'page /'].filter((title) => places(title, source) > 0)).toEqual([]);
  });

  test('a title that two tests have counts twice, unless what it stands in tells them apart', () => {
    const source = "describe('a', () => { it('is sorted', () => {}); }); describe('b', () => { it('is sorted', () => {}); });";
    expect(['is sorted', 'b › is sorted', 'c › is sorted', 'b › is gone'].map((title) => places(title, source))).toEqual([
      2, 1, 0, 0,
    ]);
    const each = "it.each(x)('is %s', () => {}); it('is sorted', () => {});";
    expect(['is sorted', 'is anything'].map((title) => places(title, each))).toEqual([1, 1]);
  });

  test('a row that names what its test stands in is held by no other of that title', () => {
    const named = readTable(table('| 2.1 | a | | `a.ts` | `a.test.ts` › b › is sorted |'));
    const other = outcome('a › is sorted');
    expect(unheld(named, [other])).toHaveLength(1);
    expect(unheld(named, [other, outcome('b › is sorted')])).toEqual([]);
    expect(unheld(named, [outcome('part of b › is sorted')])).toHaveLength(1);
    // Where it runs for a desktop and a phone, both must pass.
    const open = readTable(table('| 2.1 | a | | `a.ts` | `a.test.ts` › is sorted |'));
    expect(unheld(open, [other, outcome('b › is sorted', false)])).toHaveLength(1);
    expect(unheld(open, [outcome('a › was never is sorted')])).toHaveLength(1);
  });

  test('a star takes every value, and all of them must pass', () => {
    const many = readTable(table('| 8.1 | codes | | `a.ts` | `a.test.ts` › gives code * |'));
    expect(unheld(many, [outcome('gives code 10001'), outcome('gives code 10002')])).toEqual([]);
    expect(unheld(many, [outcome('gives code 10001'), outcome('gives code 10002', false)])).toHaveLength(1);
  });

  test('reads what vitest reports', () => {
    const name = join(root, 'a.test.ts');
    const assertionResults = [
      { ancestorTitles: [], title: 'one', status: 'passed' },
      { ancestorTitles: ['a', 'b'], title: 'two', status: 'skipped' },
    ];
    expect(outcomesOf(JSON.stringify({ testResults: [{ name, assertionResults }] }))).toEqual([
      { file: 'a.test.ts', title: 'one', passed: true },
      { file: 'a.test.ts', title: 'a › b › two', passed: false },
    ]);
  });
});
