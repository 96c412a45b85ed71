import { expect, it } from 'vitest';
import { translateFormula } from './formula.ts';

const say = (text: string) =>
  translateFormula(
    text,
    (name) => `[${name}]`,
    (phrase) => `<${phrase}>`,
  );

it('puts a formula’s names and phrases into the person’s language and leaves its signs', () => {
  expect(say('notional / leverage, rounded up')).toBe('[notional] / [leverage], <roundedUp>');
  expect(say('(closePrice − openPrice) × quantity × conversion, rounded down, at least −margin')).toBe(
    '([closePrice] − [openPrice]) × [quantity] × [conversion], <roundedDown>, <atLeast> −[margin]',
  );
});

it('takes the longest phrase', () => {
  expect(say('x / (1 − feeRate), rounded down to a tick')).toBe('[x] / (1 − [feeRate]), <roundedDownTick>');
  expect(say('loss beyond the margin, not owed by the customer')).toBe('<notOwed>');
});
