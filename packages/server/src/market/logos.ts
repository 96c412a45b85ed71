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
    return [logo, async () => monogram(chemicalSymbols[base] ?? code, assetClass)];
  }),
  ['/logos/crypto/usdt.svg', () => coin('USDT')],
  [planLogo, async () => ingot],
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

/** Where on the circle of colours each class lies, how far its codes spread from there, and how colourful it is. */
const hues: Readonly<Record<Exclude<AssetClass, 'crypto' | 'forex'>, readonly [hue: number, spread: number, chroma: number]>> =
  {
    stock: [222, 46, 52],
    etf: [170, 26, 56],
    future: [28, 18, 58],
    metal: [212, 12, 14],
  };

/** What the edge of the disc says of the class: a basket, a date ahead, a bar. */
const marks: Readonly<Record<keyof typeof hues, string>> = {
  stock: '',
  etf: '<path d="M9.5 26.2a11.8 11.8 0 0 0 13 0M11.5 28.3a9.6 9.6 0 0 0 9 0" fill="none" stroke="#fff" stroke-opacity=".55" stroke-linecap="round"/>',
  future:
    '<path d="M16 26.4v2.4M11.6 25.3l-1 2.1M20.4 25.3l1 2.1" stroke="#fff" stroke-opacity=".6" stroke-width="1.3" stroke-linecap="round"/>',
  metal: '<path d="M11.6 28l1.2-3.2h6.4l1.2 3.2z" fill="#fff" fill-opacity=".5"/>',
};

const chemicalSymbols: Readonly<Record<string, string>> = { XAU: 'Au', XAG: 'Ag', XPT: 'Pt', XPD: 'Pd' };

/** Letter height by the number of letters, so that all of them stay within the disc. */
const letterSizes = [0, 17, 14.5, 11.5, 9.5, 8];

/**
 * The letters of a name on a disc in a shade of its own, so that neighbours in a list are distinguished before they are read.
 */
function monogram(letters: string, kind: keyof typeof hues): string {
  const [hue, spread, chroma] = hues[kind];
  const place = Array.from(letters).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997;
  const shade = Math.round(hue + (place * 2 - 1) * spread);
  const size = letterSizes[letters.length] ?? 7;
  const mark = marks[kind];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${shade} ${chroma}% 42%)"/>` +
    `<stop offset="1" stop-color="hsl(${shade + 14} ${chroma}% 25%)"/></linearGradient></defs>` +
    '<circle cx="16" cy="16" r="16" fill="url(#g)"/>' +
    '<path d="M4.2 12.5A12.4 12.4 0 0 1 16 3.6" fill="none" stroke="#fff" stroke-opacity=".28" stroke-linecap="round"/>' +
    mark +
    `<text x="16" y="${mark === '' ? 16 : 15}" dy=".355em" text-anchor="middle" fill="#fff" font-family="Inter,system-ui,sans-serif" font-weight="650" font-size="${mark === '' ? size : size * 0.92}" letter-spacing="-.3">${letters}</text>` +
    '</svg>'
  );
}

/** An ingot, for all plans together; each has an emblem of its own where it is shown. */
const ingot =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#3a2c0c"/>' +
  '<path d="M9.2 12.4h13.6l3.2 8H6z" fill="#d8ab3f" stroke="#9a7420" stroke-width=".7" stroke-linejoin="round"/>' +
  '<path d="M9.2 12.4h13.6l1.2 3H8z" fill="#f7d98a"/></svg>';
