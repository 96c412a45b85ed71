// Three nodes of PostgreSQL under Patroni over three of etcd, and HAProxy in front of them, all on loopback, by the examples of `deploy/`.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '@assay/server/platform/database.ts';
import { freePort } from '@assay/server/platform/embedded-database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { until } from '../harness.ts';
import { type Shell, folderFor, owner, login } from './postgres-cluster.ts';
import { type Program, example, findProgram, run } from './programs.ts';

const programs = ['patroni', 'etcd', 'haproxy'] as const;
/** Nodes that begin, one after the other, on a machine that is busy. */
const beginsMsMax = 180_000;

/** Those that are not installed. */
export const missingPrograms = (): string[] => programs.filter((name) => findProgram(name) === undefined);

interface Node {
  readonly name: string;
  readonly folder: string;
  /** Of PostgreSQL, Patroni's own answers, etcd for its clients and among themselves. */
  readonly ports: { readonly postgres: number; readonly rest: number; readonly etcd: number; readonly peer: number };
  readonly programs: Program[];
}

const names = ['pg-1', 'pg-2', 'pg-3'];
const addresses = ['10.0.0.21', '10.0.0.22', '10.0.0.23'];

export class PatroniCluster {
  readonly #nodes: readonly Node[];
  readonly #shell: Shell;
  readonly #proxyPort: number;
  #proxy: Program | undefined;

  private constructor(shell: Shell, nodes: readonly Node[], proxyPort: number) {
    this.#shell = shell;
    this.#nodes = nodes;
    this.#proxyPort = proxyPort;
  }

  /** In a folder that PostgreSQL's user may write to. What fails on the way is ended by `end`. */
  static async place(shell: Shell, folder: string): Promise<PatroniCluster> {
    const nodes: Node[] = [];
    for (const name of names) {
      const ports = { postgres: await freePort(), rest: await freePort(), etcd: await freePort(), peer: await freePort() };
      nodes.push({ name, folder: await folderFor(join(folder, name)), ports, programs: [] });
    }
    return new PatroniCluster(shell, nodes, await freePort());
  }

  async begin(folder: string, bin: string): Promise<void> {
    const peers = this.#nodes.map(({ name, ports }) => `${name}=http://127.0.0.1:${ports.peer}`).join(',');
    for (const node of this.#nodes) {
      const { etcd, peer } = node.ports;
      const [client, own] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
      const args = Object.entries({
        name: node.name,
        'data-dir': join(node.folder, 'etcd'),
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': own,
        'initial-advertise-peer-urls': own,
        'initial-cluster': peers,
      });
      node.programs.push(
        await run(
          node.folder,
          findProgram('etcd') ?? '',
          args.map(([key, value]) => `--${key}=${value}`),
        ),
      );
    }
    for (const node of this.#nodes) {
      await this.#beginPatroni(node, bin);
      // The first one makes what the others copy.
      if (node === this.#nodes[0]) await until('a first primary', async () => this.primary(), beginsMsMax);
    }
    await this.whole();
    await this.#shell.documented('login and database', {
      SUPERUSER_URL: this.#superUrl(await until('a primary', () => this.primary())),
      OWNER_PASSWORD: owner.password,
    });
    const settings = await example('haproxy/postgres.cfg', join(folder, 'haproxy.cfg'), [
      ['bind 10.0.0.20:5432', `bind 127.0.0.1:${this.#proxyPort}`],
      ...this.#nodes.map(
        ({ ports }, place) =>
          [`${addresses[place]}:5432 check port 8008`, `127.0.0.1:${ports.postgres} check port ${ports.rest}`] as const,
      ),
    ]);
    this.#proxy = await run(folder, findProgram('haproxy') ?? '', ['-f', settings]);
  }

  async #beginPatroni(node: Node, bin: string): Promise<void> {
    const { name, ports, folder } = node;
    const settings = await example('patroni/patroni.yml', join(folder, 'patroni.yml'), [
      ['name: pg-1', `name: ${name}`],
      ['10.0.0.21:8008', `127.0.0.1:${ports.rest}`],
      ['10.0.0.21:5432', `127.0.0.1:${ports.postgres}`],
      [
        addresses.map((address) => `${address}:2379`).join(','),
        this.#nodes.map((one) => `127.0.0.1:${one.ports.etcd}`).join(','),
      ],
      ['/var/lib/postgresql/assay', join(folder, 'data')],
      ['/usr/lib/postgresql/15/bin', bin],
      ['10.0.0.0/24', '127.0.0.1/32'],
    ]);
    node.programs.push(await run(folder, findProgram('patroni') ?? '', [settings]));
  }

  async primary(): Promise<Node | undefined> {
    for (const node of this.#nodes) if (await asked(node, 'primary')) return node;
    return undefined;
  }

  #superUrl(node: Node): string {
    return `postgres://postgres:of_the_superuser@127.0.0.1:${node.ports.postgres}/postgres`;
  }

  /** With the login of the servers or their owner: through the proxy, or to whichever host takes writes. */
  #url(by: 'proxy' | 'hosts', { name, password }: { name: string; password: string }): string {
    if (by === 'proxy') return `postgres://${name}:${password}@127.0.0.1:${this.#proxyPort}/assay`;
    const hosts = this.#nodes.map(({ ports }) => `127.0.0.1:${ports.postgres}`).join(',');
    return `postgres://${name}:${password}@${hosts}/assay?target_session_attrs=read-write`;
  }

  /** As configured for the product. */
  urls(by: 'proxy' | 'hosts') {
    return { DATABASE_URL: this.#url(by, login), DATABASE_OWNER_URL: this.#url(by, owner) };
  }

  /** PostgreSQL of that node dies, and nothing else does. */
  async killPostgres(node: Node): Promise<void> {
    process.kill(await postmaster(node), 'SIGKILL');
  }

  /** All processes of that node stop and answer nothing: as when its machine is gone. */
  async stopHost(node: Node): Promise<void> {
    const pid = await postmaster(node);
    const all = [...node.programs.map((program) => program.process.pid ?? 0), pid, ...(await childrenOf(pid))];
    for (const each of all) process.kill(each, 'SIGSTOP');
  }

  /** Two follow the primary, one of them confirms what it writes, and all have begun its timeline: either may be promoted next. */
  async whole(): Promise<void> {
    const primary = await until('a primary', () => this.primary(), beginsMsMax);
    const db = connectDatabase({ url: this.#superUrl(primary), poolSize: 1, log: createLogger('silent') });
    try {
      await until(
        'two that follow',
        async () => {
          const follow = "select from pg_stat_replication where application_name like 'pg-%' and state = $1";
          if ((await db.query(follow, ['streaming'])).length < 2) return undefined;
          // Only a node that Patroni has recorded as synchronous is promoted.
          const confirm = await Promise.all(this.#nodes.map((node) => asked(node, 'synchronous')));
          return confirm.includes(true) ? true : undefined;
        },
        beginsMsMax,
      );
      // Patroni knows a timeline by what a node has written down last.
      await until(
        'one timeline',
        async () => {
          await db.query('checkpoint');
          const timelines = await Promise.all(this.#nodes.map(timelineOf));
          return timelines.every((one) => one !== undefined && one === timelines[0]) ? true : undefined;
        },
        beginsMsMax,
      );
    } finally {
      await db.close();
    }
  }

  async end(): Promise<void> {
    await this.#proxy?.end();
    for (const node of this.#nodes) {
      const pid = await postmaster(node).catch(() => undefined);
      for (const program of node.programs.toReversed()) await program.end('SIGKILL');
      if (pid === undefined) continue;
      for (const each of [pid, ...(await childrenOf(pid))]) tryTo(() => process.kill(each, 'SIGKILL'));
    }
  }
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether Patroni says that of a node; false where it says nothing. */
async function asked({ ports }: Node, what: 'primary' | 'synchronous'): Promise<boolean> {
  const answer = fetch(`http://127.0.0.1:${ports.rest}/${what}`, { signal: AbortSignal.timeout(1_000) });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

async function timelineOf({ ports }: Node): Promise<number | undefined> {
  const asking = fetch(`http://127.0.0.1:${ports.rest}/patroni`, { signal: AbortSignal.timeout(1_000) });
  const told = await asking.then((answer) => answer.json() as Promise<{ timeline?: number }>).catch(() => undefined);
  return told?.timeline;
}

/** The process of PostgreSQL itself, as it writes it down. */
async function postmaster({ folder }: Node): Promise<number> {
  const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 0);
  return pid;
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (/\) \S (\d+) /.exec(stat)?.[1] === String(parent)) found.push(Number(name));
  }
  return found;
}
