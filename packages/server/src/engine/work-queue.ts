type Task = () => Promise<void>;

/**
 * Runs tasks, a limited number at a time: those of the lowest rank first, within a rank in the order they come. Tasks report
 * their own failures and never reject.
 */
export class WorkQueue {
  readonly #atOnceMax: number;
  readonly #delayed = new Set<NodeJS.Timeout>();
  /** By rank; places before `next` are done. */
  readonly #waiting = new Map<number, { tasks: Task[]; next: number }>();
  #ranks: number[] = [];
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  add(task: Task, rank = 0): void {
    const waiting = this.#waiting.get(rank);
    if (waiting === undefined) {
      this.#waiting.set(rank, { tasks: [task], next: 0 });
      this.#ranks = [...this.#waiting.keys()].toSorted((a, b) => a - b);
    } else waiting.tasks.push(task);
    this.#start();
  }

  /** Adds the task later; until then it keeps no other from running. */
  addAfter(ms: number, task: Task, rank = 0): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.add(task, rank);
    }, ms);
    this.#delayed.add(timer);
  }

  /** Forgets what has not begun. */
  clear(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    this.#waiting.clear();
    this.#ranks = [];
    this.#start();
  }

  /** True while anything runs, waits or is delayed. */
  get isBusy(): boolean {
    return this.#running > 0 || this.#delayed.size > 0 || this.#ranks.some((rank) => this.#peek(rank) !== undefined);
  }

  /** Until it is busy no more. */
  async idle(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #peek(rank: number): Task | undefined {
    const waiting = this.#waiting.get(rank);
    return waiting?.tasks[waiting.next];
  }

  #take(): Task | undefined {
    for (const rank of this.#ranks) {
      const task = this.#peek(rank);
      const waiting = this.#waiting.get(rank);
      if (task === undefined || waiting === undefined) continue;
      waiting.next += 1;
      if (waiting.next < waiting.tasks.length) return task;
      waiting.tasks = [];
      waiting.next = 0;
      return task;
    }
    return undefined;
  }

  #start(): void {
    for (; this.#running < this.#atOnceMax; this.#running++) {
      const task = this.#take();
      if (task === undefined) break;
      void task().finally(() => {
        this.#running--;
        this.#start();
      });
    }
    if (this.isBusy) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
