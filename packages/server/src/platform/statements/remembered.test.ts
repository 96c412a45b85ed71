import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

function asked() {
  const world = { elapsed: 0, reads: 0, fails: false };
  const read = async () => {
    world.reads += 1;
    if (world.fails) throw new Error('the database is away');
    return world.reads;
  };
  return { world, ask: remembered(read, 1_000, () => world.elapsed) };
}

it('a reading serves all callers meanwhile and within its time, and is repeated after it', async () => {
  const { world, ask } = asked();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  world.elapsed = 999;
  expect(await ask()).toBe(1);
  world.elapsed = 1_000;
  expect(await ask()).toBe(2);
});

it('what could not be read is asked for again by the next one', async () => {
  const { world, ask } = asked();
  world.fails = true;
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('the database is away');
  world.fails = false;
  expect([await ask(), world.reads]).toEqual([2, 2]);
});
