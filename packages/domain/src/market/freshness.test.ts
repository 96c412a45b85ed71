import { expect, it } from 'vitest';
import { Lateness, freshForMs, transportMsMax } from './freshness.ts';

const at = Date.UTC(2030, 0, 7, 12);

it('asks of coins from outside a second, of the rest three, and nothing of prices that the house makes', () => {
  expect(freshForMs({ assetClass: 'crypto' }, 'live')).toBe(1_000);
  expect(freshForMs({ assetClass: 'stock' }, 'live')).toBe(3_000);
  expect(freshForMs({ assetClass: 'crypto' }, 'simulated')).toBeNull();
  expect(freshForMs({ assetClass: 'stock' }, 'replay')).toBeNull();
});

it('takes the quickest message for the difference of the clocks: ours is 300 ms ahead, and nothing is late', () => {
  const lateness = new Lateness();
  expect([lateness.of(at - 320, at), lateness.of(at - 300, at), lateness.of(at - 310, at)]).toEqual([0, 0, 10]);
});

it('knows a clock of ours that is behind: what is made in the future is measured from there', () => {
  const lateness = new Lateness();
  expect([lateness.of(at + 900, at), lateness.of(at, at)]).toEqual([0, 900]);
});

it('finds that a connection falls behind: each message a little later than the one before', () => {
  const lateness = new Lateness();
  const late = Array.from({ length: 6 }, (_, n) => lateness.of(at + n * 100, at + n * 500));
  expect(late).toEqual([0, 400, 800, 1200, 1600, 2000]);
  expect(late.findIndex((ms) => ms > transportMsMax)).toBe(3);
});

it('does not take a backlog from the beginning for the difference of the clocks', () => {
  const lateness = new Lateness();
  expect(lateness.of(at - 5_000, at)).toBe(4_500);
});

it('measures anew after five minutes, and forgets after ten', () => {
  const lateness = new Lateness();
  lateness.of(at, at);
  const minute = 60_000;
  expect(lateness.of(at + 5 * minute + 1 - 200, at + 5 * minute + 1)).toBe(200);
  expect(lateness.of(at + 10 * minute + 2 - 200, at + 10 * minute + 2)).toBe(0);
});
