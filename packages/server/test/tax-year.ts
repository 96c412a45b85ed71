import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

const command = fileURLToPath(new URL('../../../tools/recompute-tax-year.ts', import.meta.url));

/** Cells of a line; one with a comma in it is in quotes. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Reports of a tax year as people take them away, and the script outside of the product that works them out anew. */
export function taxYears(app: Pick<FastifyInstance, 'inject'>) {
  async function file(token: string, path: string, language = 'en', book: Book = 'real') {
    const answer = await app.inject({
      method: 'GET',
      url: `${customerPrefix}/user/${path}`,
      headers: { authorization: token, virtually: book === 'real' ? 'YES' : 'NO', 'accept-language': language },
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload };
  }

  /** Lines of a file by the names in its head, below those that say who gave it to whom. */
  async function lines(token: string, kind: string, query = '', book: Book = 'real', year = 2030) {
    const { text } = await file(token, `exportReport?kind=${kind}&format=csv&year=${year}${query}`, 'en', book);
    const [head = '', ...rows] = text.slice(1).trimEnd().split('\r\n');
    const names = cellsOf(head);
    return rows
      .slice(3)
      .map((row): Record<string, string> => Object.fromEntries(cellsOf(row).map((cell, place) => [names[place] ?? '', cell])));
  }

  /** Everything that the script outside of the product needs. */
  async function taxYear(token: string, book: Book = 'real', year = 2030): Promise<Record<string, string>> {
    const statement = await file(token, 'exportTransfers?format=csv', 'en', book);
    const files: Record<string, string> = { statement: statement.text };
    for (const kind of ['trades', 'coins', 'income']) {
      files[kind] = (await file(token, `exportReport?kind=${kind}&format=csv&year=${year}`, 'en', book)).text;
    }
    return files;
  }

  return { file, lines, taxYear };
}

/** What the script says of these files, in a folder of their own. */
export async function recomputed(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tax-year-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.csv`), text);
  const ran = promisify(execFile)(process.execPath, [command, folder]);
  return ran.then(({ stdout }) => stdout.trim()).catch((error: { stdout: string }) => error.stdout.trim());
}
