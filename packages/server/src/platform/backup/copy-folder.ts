import { chmod, chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface CopyOptions {
  /** Paths from the folder's root, with slashes, that are left out. */
  readonly skip?: (path: string) => boolean;
}

/**
 * Copies a folder whose files are written meanwhile, and waits until the copy is on the disk. What goes away while it is copied
 * is left out; owners and modes are kept, where this process may give files away.
 */
export async function copyFolder(from: string, to: string, { skip = () => false }: CopyOptions = {}, path = ''): Promise<void> {
  const entries = await readdir(join(from, path), { withFileTypes: true }).catch(ifGone);
  if (entries === undefined) return;
  await mkdir(join(to, path), { recursive: true });
  await keepOwner(join(from, path), join(to, path));
  for (const entry of entries) {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`;
    if (skip(inside)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, { skip }, inside);
    else if (entry.isFile()) await copyOne(join(from, inside), join(to, inside));
    else throw new Error(`${join(from, inside)} is neither a file nor a folder, and is not copied`);
  }
  await sync(join(to, path));
}

export async function copyOne(from: string, to: string): Promise<void> {
  if ((await copyFile(from, to).then(() => true, ifGone)) === undefined) return;
  await keepOwner(from, to);
  await sync(to);
}

async function keepOwner(from: string, to: string): Promise<void> {
  const owned = await stat(from).catch(ifGone);
  if (owned === undefined) return;
  await chmod(to, owned.mode & 0o777);
  if (process.getuid?.() === 0) await chown(to, owned.uid, owned.gid);
}

/** What is acknowledged must survive the machine's end. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
