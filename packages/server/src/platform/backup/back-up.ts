import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { ConfigurationError } from '../config.ts';
import { copyFolder, copyOne, sync } from './copy-folder.ts';

export interface BackedUp {
  /** The state that the copy shows is that of this place in the log, when the copying had ended. */
  readonly upTo: string;
}

/** Files that PostgreSQL recreates, or that mark it as running: none belongs in a copy. */
const passing = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_internal.init',
  'backup_label',
  'tablespace_map',
  'backup_manifest',
]);
const emptied = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const temporary = /(?:^|\/)pgsql_tmp/;

const isPassing = (path: string): boolean =>
  emptied.test(path) || temporary.test(path) || passing.has(path.slice(path.lastIndexOf('/') + 1));

/**
 * Copies a data folder whose embedded database runs, into a folder that is one itself: what was acknowledged before this begins
 * is in it. The database goes on meanwhile. Until it is whole the copy has another name.
 */
export async function backUp(dataFolder: string, ownerUrl: string, target: string): Promise<BackedUp> {
  if ((await stat(target).catch(() => undefined)) !== undefined)
    throw new ConfigurationError(`there is something at ${target} already: name a folder that is not there`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o755 });
  // Pictures are in their folder before the database knows of them, so they are copied after it.
  await mkdir(join(partial, 'postgres'), { mode: 0o755 });
  const done = await backUpCluster(join(dataFolder, 'postgres/cluster'), ownerUrl, join(partial, 'postgres/cluster'));
  await copyFolder(join(dataFolder, 'images'), join(partial, 'images'));
  await copyOne(join(dataFolder, 'secrets.json'), join(partial, 'secrets.json'));
  await sync(partial);
  await rename(partial, target);
  await sync(dirname(target));
  return done;
}

/** As PostgreSQL's own tool does it, which the embedded one comes without. */
async function backUpCluster(cluster: string, ownerUrl: string, target: string): Promise<BackedUp> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The log is kept for the copy until this connection ends, even if the copy fails.
    await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
    const begun = await client.query<{ wal: string }>("select pg_walfile_name(pg_backup_start('assay', true)) as wal");
    await copyFolder(cluster, target, { skip: isPassing });
    const ended = await client.query<{ label: string; upTo: string; wal: string }>(
      `select labelfile as label, lsn::text as "upTo", pg_walfile_name(lsn) as wal from pg_backup_stop(false)`,
    );
    const [{ wal: from } = { wal: '' }] = begun.rows;
    const [last] = ended.rows;
    if (last === undefined) throw new Error('the database did not say where the backup ends');
    const walFolder = join(cluster, 'pg_wal');
    const segments = (await readdir(walFolder)).filter(
      (name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= last.wal,
    );
    for (const name of segments) await copyOne(join(walFolder, name), join(target, 'pg_wal', name));
    await writeLabel(join(target, 'backup_label'), last.label, cluster);
    return { upTo: last.upTo };
  } finally {
    await client.end();
  }
}

/** Without it the copy would begin where the last checkpoint of its own file says, and be wrong without a word. */
async function writeLabel(path: string, label: string, cluster: string): Promise<void> {
  await copyOne(join(cluster, 'PG_VERSION'), path);
  const file = await open(path, 'w');
  try {
    await file.writeFile(label);
    await file.sync();
  } finally {
    await file.close();
  }
}
