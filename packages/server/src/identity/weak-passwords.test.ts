import { login } from '@assay/contract/endpoints/login.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { identityApp, mailedCode, minute, password, refusalOf, standingClock } from '../../test/identity-app.ts';

const clock = standingClock();
const db = await testDatabase();
const { call, from, register } = await identityApp(db, clock);

async function codeFor(email: string, purpose: 'register' | 'reset'): Promise<string> {
  await call(login.sendCode, { email, purpose });
  return mailedCode(db, email);
}

test('a password that is easy to guess opens no account, and uses up no code', async () => {
  const email = 'zarathustra@example.com';
  const code = await codeFor(email, 'register');
  const told = { userName: 'zarathustra_k', email, code };
  const weak = [
    ['password1', '11268'],
    ['PassWord1', '11268'],
    ['qwertz123!', '11267'],
    ['Zarathustra_K', '11267'],
    // Words of other languages than English.
    ['Passwort1990', '11267'],
  ] as const;
  for (const [chosen, refused] of weak)
    await expect(call(login.register, { ...told, password: chosen }), chosen).rejects.toMatchObject({
      code: refused,
      fields: { password: refused },
    });
  expect(await call(login.register, { ...told, password: 'three wooden camels' })).toMatchObject({ userName: 'zarathustra_k' });
});

test('nor does one replace another, by the old one or by a mailed code', async () => {
  const { token, address: email } = await register('replaces');
  const own = from('192.0.2.1', token);
  expect(await refusalOf(own(user.repassword, { oldPassword: password, newPassword: 'iloveyou1' }))).toBe('11268');
  clock.advance(minute);
  const code = await codeFor(email, 'reset');
  expect(await refusalOf(call(user.repassword, { email, code, newPassword: 'replaces1' }))).toBe('11267');
  await call(user.repassword, { email, code, newPassword: 'three wooden camels' });
  expect(await call(login.login, { account: 'replaces', password: 'three wooden camels' })).toMatchObject({
    userName: 'replaces',
  });
});
