// Each rule of .dependency-cruiser.cjs catches its planted violation, and the real tree is really read.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root, runCheck } from './gate.ts';

interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[];
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

const packages = ['contract', 'domain', 'server', 'web', 'console'];

/** What is allowed: every direction that the map describes, once. */
const healthy: Readonly<Record<string, string>> = {
  'packages/contract/src/vocabulary/words.ts': 'export const words = 1;',
  'packages/contract/src/wire.ts': "import './vocabulary/words.ts';\nexport const wire = 1;",
  'packages/domain/src/rule.ts': "import '@assay/contract/vocabulary/words.ts';\nexport const rule = 1;",
  'packages/domain/src/rule.test.ts': "import 'node:fs';\nimport './rule.ts';",
  'packages/server/src/platform/pool.ts': "import 'node:fs';\nexport const pool = 1;",
  'packages/server/src/books/post.ts': "import '../platform/pool.ts';\nimport '@assay/domain/rule.ts';\nexport const post = 1;",
  'packages/server/src/books/index.ts': "export { post } from './post.ts';",
  'packages/server/src/trade/open.ts': "import '../books/index.ts';\nimport '@assay/contract/wire.ts';\nexport const open = 1;",
  'packages/server/src/trade/index.ts': "export { open } from './open.ts';",
  'packages/server/src/app.ts': "import './trade/index.ts';\nimport './books/index.ts';\nimport './platform/pool.ts';",
  'packages/server/test/helper.ts': "import '../src/app.ts';",
  'packages/server/src/trade/open.test.ts': "import '../../test/helper.ts';\nimport './open.ts';",
  'packages/web/src/ui/button.ts': "import '@assay/contract/wire.ts';\nexport const button = 1;",
  'packages/web/src/shared/api.ts':
    "import '../ui/button.ts';\nimport '@assay/contract/wire.ts';\nimport '@assay/domain/rule.ts';",
  'packages/web/src/features/home/page.ts': "import '../../shared/api.ts';\nexport const page = 1;",
  'packages/web/src/features/market/page.ts': "import '../../shared/api.ts';\nexport const page = 1;",
  'packages/web/src/app/router.ts': "import '../features/home/page.ts';\nimport '../features/market/page.ts';",
  'packages/console/src/app/router.ts': "import '@assay/contract/wire.ts';",
  'tools/look.ts': "import '@assay/contract/wire.ts';\nexport const look = 1;",
};

/** Per rule: the file that breaks it and what it imports. */
const planted: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'no-cycles': ['packages/domain/src/a.ts', "import './b.ts';\nexport const a = 1;"],
  'imports-resolve': ['packages/domain/src/lost.ts', "import './nowhere.ts';"],
  'contract-stands-alone': ['packages/contract/src/planted.ts', "import '@assay/domain/rule.ts';"],
  'domain-knows-only-the-vocabulary': ['packages/domain/src/planted.ts', "import type {} from '@assay/contract/wire.ts';"],
  'rules-do-no-io': ['packages/domain/src/reader.ts', "import 'node:fs';"],
  'only-the-form-knows-react': ['packages/contract/src/drawn.ts', "import 'react';"],
  'nobody-imports-server': ['packages/web/src/shared/planted.ts', "import '@assay/server/platform/pool.ts';"],
  'nobody-imports-an-app': ['packages/server/src/trade/planted-app.ts', "import '../../../web/src/shared/api.ts';"],
  'web-and-console-are-strangers': ['packages/console/src/app/planted.ts', "import '../../../web/src/shared/api.ts';"],
  'product-does-not-know-the-workshop': ['packages/domain/src/tool-user.ts', "import '../../../tools/look.ts';"],
  'slices-meet-at-index': ['packages/server/src/trade/planted.ts', "import '../books/post.ts';"],
  'platform-knows-no-slice': ['packages/server/src/platform/planted.ts', "import '../books/index.ts';"],
  'slices-do-not-know-the-app': ['packages/server/src/books/planted-app.ts', "import '../app.ts';"],
  'seldom-needed-loads-late': ['packages/server/src/trade/signed.ts', "import 'viem/siwe';"],
  'features-are-strangers': ['packages/web/src/features/home/planted.ts', "import '../market/page.ts';"],
  'features-do-not-know-the-app': ['packages/web/src/features/home/planted-app.ts', "import '../../app/router.ts';"],
  'shared-does-not-know-features': ['packages/web/src/shared/planted-home.ts', "import '../features/home/page.ts';"],
  'drawing-knows-nothing-drawn': ['packages/web/src/ui/planted.ts', "import '../shared/api.ts';"],
  'nobody-imports-a-test': ['packages/domain/src/planted-test.ts', "import './rule.test.ts';"],
  'product-does-not-import-test-helpers': ['packages/server/src/books/planted-test.ts', "import '../../test/helper.ts';"],
};

/** Where a rule holds in both apps, the same in the other one. */
const plantedInConsole: typeof planted = {
  'drawing-knows-nothing-drawn': ['packages/console/src/ui/planted.ts', "import '../shared/words.ts';"],
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A small workspace with the project's own rules, its packages linked the way npm links them. */
function workspace(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-boundaries-'));
  folders.push(folder);
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'node_modules/@assay'), { recursive: true });
  for (const name of packages) {
    mkdirSync(join(folder, 'packages', name), { recursive: true });
    cpSync(join(root, 'packages', name, 'package.json'), join(folder, 'packages', name, 'package.json'));
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@assay', name));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  return folder;
}

async function cruise(folder: string, parts: readonly string[] = ['packages', 'tools']): Promise<Cruise> {
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { output } = await runCheck({ name: 'cruise', command: ['depcruise', ...options, ...parts] }, folder);
  return JSON.parse(output) as Cruise;
}

describe('the boundaries', () => {
  test('let everything through that the map allows', async () => {
    const { summary } = await cruise(workspace(healthy));
    expect(summary.violations).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(healthy).length);
  });

  test('catch one planted violation of every rule', async () => {
    const twins = { 'packages/domain/src/b.ts': "import './a.ts';", 'packages/console/src/shared/words.ts': 'export {};' };
    const all = [...Object.entries(planted), ...Object.entries(plantedInConsole)];
    const { summary } = await cruise(workspace({ ...healthy, ...twins, ...Object.fromEntries(all.map(([, file]) => file)) }));
    const caught = new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`));
    const missed = all.filter(([rule, [file]]) => !caught.has(`${rule}: ${file}`));
    expect(missed).toEqual([]);
  });

  test('have a planted violation for every rule, and no other', () => {
    const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };
    expect(forbidden.map(({ name }) => name).toSorted()).toEqual(Object.keys(planted).toSorted());
  });

  test('are read from the real tree, across packages', async () => {
    // The gate itself reads all of it; these lead into every package that others use.
    const { modules, summary } = await cruise(root, ['packages/server/src/limits', 'packages/web/src/features/help']);
    expect(summary.totalCruised).toBeGreaterThan(50);
    const contract = modules.filter(({ dependencies }) =>
      dependencies.some(({ resolved }) => resolved.startsWith('packages/contract/src/')),
    );
    const readers = new Set(contract.map(({ source }) => source.split('/')[1]));
    expect([...readers]).toEqual(expect.arrayContaining(['domain', 'server', 'web']));
  });
});
