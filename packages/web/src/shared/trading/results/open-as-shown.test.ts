import { amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAsShown } from './open-as-shown.ts';

const of = (text: string) => parseAmount(text, usdt) ?? amount(0n);

test('the line adds up as it is shown', () => {
  // 99,854.75 − 0.00 − 74.60 = 99,780.15, though the loss is 74.594 and would be cut to 74.59.
  expect(openAsShown({ balance: of('99854.750000'), loans: of('0'), equity: of('99780.155999') })).toBe(of('-74.60'));
  expect(openAsShown({ balance: of('100.019'), loans: of('20.005'), equity: of('80.014') })).toBe(0n);
});

test('and is never three cents from the exact open profit', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 14n });
  const cents = 3n * 10n ** BigInt(usdt.scale - 2);
  fc.assert(
    fc.property(units, units, fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (balance, loans, open) => {
      const shown = openAsShown({ balance: amount(balance), loans: amount(loans), equity: amount(balance - loans + open) });
      expect(shown - open < cents && open - shown < cents).toBe(true);
    }),
  );
});
