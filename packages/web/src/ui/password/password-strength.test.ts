import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('what the server refuses is weak, however long', () => {
  expect(strengthOf('')).toBe('weak');
  expect(strengthOf('abc1')).toBe('weak');
  expect(strengthOf('onlyletterswithoutanydigit')).toBe('weak');
});

test('more characters and more kinds of them are stronger', () => {
  expect(['abcdefg1', 'abcdefgh1234', 'Abcdefgh1234!xyz'].map(strengthOf)).toEqual(['fair', 'good', 'strong']);
});

test('repetition adds little', () => {
  expect(strengthOf('aaaaaaaa1')).toBe('fair');
});
