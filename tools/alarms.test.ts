import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// The figures in docs/alarms.md exist, and none is missing there.

const root = join(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'packages/server/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, 'packages/server/src', path), 'utf8'));

const namesIn = (texts: readonly string[], pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted();

const shown = namesIn(sources, /\.(?:counter|gauge|observed|observedBy|looked|histogram)\(\s*'([a-z_]+)'/g);

it('every figure of the server stands in docs/alarms.md, and no other', () => {
  const watched = namesIn([readFileSync(join(root, 'docs/alarms.md'), 'utf8')], /`([a-z]+_[a-z_]+)`/g);
  expect(shown.length).toBeGreaterThan(15);
  expect(watched).toEqual(shown);
});

it('where nobody works the queue of the jobs, or no round has ever been done, an alarm says so, by the absence of a figure that there is', () => {
  for (const [page, absent] of [
    ['docs/alarms.md', ['engine_round_succeeded_seconds', 'job_succeeded_seconds']],
    ['docs/operations.md', ['job_succeeded_seconds']],
  ] as const) {
    const missed = namesIn([readFileSync(join(root, page), 'utf8')], /`absent\(([a-z_]+)\)`/g);
    expect(missed).toEqual(absent);
    expect(shown).toEqual(expect.arrayContaining(missed));
  }
});
