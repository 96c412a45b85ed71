interface Sample {
  readonly server: number;
  readonly device: number;
}

/** A replay's speed is measured over this span of the device's time. */
const windowMs = 20_000;
/** Below this span a speed can't be derived from the resolution of the quotes' times. */
const spanMsMin = 2_000;
/** A clock that jumps back this far has been started anew. */
const restartMs = 60_000;

/**
 * The server's business clock, derived from the times of its quotes: epoch milliseconds, whatever this device's own clock says.
 * In a replay it is the recorded time, and it runs at the replay's speed.
 */
export class ServerClock {
  #samples: readonly Sample[] = [];

  /** A quote of this time has come. */
  hear(server: number, device: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && server < last.server - restartMs) this.#samples = [];
    else if (last !== undefined && server <= last.server) return;
    const recent = this.#samples.filter((sample) => device - sample.device <= windowMs);
    // However seldom one comes, a speed takes two.
    const kept = recent.length > 0 ? recent : this.#samples.slice(-1);
    this.#samples = [...kept, { server, device }];
  }

  /** Null before the first quote. */
  now(device: number, replayed: boolean): number | null {
    const last = this.#samples.at(-1);
    const first = this.#samples[0];
    if (last === undefined || first === undefined) return null;
    if (replayed) return last.server + (device - last.device) * speedOf(first, last);
    // Quotes can only be late, so the one that lies furthest ahead is the nearest to the truth.
    const recent = this.#samples.filter((sample) => last.device - sample.device <= windowMs);
    return device + Math.max(...recent.map((sample) => sample.server - sample.device));
  }
}

function speedOf(first: Sample, last: Sample): number {
  const span = last.device - first.device;
  return span < spanMsMin ? 1 : (last.server - first.server) / span;
}
