// `npm run bench [-- name …] [-- --write]`: each figure beside its reference, measured in the same run.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Measurement } from './measurement.ts';

/** In the order of the table. Each is loaded only when it runs. */
const figures: Readonly<Record<string, () => Promise<{ measure: () => Promise<Measurement[]> }>>> = {
  orders: () => import('./orders.ts'),
  ledger: () => import('./ledger.ts'),
  sockets: () => import('./sockets.ts'),
  engine: () => import('./engine.ts'),
  home: () => import('./home.ts'),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
const chosen = positionals.length > 0 ? positionals : Object.keys(figures);

function row({ figure, ours, reference, ratio, aim }: Measurement): string {
  return `| ${figure} | ${ours} | ${reference} | ${ratio >= 100 ? Math.round(ratio) : ratio.toFixed(2)} | ≥ ${aim} | ${ratio >= aim ? 'yes' : 'no'} |`;
}

function page(rows: readonly string[]): string {
  const [processor] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `# Benchmarks

Written by \`npm run bench -- --write\`. Every figure is a ratio to a reference that is measured in the same run, on the same
machine: absolute numbers depend on the machine, ratios hardly do. A single figure runs by its name: \`npm run bench -- ledger\`.

Machine: ${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${gibibytes} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}.
PostgreSQL keeps full durability (fsync, synchronous commit).

| figure | ours | reference | ratio | aim | met |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const rows: string[] = [];
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
      console.log(row(measurement));
    }
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}
if (values.write && rows.length > 0) writeFileSync(join(import.meta.dirname, 'README.md'), page(rows));
