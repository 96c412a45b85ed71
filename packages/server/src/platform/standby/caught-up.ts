import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../database.ts';
import { positionsOf } from './standby.ts';

const [lookEveryMs, waitMsMax] = [250, 60_000];

/**
 * Waits until a standby has all that was written before this was asked; false where it is none, and where it takes longer than
 * `msMax`.
 */
export async function catchesUp(primary: Queryable, standby: Queryable, msMax = waitMsMax): Promise<boolean> {
  const positions = positionsOf(primary, standby);
  const wanted = await positions.written();
  for (let waited = 0; ; waited += lookEveryMs) {
    const has = await positions.replayed();
    if (has === null || has >= wanted) return has !== null;
    if (waited >= msMax) return false;
    await sleep(lookEveryMs);
  }
}
