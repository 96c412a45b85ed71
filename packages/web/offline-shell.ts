import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Of no use to the page: browsers ask for it where a page names no icon. */
const iconWithoutPage = 'favicon.ico';
const firstFace = /inter-basic.*\.woff2$/;

/**
 * Writes `sw.js`: the worker of `service-worker.js` with the files of this build that it keeps from the start: the files that
 * the page names and their neighbours, enough to open the site and small enough for everyone. Another build has another list,
 * so its worker differs in at least one byte, which is how browsers notice it.
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
        const files = await readdir(join(root, 'public'));
        const beside = files.filter((name) => name !== iconWithoutPage).map((name) => `/${name}`);
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

/** What the page names, and the face that it begins with. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('the build has no page');
  const named = [...String(page.source).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const faces = Object.keys(bundle).filter((name) => firstFace.test(name));
  return [...named, ...faces.map((name) => `/${name}`)];
}
