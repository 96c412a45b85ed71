import { expect, test } from 'vitest';
import { passwordJudge } from './strength.ts';

const judge = passwordJudge();
const refused = (password: string, ...own: string[]) => judge(password, own).refused;

test('the commonest passwords are named as such, in any case', () => {
  expect(['password1', 'PASSWORD1', 'liverpool1', '12345678', 'trustno1', 'iloveyou'].map((one) => refused(one))).toEqual(
    Array.from({ length: 6 }, () => '11268'),
  );
});

test('what is easy to guess is refused, whatever kinds of characters it has', () => {
  const easy = ['qwertz123!', 'abcdefgh1234', 'aaaaaaaaaaaaaaa1', '01.05.1990', 'P@ssw0rd1!', 'aB3$'.repeat(32)];
  expect(easy.map((one) => refused(one))).toEqual(easy.map(() => '11267'));
});

test('letters alone will do when there are enough of them', () => {
  const good = ['correct battery staple', 'Abcdefgh1234!xyz', 'q7!kf93mZ', '长江后浪推前浪一代新人', 'rozengaarden olifant'];
  expect(good.map((one) => refused(one))).toEqual(good.map(() => null));
});

test('one’s own name, however it is written, makes nothing stronger', () => {
  expect(refused('zarathustra_k')).toBeNull();
  expect(refused('Zarathustra_K', 'zarathustra_k')).toBe('11267');
});

test('the words of a language count', () => {
  expect(refused('kaffeebohne')).toBeNull();
  expect(passwordJudge({ german: ['kaffeebohne'] })('Kaffeebohne', []).refused).toBe('11267');
});
