import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AssetClass } from '@assay/contract/vocabulary/markets.ts';
import { instruments } from '@assay/domain/market/catalogue.ts';
import { planLogo } from '@assay/domain/plans/catalogue.ts';
import type { FastifyInstance } from 'fastify';

/**
 * Serves /logos/<class>/<name>.svg. Only paths that the catalogue names exist here: what a visitor asks for is looked up
 * and never becomes part of a file's name.
 */
export async function logos(app: FastifyInstance): Promise<void> {
  const drawn = new Map<string, Promise<string>>();
  app.get<{ Params: { assetClass: string; file: string } }>('/logos/:assetClass/:file', async (request, reply) => {
    const path = `/logos/${request.params.assetClass}/${request.params.file}`;
    const draw = drawings.get(path);
    if (draw === undefined) return reply.callNotFound();
    const svg = drawn.get(path) ?? draw();
    drawn.set(path, svg);
    return (
      reply
        .header('Cache-Control', `public, max-age=${thirtyDaysSeconds}`)
        // Opened by itself, a drawing can neither run nor load anything.
        .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
        .type('image/svg+xml')
        .send(await svg)
    );
  });
}

const thirtyDaysSeconds = 30 * 86_400;

/** How each logo comes about, by its path. The tether is no instrument, but has its place in every balance. */
const drawings: ReadonlyMap<string, () => Promise<string>> = new Map([
  ...instruments.map(({ logo, assetClass, code, base, quote }): [string, () => Promise<string>] => {
    if (assetClass === 'crypto') return [logo, () => coin(base)];
    if (assetClass === 'forex') return [logo, () => flagPair(base, quote)];
    return [logo, async () => monogram(chemicalSymbols[base] ?? code, colors[assetClass])];
  }),
  ['/logos/crypto/usdt.svg', () => coin('USDT')],
  [planLogo, async () => monogram('AI', '#8a6508')],
]);

const packages = createRequire(import.meta.url);
const coinFiles = join(dirname(packages.resolve('cryptocurrency-icons/manifest.json')), 'svg/color');
const flagFiles = join(dirname(packages.resolve('flag-icons/package.json')), 'flags/1x1');

function coin(code: string): Promise<string> {
  return readFile(join(coinFiles, `${code.toLowerCase()}.svg`), 'utf8');
}

const flags: Readonly<Record<string, string>> = {
  AUD: 'au',
  CAD: 'ca',
  CHF: 'ch',
  EUR: 'eu',
  GBP: 'gb',
  JPY: 'jp',
  NZD: 'nz',
  USD: 'us',
};

/** Two round flags, the base above the quote. Each is embedded whole, so that ids within them cannot meet. */
async function flagPair(base: string, quote: string): Promise<string> {
  const [above, below] = await Promise.all([flagData(base), flagData(quote)]);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<defs><clipPath id="a"><circle cx="11.5" cy="11.5" r="11"/></clipPath><clipPath id="b"><circle cx="21.5" cy="21.5" r="10"/></clipPath></defs>' +
    `<image href="${above}" x=".5" y=".5" width="22" height="22" clip-path="url(#a)"/>${edge(11.5, 10.75)}` +
    '<circle cx="21.5" cy="21.5" r="10.5" fill="#fff"/>' +
    `<image href="${below}" x="11.5" y="11.5" width="20" height="20" clip-path="url(#b)"/>${edge(21.5, 9.75)}` +
    '</svg>'
  );
}

/** A white flag on a white page needs an edge. */
function edge(center: number, radius: number): string {
  return `<circle cx="${center}" cy="${center}" r="${radius}" fill="none" stroke="#000" stroke-opacity=".14" stroke-width=".5"/>`;
}

async function flagData(currency: string): Promise<string> {
  const flag = flags[currency];
  if (flag === undefined) throw new Error(`no flag for ${currency}`);
  const svg = await readFile(join(flagFiles, `${flag}.svg`));
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}

const colors: Readonly<Record<Exclude<AssetClass, 'crypto' | 'forex'>, string>> = {
  stock: '#2f5bd0',
  etf: '#0f7b6c',
  future: '#8a4b12',
  metal: '#5d6470',
};

const chemicalSymbols: Readonly<Record<string, string>> = { XAU: 'Au', XAG: 'Ag', XPT: 'Pt', XPD: 'Pd' };

/** Letter height by the number of letters, so that all of them stay within the disc. */
const letterSizes = [0, 17, 14.5, 11.5, 9.5, 8];

function monogram(letters: string, color: string): string {
  const size = letterSizes[letters.length] ?? 7;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<circle cx="16" cy="16" r="16" fill="${color}"/>` +
    `<text x="16" y="16" dy=".355em" text-anchor="middle" fill="#fff" font-family="Inter,system-ui,sans-serif" font-weight="600" font-size="${size}">${letters}</text>` +
    '</svg>'
  );
}
