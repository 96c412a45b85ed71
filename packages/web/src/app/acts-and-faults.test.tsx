import { allCustomerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Outbox } from '@assay/contract/outbox.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Act } from '../../test/act.tsx';
import { acts } from '../../test/acts.tsx';
import { draw } from '../../test/around.tsx';
import { signIn } from '../../test/signed-in.ts';
import { type Sent, wire } from '../../test/wire.ts';
import { queryClient } from '../shared/client/api.ts';
import { outbox, startOutbox } from '../shared/client/outbox.ts';
import { bookOf, useSession } from '../shared/client/session.ts';
import { dismissToast, earlyToasts } from '../ui/toasts/toast.tsx';
import { OutboxCards, useUnanswered } from './outbox-cards.tsx';

// Each act that moves something, with each fault on its way: the page shows the known state, and sends nothing that was not
// intended.

const asking = '/order/outcome';
const ofPerson = new Set(['/user/identification', '/user/createPriceAlert']);
const card = page.getByRole('listitem').filter({ hasText: /No answer yet|It was carried out/ });
const region = page.getByRole('region', { name: 'Messages' });
const toasts = () => region.getByRole('group').elements();
const writtenIn = (storage: Storage, prefix: string) =>
  Object.keys(storage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => storage.getItem(name) ?? '');
const stored = () => writtenIn(localStorage, 'outbox.');
/** What may be written down. */
const inWriting = ['book', 'deadline', 'key', 'owner', 'path', 'subject', 'summary'];

const bookFor = ({ book = 'demo' }: Act) => book;

/** Navigates away from the pressed element, whatever covers the page. */
let leave = (): unknown => undefined;

/** The part of the frame that shows acts in flight; signed-out users are on another page. */
function Frame({ act }: { act: Act }) {
  useUnanswered();
  const [part] = useState(() => act.part());
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    leave = () => navigate('/market');
  }, [navigate]);
  const isLogin = useSession((session) => session.isLogin);
  return (
    <>
      <output aria-label="Here">{isLogin ? pathname + search : 'nobody'}</output>
      {isLogin && pathname === '/' ? part : null}
    </>
  );
}

async function pressed(act: Act) {
  useSession.getState().setBook(bookFor(act));
  const network = wire();
  const sent = () => network.calls.filter(({ path }) => path === act.path);
  const { unmount } = await draw(<Frame act={act} />, <OutboxCards />);
  for (const [path, answer] of act.first ?? []) (await network.next(path)).answer(answer);
  await act.press();
  return { ...network, unmount, sent };
}

/** Pressed, and its answer lost; the card in the frame says so. */
async function lost(act: Act, lose = (call: Sent) => call.lose()) {
  const network = await pressed(act);
  const call = await network.next(act.path);
  lose(call);
  await expect.element(card.getByText('No answer yet')).toBeVisible();
  await expect.element(card.getByText(act.summary)).toBeVisible();
  await expect.element(card.getByRole('link', { name: act.list })).toBeVisible();
  // Without the wait of half a second for the first request of the outcome.
  await vi.advanceTimersByTimeAsync(500);
  return { ...network, key: call.headers.get('Idempotency-Key') };
}

/** The same module once more, as the next page of this browser has it. */
let reloaded: Outbox;

async function loadNextPage(): Promise<void> {
  const address = '/src/shared/client/outbox.ts?page=next';
  const loaded: unknown = await import(/* @vite-ignore */ address);
  if (typeof loaded !== 'object' || loaded === null || !('outbox' in loaded)) throw new Error('there is no outbox');
  reloaded = loaded.outbox as Outbox;
}

/** The account is switched as another tab of this browser does it. */
function switchElsewhere(): void {
  const key = 'virtualStatus';
  localStorage.setItem(key, localStorage.getItem(key) === '1' ? '0' : '1');
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

const named = acts.map((act) => [act.what, act] as const);

test('they are all that there is: no call that moves something is left out', () => {
  const moving = allCustomerCalls.filter(({ moves }) => moves).map(({ path }) => path);
  expect([...new Set(acts.map(({ path }) => path))].toSorted()).toEqual(moving.toSorted());
});

beforeAll(async () => {
  startOutbox();
  await loadNextPage();
});
beforeEach(() => {
  // The clock runs as usual; timers can be fired by hand.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  for (const { owner } of reloaded.entries) reloaded.drop(owner);
  signIn();
});

/** Neither in memory nor written down. */
const nothingLeft = () => expect([outbox.entries, stored()]).toEqual([[], []]);

test.each(named)('offline, %s is not sent, now or later, and that is said', async (_, act) => {
  // A message lasts for seconds, and a slow machine may take longer to report the end of the press.
  vi.setTimerTickMode('manual');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { sent } = await pressed(act);
  await expect.element(page.getByText(/You are offline\. Nothing was sent\.$/).first()).toBeVisible();
  nothingLeft();
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => navigator.onLine).toBe(true);
  expect(sent()).toEqual([]);
});

test.each(named)('%s whose answer was lost is told in one place, sent once, and ends as the server says', async (_, act) => {
  const { next, sent, key } = await lost(act);
  expect(toasts()).toEqual([]);
  const [written = ''] = stored();
  expect(Object.keys(JSON.parse(written) as object).toSorted()).toEqual(inWriting);
  for (const secret of ['a token', ...(act.secrets ?? [])]) expect(written).not.toContain(secret);
  const asked = await next(asking);
  expect([asked.query.get('path'), asked.query.get('key')]).toEqual([act.path, key]);
  asked.answer({ state: 'done', answer: act.result });
  await expect.poll(() => outbox.entries).toEqual([]);
  await expect.poll(() => page.getByText(/refused|not carried out|No answer/i).elements()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

test.each(named)(
  '%s that met a 503 is told on the account of its press, whichever another tab has switched to, and by the page after it too',
  async (_, act) => {
    const { next, sent, key } = await lost(act, (call) => call.refuse('503', 'Not available', 503));
    switchElsewhere();
    const book = bookFor(act);
    const virtually = book === 'demo' ? 'NO' : 'YES';
    expect(bookOf(useSession.getState().virtualStatus)).not.toBe(book);
    reloaded.readStore('past');
    expect(reloaded.entries).toMatchObject([
      { key, book, path: act.path, state: 'unknown', repeatable: false, revocable: false },
    ]);
    await vi.advanceTimersByTimeAsync(500);
    for (const asker of ['this page', 'the next one']) {
      const asked = await next(asking);
      expect([asker, asked.query.get('key'), asked.headers.get('virtually')]).toEqual([asker, key, virtually]);
      asked.answer({ state: 'done', answer: act.result });
    }
    await expect.poll(() => reloaded.entries.map(({ state }) => state)).toEqual(['answered']);
    await expect.element(card.getByText('It was carried out')).toBeVisible();
    const told = book === 'demo' ? /^Demo · / : /^Real · /;
    if (!ofPerson.has(act.path)) await expect.element(card.getByText(told)).toBeVisible();
    expect(toasts()).toEqual([]);
    expect(sent().map(({ headers }) => headers.get('virtually'))).toEqual([virtually]);
  },
);

/** An answer, and two refusals: with a moved price a page that is still open would ask again. */
const ends = [null, ['10011', 'There is not enough for it'], ['11004', 'The price has moved']] as const;

test.each(named)('%s whose sheet was closed is told wherever its person is by then, done or refused', async (_, act) => {
  for (const refusal of ends) {
    queryClient.clear();
    const { next, sent, unmount } = await pressed(act);
    const call = await next(act.path);
    leave();
    await expect.element(page.getByLabelText('Here')).toHaveTextContent('/market');
    if (refusal === null) call.answer(act.result);
    else call.refuse(refusal[0], refusal[1]);
    const said = () => expect.poll(() => region.element().textContent);
    await said().toMatch(refusal?.[1] ?? /./);
    // Other acts may be in flight, or shown.
    if (refusal !== null) await said().toMatch(act.summary);
    await expect.poll(() => outbox.entries).toEqual([]);
    expect([page.getByLabelText('Here').element().textContent, sent().length]).toEqual(['/market', 1]);
    for (const { id } of earlyToasts()) dismissToast(id);
    await unmount();
  }
});

test.each(named)(
  '%s that a lost session leaves without an answer is named at the next sign-in, with its list',
  async (_, act) => {
    const { next, sent } = await pressed(act);
    (await next(act.path)).refuse('401', 'Please log in', 401);
    await expect.element(page.getByLabelText('Here')).toHaveTextContent('nobody');
    nothingLeft();
    const [written = ''] = writtenIn(sessionStorage, 'unanswered.');
    expect(Object.keys(JSON.parse(written) as object).toSorted()).toEqual(inWriting);
    for (const secret of ['a token', ...(act.secrets ?? [])]) expect(written).not.toContain(secret);
    signIn();
    await expect.poll(() => document.body.textContent).toMatch(/Your last session ended before an answer came/);
    await expect.poll(() => region.element().textContent).toMatch(act.summary);
    await userEvent.click(page.getByRole('button', { name: act.list, exact: true }));
    await expect.poll(() => page.getByLabelText('Here').element().textContent).toMatch(/^\/.+/);
    expect(sent()).toHaveLength(1);
  },
);
