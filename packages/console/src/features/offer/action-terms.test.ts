import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { expect, test } from 'vitest';
import type { Values } from '../../shared/desk/act.tsx';
import type { Say } from '../../shared/words/words.ts';
import { dividendMeans, dividendOf, splitMeans, splitOf, termsText } from './action-terms.ts';

/** The key and what is put into its text. */
const say: Say = (key, values) => JSON.stringify([key, values]);
const means = (key: string, values?: object) => JSON.stringify([`offer.actions.${key}`, values]);

const reason = 'Told by the exchange today.';
const split = { code: ' aapl ', kind: 'split', toUnits: '7', fromUnits: '1', firstDay: '2027-06-09', reason };
const dividend = { code: 'KO', perUnit: ' 0.53 ', firstDay: '2027-06-09', reason };
/** As the dialog sends it, which says itself what it is about. */
const cashOf = (typed: Values) => ({ kind: 'dividend', ...dividendOf(typed) });
const { input } = consoleCalls.actions.propose;

test('what is typed for a split or a dividend is what the contract takes', () => {
  expect(input.parse(splitOf(split))).toEqual({ ...split, code: 'AAPL', toUnits: 7, fromUnits: 1 });
  expect(input.parse(cashOf(dividend))).toEqual({ ...dividend, kind: 'dividend', perUnit: '0.53' });
});

test.each([
  ['toUnits', splitOf({ ...split, toUnits: '7.5' })],
  ['toUnits', splitOf({ ...split, toUnits: '' })],
  ['fromUnits', splitOf({ ...split, fromUnits: '0' })],
  ['kind', splitOf({ ...split, kind: '' })],
  ['perUnit', cashOf({ ...dividend, perUnit: '' })],
  ['perUnit', cashOf({ ...dividend, perUnit: '-1' })],
  ['firstDay', cashOf({ ...dividend, firstDay: '' })],
  ['firstDay', splitOf({ ...split, firstDay: '9 June' })],
])('what is missing or none is refused at its field: %s', (field, sent) => {
  expect(input.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});

test('a split is told by shares and a price, which go opposite ways', () => {
  const said = { day: '2027-06-09', code: 'AAPL', oldUnits: 100, newUnits: 700, oldPrice: 700, newPrice: 100 };
  expect(splitMeans(split, say)).toBe(means('splitMeans', said));
  const reverse = { ...split, kind: 'reverseSplit', toUnits: '2', fromUnits: '25' };
  const inReverse = { ...said, oldUnits: 2500, newUnits: 200, oldPrice: 200, newPrice: 2500 };
  expect(splitMeans(reverse, say)).toBe(means('splitMeans', inReverse));
});

test('a ratio that is turned round is told before it is sent', () => {
  const turned = means('otherWay');
  for (const wrong of [
    { ...split, toUnits: '1', fromUnits: '7' },
    { ...split, toUnits: '3', fromUnits: '3' },
    { ...split, kind: 'reverseSplit' },
  ])
    expect(splitMeans(wrong, say)).toBe(turned);
});

test('a dividend is told by what a share is paid', () => {
  expect(dividendMeans(dividend, say)).toBe(means('dividendMeans', { day: '2027-06-09', code: 'KO', amount: '0.53' }));
});

test.each(['code', 'kind', 'toUnits', 'fromUnits', 'firstDay'])('nothing is told of a split without its %s', (field) => {
  expect(splitMeans({ ...split, [field]: '' }, say)).toBeNull();
});

test.each(['code', 'perUnit', 'firstDay'])('nothing is told of a dividend without its %s', (field) => {
  expect(dividendMeans({ ...dividend, [field]: '' }, say)).toBeNull();
});

test('an action in the list says old shares and new ones, or the cash', () => {
  expect(termsText({ toUnits: 7, fromUnits: 1, perUnit: null }, say)).toBe('1 → 7');
  expect(termsText({ toUnits: null, fromUnits: null, perUnit: '0.53' }, say)).toBe(means('eachShare', { amount: '0.53' }));
});
