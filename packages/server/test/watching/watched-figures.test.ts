import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { showHouse } from '../../src/house/index.ts';
import { watched } from '../../src/platform/jobs.ts';
import { createLifecycle } from '../../src/platform/lifecycle.ts';
import { followStandby } from '../../src/platform/standby/follow.ts';
import { atEnd } from '../at-end.ts';
import { silent, testDatabase } from '../database.ts';
import { wholeServer } from '../whole-server.ts';

// Rules and dashboard watch figures that a real server gives, by labels that these have.

const db = await testDatabase(12);
const { jobs, bus, metrics } = await wholeServer(db, { BACKUP_STAMP: 'not-there-yet' });
const lifecycle = createLifecycle(silent);
// What the start of a process adds: the queue of the jobs, what live mode reads of the house, and a standby where one is set.
watched(jobs, metrics);
showHouse(metrics, { ageMs: 0 });
followStandby(db, { url: db.url, poolSize: 1, bus, log: silent, metrics, lifecycle });
atEnd(() => lifecycle.stop());

const deploy = join(import.meta.dirname, '../../../../deploy');
const text = (path: string) => readFileSync(join(deploy, path), 'utf8');

/** Labels that Prometheus adds to what it has scraped from a process. */
const ofTheTarget = ['instance', 'job', 'le'];

/** Figures by name, and the labels of each; a job of ours is called so where the target has one of its own. */
const known = new Map<string, readonly string[]>(
  metrics.registry.getMetricsAsArray().map((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames: readonly string[] };
    return [name, labelNames.map((label) => (label === 'job' ? 'exported_job' : label))];
  }),
);
known.set('up', []);

/** What an expression asks for that there is not. */
function unknownIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '""');
  const faults: string[] = [];
  const named: string[] = [];
  for (const [, word = '', selected = ''] of bare.matchAll(
    /\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g,
  )) {
    if (isLabel(bare, word)) continue;
    const name = known.has(word) ? word : word.replace(/_(?:bucket|count|sum)$/, '');
    const labels = known.get(name);
    if (labels === undefined) faults.push(`${word} is no figure`);
    named.push(...(labels ?? []));
    for (const [, label = ''] of selected.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (!ofTheTarget.includes(label) && labels?.includes(label) !== true) faults.push(`${word} has no ${label}`);
  }
  for (const [, list = ''] of bare.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)) {
    for (const label of list.split(',').flatMap((one) => one.trim() || []))
      if (!ofTheTarget.includes(label) && !named.includes(label)) faults.push(`nothing has ${label}`);
  }
  return faults;
}

/** Labels are in lists of `by` and `on`, and in braces. */
const isLabel = (expression: string, word: string) =>
  new RegExp(`(?:\\b(?:by|on)\\s*\\([^)]*|\\{[^}]*|group_left\\s*\\([^)]*)\\b${word}\\b`).test(expression) && !known.has(word);

const rules = [...text('prometheus/rules.yml').matchAll(/^ {8}expr: (?:>-\n((?: {10}.+\n)+)|(.+)\n)/gm)].map(
  ([, long, short]) => (long ?? short ?? '').trim(),
);
const panels = [...text('grafana/assay.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) =>
  String(JSON.parse(json)),
);

it('every rule and every panel asks for what there is', () => {
  expect(rules.length).toBeGreaterThan(45);
  expect(panels.length).toBeGreaterThan(30);
  expect([...rules, ...panels].flatMap(unknownIn)).toEqual([]);
});

it('and would be found out where it did not', () => {
  expect(unknownIn('max(lead_nowhere) == 0')).toEqual(['lead_nowhere is no figure']);
  expect(unknownIn('max by (instrument) (corporate_orders_failing) > 0')).toEqual(['nothing has instrument']);
  expect(unknownIn('house_usdt{asset="USDT"} < 0')).toEqual(['house_usdt has no asset']);
  expect(unknownIn('rate(http_request_seconds_count{status=~"5.."}[5m])')).toEqual([]);
});

it('no figure is of one customer', () => {
  const labels = new Set([...known.values()].flat());
  expect([...labels].filter((label) => /user|owner|account_id|email|order|ip\b/.test(label))).toEqual([]);
});
