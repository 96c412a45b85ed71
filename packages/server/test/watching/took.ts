import { expect } from 'vitest';
import type { Queryable } from '../../src/platform/database.ts';

const lookMs = 50;

/**
 * How many milliseconds pass until something is so, by a clock that goes on only while the machine does: it looks at most twenty times
 * a second, and asks the database each time. A machine on which everything takes longer counts no more than any other.
 */
export async function tookMs(db: Queryable, isSo: () => boolean): Promise<number> {
  let looks = 0;
  const look = async () => {
    looks += 1;
    await db.query('select 1');
    return isSo();
  };
  await expect.poll(look, { interval: lookMs }).toBe(true);
  return looks * lookMs;
}
