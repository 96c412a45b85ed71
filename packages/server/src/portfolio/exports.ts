import { Readable } from 'node:stream';
import { type Refusal, isRefusal, tooMany } from '../platform/refusal.ts';
import type { Download } from '../platform/reply.ts';

/** A file that is not taken by then is given up, so that its person may have another. */
const takenMsMax = 10 * 60_000;
/** When a user with an export in progress may ask again. */
const againSeconds = 5;

/** Files that are written while they are sent, one at a time for each person: each costs the time of many other calls. */
export class Exports {
  readonly #underWay = new Set<string>();

  /** Refused with 429 while another file of the same person is under way in this process. */
  async one(userId: string, make: () => Promise<Download | Refusal>): Promise<Download | Refusal> {
    if (this.#underWay.has(userId)) return tooMany(againSeconds);
    this.#underWay.add(userId);
    const ended = () => this.#underWay.delete(userId);
    try {
      const made = await make();
      if (isRefusal(made) || !(made.content instanceof Readable)) ended();
      else this.#watch(made.content, ended);
      return made;
    } catch (error) {
      ended();
      throw error;
    }
  }

  #watch(content: Readable, ended: () => void): void {
    const timer = setTimeout(() => content.destroy(new Error('a file was not taken in time')), takenMsMax).unref();
    content.once('close', () => {
      clearTimeout(timer);
      ended();
    });
  }
}
