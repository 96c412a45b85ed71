import { chunkTimeoutMs } from '@assay/contract/vocabulary/limits.ts';
import { type ComponentType, createElement, lazy, useState } from 'react';

/** A part of the application did not arrive: too slow, or replaced by a newer version. */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing';
}

/** Waits at most 120 s for a part of the application. Whatever goes wrong is a `ChunkMissing`, for which a reload is offered. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('too slow')), chunkTimeoutMs);
  try {
    return await Promise.race([load(), promise]);
  } catch (cause) {
    throw new ChunkMissing('a part of the application did not arrive', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A page, or a part of one, whose code is fetched when it is first shown, or before that by `preload`: what has come by then is drawn
 * at once.
 */
export function lazyPage<P extends object = object>(load: () => Promise<ComponentType<P>>) {
  let come: ComponentType<P> | undefined;
  const fetchPage = async (): Promise<ComponentType<P>> => (come ??= await load());
  const Later = lazy(async () => ({ default: await loadChunk(fetchPage) }));
  const Page = (props: P) => {
    // A mounted part is not remounted when its code turns out to be loaded.
    const [Shown] = useState<ComponentType<P>>(() => come ?? Later);
    return createElement(Shown, props);
  };
  // What does not arrive is reported when it is shown.
  const ready = (): Promise<void> =>
    fetchPage().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload: () => void ready(), ready });
}
