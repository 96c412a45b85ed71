import { expect, test } from 'vitest';
import { Sums } from './sums.ts';

test('what very many hold is added up in between, and holds up nobody', async () => {
  const holding = { net: 3n, long: 2n, short: 0n, waitingLong: 1n, waitingShort: 0n };
  const holdings = Array.from({ length: 20_000 }, (_, number) => ({
    ...holding,
    code: `C${number % 5}`,
    userId: String(number % 40),
  }));
  let turns = 0;
  let adding = true;
  const turn = () => {
    turns += 1;
    if (adding) setImmediate(turn);
  };
  setImmediate(turn);
  const sums = await Sums.of(holdings);
  adding = false;
  expect(turns).toBeGreaterThanOrEqual(19);
  expect(sums.all.get('C4')).toEqual({ net: 12_000n, long: 8_000n, short: 0n, waitingLong: 4_000n, waitingShort: 0n });
  // Each has 500 of one instrument.
  expect(sums.of('4', 'C4').net).toBe(1_500n);
  expect(sums.of('4', 'C3').net).toBe(0n);
});
