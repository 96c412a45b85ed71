import { expect, test } from 'vitest';
import { interrupts } from './interrupts.ts';

const told = { book: 'demo', read: false } as const;

test('what may cost money and what was asked for interrupts; what an order says by itself does not', () => {
  expect(interrupts({ ...told, kind: 'marginWarning' }, 'demo')).toBe(true);
  expect(interrupts({ ...told, kind: 'priceAlert', book: null }, 'real')).toBe(true);
  for (const kind of ['positionOpened', 'positionClosed', 'spotFilled', 'optionSettled', 'planIncome'] as const)
    expect(interrupts({ ...told, kind }, 'demo'), kind).toBe(false);
});

test('a liquidation is said by its order, and by a toast where the other account is in use', () => {
  expect(interrupts({ ...told, kind: 'positionLiquidated' }, 'demo')).toBe(false);
  expect(interrupts({ ...told, kind: 'positionLiquidated' }, 'real')).toBe(true);
});

test('what is read already never interrupts', () => {
  expect(interrupts({ ...told, kind: 'marginWarning', read: true }, 'demo')).toBe(false);
});
