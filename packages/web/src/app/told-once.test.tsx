import { useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { wire } from '../../test/wire.ts';
import { ApiKeysPart } from '../features/profile/api-keys/api-keys-part.tsx';
import { AuthenticatorPart } from '../features/profile/security-authenticator.tsx';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { ToldOnce } from '../shared/told-once.tsx';

// What the server shows once stays until its reader confirms having it, on whichever page.

const at = '2025-06-02T12:00:00.000Z';
const key = {
  id: 'ak_1',
  name: 'Key 1',
  right: 'read',
  book: 'demo',
  networks: [],
  signs: 'secret',
  createdAt: at,
  expiresAt: '2125-06-02T12:00:00.000Z',
  expired: false,
  lastUsedAt: null,
  lastNetwork: null,
  wrongSignatures: 0,
  wrongAt: null,
};
const security = { authenticator: false, recoveryCodesLeft: 0, mailWord: null, changedAt: null };
const codes = ['aaaa-1111', 'bbbb-2222'];

/** A page that its user may leave, within the frame, which stays. */
function Site() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button type="button" data-leave onClick={() => setHere(false)}>
        Leave
      </button>
      {isHere ? (
        <>
          <ApiKeysPart />
          <AuthenticatorPart />
        </>
      ) : null}
      <ToldOnce />
    </>
  );
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const password = () => userEvent.fill(page.getByLabelText('Password', { exact: true }), 'old Password 1');
/** By any way there is, also past a dialog that is open. */
const leave = () => document.querySelector<HTMLElement>('[data-leave]')?.click();
const ready = page.getByRole('dialog', { name: 'Your API key is ready' });
const secret = page.getByText('the-secret');
const recovery = page.getByRole('dialog', { name: 'Your recovery codes' });
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function opened() {
  const network = wire();
  await draw(<Site />);
  (await network.next('/user/apiKeys')).answer([]);
  (await network.next('/user/security')).answer(security);
  return network;
}

/** Up to the press that makes a key. */
async function made() {
  const network = await opened();
  await press('Create a key');
  await password();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Create a key' }));
  return network;
}

/** Up to the press that turns the authenticator on. */
async function turnedOn() {
  const network = await opened();
  await press('Set up');
  await password();
  await press('Continue');
  (await network.next('/user/enrolOtp')).answer({ secret: 'ABCD', uri: 'otpauth://totp/x' });
  await userEvent.fill(page.getByLabelText('Code from the app'), '123456');
  await press('Turn on');
  return network;
}

beforeEach(() => {
  queryClient.clear();
  signIn();
});

/** Only the reader's own word ends it. */
async function staysUntilStored(shown: typeof ready, word: string) {
  await expect.element(shown).toBeVisible();
  await expect.poll(asks).toBe(true);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body, { position: { x: 3, y: 3 }, force: true });
  leave();
  await expect.element(shown).toBeVisible();
  expect(shown.getByRole('button', { name: 'Close' }).elements()).toEqual([]);
  await press(word);
  await expect.poll(() => shown.elements()).toEqual([]);
  await expect.poll(asks).toBe(false);
}

describe('the secret of a key', () => {
  test('stands there until it is stored', async () => {
    const network = await made();
    (await network.next('/user/apiKeys')).answer([]);
    (await network.next('/user/makeApiKey')).answer({ key, secret: 'the-secret', keys: [key] });
    await expect.element(secret).toBeVisible();
    await staysUntilStored(ready, 'I have stored it');
  });

  test('is shown to a user who left the page while the list was requested', async () => {
    const network = await made();
    const list = await network.next('/user/apiKeys');
    leave();
    list.answer([]);
    (await network.next('/user/makeApiKey')).answer({ key, secret: 'the-secret', keys: [key] });
    await expect.element(secret).toBeVisible();
    await staysUntilStored(ready, 'I have stored it');
  });

  test('is shown to a user who closed the dialog, and closes no other that was begun since', async () => {
    const network = await made();
    (await network.next('/user/apiKeys')).answer([]);
    const sent = await network.next('/user/makeApiKey');
    await press('Close');
    await press('Create a key');
    sent.answer({ key, secret: 'the-secret', keys: [key] });
    await expect.element(secret).toBeVisible();
    await press('I have stored it');
    await expect.element(page.getByRole('dialog', { name: 'Create an API key' })).toBeVisible();
  });

  test('that was lost on its way is said to be lost, also elsewhere', async () => {
    const network = await made();
    (await network.next('/user/apiKeys')).answer([]);
    const sent = await network.next('/user/makeApiKey');
    leave();
    sent.lose();
    (await network.next('/user/apiKeys')).answer([key]);
    await expect.element(page.getByText(/^“Key 1” was created, but its secret was lost/).first()).toBeVisible();
  });

  describe('is nobody else’s', () => {
    /** Sent by a user who is signed out before the answer. */
    const left = async () => {
      const network = await made();
      (await network.next('/user/apiKeys')).answer([]);
      const sent = await network.next('/user/makeApiKey');
      const { userInfo, signIn: enter, signOut } = useSession.getState();
      if (userInfo === null) throw new Error('somebody is signed in');
      leave();
      signOut();
      return {
        sent,
        asOwner: () => enter('a second token', userInfo),
        asAnother: () => enter('another', { ...userInfo, id: 'u2' }),
      };
    };
    const isNotShown = () => expect.poll(() => secret.elements()).toEqual([]);

    test('but waits for its owner, and not over somebody who has signed in meanwhile', async () => {
      const { sent, asOwner, asAnother } = await left();
      sent.answer({ key, secret: 'the-secret', keys: [key] });
      await isNotShown();
      asOwner();
      await expect.element(secret).toBeVisible();
      asAnother();
      await isNotShown();
      asOwner();
      await isNotShown();
    });

    test('and not kept where it comes while somebody else is signed in', async () => {
      const { sent, asOwner, asAnother } = await left();
      asAnother();
      sent.answer({ key, secret: 'the-secret', keys: [key] });
      await expect.poll(() => queryClient.getQueryData(['account', 'u1', 'security', 'apiKeys'])).toEqual([key]);
      flushSync(asOwner);
      expect([secret.elements(), asks()]).toEqual([[], false]);
    });
  });
});

describe('recovery codes', () => {
  test('stay there until they are stored, also for a user who has left the page', async () => {
    const network = await turnedOn();
    const sent = await network.next('/user/confirmOtp');
    leave();
    sent.answer({ recoveryCodes: codes });
    await staysUntilStored(recovery, 'I have stored them');
  });

  test('stand beside what says that the authenticator is on', async () => {
    const network = await turnedOn();
    (await network.next('/user/confirmOtp')).answer({ recoveryCodes: codes });
    (await network.next('/user/security')).answer({ ...security, authenticator: true, recoveryCodesLeft: 2 });
    await expect.element(page.getByText('2 recovery codes left')).toBeInTheDocument();
    await staysUntilStored(recovery, 'I have stored them');
  });
});
