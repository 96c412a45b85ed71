/** A server whose clock was set back must not be believed to be ahead for long. */
const samplesMax = 20;

let offsets: readonly number[] = [];

/** Takes note of the time that an answer was given at. Its header has whole seconds, so it is never ahead of the truth. */
export function hearServerTime(response: Pick<Response, 'headers'>): void {
  const time = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(time)) offsets = [...offsets.slice(1 - samplesMax), time - performance.now()];
}

/**
 * The server's wall clock in epoch milliseconds, whatever this device's own says; null before the first answer. Answers can
 * only be late, so the one that lies furthest ahead is the nearest to the truth. It may stand behind, never ahead.
 */
export function serverTime(): number | null {
  return offsets.length === 0 ? null : Math.floor(Math.max(...offsets) + performance.now());
}
