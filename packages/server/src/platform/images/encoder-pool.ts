import { Worker } from 'node:worker_threads';
import { isJpeg2000 } from './jpeg2000.ts';
import type { Reencoded, Unusable } from './reencode.ts';

export interface EncoderLimits {
  /** Pictures that are worked on at the same time. */
  readonly workers: number;
  /** Pictures that may wait for it. */
  readonly queueMax: number;
  /** Of them, of one sender. */
  readonly queueMaxEach: number;
  /** Work on one picture. */
  readonly timeoutMs: number;
}

export const encoderLimits: EncoderLimits = { workers: 2, queueMax: 96, queueMaxEach: 24, timeoutMs: 15_000 };

/** A thread that has not begun by then never will. */
const beginMsMax = 60_000;

/** Of a thread's own heap. Pixels lie outside of it; their number is limited before they are decoded. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Re-encodes pictures in threads of their own, so that no file holds up the server, and a hostile one ends only its thread. */
export class EncoderPool {
  readonly #limits: EncoderLimits;
  readonly #script: URL;
  readonly #idle: Worker[] = [];
  /** By sender; the one whose last picture is longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #working = 0;

  constructor(limits: EncoderLimits = encoderLimits, script = new URL('./encode-worker.ts', import.meta.url)) {
    this.#limits = limits;
    this.#script = script;
  }

  /** `busy` when too many wait already; a picture that takes too long, or too much, counts as damaged. */
  async encode(bytes: Uint8Array, sender = ''): Promise<Reencoded | Unusable | 'busy'> {
    if (this.#working >= this.#limits.workers) {
      const own = this.#waiting.get(sender) ?? [];
      const all = this.#waiting.values().reduce((sum, { length }) => sum + length, 0);
      if (all >= this.#limits.queueMax || own.length >= this.#limits.queueMaxEach) return 'busy';
      // A finishing task passes its slot on, so the number of running tasks stays the same.
      await new Promise<void>((resolve) => {
        own.push(resolve);
        this.#waiting.set(sender, own);
      });
    } else {
      this.#working += 1;
    }
    try {
      return await this.#run(bytes);
    } finally {
      const next = this.#next();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  /** One of each sender in turn: forty pictures of one person keep another's waiting for one of them. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [sender, own] = first;
    const next = own.shift();
    this.#waiting.delete(sender);
    if (own.length > 0) this.#waiting.set(sender, own);
    return next;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  async #run(bytes: Uint8Array): Promise<Reencoded | Unusable> {
    const worker = this.#idle.pop() ?? this.#begin();
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

  #begin(): Worker {
    const worker = new Worker(this.#script, { resourceLimits, stdout: true, stderr: true });
    // A worker that exits while idle gets no more work.
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker);
      if (at !== -1) this.#idle.splice(at, 1);
    });
    return worker;
  }

  /** Undefined when the thread broke, or did not answer in time. To begin may take a busy machine longer than a picture may. */
  async #ask(worker: Worker, bytes: Uint8Array): Promise<Reencoded | Unusable | undefined> {
    const answer = Promise.withResolvers<Reencoded | Unusable | undefined>();
    const broken = () => answer.resolve(undefined);
    let timer = setTimeout(broken, beginMsMax);
    const heard = (said: Reencoded | Unusable | 'taken') => {
      clearTimeout(timer);
      if (said === 'taken') timer = setTimeout(broken, this.#limits.timeoutMs);
      else answer.resolve(said);
    };
    worker.ref();
    worker.on('message', heard).on('error', broken).on('exit', broken);
    worker.postMessage(bytes, []);
    const outcome = await answer.promise;
    clearTimeout(timer);
    worker.off('message', heard).off('error', broken).off('exit', broken);
    return outcome;
  }
}
