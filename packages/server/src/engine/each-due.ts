import type { Logger } from '../platform/log.ts';

/** Things read at once: enough to be quick, few enough to be dropped when the leader changes. */
const pageSize = 500;

export interface DueWork {
  /** What a failure is called in the log. */
  readonly name: string;
  /** A page, by id, of the things that something is due about: ids beyond `after`, so many at most. */
  readonly page: (after: number, limit: number) => Promise<readonly number[]>;
  readonly seeTo: (id: number) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Sees to everything that is due, one after the other. One that fails does not keep the others waiting; it is tried again at
 * the next round. Answers whether everything was seen to: nothing failed, and nobody asked to stop.
 */
export async function seeToEachDue({ name, page, seeTo, signal, log }: DueWork): Promise<boolean> {
  let failed = false;
  for (let after = 0; !signal.aborted;) {
    const ids = await page(after, pageSize);
    for (const id of ids) {
      if (signal.aborted) return false;
      try {
        await seeTo(id);
      } catch (error) {
        failed = true;
        log.error({ err: error, id }, `${name} could not be seen to`);
      }
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return !failed;
    after = last;
  }
  return false;
}
