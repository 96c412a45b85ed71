// `npm run bench [-- name …] [-- --write]`: each figure beside its reference, measured in the same run.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Measurement } from './measurement.ts';

/** In the order of the table. Each is loaded only when it runs. */
const figures: Readonly<Record<string, () => Promise<{ measure: () => Promise<Measurement[]> }>>> = {
  orders: () => import('./orders.ts'),
  liquidations: () => import('./liquidations.ts'),
  settlements: () => import('./settlements.ts'),
  ledger: () => import('./ledger.ts'),
  sockets: () => import('./sockets.ts'),
  engine: () => import('./engine.ts'),
  options: () => import('./options.ts'),
  home: () => import('./home.ts'),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
const chosen = positionals.length > 0 ? positionals : Object.keys(figures);

/** Processes that wanted to run before the first figure did: more than a few means that the machine was not ours alone. */
const busy = loadavg()[0] ?? 0;

/** Why an aim is out of reach, by the first word of its figure. */
const reasons: Readonly<Record<string, string>> = {
  orders: `An order is not a TPC-B transaction: it authenticates, claims its key, posts to hash-chained books, writes the order, its
  quote and a notification, and stores its answer; the server and the load share the cores with the database.
  [Decision 011](../docs/decisions/011-orders-in-groups.md) says where each microsecond goes.`,
  ledger: `The reference keeps no hash chain, opens no accounts and checks no book or asset. A posting costs the database as much
  processor time as the seven statements of the reference, and both then wait for the same disk.`,
  home: `Every page loads the whole frame before it is drawn: React, the router, the cache, the words, and what was pressed and has no
  answer yet. The paint on a slow phone shares the cores with its own server and database.`,
};

function row({ figure, ours, reference, ratio, aim }: Measurement): string {
  return `| ${figure} | ${ours} | ${reference} | ${ratio >= 100 ? Math.round(ratio) : ratio.toFixed(2)} | ≥ ${aim} | ${ratio >= aim ? 'yes' : 'no'} |`;
}

function page(rows: readonly string[], missed: readonly string[]): string {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `# Benchmarks

Written by \`npm run bench -- --write\`. Every figure is a ratio to a reference that is measured in the same run, on the same
machine: absolute numbers depend on the machine, ratios less so. A single figure runs by its name: \`npm run bench -- ledger\`.

Machine: ${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${gibibytes} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}.
Load average at the start: ${busy.toFixed(1)}, so ${busy > 1 ? 'other work took its part of the cores' : 'the machine was quiet'}.
PostgreSQL keeps full durability (fsync, synchronous commit).

| figure | ours | reference | ratio | aim | met |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
${missed.length > 0 ? `\n## Missed aims\n\n${missed.map((name) => `- **${name}.** ${reasons[name] ?? 'Not explained yet.'}`).join('\n')}\n` : ''}`;
}

const rows: string[] = [];
const missed = new Set<string>();
for (const name of chosen) {
  const load = figures[name];
  if (load === undefined) {
    console.error(`there is no benchmark "${name}"; known are ${Object.keys(figures).join(', ')}`);
    process.exitCode = 1;
    break;
  }
  try {
    const { measure } = await load();
    for (const measurement of await measure()) {
      rows.push(row(measurement));
      if (measurement.ratio < measurement.aim) missed.add(name);
      console.log(row(measurement));
    }
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}
if (values.write && rows.length > 0) writeFileSync(join(import.meta.dirname, 'README.md'), page(rows, [...missed]));
