import { knownByCookie, knownByPattern } from '@assay/contract/known-by.ts';
import { Link, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { type Sent, wire } from '../../../test/wire.ts';
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
const ticketOf = ({ input }: Sent) => /"ticket":"([0-9a-f-]{36})"/.exec(JSON.stringify(input))?.[1];
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

test('a browser makes up what it is known by before anybody logs in, and keeps it', async () => {
  const known = () => knownByPattern.exec(document.cookie)?.[1];
  document.cookie = `${knownByCookie}=; Path=/; Max-Age=0`;
  await draw(<LoginPage />);
  await expect.poll(known).toMatch(/^[0-9a-f]{32}$/);
  const first = known();
  await draw(<ResetPage />);
  await expect.element(page.getByRole('heading', { level: 1 }).last()).toBeVisible();
  expect(known()).toBe(first);
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
  const sentCode = { sent: true, expiresAt: '2030-01-07T12:00:00.000Z' };
  type Wire = ReturnType<typeof wire>;
  /** Goes to the step with the code, as it was mailed. */
  const enterAddress = async ({ next }: Wire) => {
    await userEvent.fill(named('Email'), 'ada@example.com');
    await press('Continue');
    const sent = await next('/login/sendCode');
    expect(sent.input).toEqual({ email: 'ada@example.com', purpose: 'register' });
    sent.answer(sentCode);
    await expect.element(page.getByText('Step 2 of 3')).toBeVisible();
  };
  /** The sixth digit leads on. */
  const enterCode = async () => {
    await userEvent.fill(named('Verification code'), '123456');
    await expect.element(page.getByText('Step 3 of 3')).toBeVisible();
  };
  const enterAccount = () => fillIn({ Username: 'ada_l', Password: 'secret-1', 'Repeat password': 'secret-1' });

  test('asks at each step for what is missing in its words, and goes no further', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await expect.poll(autocompletes).toEqual(['email', 'off']);
    await press('Continue');
    await expect.poll(wrong).toEqual(['email']);
    await expect.poll(focused).toBe('email');
    await enterAddress(net);
    await expect.poll(focused).toBe('code');
    await press('Continue');
    await expect.element(page.getByText('Enter verification code', { exact: true })).toBeVisible();
    await enterCode();
    await expect.poll(focused).toBe('password');
    await press('Sign up');
    await expect.poll(wrong).toEqual(['password', 'repeat']);
    await fillIn({ Username: 'a b', Password: 'abc', 'Repeat password': 'abd' });
    await press('Sign up');
    await expect.poll(wrong).toEqual(['userName', 'password', 'repeat']);
    await fillIn({ 'Repeat password': 'abc' });
    await expect.poll(wrong).toEqual(['userName', 'password']);
  });

  test('takes a code that is pasted with other signs around it', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await enterAddress(net);
    await userEvent.fill(named('Verification code'), ' 123-456 ');
    await expect.element(page.getByText('Step 3 of 3')).toBeVisible();
  });

  test('suggests a name after the address, and says while one goes on whether it is free', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await enterAddress(net);
    (await net.next('/login/checkUserNameOrPhone')).answer({ available: true });
    await enterCode();
    const suggested = await net.next('/login/checkUserNameOrPhone');
    expect(suggested.query.get('value')).toMatch(/^ada_[0-9]{3}$/);
    suggested.answer({ available: true });
    await expect.poll(() => page.getByRole('img', { name: 'Available' }).elements()).toHaveLength(1);
    await userEvent.fill(named('Username'), 'ada_l');
    expect(page.getByRole('img', { name: 'Available' }).elements()).toEqual([]);
    await userEvent.click(secret('Password'));
    (await net.next('/login/checkUserNameOrPhone')).answer({ available: false });
    await expect.element(page.getByText('This username is already taken')).toBeVisible();
    expect(wrong()).toEqual(['userName']);
  });

  test('sends what was entered without the repetition, and leads back to where what was refused was entered', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await enterAddress(net);
    await enterCode();
    await enterAccount();
    await userEvent.keyboard('{Enter}');
    const sent = await net.next('/login/register');
    expect(sent.input).toEqual({ userName: 'ada_l', email: 'ada@example.com', code: '123456', password: 'secret-1' });
    sent.refuse('10091', 'The verification code is wrong or has expired', 422);
    (await net.next('/login/login')).refuse('10009', 'No such user', 422);
    await expect.poll(wrong).toEqual(['code']);
    await expect.poll(focused).toBe('code');
  });

  test('that the browser has sent twice by itself lets its owner in, though the second is told that the code was used', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await enterAddress(net);
    await enterCode();
    await enterAccount();
    await userEvent.keyboard('{Enter}');
    (await net.next('/login/register')).refuse('10091', 'The verification code is wrong or has expired', 422);
    const own = await net.next('/login/login');
    expect(own.input).toEqual({ account: 'ada_l', password: 'secret-1' });
    own.answer({ token: 'new', id: 'u9', userName: 'ada_l', email: 'a***@example.com' });
    await expect.poll(() => useSession.getState().token).toBe('new');
  });

  test('whose answer was lost lets in who tries again, since the account is there', async () => {
    const net = wire();
    await draw(<RegisterPage />);
    await enterAddress(net);
    await enterCode();
    await enterAccount();
    await userEvent.keyboard('{Enter}');
    (await net.next('/login/register')).lose();
    await expect.element(page.getByText(/^The server cannot be reached/)).toBeVisible();
    await press('Sign up');
    (await net.next('/login/register')).refuse('10091', 'The verification code is wrong or has expired', 422);
    const own = await net.next('/login/login');
    expect(own.input).toEqual({ account: 'ada_l', password: 'secret-1' });
    own.answer({ token: 'new', id: 'u9', userName: 'ada_l', email: 'a***@example.com' });
    await expect.poll(() => useSession.getState().token).toBe('new');
  });
});

describe('a mailed code', () => {
  test('is good in the page that is loaded anew meanwhile, until it is spent', async () => {
    const { next } = wire();
    const before = await draw(<ResetPage />);
    await userEvent.fill(named('Email'), 'ada@example.com');
    await press('Send code');
    const ticket = ticketOf(await next('/login/sendCode'));
    expect(ticket).toBeDefined();
    await before.unmount();
    const anew = await draw(<ResetPage />);
    await userEvent.fill(named('Email'), 'ada@example.com');
    await userEvent.fill(named('Verification code'), '123456');
    await userEvent.fill(secret('New password'), 'another-secret-1');
    await userEvent.fill(secret('Repeat password'), 'another-secret-1');
    await press('Set new password');
    const sent = await next('/user/repassword');
    expect(ticketOf(sent)).toBe(ticket);
    sent.answer({ code: '20005', message: 'Done' });
    await expect.element(page.getByText('Please log in with your new password.')).toBeVisible();
    await anew.unmount();
    await draw(<ResetPage />);
    await userEvent.fill(named('Email'), 'ada@example.com');
    await press('Send code');
    expect(ticketOf(await next('/login/sendCode'))).not.toBe(ticket);
  });

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
    expect(sent.input).toMatchObject({ email: 'ada@example.com', purpose: 'reset' });
    expect(JSON.stringify(sent.input)).toMatch(/"ticket":"[0-9a-f-]{36}"/);
    sent.refuse('10009', 'No matching user', 422);
    await expect.poll(wrong).toEqual(['email']);
    await expect.poll(focused).toBe('email');
    await press('Send code');
    (await next('/login/sendCode')).answer({ sent: true, expiresAt: '2030-01-07T12:00:00.000Z' });
    await expect.element(page.getByText('Code sent. It is valid for 10 minutes.')).toBeVisible();
  });
});
