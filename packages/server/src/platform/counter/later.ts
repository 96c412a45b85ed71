import { notDone } from '../refusal.ts';
import type { Waiting } from './booking.ts';
import type { Command } from './command.ts';

export interface LaterParts<C> {
  /** Milliseconds that only ever grow. */
  readonly elapsed: () => number;
  /** Has it decided again. */
  readonly back: (waiting: Waiting<C>) => void;
}

/**
 * Where commands wait for something that is determined beside the groups. Nothing waits behind them, not even later commands of
 * their owners. At its deadline each is answered that nothing was done; there are no more of them than calls under way.
 */
export class Later<C extends Command> {
  readonly #parts: LaterParts<C>;
  readonly #waiting = new Map<Waiting<C>, NodeJS.Timeout | undefined>();
  #ended = false;

  constructor(parts: LaterParts<C>) {
    this.#parts = parts;
  }

  add(waiting: Waiting<C>, until: () => Promise<void>): void {
    const { elapsed, back } = this.#parts;
    const leftMs = waiting.deadline - elapsed();
    const late = () => this.#turnAway(waiting, new Error('a command was not decided in time'));
    this.#waiting.set(waiting, Number.isFinite(leftMs) ? setTimeout(late, Math.max(1, leftMs)).unref() : undefined);
    if (this.#ended) return this.end();
    until().then(
      () => this.#takeOut(waiting) && back(waiting),
      (error: unknown) => this.#turnAway(waiting, error),
    );
  }

  /** Takes nothing more: what waits is not done. */
  end(): void {
    this.#ended = true;
    for (const waiting of this.#waiting.keys()) this.#turnAway(waiting, new Error('the counter takes nothing more'));
  }

  /** False where it has been answered meanwhile. */
  #takeOut(waiting: Waiting<C>): boolean {
    clearTimeout(this.#waiting.get(waiting));
    return this.#waiting.delete(waiting);
  }

  #turnAway(waiting: Waiting<C>, error: unknown): void {
    if (!this.#takeOut(waiting)) return;
    if (waiting.command.call === null) waiting.reject(error);
    else waiting.resolve(notDone());
  }
}
