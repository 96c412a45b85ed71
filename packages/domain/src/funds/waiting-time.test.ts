import { expect, test } from 'vitest';
import { waitingMinutes } from './waiting-time.ts';

test('three blocks of Bitcoin take half an hour, twelve of Ethereum three minutes, twenty of TRON one', () => {
  expect(waitingMinutes('bitcoin', 3)).toBe(30);
  expect(waitingMinutes('ethereum', 12)).toBe(3);
  expect(waitingMinutes('tron', 20)).toBe(1);
});
