import { expect, it } from 'vitest';
import { followed, inARow } from './sentences.ts';

it('sets sentences apart as their language does', () => {
  expect(inARow('No early sale.', null, 'Settled at the mid.')).toBe('No early sale. Settled at the mid.');
  expect(inARow('لا بيع مبكر.', 'يسوى بالسعر الأوسط.')).toBe('لا بيع مبكر. يسوى بالسعر الأوسط.');
  expect(inARow('조기 매도 없음.', '중간가로 정산됩니다.')).toBe('조기 매도 없음. 중간가로 정산됩니다.');
  expect(inARow('不能提前卖出。', null, '按中间价结算。', null)).toBe('不能提前卖出。按中间价结算。');
  expect(inARow('途中売却はできません。', '仲値で判定します。')).toBe('途中売却はできません。仲値で判定します。');
  expect(inARow(null)).toBe('');
});

it('leaves a figure or a link after a word apart, and after a wide mark not', () => {
  expect(followed('Strike')).toBe('Strike ');
  expect(followed('行权价')).toBe('行权价 ');
  expect(followed('还没有账户？')).toBe('还没有账户？');
});
