import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd } from '../at-end.ts';

/** The migrations of this version and one more, as a later one has them, until the end of the calling file. */
export async function laterVersion(name: string, sql: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-migrations-'));
  atEnd(async () => rm(folder, { recursive: true, force: true }));
  const later = pathToFileURL(`${folder}/`);
  await cp(new URL('../../migrations/', import.meta.url), later, { recursive: true });
  await writeFile(new URL(name, later), sql);
  return later;
}
