import { expect, test } from 'vitest';
import { nameWords, phoneTail } from './words.ts';

const words = (text: string) => nameWords(text).map((spellings) => spellings.join('|'));

test('a name is its words, without accents, case and apostrophes', () => {
  expect(words('José-María  Núñez')).toEqual(['JOSE', 'MARIA', 'NUNEZ']);
  expect(words("o'brien")).toEqual(['OBRIEN']);
  expect(words('O’BRIEN')).toEqual(['OBRIEN']);
  expect(words('Łukasz Æsir')).toEqual(['LUKASZ', 'AESIR']);
});

test('letters that some write out are found either way', () => {
  expect(words('Müller')).toEqual(['MULLER|MUELLER']);
  expect(words('Mueller')).toEqual(['MUELLER']);
  expect(words('Weiß')).toEqual(['WEISS']);
  expect(words('Ångström')).toEqual(['ANGSTROM|AANGSTROEM']);
  expect(words('Bjørn')).toEqual(['BJORN|BJOERN']);
});

test('where no space stands between words each letter is one', () => {
  expect(words('张伟')).toEqual(['张', '伟']);
  expect(words('김민준')).toEqual(['김', '민', '준']);
  expect(words('李John')).toEqual(['李', 'JOHN']);
});

test('letters of other scripts count as what they look like', () => {
  expect(words('АННА')).toEqual(words('anna'.replace('nn', 'НН')));
  expect(words('Вера')).toEqual(['BEPA']);
});

test('a telephone number is found with its country and without', () => {
  expect(phoneTail('+49 1511 2345678')).toBe('12345678');
  expect(phoneTail('01511-2345678')).toBe('12345678');
  expect(phoneTail('٠١٥١١٢٣٤٥٦٧٨')).toBe('12345678');
  expect(phoneTail('+1 234 56')).toBeUndefined();
});
