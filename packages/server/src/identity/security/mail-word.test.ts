import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { identityApp, newestMail, password, refusalOf, standingClock } from '../../../test/identity-app.ts';
import { outboxMailer } from '../../platform/mail.ts';
import { wordedMailer } from '../mail/worded-mailer.ts';

const db = await testDatabase();
const clock = standingClock();
const { from, register } = await identityApp(db, clock);

test('the word stands above every mail to its owner, and above no other', async () => {
  const { token, address } = await register('careful');
  const { address: stranger } = await register('stranger');
  const call = from('192.0.2.1', token);
  expect(await call(userCalls.setMailWord, { word: '  blue heron ', password })).toMatchObject({ mailWord: 'blue heron' });
  await from('203.0.113.1')(login.login, { account: 'careful', password });
  expect((await newestMail(db, address)).body).toMatch(/^Your word: blue heron\n\n/);
  // Another sender, and the address written differently.
  const mailer = wordedMailer(db, outboxMailer(db));
  await mailer.send({ to: 'CAREFUL@example.com', subject: 's', text: 'Position closed' });
  expect((await newestMail(db, 'CAREFUL@example.com')).body).toBe('Your word: blue heron\n\nPosition closed');
  await mailer.send({ to: stranger, subject: 's', text: 'Position closed' });
  expect((await newestMail(db, stranger)).body).toBe('Position closed');
});

test('it speaks the language of its reader, and is taken away again', async () => {
  const { token, address } = await register('leser');
  const call = from('192.0.2.1', token);
  await call(userCalls.updateProfile, { language: 'de' });
  await call(userCalls.setMailWord, { word: 'Blaumeise 7', password });
  await from('203.0.113.1')(login.login, { account: 'leser', password });
  expect((await newestMail(db, address)).body).toMatch(/^Ihr Erkennungswort: Blaumeise 7\n\n/);
  expect(await call(userCalls.setMailWord, { word: null, password })).toMatchObject({ mailWord: null });
  await from('198.51.100.1')(login.login, { account: 'leser', password });
  expect((await newestMail(db, address)).body).not.toContain('Blaumeise');
});

test('a stolen session neither changes it nor takes it away', async () => {
  const { token } = await register('guarded');
  const call = from('192.0.2.1', token);
  await call(userCalls.setMailWord, { word: 'kingfisher', password });
  for (const word of ['magpie', null])
    await expect(call(userCalls.setMailWord, { word, password: 'not mine at all' })).rejects.toMatchObject({
      code: '10004',
      fields: { password: '10004' },
    });
  expect(await call(userCalls.security, {})).toMatchObject({ mailWord: 'kingfisher' });
});

test.for([
  ['chinese', '蓝色的鹭'],
  ['hindi', 'अरुणोदय'],
  ['arabic', 'كلمتي الخاصة'],
  ['turkish', 'Ünlü-Kuş 9'],
] as const)('a word may be %s: %s', async ([userName, word]) => {
  const { token } = await register(userName);
  expect(await from('192.0.2.1', token)(userCalls.setMailWord, { word, password })).toMatchObject({ mailWord: word });
});

test('what could be a link, a second line or a placeholder is none', async () => {
  const { token } = await register('inventive');
  const call = from('192.0.2.1', token);
  for (const word of ['x', '', 'a.example', 'two\nlines', '{origin}', '<b>', 'a'.repeat(31), '\u202Egnol'])
    expect(await refusalOf(call(userCalls.setMailWord, { word, password }))).toBe('400');
  expect(await call(userCalls.security, {})).toEqual({
    authenticator: false,
    recoveryCodesLeft: 0,
    mailWord: null,
    changedAt: null,
  });
});
