import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { useSession } from './client/session.ts';

describe('the switch of accounts', () => {
  beforeEach(() => useSession.getState().setBook('demo'));
  const radio = (name: string, which = 0) => page.getByRole('radio', { name }).nth(which);

  test('shows the account that counts, changes it, and keeps it in this browser', async () => {
    await draw(<AccountSwitch />);
    await expect.element(page.getByRole('radiogroup', { name: 'Account type' })).toBeVisible();
    await expect.element(radio('Demo')).toBeChecked();
    await userEvent.click(page.getByText('Real'));
    await expect.element(radio('Real')).toBeChecked();
    await expect.element(radio('Demo')).not.toBeChecked();
    expect([useSession.getState().virtualStatus, localStorage.getItem('virtualStatus')]).toEqual([0, '0']);
  });

  test('twice on a page says the same in both places', async () => {
    await draw(
      <>
        <AccountSwitch />
        <AccountSwitch />
      </>,
    );
    const standing = () =>
      page
        .getByRole('radio')
        .elements()
        .map((one) => one instanceof HTMLInputElement && one.checked);
    await expect.poll(standing).toEqual([true, false, true, false]);
    await userEvent.click(page.getByText('Real').nth(1));
    await expect.poll(standing).toEqual([false, true, false, true]);
  });
});
