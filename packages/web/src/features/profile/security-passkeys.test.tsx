import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { PasskeysPart } from './security-passkeys.tsx';

beforeEach(signIn);

const [name, password] = [page.getByLabelText('Name'), page.getByLabelText('Password', { exact: true })];
const focused = () => document.activeElement;

test('a passkey is asked for by Enter, with a name that keeps to the rule and a password, and each fault is at its field', async () => {
  const network = wire();
  await draw(<PasskeysPart />);
  (await network.next('/user/passkeys')).answer([]);
  await userEvent.click(page.getByRole('button', { name: 'Add a passkey' }));
  await userEvent.fill(name, '?');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 to 40 letters, digits, spaces or hyphens')).toBeVisible();
  await expect.poll(focused).toBe(name.element());
  await userEvent.fill(name, ' Laptop ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(password.element());
  await userEvent.fill(password, 'wrong');
  await userEvent.keyboard('{Enter}');
  const asked = await network.next('/user/enrolPasskey');
  expect(asked.input).toEqual({ password: 'wrong' });
  asked.refuse('10004', 'The password is wrong');
  await expect.element(page.getByText('The password is wrong')).toBeVisible();
  await expect.poll(focused).toBe(password.element());
});
