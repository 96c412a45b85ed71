import { readFile } from 'node:fs/promises';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { expect, test } from 'vitest';
import { codeMail, noAccountMail, securityMail, wordLine } from './compose.ts';

const origin = 'https://assay.example';
const to = 'reader@example.com';
const code = '042137';
const purposes = ['register', 'reset', 'withdraw', 'email', 'account'] as const;

const all = languages.flatMap((language) => purposes.map((purpose) => ({ language, purpose })));

test.for(all)(
  'the code to $purpose in $language stands on a line of its own, with its limits and a warning',
  ({ language, purpose }) => {
    const { subject, text } = codeMail({ language, to, purpose, code, origin });
    expect(text.split('\n').filter((line) => line === code)).toHaveLength(1);
    expect(subject).not.toContain(code);
    expect(subject).toContain('Assay');
    expect(text).toMatch(/10/);
    expect(text).toContain(origin);
    expect(subject + text).not.toMatch(/[{}]/);
    expect(text.trimEnd().split('\n\n')).toHaveLength(5);
  },
);

const notices = [
  'passwordChanged',
  'newDevice',
  'authenticatorOn',
  'authenticatorOff',
  'signInLinked',
  'signInUnlinked',
  'closingRequested',
] as const;
const when = new Date(Date.UTC(2030, 0, 7, 12, 5));

test.for([...languages])('the notices in %s name account, time and where to go', (language) => {
  for (const notice of notices) {
    const where = { device: 'Firefox · Linux', label: 'Google · a***@example.com', network: '192.0.2.*' };
    const { subject, text } = securityMail({ notice, language, to, userName: 'reader', at: when, origin, ...where });
    const named = notice === 'passwordChanged' ? [] : ['Firefox · Linux', '192.0.2.*'];
    for (const part of ['reader', '2030-01-07 12:05', 'UTC', `${origin}/pass/reset`, ...named]) expect(text).toContain(part);
    expect(subject).toContain('Assay');
    expect(subject + text).not.toMatch(/[{}]/);
  }
  const unknown = noAccountMail({ language, to, origin });
  for (const part of [to, origin]) expect(unknown.text).toContain(part);
  expect(unknown.subject + unknown.text).not.toMatch(/[{}]/);
  expect(wordLine(language, 'blue heron')).toMatch(/[:：] ?blue heron$/);
});

test.for([...languages])('what is mailed in %s is in the words of that language', async (language) => {
  const file = await readFile(new URL(`${language}.json`, import.meta.url), 'utf8');
  const words = JSON.parse(file) as Record<string, { readonly subject: string; readonly text: string }>;
  for (const purpose of purposes) {
    const { subject, text } = codeMail({ language, to, purpose, code, origin });
    expect({ subject, text: text.split('\n\n')[0] }).toEqual(words[purpose]);
  }
  for (const notice of notices) {
    const values = { to, userName: 'reader', at: when, origin, device: '', network: '', label: '' };
    const { subject, text } = securityMail({ notice, language, ...values });
    expect(subject).toBe(words[notice]?.subject);
    expect(text).toContain(words[notice]?.text.split('{')[0]);
  }
});

test('braces in a value are text, not a name', () => {
  expect(noAccountMail({ language: 'en', to: '{origin}@example.com', origin }).text).toContain('{origin}@example.com');
});
