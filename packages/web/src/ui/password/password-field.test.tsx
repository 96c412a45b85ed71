import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { PasswordField } from './password-field.tsx';

function Chosen() {
  const [typed, setTyped] = useState('');
  return (
    <PasswordField
      label="New password"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      rated={typed}
      own={['zarathustra_k']}
    />
  );
}
const fetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('zxcvbn'));

test('a new password is judged as it is typed, by what is fetched with the focus and not before', async () => {
  await draw(<Chosen />);
  expect(fetched()).toBe(false);
  const field = page.getByLabelText('New password');
  await userEvent.click(field);
  await expect.poll(fetched).toBe(true);
  const cases = [
    ['password1', 'Weak'],
    ['Zarathustra_K', 'Weak'],
    ['q7!kf93mZ', 'Good'],
    ['correct battery staple', 'Strong'],
  ] as const;
  for (const [password, word] of cases) {
    await userEvent.fill(field, password);
    await expect.poll(() => document.querySelector('p')?.textContent).toBe(`Password strength${word}`);
  }
});
