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
  night: () => import('./night.ts'),
  sockets: () => import('./sockets.ts'),
  engine: () => import('./engine.ts'),
  options: () => import('./options.ts'),
  home: () => import('./home.ts'),
  prices: () => import('./live-pages.ts'),
  desk: () => import('./desk.ts'),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
const chosen = positionals.length > 0 ? positionals : Object.keys(figures);

/** Processes that wanted to run before the first figure did: more than a few means that the machine was not ours alone. */
const busy = loadavg()[0] ?? 0;

/** Why an aim is out of reach, by the first word of its figure. */
const reasons: Readonly<Record<string, string>> = {
  orders: `An order is not a TPC-B transaction: it authenticates, claims its key, posts to hash-chained books, writes the order, its
  quote and a notification, and stores its answer; the server and the load share the cores with the database.
  Where each microsecond goes stands below.`,
  ledger: `The reference keeps no hash chain, opens no accounts and checks no book or asset. A posting costs the database as much
  processor time as the seven statements of the reference, and both then wait for the same disk.`,
  home: `Every page loads the whole frame before it is drawn: React, the router, the cache, the words, and what was pressed and has no
  answer yet. The paint on a slow phone shares the cores with its own server and database.`,
};

/** Measured separately, and reported with every table. */
const whereItGoes = `At 32 people, on 2026-11-23 and beside other work (load 6 to 7), so that processor time counts and rates do not: 622 orders a
second, median 51 ms, 99th percentile 95 ms. An order cost the server 661 µs of processor time, its profile included, the database 496 µs and
the load 68 µs; it wrote 4.8 kB of WAL. The server by self time (\`--cpu-prof\`), the database by the statements at which its processes
were seen (1,945 looks at \`pg_stat_activity\`, four milliseconds apart), other processes of PostgreSQL among them.

| server | µs | database | µs |
| --- | --- | --- | --- |
| sockets, to customers and to the database: writing, reading, waking | 197 | posting to the books (\`ledger_post_many\`) | 140 |
| HTTP: framework, headers, parsing, answers | 103 | new orders with their indexes and keys | 71 |
| decisions, plans, rows, the counter itself | 97 | answers kept by key | 56 |
| timers, queues, promises and the rest of Node | 91 | notifications | 50 |
| who calls: session, key, hash, limits, numbers by chance | 49 | orders changed | 49 |
| lists as text for statements | 31 | accounts locked and read | 27 |
| the driver: statements, answers | 28 | what the tape may still bring about | 24 |
| prices, candles, the engine | 25 | quotes that decided | 18 |
| collecting garbage | 22 | orders locked and read | 13 |
| shapes of requests and answers checked | 11 | keys answered before | 11 |
| | | sessions and freezes | 8 |
| | | numbers, limits, settings, begin and commit | 29 |

Of the time that passed a group was at work in the database for 58 %, waited for the disk for 8 % and within its transaction for the server for
11 %; for the rest none was under way, since answers were sent and the next calls read. The reference has neither a server nor sockets: half
of an order's processor time is there. On this machine when it was quiet four runs gave 0.44 to 0.49 of a reference that itself moved
between 3,351 and 4,117 transactions a second, with 128 people 0.80 to 0.92, and a lone order 2.2 to 2.4 ms. What pays, what did not and
what is not done stands in [decision 011](../docs/decisions/011-orders-in-groups.md).`;

/** Measured apart, too. */
const whatTheNightCosts = `On 2026-11-27, in books grown to 200,000 customers, 600,024 accounts and 5 million transfers, and beside other work (load 14 to 16), so that
processor time counts and rates do not: on a machine that is not ours alone each step took three to four times as long. What is new are two days of these books in
one close: 124,000 transactions with 310,000 transfers. The second column is of 340,000 customers with 1,020,024 accounts, whose new day
has 280,000 transactions of one transfer each.

| seconds of processor time | 600,024 accounts | 1,020,024 accounts |
| --- | --- | --- |
| database: the day's close | 6.1 | 5.0 |
| database: root of all accounts | 4.8 | 6.3 |
| database: what each customer has, sorted | 4.6 | 6.1 |
| database: tree of customers written | 3.7 | 5.5 |
| thread of the night: leaves and tree hashed | 7.2 | 9.2 |
| database: audit with that day new, without helpers | 28.8 | |

Of the audit 10.3 s go into the chain of each entry, 5.4 s into what each account that moved keeps, and 3.0 s into what each customer has made in
the days that were touched. Of 16 people who ordered meanwhile the slowest hundredth took 259 ms, where it took 202 ms before; the trading
process did nothing else for 341 ms at most, and for 401 ms before: it is the machine, two slow cores that were ours alone, that lets it
wait. Beside these orders the close and the seal took 68 s and the audit 96 s, far over the ten seconds that it should take.`;

/** Measured apart, too. */
const whatTheDeskWaitsFor = `On 2026-11-27, \`npm run bench -- desk\` in books grown to 200,000 customers and 5 million transfers, with 5,000 deposits and as many
withdrawals, 3,000 identifications, 2,000 chats and 1,000 loans, and beside other work (load 14 to 24 on two cores, so that everything took several
times as long): of 92 calls of the console 86 took less than 300 ms by their median, 64 less than 30 ms. What the other six waited for is the first
column, in the database alone; the second is the same statement since.

| ms, beside that work | before | since |
| --- | --- | --- |
| what the house has and owes, of one book, since the last checkpoint | 5,100 | 17 |
| the course of what it had, of 90 days | 440 | 13 |
| customers counted | 550 | 75 |
| transactions and fees of two days that are not closed yet | 4,360 | 430 to 550 |
| what customers own of each asset, added up account by account | 500 to 1,100 | the same |

Accounts of the house had been looked for among those of all customers. A month's movements did not come at all there: adding them up took longer
than the thirty seconds that a statement has, and is done day by day since. In a browser, of 36 pages the first one waited ten seconds for these figures, and 32 between one and four and a half for their turn at a processor.

On 2026-11-28, with nothing beside it on the same two slow cores: of 92 calls 91 took at most 249 ms by their median, and the coins held against
coins owed (\`deposits/solvency\`), which are added up account by account on purpose, 362 ms. Of 36 pages in a browser 33 took less than a second;
\`/networks\`, which asks for these sums, 1.8 s, the month 1.6 s (27 s when it was opened for the first time, since each of its days is added up
once), the first page 1.2 s.`;

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
${missed.length > 0 ? `\n## Missed aims\n\n${missed.map((name) => `- **${name}.** ${reasons[name] ?? 'Not explained yet.'}`).join('\n')}\n` : ''}
## Where each microsecond of an order goes

${whereItGoes}

## What the night's work costs

${whatTheNightCosts}

## What the desk waits for

${whatTheDeskWaitsFor}
`;
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
