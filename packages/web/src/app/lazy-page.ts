import { chunkTimeoutMs } from '@assay/contract/vocabulary/limits.ts';
import { type ComponentType, lazy } from 'react';

/** A part of the application did not arrive: too slow, or replaced by a newer version. */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing';
}

/** A page whose code is fetched when it is first shown; after 120 s, or when the file is gone, a reload is offered. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new ChunkMissing('timeout')), chunkTimeoutMs);
    try {
      return { default: await Promise.race([load(), promise]) };
    } catch (error) {
      throw error instanceof ChunkMissing ? error : new ChunkMissing(String(error));
    } finally {
      clearTimeout(timer);
    }
  });
}
