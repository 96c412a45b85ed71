// The last step of the build: draws the first page of every language, layout and kind of reader from the site as it was built,
// and leaves the drafts, with gaps for prices, where the server finds them. Run by `npm run build` in a process of its own,
// because it replaces the browser with a stub.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Draft, draftFiles, type FirstPage, layouts, readers } from '@assay/contract/first-page.ts';
import { languages, localeTags } from '@assay/contract/vocabulary/languages.ts';
import { build, type InlineConfig } from 'vite';
import { criticalStyles } from './critical-styles.ts';
import { type Rendering, rowsWithGaps, samples } from './src/first-page/looks.ts';
import { standInFor } from './stand-in-browser.ts';
import { sourcePlugins } from './vite.config.ts';

type Variant = Pick<Draft, 'language' | 'layout' | 'reader'>;

const root = import.meta.dirname;
const site = join(root, 'dist');
const cache = join(root, '../../.cache/first-page');
const drafts = join(site, draftFiles.folder);

const forNode = (entry: string, outDir: string, name: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: sourcePlugins(),
  publicDir: false,
  build: {
    ssr: join(root, 'src/first-page', entry),
    outDir,
    emptyOutDir: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
  },
});

/** The script that opens the feed, as it is embedded in the page. */
async function earlyScript(): Promise<string> {
  const built = await build({
    ...forNode('early.ts', cache, ''),
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'src/first-page/early.ts'),
        output: { format: 'iife', codeSplitting: false },
        treeshake: { moduleSideEffects: false },
      },
    },
  });
  const [output] = [built].flat();
  const code = output !== undefined && 'output' in output ? output.output[0].code.trim() : '';
  if (code === '' || code.includes('</')) throw new Error('the early script cannot stand within a page');
  return code;
}

/** The file of a module in the built site, and those that it needs beside the ones that every page has. */
function filesOf(manifest: Record<string, { file: string; imports?: string[] }>, key: string): string[] {
  const part = manifest[key];
  if (part === undefined) throw new Error(`the build has no ${key}`);
  return [...(part.imports ?? []).flatMap((next) => filesOf(manifest, next)), `/${part.file}`];
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the drafts of all variants are made of. */
async function loadSite() {
  const read = (...path: string[]) => readFile(join(site, ...path), 'utf8');
  const shell = await read('index.html');
  const [, stylesheet = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(shell) ?? [];
  const css = await read(stylesheet);
  const [, face = ''] = /url\(([^)]*inter-basic[^)]*)\)/.exec(css) ?? [];
  if (face === '') throw new Error('the build has no face to begin with');
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Parameters<typeof filesOf>[0];
  return { shell, css, face, manifest, beforePaint: await read('before-paint.js'), early: await earlyScript() };
}
type Site = Awaited<ReturnType<typeof loadSite>>;

/** What is fetched beside the frame from the beginning, as each layout and language needs it. */
function preloadsOf({ shell, face, manifest }: Site, { language, layout, reader }: Variant): string[] {
  const texts = ['common', ...(reader === 'visitor' ? ['home'] : [])].map((name) => `src/locales/${language}/${name}.json`);
  const home = `src/features/home/home-${layout}.tsx`;
  const files = new Set([home, ...texts].flatMap((key) => filesOf(manifest, key)));
  return [
    `<link rel="preload" href="${face}" as="font" type="font/woff2" crossorigin>`,
    ...[...files]
      .filter((file) => !shell.includes(`"${file}"`))
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ];
}

/** A page that must not be sent is no draft. */
function check(html: string, { language, layout, reader }: Variant): void {
  const wrong = [
    [/ style="/.test(html), 'has styles of its own, which the content security policy refuses'],
    [/<script(?! type="(?:module|application\/json)")[^>]*>/.test(html), 'has a script of its own'],
    [!/<main/.test(html), 'has no frame'],
    [reader === 'visitor' && !/<h1/.test(html), 'has no headline'],
  ] as const;
  for (const [is, what] of wrong) if (is) throw new Error(`the first page of ${language}, ${layout}, ${reader} ${what}`);
}

async function draw(parts: Site, variant: Variant): Promise<Draft> {
  const { language, layout, reader } = variant;
  const page: FirstPage = { language, layout, book: reader === 'visitor' ? null : reader, rows: samples.slice(0, 1) };
  standInFor(page);
  // A query of its own makes it another module: what it reads when it is loaded, it reads of this page.
  const rendering = (await import(`${join(cache, 'render.js')}?${language}.${layout}.${reader}`)) as Rendering;
  await rendering.prepare();
  const markup = rendering.drawPage();
  check(markup, variant);
  const rows = reader === 'visitor' ? rowsWithGaps(rendering.drawRow) : {};
  const [before = '', after = ''] = markup.split(/(?<=<tbody>).*(?=<\/tbody>)/s);
  if (reader === 'visitor' && after === '') throw new Error('the first page has no rows');
  const styles = criticalStyles(parts.css, [markup, ...Object.values(rows)].join(''));
  const [head = '', tail = ''] = shellOf(parts, variant, styles).split('<div id="root"></div>');
  const json = '<script type="application/json" id="first-page">';
  return {
    ...variant,
    parts: [`${head}<div id="root">${before}`, `${after}</div>${json}`, `</script><script>${parts.early}</script>${tail}`],
    rows,
    scripts: [hash(parts.beforePaint), hash(parts.early)],
    styles: [hash(styles)],
  };
}

/** The built page with what this variant begins with in it: nothing in its head waits for the network. */
function shellOf(parts: Site, variant: Variant, styles: string): string {
  const { language, layout, reader } = variant;
  const [link = ''] = /<link rel="stylesheet"[^>]*>/.exec(parts.shell) ?? [];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const replaced = (text: string, what: string, by: string): string => {
    if (!text.includes(what)) throw new Error(`the built page has no ${what}`);
    return text.replace(what, () => by);
  };
  const opening = /<html[^>]*>/.exec(parts.shell)?.[0] ?? '';
  const first = `<html lang="${localeTags[language].split('-u-')[0]}" dir="${direction}" data-theme="dark" data-layout="${layout}" data-first="${language} ${layout} ${reader}">`;
  let page = replaced(parts.shell, opening, first);
  page = replaced(
    page,
    '<script src="/before-paint.js"></script>',
    `<script>${parts.beforePaint}</script><style>${styles}</style>${preloadsOf(parts, variant).join('')}`,
  );
  page = replaced(page, link, '');
  return replaced(page, '</body>', `${link}</body>`);
}

async function main(): Promise<void> {
  await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { recursive: true });
  const rendering = forNode('render.tsx', cache, 'render.js');
  const filling = forNode('filling.ts', drafts, draftFiles.filling);
  // Its words are module state: each page has its own.
  await build({ ...rendering, ssr: { noExternal: ['i18next', 'react-i18next'] } });
  const alone = { ...filling.build?.rolldownOptions, treeshake: { moduleSideEffects: false } };
  await build({ ...filling, ssr: { noExternal: true }, build: { ...filling.build, rolldownOptions: alone } });
  const parts = await loadSite();
  for (const language of languages)
    for (const layout of layouts)
      for (const reader of readers) {
        const draft = await draw(parts, { language, layout, reader });
        await writeFile(join(drafts, draftFiles.draft(draft)), JSON.stringify(draft));
      }
}

await main();
// Timers of the site would keep it waiting.
process.exit(0);
