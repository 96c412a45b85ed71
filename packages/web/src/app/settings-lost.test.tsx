import type { Limits } from '@assay/contract/endpoints/limits.ts';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { type Sent, wire } from '../../test/wire.ts';
import { AlertList } from '../features/notification/alert-list.tsx';
import { Preferences } from '../features/notification/preferences.tsx';
import { Protection } from '../features/profile/protection/protection.tsx';
import { MailWordPart } from '../features/profile/security-mail-word.tsx';
import { PasswordPart } from '../features/profile/security-password.tsx';
import { SessionsPart } from '../features/profile/security-sessions.tsx';
import { queryClient } from '../shared/client/api.ts';
import { useSession } from '../shared/client/session.ts';
import { StarButton } from '../shared/trading/market/star-button.tsx';
import { useWatchlist } from '../shared/trading/market/watchlist.ts';

// A call that only sets a state has no key and no tracking: after a timeout the state is read, and shown.

const at = '2025-06-02T12:00:00.000Z';
const limits: Limits = {
  dailyLoss: { limit: null, used: '0', resetsAt: at, pending: null },
  coolOff: { until: null, endsEarlyAt: null },
  exclusion: { excluded: false, until: null },
  looseningSeconds: 3600,
  blocked: { real: null, demo: null },
};
const security = { authenticator: false, recoveryCodesLeft: 0, mailWord: null, changedAt: null };
const here = { id: 's1', device: 'Here', network: '10.0.0.x', createdAt: at, lastUsedAt: at, current: true };
const there = { ...here, id: 's2', device: 'There', current: false };
const fills = { kind: 'orderFilled', inApp: true, mail: false };
const alert = { id: 'a1', code: 'BTCUSDT', direction: 'above', price: '100000', createdAt: at };
const person = { id: 'u1', userName: 'ada', email: 'a***@example.com', language: 'en', kycStatus: 'none', inviteCode: 'ADA' };

const button = (name: string | RegExp) => page.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const confirmed = async (name: string) => {
  await press(name);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name }));
};
const answering = (result: unknown) => (call: Sent) => call.answer(result);

interface Act {
  readonly what: string;
  readonly part: ReactNode;
  /** What the part asks for at first. */
  readonly first: readonly (readonly [path: string, answer: unknown])[];
  readonly press: () => Promise<unknown>;
  readonly path: string;
  /** Where the state is read, how success is shown, and how failure is. */
  readonly look: string;
  readonly done: (call: Sent) => void;
  readonly undone: (call: Sent) => void;
  /** What the page shows once it is done, and where it is not. */
  readonly shows: () => Promise<unknown>;
  readonly stays: () => Promise<unknown>;
}

const text = (words: string | RegExp) => () => expect.element(page.getByText(words).first()).toBeVisible();
const tick = () => page.getByRole('checkbox', { name: /mail/i }).first();

const acts: readonly Act[] = [
  {
    what: 'a daily limit',
    part: <Protection />,
    first: [['/user/limits', limits]],
    press: async () => {
      await userEvent.fill(page.getByLabelText('Limit per day'), '500');
      await confirmed('Set limit');
    },
    path: '/user/setDailyLoss',
    look: '/user/limits',
    done: answering({ ...limits, dailyLoss: { ...limits.dailyLoss, limit: '500.00' } }),
    undone: answering(limits),
    shows: text('0.00 of 500.00 USDT lost today'),
    stays: text('0.00 USDT lost today'),
  },
  {
    what: 'a break',
    part: <Protection />,
    first: [['/user/limits', limits]],
    press: () => confirmed('Take a break'),
    path: '/user/setCoolOff',
    look: '/user/limits',
    done: answering({ ...limits, coolOff: { until: '2125-06-02T12:00:00.000Z', endsEarlyAt: null } }),
    undone: answering(limits),
    shows: () => expect.poll(() => button('Take a break').elements()).toEqual([]),
    stays: () => expect.element(button('Take a break')).toBeVisible(),
  },
  {
    what: 'a choice of what is mailed',
    part: <Preferences />,
    first: [['/user/notificationPreferences', [fills]]],
    press: () => userEvent.click(tick()),
    path: '/user/setNotificationPreference',
    look: '/user/notificationPreferences',
    done: answering([{ ...fills, mail: true }]),
    undone: answering([fills]),
    shows: () => expect.element(tick()).toBeChecked(),
    stays: () => expect.element(tick()).not.toBeChecked(),
  },
  {
    what: 'a star',
    part: <StarButton code="BTCUSDT" name="Bitcoin" />,
    first: [],
    press: () => press('Add Bitcoin to the watchlist'),
    path: '/user/setWatchlist',
    look: '/user/watchlist',
    done: answering({ codes: ['BTCUSDT'] }),
    undone: answering({ codes: [] }),
    shows: () => expect.element(button('Remove Bitcoin from the watchlist')).toBeVisible(),
    stays: () => expect.element(button('Add Bitcoin to the watchlist')).toBeVisible(),
  },
  {
    what: 'an alert that is taken away',
    part: <AlertList />,
    first: [['/user/priceAlerts', [alert]]],
    press: () => press(/^Delete the alert/),
    path: '/user/deletePriceAlert',
    look: '/user/priceAlerts',
    done: answering([]),
    undone: answering([alert]),
    shows: text('No price alerts'),
    stays: () => expect.element(button(/^Delete the alert/)).toBeVisible(),
  },
  {
    what: 'the end of another session',
    part: <SessionsPart />,
    first: [['/user/sessions', [here, there]]],
    press: () => press(/There/),
    path: '/user/endSession',
    look: '/user/sessions',
    done: answering([here]),
    undone: answering([here, there]),
    shows: () => expect.poll(() => page.getByText('There').elements()).toEqual([]),
    stays: () => expect.element(page.getByText('There')).toBeVisible(),
  },
  {
    what: 'the word of the mails',
    part: <MailWordPart />,
    first: [['/user/security', security]],
    press: async () => {
      await userEvent.fill(page.getByLabelText('Your word'), 'Otter');
      await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'old Password 1');
      await press('Save');
    },
    path: '/user/setMailWord',
    look: '/user/security',
    done: answering({ ...security, mailWord: 'Otter' }),
    undone: answering(security),
    shows: () => expect.element(button('Remove')).toBeVisible(),
    stays: () => expect.poll(() => button('Remove').elements()).toEqual([]),
  },
  {
    what: 'a new password',
    part: <PasswordPart />,
    first: [],
    press: async () => {
      await userEvent.fill(page.getByLabelText('Current password', { exact: true }), 'old Password 1');
      await userEvent.fill(page.getByLabelText('New password', { exact: true }), 'new Password 2');
      await userEvent.fill(page.getByLabelText(/again|repeat|confirm/i).first(), 'new Password 2');
      await press('Change password');
    },
    path: '/user/repassword',
    look: '/user/getUserInfo',
    // It ends every session, this one too.
    done: (call) => call.refuse('401', 'Please log in', 401),
    undone: answering({ ...person, createdAt: at }),
    shows: text('Password changed'),
    stays: () => expect.poll(() => useSession.getState().isLogin).toBe(true),
  },
];

const unchanged = page.getByText('No answer came. Nothing has been changed so far.');

beforeEach(() => {
  queryClient.clear();
  useWatchlist.setState({ watchlist: [] });
  signIn();
});

async function pressed({ part, first, press: send }: Act) {
  const network = wire();
  await draw(part);
  for (const [path, answer] of first) (await network.next(path)).answer(answer);
  await send();
  return network;
}

const named = acts.map((act) => [act.what, act] as const);

describe('after silence', () => {
  test.each(named)('%s that stands is shown as done, and not as a failure', async (_, act) => {
    const network = await pressed(act);
    (await network.next(act.path)).lose();
    act.done(await network.next(act.look));
    await act.shows();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(network.calls.filter(({ path }) => path === act.path)).toHaveLength(1);
  });

  test.each(named)('%s that does not stand is said, and what stands is shown', async (_, act) => {
    const network = await pressed(act);
    (await network.next(act.path)).lose();
    act.undone(await network.next(act.look));
    await expect.element(unchanged.first()).toBeVisible();
    await act.stays();
  });
});

describe('offline', () => {
  test.each(named)('%s is not sent, which is said, and what stood before is shown', async (_, act) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const network = await pressed(act);
    await expect.element(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible();
    await act.stays();
    expect(network.calls.filter(({ path }) => path === act.path)).toEqual([]);
  });
});

const [limit] = acts;

test('what is refused because the session has ended is no silence: nothing else is said of it', async () => {
  if (limit === undefined) throw new Error('there are acts');
  const network = await pressed(limit);
  (await network.next(limit.path)).refuse('401', 'Please log in', 401);
  await expect.poll(() => useSession.getState().isLogin).toBe(false);
  await text('Please log in')();
  expect(page.getByText(/No answer came/).elements()).toEqual([]);
});

test('where nobody can say what stands, that is said', async () => {
  if (limit === undefined) throw new Error('there are acts');
  const network = await pressed(limit);
  (await network.next(limit.path)).lose();
  for (let looks = 0; looks < 3; looks += 1) (await network.next(limit.look)).lose();
  await text(/^No answer came, and we don’t know yet/)();
});
