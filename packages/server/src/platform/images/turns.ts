/** The sender: the user, or the network of an anonymous call. */
export interface Sender {
  readonly person: string;
  readonly network: string;
}

export interface TurnLimits {
  /** Sent at the same time by all, by one person, and from one network. */
  readonly all: number;
  readonly person: number;
  readonly network: number;
  /** Of one network that may wait for their turn. */
  readonly waiting: number;
}

/** Few of one network hold memory at a time, so that slow senders of one network can't exclude all others. */
export const turnLimits: TurnLimits = { all: 48, person: 2, network: 4, waiting: 8 };

/** Admits callers in turn: one with enough in flight waits, without blocking others. */
export class Turns {
  readonly #limits: TurnLimits;
  #running: Sender[] = [];
  #waiting: { readonly sender: Sender; readonly begin: () => void }[] = [];

  constructor(limits: TurnLimits = turnLimits) {
    this.#limits = limits;
  }

  /** Runs the work in its turn; `busy` where too much of the sender's network waits already. */
  async run<T>(sender: Sender, work: () => Promise<T>): Promise<T | 'busy'> {
    if (this.#mayRun(sender)) this.#running.push(sender);
    else {
      const beside = this.#waiting.filter((other) => other.sender.network === sender.network);
      if (beside.length >= this.#limits.waiting) return 'busy';
      await new Promise<void>((begin) => this.#waiting.push({ sender, begin }));
    }
    try {
      return await work();
    } finally {
      this.#running = this.#running.filter((other) => other !== sender);
      this.#admit();
    }
  }

  /** The first waiting sender that may start. Its place is taken here, so that no other gets it in between. */
  #admit(): void {
    const next = this.#waiting.find(({ sender }) => this.#mayRun(sender));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#running.push(next.sender);
    next.begin();
  }

  #mayRun({ person, network }: Sender): boolean {
    const { all, ...each } = this.#limits;
    const ofPerson = this.#running.filter((other) => other.person === person).length;
    const ofNetwork = this.#running.filter((other) => other.network === network).length;
    return this.#running.length < all && ofPerson < each.person && ofNetwork < each.network;
  }
}
