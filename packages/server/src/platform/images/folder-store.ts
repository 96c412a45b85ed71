import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImageStore } from './store.ts';

/** Sealed bytes in a folder of this machine, in sub-folders by the first two characters of their names. */
export function folderStore(folder: string): ImageStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        // What is acknowledged must survive the machine's end.
        await file.sync();
      } finally {
        await file.close();
      }
    },
    get: (name) => readFile(pathOf(name)).catch(ifMissing),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
