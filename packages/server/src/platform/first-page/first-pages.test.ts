import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Draft, draftFiles, layouts, readers } from '@assay/contract/first-page.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { FirstPages } from './first-pages.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A built site whose pages say of which kind they are and which price they were filled with. */
async function site(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-first-'));
  folders.push(folder);
  await mkdir(join(folder, draftFiles.folder));
  const filling = `export const choose = (draft, listed) => listed.map(({ code }) => code);
export const fill = (draft, items) => draft.parts[0] + items.map(({ nowPrice }) => nowPrice).join();`;
  await writeFile(join(folder, draftFiles.folder, draftFiles.filling), filling);
  for (const language of languages)
    for (const layout of layouts)
      for (const reader of readers) {
        const parts: Draft['parts'] = [`${language} ${layout} ${reader} `, '', ''];
        const draft: Draft = { language, layout, reader, parts, rows: {}, scripts: ["'sha256-a'"], styles: ["'sha256-b'"] };
        await writeFile(join(folder, draftFiles.folder, draftFiles.draft(draft)), JSON.stringify(draft));
      }
  return folder;
}

let [price, now] = [1, 0];
let warnings: unknown[] = [];
beforeEach(() => {
  [price, now] = [1, 0];
  warnings = [];
});

function serverOf(folder: string) {
  const prices = {
    instruments: () => [{ code: 'BTCUSDT', type: 2 }],
    items: (codes: readonly string[]) =>
      codes.map((code) => {
        const names = { code, type: 2, id: code, appName: code, logo: '' };
        return { ...names, price: '1', nowPrice: String(price), zdf: '0.00', hundred: [], open: true };
      }),
  };
  const log = { warn: (_: unknown, text?: string) => void warnings.push(text) };
  const pages = new FirstPages({ site: folder, prices, log, live: false, elapsed: () => now });
  const app = fastify();
  app.get('/', async (request, reply) => ((await pages.send(request, reply)) ? reply : reply.send('today’s shell')));
  return async (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: '/', headers });
}

describe('the first page', () => {
  test('is in the language of the cookie, the layout of the device, and for whoever is signed in', async () => {
    const ask = serverOf(await site());
    const cases: readonly (readonly [string, string, string])[] = [
      ['', 'Mozilla/5.0 (X11; Linux)', 'zh desktop visitor 1'],
      ['', iphone, 'zh mobile visitor 1'],
      ['language=ar', iphone, 'ar mobile visitor 1'],
      ['signedIn=demo; language=de', 'Mozilla/5.0 (Linux; Android 15)', 'de mobile demo 1'],
      ['other=1;language=hk; signedIn=real', '', 'hk desktop real 1'],
      ['language=xx; signedIn=yes', '', 'zh desktop visitor 1'],
      ['language=../../etc; signedIn=..', '', 'zh desktop visitor 1'],
    ];
    for (const [cookie, agent, page] of cases) {
      const answer = await ask({ cookie, 'user-agent': agent, 'accept-language': 'fr' });
      expect([answer.statusCode, answer.body], cookie).toEqual([200, page]);
    }
  });

  test('is kept by nobody, differs by device and cookies, and lets in its own scripts and styles alone', async () => {
    const { headers } = await serverOf(await site())();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    expect(headers['vary']).toContain('User-Agent, Cookie');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("script-src 'self' 'sha256-a'");
    expect(policy).toContain("style-src 'self' 'sha256-b'");
    expect(policy.join()).not.toContain('unsafe');
  });

  test('has prices that are at most a second old, however many ask', async () => {
    const ask = serverOf(await site());
    expect((await ask()).body).toContain('visitor 1');
    price = 2;
    expect((await ask()).body).toContain('visitor 1');
    now = 1_000;
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => 'zh desktop visitor 2'));
  });

  test('travels compressed to who takes that', async () => {
    const ask = serverOf(await site());
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe('zh desktop visitor 1');
    const gzip = await ask({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('zh desktop visitor 1');
    const others = { 'br;q=0, gzip;q=0.5': 'gzip', 'gzip;q=0.0, br; q=0': undefined, 'x-br, gzip-9': undefined };
    for (const [asked, encoding] of Object.entries(others))
      expect((await ask({ 'accept-encoding': asked })).headers['content-encoding'], asked).toBe(encoding);
  });

  test('of a new build takes the place of the old one', async () => {
    const folder = await site();
    const ask = serverOf(folder);
    await ask();
    now = 1_000;
    const other = 'export const choose = () => []; export const fill = () => "of the new build";';
    await writeFile(join(folder, draftFiles.folder, draftFiles.filling), other);
    expect((await ask()).body).toBe('of the new build');
  });

  test.each([
    ['was not drawn', async (folder: string) => rm(join(folder, draftFiles.folder), { recursive: true })],
    ['cannot be read', async (folder: string) => writeFile(join(folder, draftFiles.folder, 'zh.desktop.visitor.json'), '{')],
    [
      'cannot be filled',
      async (folder: string) =>
        writeFile(
          join(folder, draftFiles.folder, draftFiles.filling),
          'export const choose = () => []; export const fill = () => { throw new Error(); };',
        ),
    ],
  ])('that %s gives way to the shell, with one line in the log', async (_, spoil) => {
    const folder = await site();
    await spoil(folder);
    const ask = serverOf(folder);
    expect([(await ask()).body, (await ask()).body]).toEqual(['today’s shell', 'today’s shell']);
    expect(warnings).toEqual(['home begins empty: its first page could not be filled']);
  });
});
