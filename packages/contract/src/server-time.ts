/** A server whose clock was set back must not be believed to be ahead for long. */
const samplesMax = 20;
/** A device's clock is set right by this much without a word. */
const partedMsMax = 1_000;

interface Sample {
  /** The server's clock before the one that runs on here, in milliseconds. */
  readonly offset: number;
  /** This device's clock before the one that runs on here. */
  readonly parted: number;
}

let samples: readonly Sample[] = [];

/** The difference between the clock of this device and the monotonic one: on some devices the latter stops in sleep. */
const partedNow = () => Date.now() - performance.now();

/**
 * Takes note of the time that an answer of the server was given at, which came at `arrivedAt` of `performance.now()`. Its header has
 * whole seconds, so it is never ahead of the truth.
 */
export function hearServerTime(response: Pick<Response, 'headers'>, arrivedAt = performance.now()): void {
  const time = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(time)) return;
  samples = [...believable().slice(1 - samplesMax), { offset: time - arrivedAt, parted: partedNow() }];
}

/** The answers since the two clocks of this device have last diverged: it slept, or was set. */
function believable(): readonly Sample[] {
  const now = partedNow();
  return samples.filter(({ parted }) => Math.abs(parted - now) <= partedMsMax);
}

/**
 * The server's wall clock in epoch milliseconds, whatever this device's own says; null before the first answer, and where this
 * device may have slept since the last one. Answers can only be late, so the one furthest ahead is the nearest to the truth. It
 * may be behind, never ahead.
 */
export function serverTime(): number | null {
  const offsets = believable().map(({ offset }) => offset);
  return offsets.length === 0 ? null : Math.floor(Math.max(...offsets) + performance.now());
}

/** Returns the milliseconds since then, including those that the device slept through. */
export function stopwatch(): () => number {
  const [ran, was] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - ran, Date.now() - was);
}
