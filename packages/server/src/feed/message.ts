import { deflatedFrame, textFrame } from './frame.ts';

/** A reader remembers this much of what was compressed. */
const windowBytes = 32 * 1024;

interface Way {
  /** Sockets that take compressed messages get it as one: all of them do, or none. */
  readonly isCompressed: boolean;
  /** Which one of its subscription it is; null for one that only some get. */
  readonly place: number | null;
  /** Those of its subscription that were compressed right before it, oldest first. */
  readonly before: readonly string[];
}

/** One text for all its receivers. Its bytes are made once for each encoding, and only where a client uses it. */
export class Message {
  readonly text: string;
  readonly #way: Way;
  #plain: Buffer | undefined;
  #alone: Buffer | undefined;
  #continued: Buffer | undefined;

  constructor(text: string, way: Way) {
    this.text = text;
    this.#way = way;
  }

  get isCompressed(): boolean {
    return this.#way.isCompressed;
  }

  plain(): Buffer {
    return (this.#plain ??= textFrame(this.text));
  }

  /** Compressed for a client whose state is `reading`, which is updated with this message. */
  deflatedFor(reading: Reading): Buffer {
    const { place, before } = this.#way;
    const inARow = reading.read(place);
    if (before.length === 0 || inARow < before.length) return (this.#alone ??= deflatedFrame(this.text));
    return (this.#continued ??= deflatedFrame(this.text, Buffer.from(before.join('')).subarray(-windowBytes)));
  }
}

/** What one socket has read of the compressed messages of its subscription. One that missed some has others behind it than the rest. */
export class Reading {
  #place: number | null = null;
  #inARow = 0;

  /** It reads one at this place now; answers how many of those right before it it has read in a row. */
  read(place: number | null): number {
    const inARow = place !== null && this.#place === place - 1 ? this.#inARow : 0;
    this.#place = place;
    this.#inARow = place === null ? 0 : inARow + 1;
    return inARow;
  }

  /** It turns to another subscription. */
  forget(): void {
    this.read(null);
  }
}
