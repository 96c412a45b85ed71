import { type Strength, exclude } from './statements.ts';

/** A transaction that had locked rows of one kind has requested rows of another. */
interface Step {
  readonly from: string;
  readonly held: Strength;
  readonly to: string;
  readonly wanted: Strength;
  /** How strongly it held rows of that kind already: transactions that this excludes need not be waited for. */
  readonly already?: Strength | undefined;
  /** By what it was seen first. */
  readonly statement: string;
}

const waitsFor = ({ wanted, already }: Step, { held }: Step): boolean =>
  exclude(wanted, held) && (already === undefined || !exclude(already, held));

/**
 * Which kinds of rows were ever locked while others were held. A ring of such steps, in which each one wants what the next one
 * holds, is how transactions come to wait for each other, though it need not have happened yet.
 */
export class LockGraph {
  readonly #steps = new Map<string, Step>();

  add(step: Step): void {
    const name = `${step.from} ${step.held} ${step.to} ${step.wanted} ${step.already ?? ''}`;
    if (!this.#steps.has(name)) this.#steps.set(name, step);
  }

  /** A shortest ring through every step that is part of one, each once, as the statements that make it. */
  rings(): string[][] {
    const steps = Map.groupBy(this.#steps.values(), ({ from }) => from);
    const found = new Map<string, string[]>();
    for (const first of this.#steps.values()) {
      const ring = shortestRing(first, steps);
      const name = ring?.map(({ from }) => from).toSorted();
      if (ring !== undefined && name !== undefined)
        found.set(
          name.join(' '),
          ring.map(({ from, to, statement }) => `${from}, then ${to}: ${statement}`),
        );
    }
    return [...found.values()];
  }
}

function shortestRing(first: Step, stepsFrom: ReadonlyMap<string, readonly Step[]>): Step[] | undefined {
  const before = new Map<Step, Step>();
  const reached = [first];
  for (const last of reached) {
    if (last.to === first.from && waitsFor(last, first)) {
      const ring = [last];
      for (let step = last; step !== first; step = before.get(step) ?? first) ring.unshift(before.get(step) ?? first);
      return ring;
    }
    for (const next of stepsFrom.get(last.to) ?? []) {
      if (next === first || before.has(next) || !waitsFor(last, next)) continue;
      before.set(next, last);
      reached.push(next);
    }
  }
  return undefined;
}
