import { expect, test } from 'vitest';
import { plainText } from '../../shared/words/plain-text.ts';
import { anchorOf, excerptOf, headingsOf, matching } from './reading.ts';

const body = `Read [the guide](/help) and **check**:

## What it costs

| | |
| --- | --- |
| Fee | 2 USDT |

- \`[[name of the operator]]\`

## 提现费用`;

test('a heading has an address in every script', () => {
  expect(headingsOf(body).map(anchorOf)).toEqual(['what-it-costs', '提现费用']);
  expect(anchorOf('1. Your account?')).toBe('1-your-account');
  expect(anchorOf('الرسوم والتكاليف')).toBe('الرسوم-والتكاليف');
});

test('an excerpt has words and no marks', () => {
  expect(plainText(body)).toBe('Read the guide and check: What it costs Fee 2 USDT name of the operator 提现费用');
});

test('an excerpt begins near what was looked for', () => {
  const long = `${'one two three '.repeat(20)}withdrawal ${'four five six '.repeat(20)}`;
  expect(excerptOf(long, 'Withdrawal now')).toMatch(/^… (?:\w+ ){5,9}withdrawal (?:four|five|six| )+ …$/);
  expect(excerptOf('Short.', 'nothing of it')).toBe('Short.');
});

test('a question is found by all its words, in title or answer, whatever the accents', () => {
  const texts = [
    { title: 'Über Gebühren', body: 'Eine Auszahlung kostet 1 %.' },
    { title: 'Konto', body: 'Anmelden und los.' },
  ];
  expect(matching(texts, 'uber AUSZAHLUNG')).toEqual([texts[0]]);
  expect(matching(texts, 'uber anmelden')).toEqual([]);
  expect(matching(texts, ' ')).toEqual(texts);
});
