import { expect, test } from 'vitest';
import { email, newPassword } from '../endpoints/login.ts';
import { isEmail, isNewPassword } from './credentials.ts';

const letters = (count: number) => 'a'.repeat(count);

test.each([
  ['ada@example.com', true],
  ['a.b+c@mail.example.com', true],
  // 254 characters are the most that a mail's path has room for.
  [`${letters(242)}@example.com`, true],
  [`${letters(243)}@example.com`, false],
  ['', false],
  ['ada', false],
  ['ada@example', false],
  ['a..b@example.com', false],
  [' ada@example.com', false],
])('form and server agree about the address %s', (text, good) => {
  expect([isEmail(text), email.safeParse(text).success]).toEqual([good, good]);
});

test.each([
  ['abcdef1', false],
  ['abcdefg1', true],
  ['abcdefgh', true],
  ['12345678', true],
  ['пароль٣٤', true],
  [`${letters(127)}1`, true],
  [`${letters(128)}1`, false],
])('form and server agree about the password %s', (text, good) => {
  expect([isNewPassword(text), newPassword.safeParse(text).success]).toEqual([good, good]);
});
