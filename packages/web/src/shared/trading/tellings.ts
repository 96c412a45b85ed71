import { hashKey } from '@tanstack/react-query';

/** The two sources of an act: the answer of its call, and the live feed. */
export type Teller = 'answer' | 'feed';

/** More acts than a page performs before the other source has reported them too. */
const keptMax = 200;

/**
 * How the acts of this page were reported. Answer and feed both report each, in any order and any time apart: what one has
 * reported, the other repeats.
 */
export class Tellings {
  #unrepeated: Record<Teller, readonly string[]> = { answer: [], feed: [] };
  #ended: readonly string[] = [];

  /** Whether the other source has reported exactly this, and that report was not repeated yet. */
  repeats(teller: Teller, row: unknown): boolean {
    const words = hashKey([row]);
    const other = teller === 'answer' ? 'feed' : 'answer';
    const at = this.#unrepeated[other].indexOf(words);
    if (at === -1) this.#unrepeated[teller] = [...this.#unrepeated[teller], words].slice(-keptMax);
    else this.#unrepeated[other] = this.#unrepeated[other].toSpliced(at, 1);
    return at !== -1;
  }

  /** Whether the order has ended since: an answer that was long on its way must not bring it back. */
  isOutlived(kind: string, { id }: { readonly id: string }, lives: boolean): boolean {
    const name = `${kind} ${id}`;
    if (lives) return this.#ended.includes(name);
    if (!this.#ended.includes(name)) this.#ended = [...this.#ended, name].slice(-keptMax);
    return false;
  }

  /** The line was broken: what was answered may never be repeated. */
  forget(): void {
    this.#unrepeated = { answer: [], feed: [] };
  }
}
