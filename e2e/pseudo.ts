// The site in the pseudo-language: its own English build, whose words are exchanged on their way into the browser.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { pseudoScript } from '../tools/words/pseudo.ts';

const packages = join(dirname(import.meta.dirname), 'packages');

function englishFiles(): ReadonlySet<string> {
  const folders = ['web/src/locales/en', 'contract/src/locales/en'].map((folder) => join(packages, folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')));
  return new Set(files.map((text) => JSON.stringify(JSON.parse(text))));
}

/** From here on a page that is set to English speaks the pseudo-language. */
export async function speakPseudo(page: Page): Promise<void> {
  const english = englishFiles();
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = await pseudoScript(await response.text(), english);
    await route.fulfill(body === undefined ? { response } : { response, body });
  });
}
