/** Closing prices of the other instrument by the start of their bar. */
export type Closes = ReadonlyMap<number, number>;

interface Dated {
  readonly timestamp: number;
  readonly close: number;
}

/**
 * The other instrument in the prices of this one: both start together at the first bar in sight that both have, and from there
 * on the distance between them is the difference of their changes. Null where the other has no bar.
 */
export function besides(bars: readonly Dated[], closes: Closes): (number | null)[] {
  const first = bars.find(({ timestamp }) => closes.has(timestamp));
  const base = first === undefined ? undefined : closes.get(first.timestamp);
  return bars.map(({ timestamp }) => {
    const close = closes.get(timestamp);
    return close === undefined || base === undefined || first === undefined ? null : (close / base) * first.close;
  });
}
