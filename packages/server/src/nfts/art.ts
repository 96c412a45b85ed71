import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';
import { artwork } from '@assay/domain/nfts/art/artwork.ts';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../platform/database.ts';
import { type NftRow, rowId, wireId } from './row.ts';

/** Drawn pieces that are kept; the oldest is drawn again on the next request. */
const keptMax = 64;

/** The path of a piece's artwork. The seed is part of it, so that a browser keeps it for as long as it is the same. */
export function imageOf({ id, seed }: Pick<NftRow, 'id' | 'seed'>): string {
  return `/nfts/art/${wireId(id)}.svg?seed=${encodeURIComponent(seed)}`;
}

/**
 * The artwork of a piece by its id, and of no others: clients can't make the server draw arbitrary seeds. An image that may
 * load nothing and run nothing, wherever it is opened.
 */
export function serveArt(app: FastifyInstance, db: Queryable): void {
  const kept = new Map<string, string>();
  const drawn = (style: ArtStyle, seed: string): string => {
    const name = `${style}/${seed}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const svg = artwork(style, seed);
    const [oldest] = kept.keys();
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
    kept.set(name, svg);
    return svg;
  };
  app.get<{ Params: { file: string } }>('/nfts/art/:file', async ({ params: { file } }, reply) => {
    const id = rowId(/^(n[0-9]+)\.svg$/.exec(file)?.[1] ?? '');
    const [row] = await db.query<Pick<NftRow, 'style' | 'seed'>>('select style, seed from nfts where id = $1', [id]);
    if (row === undefined) return reply.callNotFound();
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(drawn(row.style, row.seed));
  });
}
