import { Worker } from 'node:worker_threads';
import { isJpeg2000 } from './jpeg2000.ts';
import type { Reencoded, Unusable } from './reencode.ts';

export interface EncoderLimits {
  /** Pictures that are worked on at the same time. */
  readonly workers: number;
  /** Pictures that may wait for it. */
  readonly queueMax: number;
  /** Work on one picture. */
  readonly timeoutMs: number;
}

export const encoderLimits: EncoderLimits = { workers: 2, queueMax: 96, timeoutMs: 15_000 };

/** Of a thread's own heap. Pixels lie outside of it; their number is limited before they are decoded. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Re-encodes pictures in threads of their own, so that no file holds up the server, and a hostile one ends only its thread. */
export class EncoderPool {
  readonly #limits: EncoderLimits;
  readonly #script: URL;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(limits: EncoderLimits = encoderLimits, script = new URL('./encode-worker.ts', import.meta.url)) {
    this.#limits = limits;
    this.#script = script;
  }

  /** `busy` when too many wait already; a picture that takes too long, or too much, counts as damaged. */
  async encode(bytes: Uint8Array): Promise<Reencoded | Unusable | 'busy'> {
    if (this.#working >= this.#limits.workers) {
      if (this.#waiting.length >= this.#limits.queueMax) return 'busy';
      // Whoever ends hands his place over, so the number of those who work stays the same.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#working += 1;
    }
    try {
      return await this.#run(bytes);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async #run(bytes: Uint8Array): Promise<Reencoded | Unusable> {
    const worker = this.#idle.pop() ?? new Worker(this.#script, { resourceLimits, stdout: true, stderr: true });
    const outcome = await this.#ask(worker, bytes);
    // What a decoder of JPEG 2000 took stays taken until its thread ends.
    if (outcome === undefined || isJpeg2000(bytes)) {
      await worker.terminate();
      return outcome ?? 'damaged';
    }
    worker.unref();
    this.#idle.push(worker);
    return outcome;
  }

  /** Undefined when the thread broke, or did not answer in time. */
  async #ask(worker: Worker, bytes: Uint8Array): Promise<Reencoded | Unusable | undefined> {
    const answer = Promise.withResolvers<Reencoded | Unusable | undefined>();
    const broken = () => answer.resolve(undefined);
    const timer = setTimeout(broken, this.#limits.timeoutMs);
    worker.ref();
    worker.on('message', answer.resolve).on('error', broken).on('exit', broken);
    worker.postMessage(bytes, []);
    const outcome = await answer.promise;
    clearTimeout(timer);
    worker.off('message', answer.resolve).off('error', broken).off('exit', broken);
    return outcome;
  }
}
