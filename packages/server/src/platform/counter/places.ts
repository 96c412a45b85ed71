/** How many calls of each owner are under way. */
export class Places {
  readonly #max: number;
  readonly #taken = new Map<string, number>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many of all owners. */
  get size(): number {
    return this.#size;
  }

  /** Returns false where the owner has reached the limit. */
  take(owner: string): boolean {
    const taken = this.#taken.get(owner) ?? 0;
    if (taken >= this.#max) return false;
    this.#taken.set(owner, taken + 1);
    this.#size += 1;
    return true;
  }

  leave(owner: string): void {
    this.#size -= 1;
    const left = (this.#taken.get(owner) ?? 0) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
  }
}
