import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import type { FirstRow } from '@assay/contract/first-page.ts';
import { changeOf } from '@assay/domain/market/line.ts';
import { pathOf } from '../shared/trading/market/line.ts';
import { listedTone } from '../shared/trading/tones.ts';

/** Placeholders in a drawn row for its texts. */
export const gaps = {
  name: 'GAP_NAME',
  code: 'GAP_CODE',
  letters: 'GAP_LETTERS',
  address: 'GAP_ADDRESS',
  logo: '/GAP_LOGO',
  price: 'GAP_PRICE',
  change: 'GAP_CHANGE',
  line: 'GAP_LINE',
} as const;
export type Gap = keyof typeof gaps;

/** What a row of the market looks like beside its texts: colours of change and line, picture or letters. */
export const lookOf = ({ zdf, hundred, logo }: Pick<MarketItem, 'zdf' | 'hundred' | 'logo'>): string =>
  [listedTone(zdf), hundred.length < 2 ? 'empty' : listedTone(changeOf(hundred)), logo === '' ? 'letters' : 'picture'].join(
    ' ',
  );

/** A row of each look, with words in capitals for texts. */
export const samples: readonly FirstRow[] = ['1.00', '-1.00', '0.00'].flatMap((zdf) =>
  [[100, 101], [101, 100], [100, 100], []].flatMap((hundred) =>
    ['', gaps.logo].map((logo) => ({
      item: { code: gaps.code, type: 2, id: '', appName: gaps.name, logo, price: '1', nowPrice: '1', zdf, hundred, open: true },
      price: gaps.price,
      change: gaps.change,
    })),
  ),
);

/** The markup of a row of each look, with gaps where its texts belong. */
export function rowsWithGaps(drawRow: Rendering['drawRow']): Record<string, string> {
  return Object.fromEntries(samples.map((row) => [lookOf(row.item), withGaps(drawRow(row), row.item)]));
}

/** Leaves a gap also for address, line and letters, which are drawn as something else than the words they are made of. */
function withGaps(row: string, { hundred, code }: Pick<MarketItem, 'hundred' | 'code'>): string {
  const text = row.replace(/ href="[^"]*"/, ` href="${gaps.address}"`).replace(`>${code.slice(0, 2)}<`, `>${gaps.letters}<`);
  return hundred.length < 2 ? text : text.replace(pathOf(hundred), gaps.line);
}

/** What draws pages and rows for the build. */
export interface Rendering {
  /** Loads what is drawn. */
  prepare(): Promise<void>;
  drawPage(): string;
  drawRow(row: FirstRow): string;
}
