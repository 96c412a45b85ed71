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

it('knows the sentences and words of options and spot', () => {
  expect(say('margin + profit − closeFee ≤ maintenance, in exact numbers')).toBe(
    '[margin] + [profit] − [closeFee] ≤ [maintenance], <exactNumbers>',
  );
  expect(say('bid ≤ best − distance')).toBe('[bid] ≤ [best] − [distance]');
  expect(say('turnover at the limit, rounded up')).toBe('[turnover] <atLimit>, <roundedUp>');
  expect(say('demo reset → void')).toBe('<demoReset> → [void]');
  expect(
    say('value of the coins bought here − their average cost, fees apart; other coins bring neither profit nor loss'),
  ).toBe('<coinProfit>');
});
