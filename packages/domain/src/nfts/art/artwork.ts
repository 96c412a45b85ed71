import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';

export function artwork(style: ArtStyle, seed: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg"><title>${style} ${seed}</title></svg>`;
}
