import type { Logger } from '../platform/log.ts';

/** Things read at once: enough to be quick, few enough to be dropped when the leader changes. */
const pageSize = 500;

export interface DueWork<Due extends { readonly id: number }> {
  /** What a failure is called in the log. */
  readonly name: string;
  /** A page, by id, of the things that something is due about: ids beyond `after`, so many at most. */
  readonly page: (after: number, limit: number) => Promise<readonly Due[]>;
  readonly handle: (due: Due) => Promise<unknown>;
  /** A page is handled at once, for work that is booked in groups; otherwise one after the other. */
  readonly together?: boolean;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Handles everything that is due. One that fails does not keep the others waiting; it is tried again at the next round. Returns
 * whether everything was handled: nothing failed, and no stop was requested.
 */
export async function handleEachDue<Due extends { readonly id: number }>({
  name,
  page,
  handle,
  together = false,
  signal,
  log,
}: DueWork<Due>): Promise<boolean> {
  let failed = false;
  const handleOne = async (due: Due): Promise<void> => {
    try {
      await handle(due);
    } catch (error) {
      failed = true;
      log.error({ err: error, id: due.id }, `${name} could not be handled`);
    }
  };
  for (let after = 0; !signal.aborted;) {
    const found = await page(after, pageSize);
    if (together) await Promise.all(found.map(handleOne));
    else {
      for (const due of found) {
        if (signal.aborted) return false;
        await handleOne(due);
      }
    }
    const last = found.at(-1);
    if (last === undefined || found.length < pageSize) return !failed;
    after = last.id;
  }
  return false;
}
