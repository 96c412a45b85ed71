// The file from which the compiler has the types of all texts of the site: one name for each file of words.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './gate.ts';

const folder = 'packages/web/src/locales/en';
/** Their words are the contract's: the server answers with the same ones. */
const ofContract = 'codes';

export function typedWords(files: readonly string[] = readdirSync(join(root, folder))): string {
  const own = files.map((file) => file.replace(/\.json$/, '')).toSorted();
  return `// Generated from the names of the files in \`locales/en\` by \`npm run docs\`; do not edit.
import 'i18next';
import type ${ofContract} from '@assay/contract/locales/en/${ofContract}.json';
${own.map((name) => `import type ${name} from './locales/en/${name}.json';`).join('\n')}

// Keys are checked by the compiler: a text that does not exist is an error, not a key on the screen.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
${[ofContract, ...own].map((name) => `      ${name}: typeof ${name};`).join('\n')}
    };
  }
}
`;
}
