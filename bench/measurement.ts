// What a benchmark answers, and the clocks they share.

/** One row of the table: a figure of ours beside a reference measured in the same run, or beside a limit. */
export interface Measurement {
  readonly figure: string;
  readonly ours: string;
  readonly reference: string;
  /** Ours to the reference, larger is better; for a limit, the limit to ours. */
  readonly ratio: number;
  readonly aim: number;
}

/** Nanoseconds that one run of `work` takes, over as many runs as fit into `msMin`. */
export function nanosecondsPerRun(work: () => void, msMin = 500): number {
  const start = process.hrtime.bigint();
  const end = start + BigInt(msMin) * 1_000_000n;
  let runs = 0;
  let now = start;
  while (now < end) {
    for (let index = 0; index < 64; index += 1) work();
    runs += 64;
    now = process.hrtime.bigint();
  }
  return Number(now - start) / runs;
}

/**
 * How often `work` ends in a second when `clients` of them repeat it side by side: first for a warm-up that is not
 * counted, then for `seconds`.
 */
export async function ratePerSecond(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<number> {
  const warmUntil = performance.now() + 1000;
  const until = warmUntil + seconds * 1000;
  let count = 0;
  const repeat = async (client: number): Promise<void> => {
    while (performance.now() < until) {
      await work(client);
      const now = performance.now();
      if (now >= warmUntil && now < until) count += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)));
  return count / seconds;
}

/** Medians of two measurements taken in turns, so that a machine that slows down meanwhile slows both. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<readonly [ours: number, reference: number]> {
  const taken: { ours: number; reference: number }[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push({ reference: await reference(), ours: await ours() });
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return [median(taken.map((round) => round.ours)), median(taken.map((round) => round.reference))];
}

/** Numbers that are the same in every run: a linear congruential generator, in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
