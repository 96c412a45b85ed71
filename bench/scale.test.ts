import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counterOf, counterUnder, demandOf, measured } from './scale.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
const cellsOf = (label: string) => {
  const line = page.split('\n').find((each) => each.startsWith(`| ${label} |`));
  return (line ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replaceAll(/[^\d.]/g, '')));
};
const rates = cellsOf('orders a second');
/** As the page writes it: two digits that count. */
const short = (value: number) => Number(value.toPrecision(2));

describe('what is worked out of measured costs', () => {
  it.each([1, 32, 128] as const)('comes near to what %i people were measured to have done', (people) => {
    const ratio = counterOf(people).ordersPerSecond / measured.ordersPerSecond[people];
    // The load of 32 shares two cores with what it measures.
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThan(1.3);
  });

  it('acknowledges no more than it has time for, and turns the others away at once', () => {
    const { ordersPerSecond, turnedAway, p99Ms } = counterUnder(10_000);
    expect(ordersPerSecond).toBeCloseTo(measured.ordersPerSecond[128], -1);
    expect(turnedAway).toBeCloseTo(1 - ordersPerSecond / 10_000, 1);
    expect(p99Ms).toBeLessThan(1_000);
    expect(counterUnder(2_400)).toMatchObject({ turnedAway: 0 });
  });

  it('is the same each time', () => {
    expect(counterUnder(500)).toEqual(counterUnder(500));
  });
});

describe('the table of docs/scale.md', () => {
  it('says what is worked out', () => {
    expect(rates).toEqual([10, 100, 1_000, 10_000]);
    const [demands, courses] = [rates.map(demandOf), rates.map((rate) => counterUnder(rate, 300))];
    const said: [string, number[]][] = [
      ['cores of the server', demands.map(({ serverCores }) => short(serverCores))],
      ['cores of the database', demands.map(({ databaseCores }) => short(databaseCores))],
      ['WAL, MB a second', demands.map(({ walMbPerSecond }) => short(walMbPerSecond))],
      ['kept, GB a day', demands.map(({ keptGbPerDay }) => short(keptGbPerDay))],
      ['keys of two days, GB', demands.map(({ keysGb }) => short(keysGb))],
      ['audit of one day, hours', demands.map(({ auditHours }) => short(auditHours))],
      ['told to come back', courses.map(({ turnedAway }) => Math.round(turnedAway * 100))],
    ];
    for (const [label, figures] of said) expect(cellsOf(label), label).toEqual(figures);
    for (const [place, { ordersPerSecond, medianMs }] of courses.entries()) {
      expect((cellsOf('one counter acknowledges')[place] ?? 0) / ordersPerSecond).toBeCloseTo(1, 1);
      expect((cellsOf('half of them within')[place] ?? 0) / medianMs).toBeCloseTo(1, 1);
    }
  });

  it('rests on what the page says was measured', () => {
    const { serverUs, databaseUs, keptBytes, keysBytes, ordersPerSecond, loneMs, auditUs } = measured;
    const figures = [serverUs, databaseUs, keptBytes, keysBytes, ...Object.values(ordersPerSecond), loneMs, auditUs];
    for (const figure of figures) expect(page).toMatch(new RegExp(`\\b${figure.toLocaleString('en')}\\b`));
    // What an order leaves is the sum of its tables.
    const rows = [...page.matchAll(/^\| `(\w+)` \| \d+ \| \d+ \| ([\d,]+) \| (.+) \|$/gm)];
    const sum = (kept: (until: string) => boolean) =>
      rows
        .filter(([, , , until = '']) => kept(until))
        .reduce((total, [, , bytes = '']) => total + Number(bytes.replace(',', '')), 0);
    expect(sum((until) => until !== '48 hours')).toBe(keptBytes);
    expect(sum((until) => until === '48 hours')).toBe(keysBytes);
  });

  it('names files that there are, in which its sentences stand', () => {
    const lines = [...page.matchAll(/^\| (.+?) \| ((?:`packages\/[\w./-]+`(?:, )?)+) \|/gm)];
    expect(lines.length).toBeGreaterThan(10);
    for (const [, sentence = '', files = ''] of lines) {
      const text = [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => readFileSync(join(root, path), 'utf8')).join('\n');
      for (const [, quoted = ''] of sentence.matchAll(/`([^`]+)`/g)) expect(text).toContain(quoted);
    }
  });
});
