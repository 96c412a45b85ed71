/** Runs tasks in the order they come, a limited number at a time. Tasks report their own failures and never reject. */
export class WorkQueue {
  readonly #atOnceMax: number;
  readonly #delayed = new Set<NodeJS.Timeout>();
  #waiting: (() => Promise<void>)[] = [];
  #next = 0;
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  add(task: () => Promise<void>): void {
    this.#waiting.push(task);
    this.#start();
  }

  /** Adds the task later; until then it keeps no other from running. */
  addAfter(ms: number, task: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.add(task);
    }, ms);
    this.#delayed.add(timer);
  }

  /** Forgets what has not begun. */
  clear(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    this.#waiting = [];
    this.#next = 0;
    this.#start();
  }

  /** Until nothing runs, waits or is delayed. */
  async idle(): Promise<void> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #isBusy(): boolean {
    return this.#running > 0 || this.#next < this.#waiting.length || this.#delayed.size > 0;
  }

  #start(): void {
    for (; this.#running < this.#atOnceMax; this.#running++) {
      const task = this.#waiting[this.#next];
      if (task === undefined) break;
      this.#next++;
      void task().finally(() => {
        this.#running--;
        this.#start();
      });
    }
    if (this.#next >= this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    if (this.#isBusy()) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
