import { type Clock, realTime } from '../platform/clock.ts';

/** A process that was paused for longer does not know what prices have done meanwhile. */
const gapMsMax = 2_000;

/**
 * Notices that this process was paused (stopped, swapped out, a machine that slept) or that its clock was set. A machine that
 * sleeps stops the clock that only grows, and a process that hangs stops nothing but itself: both clocks are looked at.
 */
export class Pace {
  readonly #time: Pick<Clock, 'wall' | 'elapsed'>;
  /** Before the first beat nothing runs that could stand still, however long a start takes. */
  #last: { readonly wall: number; readonly elapsed: number } | undefined;

  constructor(time: Pick<Clock, 'wall' | 'elapsed'> = realTime) {
    this.#time = time;
  }

  /** To be called again and again, several times a second. */
  beat(): void {
    this.#last = { wall: this.#time.wall(), elapsed: this.#time.elapsed() };
  }

  /** True, once, when the last beat is too far away, on either clock and in either direction. */
  stoodStill(): boolean {
    if (this.#last === undefined) return false;
    const { wall, elapsed } = this.#time;
    const still = elapsed() - this.#last.elapsed > gapMsMax || Math.abs(wall() - this.#last.wall) > gapMsMax;
    if (still) this.beat();
    return still;
  }
}
