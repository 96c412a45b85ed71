import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../../test/around.tsx';
import { signIn } from '../../../../test/signed-in.ts';
import { wire } from '../../../../test/wire.ts';
import { useSession } from '../../../shared/client/session.ts';
import { NotificationEvents } from '../notification-events.tsx';
import { Preferences } from '../preferences.tsx';
import { DevicesPart } from './devices-part.tsx';

const key = `BB${'A'.repeat(85)}`;
const given = { endpoint: 'https://push.example/1', p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) };
const device = (id: string, current: boolean) => ({
  id,
  device: current ? 'Chrome · Linux' : 'Safari · iPhone',
  addedAt: '2030-01-07T12:00:00.000Z',
  toldAt: null,
  current,
});
const add = page.getByRole('button', { name: 'Notify me on this device' });

beforeEach(signIn);

/** A browser with the site's worker, as its person has set it. */
function browserThat({ permission, answers = permission }: { permission: string; answers?: string }) {
  const asked = { permission: 0, subscribed: [] as PushSubscriptionOptionsInit[] };
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
  let address: object | null = null;
  const pushManager = {
    getSubscription: async () => address,
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      asked.subscribed.push(options);
      address = {
        endpoint: given.endpoint,
        getKey: (name: 'p256dh' | 'auth') => bytes(given[name]),
        options: { applicationServerKey: bytes(key) },
      };
      return address;
    },
  };
  const state = { permission };
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission: async () => {
      asked.permission += 1;
      state.permission = answers;
      return answers;
    },
  });
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  return asked;
}

test('a press asks the browser, and nothing else does; then this device is listed, and can be taken away', async () => {
  const asked = browserThat({ permission: 'default', answers: 'granted' });
  const network = wire();
  await draw(<DevicesPart />);
  (await network.next('/user/pushDevices')).answer({ key, items: [device('2', false)] });
  await expect.element(page.getByText('Safari · iPhone')).toBeVisible();
  await expect.element(add).toBeVisible();
  expect(asked).toEqual({ permission: 0, subscribed: [] });
  await userEvent.click(add);
  const sent = await network.next('/user/addPushDevice');
  expect(sent.input).toEqual(given);
  expect(asked.permission).toBe(1);
  expect(asked.subscribed).toMatchObject([{ userVisibleOnly: true }]);
  sent.answer({ key, items: [device('3', true), device('2', false)] });
  await expect.element(page.getByText('This device')).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Remove Safari · iPhone' }));
  const removed = await network.next('/user/removePushDevice');
  expect(removed.input).toEqual({ id: '2' });
  removed.answer({ key, items: [device('3', true)] });
  await expect.element(page.getByText('Safari · iPhone')).not.toBeInTheDocument();
});

test('who says no is told how to change that, and nothing was sent', async () => {
  browserThat({ permission: 'default', answers: 'denied' });
  const network = wire();
  await draw(<DevicesPart />);
  (await network.next('/user/pushDevices')).answer({ key, items: [] });
  await userEvent.click(add);
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent(
      'You have blocked notifications from this site in the browser. Allow them in the browser’s settings for this site, then come back.',
    );
  await expect.element(add).not.toBeInTheDocument();
  expect(new Set(network.calls.map(({ path }) => path))).toEqual(new Set(['/user/pushDevices']));
});

test('a browser that can’t says so, and has no button', async () => {
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined);
  const network = wire();
  await draw(<DevicesPart />);
  (await network.next('/user/pushDevices')).answer({ key, items: [] });
  await expect.element(page.getByText('This browser cannot notify you while the site is closed.')).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
});

test('the third channel is chosen for each kind by itself', async () => {
  const network = wire();
  await draw(<Preferences />);
  const one = { kind: 'priceAlert', inApp: true, mail: false, push: true };
  (await network.next('/user/notificationPreferences')).answer([one]);
  (await network.next('/user/pushDevices')).answer({ key, items: [] });
  const tick = page.getByLabelText('Price alert: On devices');
  await expect.element(tick).toBeChecked();
  await userEvent.click(tick);
  const sent = await network.next('/user/setNotificationPreference');
  expect(sent.input).toEqual({ ...one, push: false });
  sent.answer([{ ...one, push: false }]);
  await expect.element(tick).not.toBeChecked();
});

test('who asked to be told here is told again after signing in anew, without a question; who took it away is not', async () => {
  const asked = browserThat({ permission: 'granted' });
  await navigator.serviceWorker.getRegistration().then((found) => found?.pushManager.subscribe());
  localStorage.setItem('pushedFor', `u1 a session of before ${given.endpoint}`);
  const network = wire();
  await draw(<NotificationEvents />);
  const sent = await network.next('/user/addPushDevice');
  expect(sent.input).toEqual(given);
  sent.answer({ key, items: [device('3', true)] });
  await expect.poll(() => localStorage.getItem('pushedFor')).toBe(`u1 ${'a token'.slice(-8)} ${given.endpoint}`);
  await draw(<NotificationEvents />);
  expect(network.calls.filter(({ path }) => path === '/user/addPushDevice')).toHaveLength(1);
  expect(asked.permission).toBe(0);
});

test('who takes this browser off the list is not registered again by signing in anew', async () => {
  browserThat({ permission: 'granted' });
  await navigator.serviceWorker.getRegistration().then((found) => found?.pushManager.subscribe());
  localStorage.setItem('pushedFor', `u1 ${'a token'.slice(-8)} ${given.endpoint}`);
  const network = wire();
  const { unmount } = await draw(<DevicesPart />);
  (await network.next('/user/pushDevices')).answer({ key, items: [device('3', true)] });
  await userEvent.click(page.getByRole('button', { name: 'Remove Chrome · Linux' }));
  (await network.next('/user/removePushDevice')).answer({ key, items: [] });
  await expect.poll(() => localStorage.getItem('pushedFor')).toBeNull();
  await unmount();
  useSession.setState({ token: 'another token' });
  await draw(<NotificationEvents />);
  await expect.poll(() => network.calls.length).toBeGreaterThan(1);
  expect(network.calls.filter(({ path }) => path === '/user/addPushDevice')).toEqual([]);
});
