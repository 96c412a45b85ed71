import { Link, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { useSession } from '../../shared/client/session.ts';
import { LoginPage } from './login-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';

const named = (name: string) => page.getByRole('textbox', { name, exact: true });
const secret = (name: string) => page.getByLabelText(name, { exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const focused = () => (document.activeElement instanceof HTMLInputElement ? document.activeElement.name : null);
/** The fields that are marked as wrong, from the top. */
const wrong = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map(({ name }) => name);
const autocompletes = () => [...document.querySelectorAll<HTMLInputElement>('form input')].map((one) => one.autocomplete);

describe('logging in', () => {
  test('asks for both, leads to the first, and sends the account without the blanks around it', async () => {
    const { next } = wire();
    await draw(<LoginPage />);
    await expect.poll(autocompletes).toEqual(['username', 'current-password']);
    await press('Log in');
    await expect.poll(wrong).toEqual(['account', 'password']);
    await expect.poll(focused).toBe('account');
    await userEvent.fill(named('Username or email'), ' ada ');
    await userEvent.fill(secret('Password'), 'secret-1');
    await userEvent.keyboard('{Enter}');
    const sent = await next('/login/login');
    expect(sent.input).toEqual({ account: 'ada', password: 'secret-1' });
    sent.refuse('10004', 'Password wrong', 422);
    await expect.poll(wrong).toEqual(['password']);
    await expect.poll(focused).toBe('password');
    expect(useSession.getState().isLogin).toBe(false);
  });

  test('asks for the code of the authenticator where there is one, and sends it with what was entered', async () => {
    const { next } = wire();
    await draw(<LoginPage />);
    await userEvent.fill(named('Username or email'), 'ada');
    await userEvent.fill(secret('Password'), 'secret-1');
    await userEvent.keyboard('{Enter}');
    (await next('/login/login')).refuse('11021', 'A code is needed', 422);
    await userEvent.fill(named('Code from your authenticator app'), '123456');
    await userEvent.keyboard('{Enter}');
    expect((await next('/login/login')).input).toEqual({ account: 'ada', password: 'secret-1', otp: '123456' });
  });
});

test('who has logged in in another tab is led on from here as well', async () => {
  function Door() {
    const { pathname } = useLocation();
    if (pathname === '/')
      return (
        <Link to="/pass/login" state={{ from: '/nfts' }}>
          To the door
        </Link>
      );
    return pathname === '/pass/login' ? <LoginPage /> : <p>At {pathname}</p>;
  }
  await draw(<Door />);
  await userEvent.click(page.getByRole('link', { name: 'To the door' }));
  await expect.element(named('Username or email')).toBeVisible();
  signIn();
  await expect.element(page.getByText('At /nfts')).toBeVisible();
});

describe('registering', () => {
  const fillIn = async (entered: Record<string, string>) => {
    for (const [name, text] of Object.entries(entered)) {
      await userEvent.fill(name.includes('assword') ? secret(name) : named(name), text);
    }
  };

  test('asks for all that is missing in its words, and says what is wrong with the rest', async () => {
    wire();
    await draw(<RegisterPage />);
    await expect.poll(autocompletes).toEqual(['username', 'email', 'one-time-code', 'new-password', 'new-password', 'off']);
    await press('Sign up');
    await expect.poll(wrong).toEqual(['userName', 'email', 'code', 'password', 'repeat']);
    await expect.poll(focused).toBe('userName');
    for (const words of [
      'Enter a username',
      'Enter email',
      'Enter verification code',
      'Enter password',
      'Enter password again',
    ]) {
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    }
    await fillIn({ Username: 'a b', Email: 'nobody', 'Verification code': '12', Password: 'abc', 'Repeat password': 'abd' });
    await press('Sign up');
    await expect.poll(wrong).toEqual(['userName', 'email', 'code', 'password', 'repeat']);
    await fillIn({ 'Repeat password': 'abc' });
    await expect.poll(wrong).toEqual(['userName', 'email', 'code', 'password']);
  });

  test('says while one goes on whether name and address are free, and nothing of what was typed since', async () => {
    const { next } = wire();
    await draw(<RegisterPage />);
    await fillIn({ Username: 'ada_l', Email: 'ada@example.com' });
    const name = await next('/login/checkUserNameOrPhone');
    expect(name.query.get('value')).toBe('ada_l');
    await userEvent.click(named('Verification code'));
    const address = await next('/login/checkUserNameOrPhone');
    expect(address.query.get('value')).toBe('ada@example.com');
    name.answer({ available: false });
    address.answer({ available: true });
    await expect.element(page.getByText('This username is already taken')).toBeVisible();
    await expect.poll(() => page.getByRole('img', { name: 'Available' }).elements()).toHaveLength(1);
    expect(wrong()).toEqual(['userName']);
    await fillIn({ Username: 'ada_lo', Email: 'ada@example.co' });
    await expect.poll(wrong).toEqual([]);
    expect(page.getByRole('img', { name: 'Available' }).elements()).toEqual([]);
  });

  test('sends what was entered without the repetition, and shows a refusal beside what it names', async () => {
    const { next } = wire();
    await draw(<RegisterPage />);
    const code = { 'Verification code': '123456' };
    await fillIn({ Username: 'ada_l', Email: 'ada@example.com', ...code, Password: 'secret-1', 'Repeat password': 'secret-1' });
    await userEvent.keyboard('{Enter}');
    const sent = await next('/login/register');
    expect(sent.input).toEqual({ userName: 'ada_l', email: 'ada@example.com', code: '123456', password: 'secret-1' });
    sent.refuse('10091', 'The verification code is wrong or has expired', 422);
    await expect.poll(wrong).toEqual(['code']);
    await expect.poll(focused).toBe('code');
  });

  test('whose answer was lost lets in who tries again, since the account is there', async () => {
    const { next } = wire();
    await draw(<RegisterPage />);
    const code = { 'Verification code': '123456' };
    await fillIn({ Username: 'ada_l', Email: 'ada@example.com', ...code, Password: 'secret-1', 'Repeat password': 'secret-1' });
    await userEvent.keyboard('{Enter}');
    (await next('/login/register')).lose();
    await expect.element(page.getByText(/^The server cannot be reached/)).toBeVisible();
    await press('Sign up');
    (await next('/login/register')).refuse('10091', 'The verification code is wrong or has expired', 422);
    const own = await next('/login/login');
    expect(own.input).toEqual({ account: 'ada_l', password: 'secret-1' });
    own.answer({ token: 'new', id: 'u9', userName: 'ada_l', email: 'a***@example.com' });
    await expect.poll(() => useSession.getState().token).toBe('new');
  });
});

describe('a mailed code', () => {
  test('is asked for with a good address alone, and what is wrong with it leads there', async () => {
    const { calls, next } = wire();
    await draw(<ResetPage />);
    await expect.poll(autocompletes).toEqual(['email', 'one-time-code', 'new-password', 'new-password']);
    await press('Send code');
    await expect.poll(wrong).toEqual(['email']);
    await expect.poll(focused).toBe('email');
    expect(calls.filter(({ path }) => path === '/login/sendCode')).toEqual([]);
    await userEvent.fill(named('Email'), 'ada@example.com');
    await press('Send code');
    const sent = await next('/login/sendCode');
    expect(sent.input).toEqual({ email: 'ada@example.com', purpose: 'reset' });
    sent.refuse('10009', 'No matching user', 422);
    await expect.poll(wrong).toEqual(['email']);
    await expect.poll(focused).toBe('email');
    await press('Send code');
    (await next('/login/sendCode')).answer({ sent: true, expiresAt: '2030-01-07T12:00:00.000Z' });
    await expect.element(page.getByText('Code sent. It is valid for 10 minutes.')).toBeVisible();
  });
});
