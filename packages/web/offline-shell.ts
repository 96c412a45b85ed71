import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What the page itself names and what stands beside it: enough to open the site, small enough for everyone. */
const fonts = /inter-latin-wght-normal.*\.woff2$/;

/**
 * Writes `sw.js`: the worker of `service-worker.js` with the files of this build that it keeps from the start. Another
 * build has another list, so its worker differs in at least one byte, which is how browsers notice it.
 */
export function offlineShell(): Plugin {
  let root = '';
  return {
    name: 'offline-shell',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler: async function emitWorker(_, bundle) {
        const beside = (await readdir(join(root, 'public'))).map((name) => `/${name}`);
        const shell = ['/index.html', ...beside, ...shellFiles(bundle)].toSorted();
        const source = await readFile(join(root, 'service-worker.js'), 'utf8');
        const version = createHash('sha256').update(Object.keys(bundle).toSorted().join()).update(source).digest('hex');
        const filled = source
          .replace('/* filled in by the build */ []', JSON.stringify(shell))
          .replace("/* filled in by the build */ ''", JSON.stringify(version.slice(0, 12)));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: filled });
      },
    },
  };
}

/** The entry with all that it imports, its styles and the Latin face. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const take = (name: string): void => {
    const output = bundle[name];
    if (output === undefined || files.has(name)) return;
    files.add(name);
    if (output.type === 'chunk') for (const imported of output.imports) take(imported);
  };
  for (const [name, output] of Object.entries(bundle)) {
    const entry = output.type === 'chunk' && output.isEntry;
    if (entry || fonts.test(name) || /(?:^|\/)(?:index|frame)-[^/]*\.css$/.test(name)) take(name);
  }
  return [...files].map((name) => `/${name}`);
}
