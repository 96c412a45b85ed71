import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json)$/;

/**
 * Writes each text file of the built site compressed beside itself, as small as it gets. The server sends these; what it would
 * compress for each visitor anew would be a tenth larger, and later.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      // What is copied from the public folder as well, which no bundle names.
      const files = (await readdir(dir, { recursive: true })).filter((name) => compressible.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await Promise.all([
            promisify(brotliCompress)(content, smallest).then((bytes) => writeFile(`${path}.br`, bytes)),
            promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
          ]);
        }),
      );
    },
  };
}
