import { expect } from 'vitest';
import type { PositionRow } from '../src/positions/position.ts';

/**
 * Parts of a position are together what it was, and what they bring is that of one close: each part but one may bring a millionth
 * less profit and cost a millionth more.
 */
export function expectParts(closed: readonly PositionRow[], row: PositionRow, whole: PositionRow): void {
  const sum = (of: (one: PositionRow) => bigint) => closed.reduce((total, one) => total + of(one), 0n);
  for (const part of ['margin', 'marginTaken', 'maintenance', 'openFee'] as const) {
    expect(
      sum((one) => one[part]),
      part,
    ).toBe(row[part]);
  }
  const more = BigInt(closed.length - 1);
  const profit = (whole.profit ?? 0n) - sum((one) => one.profit ?? 0n);
  const fee = sum((one) => one.closeFee ?? 0n) - (whole.closeFee ?? 0n);
  expect(profit >= 0n && profit <= more, 'profit').toBe(true);
  expect(fee >= 0n && fee <= more, 'closing fee').toBe(true);
}
