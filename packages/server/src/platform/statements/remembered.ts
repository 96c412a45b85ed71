/**
 * What was read within so many milliseconds is answered again, to however many ask for it. What failed is not kept for the next one.
 */
export function remembered<T>(read: () => Promise<T>, ageMsMax: number, elapsed: () => number): () => Promise<T> {
  let last: Promise<T> | undefined;
  let readAt = -Infinity;
  return () => {
    if (last !== undefined && elapsed() - readAt < ageMsMax) return last;
    readAt = elapsed();
    last = read();
    last.catch(() => (readAt = -Infinity));
    return last;
  };
}
