import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';
import { animal } from './animal.ts';
import { constellation } from './constellation.ts';
import { side, tag } from './draw.ts';
import { flow } from './flow.ts';
import { garden } from './garden.ts';
import { hills } from './hills.ts';
import { quilt } from './quilt.ts';
import { type Random, randomFrom } from './random.ts';
import { ribbons } from './ribbons.ts';
import { tide } from './tide.ts';

const styles: Readonly<Record<ArtStyle, (random: Random) => string>> = {
  flow,
  quilt,
  constellation,
  ribbons,
  hills,
  animal,
  garden,
  tide,
};

/**
 * Draws a piece as an SVG document: a pure function of style and seed, so that the same one can be drawn again. It contains
 * shapes alone: no script, no link, no text.
 */
export function artwork(style: ArtStyle, seed: string): string {
  const drawing = styles[style](randomFrom(`${style}/${seed}`));
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${side} ${side}`, width: side, height: side },
    drawing,
  );
}
