// What many orders ask of a machine, worked out from what one was measured to cost: behind the table of docs/scale.md.

/** Measured; see docs/scale.md for where and when. An order is an opening or a closing. */
export const measured = {
  /** Processor time of an order in microseconds, at 32 people. */
  serverUs: 661,
  databaseUs: 496,
  /** Bytes of WAL of an order, at 32 people. */
  walBytes: 4_800,
  /** Bytes that a contract opened and closed leaves for good, its indexes among them, and what goes after 48 hours. */
  keptBytes: 3_842,
  keysBytes: 2_548,
  /** Acknowledged orders a second of one process, by how many people send one after the other. */
  ordersPerSecond: { 1: 384, 32: 1_829, 128: 2_531 },
  /** Of a lone order from its request to its answer, in milliseconds. */
  loneMs: 2.4,
  /** Of an audit, for each transfer, in microseconds. */
  auditUs: 28,
} as const;

/** Orders that are written together at most: `groupMax` of the counter. */
const groupMax = 64;
/**
 * Calls that wait at most, and for how long: `waitingMax` and `waitMsMax` of the counter. Further calls are refused
 * until there is room.
 */
const [waitingMax, waitMsMax] = [2_000, 8_000];
const transfersOfOrder = 2.5;
const dayS = 86_400;

/**
 * How long the counter is at a group of so many orders, in milliseconds: a lone order takes what it was measured to take, a full group what
 * 128 people have left of the time.
 */
function groupMs(orders: number): number {
  const full = (groupMax / measured.ordersPerSecond[128]) * 1000;
  return measured.loneMs + ((full - measured.loneMs) * (orders - 1)) / (groupMax - 1);
}

export interface Course {
  readonly ordersPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Of all calls, those refused with a retry. */
  readonly turnedAway: number;
}

/**
 * Calls that come by chance, so many a second, at one counter: a group is what has come in while the last one was written. Answers what is
 * acknowledged and how long callers wait.
 */
export function counterUnder(callsPerSecond: number, seconds = 30, random = seeded(7)): Course {
  const waits: number[] = [];
  let [now, next, done, refused] = [0, 0, 0, 0];
  const waiting: number[] = [];
  const arrive = () => {
    if (waiting.length < waitingMax) waiting.push(next);
    else refused += 1;
    next += (-Math.log(1 - random()) * 1000) / callsPerSecond;
  };
  while (now < seconds * 1000) {
    if (waiting.length === 0) {
      now = Math.max(now, next);
      arrive();
    }
    const group = waiting.splice(0, groupMax);
    now += groupMs(group.length);
    for (const came of group) {
      if (now - came > waitMsMax) refused += 1;
      else {
        waits.push(now - came);
        done += 1;
      }
    }
    while (next <= now) arrive();
  }
  return { ordersPerSecond: (done / now) * 1000, turnedAway: refused / (done + refused), ...shares(waits) };
}

/** The same for people who send the next once the last is answered. */
export function counterOf(people: number, seconds = 30): Course {
  const waits: number[] = [];
  let [now, done] = [0, 0];
  const waiting = Array.from({ length: people }, () => 0);
  while (now < seconds * 1000) {
    const group = waiting.splice(0, groupMax);
    now += groupMs(group.length);
    for (const came of group) {
      waits.push(now - came);
      waiting.push(now);
      done += 1;
    }
  }
  return { ordersPerSecond: (done / now) * 1000, turnedAway: 0, ...shares(waits) };
}

function shares(waits: number[]): Pick<Course, 'medianMs' | 'p99Ms'> {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Random numbers that come again (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What so many orders a second, all day, ask for. */
export function demandOf(ordersPerSecond: number) {
  const perDay = ordersPerSecond * dayS;
  return {
    serverCores: (ordersPerSecond * measured.serverUs) / 1e6,
    databaseCores: (ordersPerSecond * measured.databaseUs) / 1e6,
    walMbPerSecond: (ordersPerSecond * measured.walBytes) / 1e6,
    /** Half of a contract's: it is opened once and closed once. */
    keptGbPerDay: (perDay * measured.keptBytes) / 2 / 1e9,
    keysGb: (perDay * 2 * measured.keysBytes) / 2 / 1e9,
    /** Of one night's audit of what one day has brought. */
    auditHours: (perDay * transfersOfOrder * measured.auditUs) / 1e6 / 3600,
  };
}
