import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { type Account, AccountCache } from './account-events.ts';

const account: Account = ['account', 'ada', 'demo'];
const position = (id: string, status: string) => ({ id, orderNo: id, status, closeReason: null, code: 'BTCUSDT' });
const option = (id: string, status: string) => ({ id, orderNo: id, status, strike: '1', periodId: '1m' });

const fetchedKeys = [
  [...account, 'orders', 'open'],
  [...account, 'orders', 'awaiting'],
  [...account, 'orders', 'history', ['closed'], ''],
  [...account, 'options', 'open'],
  [...account, 'options', 'history', ['won'], ''],
  [...account, 'spot', 'open'],
  [...account, 'balance'],
  [...account, 'totals'],
  [...account, 'pair', 'BTCUSDT'],
  ['account', 'ada', 'limits'],
  ['account', 'ada', 'notifications', 'unread'],
  ['market'],
];

/** A page that shows all of it, and counts what is fetched after the first time. */
async function page() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const fetched: string[] = [];
  /** What the server has available for this person. */
  const answers = { available: '100' };
  for (const queryKey of fetchedKeys) {
    const queryFn = async () => {
      fetched.push(queryKey.slice(2).flat().join(' ') || queryKey.join(' '));
      const balances = { balances: [{ asset: 'USDT', available: answers.available }] };
      return queryKey.includes('balance') ? balances : { items: [position('1', 'open')], nextCursor: null };
    };
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  }
  const settle = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await settle();
  fetched.length = 0;
  const waves: (() => void)[] = [];
  const cache = new AccountCache(client, (_, run) => waves.push(run));
  const wave = async () => {
    for (const run of waves.splice(0)) run();
    await settle();
    return fetched.splice(0).toSorted();
  };
  const items = (...key: readonly string[]) =>
    (client.getQueryData([...account, ...key]) as { items: { id: string; status: string }[] }).items.map(
      ({ id, status }) => `${id} ${status}`,
    );
  return { client, cache, wave, waves, items, answers };
}

test('an order that was opened stands in its list at once, and only figures of money are fetched, in one wave', async () => {
  const { cache, wave, waves, items, client } = await page();
  cache.hear(account, { event: 'order', data: position('2', 'open') });
  cache.hear(account, { event: 'balance', data: { asset: 'USDT', available: '90' } });
  cache.learn(account, position('2', 'open'));
  expect(items('orders', 'open')).toEqual(['2 open', '1 open']);
  expect(client.getQueryData([...account, 'balance'])).toEqual({ balances: [{ asset: 'USDT', available: '90' }] });
  expect(waves).toHaveLength(1);
  expect(await wave()).toEqual(['demo balance', 'demo pair BTCUSDT', 'demo totals', 'limits']);
});

test('an order that has ended leaves its list, and the history is fetched', async () => {
  const { cache, wave, items } = await page();
  cache.hear(account, { event: 'order', data: position('1', 'closed') });
  expect(items('orders', 'open')).toEqual([]);
  expect(await wave()).toContain('demo orders history closed ');
});

test('a limit order that is filled moves from the list of those that wait to the positions', async () => {
  const { cache, items } = await page();
  cache.learn(account, position('3', 'awaiting'));
  expect(items('orders', 'awaiting')).toEqual(['3 awaiting', '1 open']);
  cache.learn(account, position('3', 'open'));
  expect(items('orders', 'awaiting')).toEqual(['1 open']);
  expect(items('orders', 'open')).toEqual(['3 open', '1 open']);
});

test('an option touches no list of contracts', async () => {
  const { cache, wave, items } = await page();
  cache.hear(account, { event: 'order', data: option('9', 'open') });
  expect(items('options', 'open')).toEqual(['9 open', '1 open']);
  expect((await wave()).filter((key) => key.includes('orders'))).toEqual([]);
});

test('a list that nobody has asked for yet makes no other be fetched', async () => {
  const { cache, wave, client } = await page();
  client.removeQueries({ queryKey: [...account, 'orders', 'awaiting'] });
  cache.learn(account, position('1', 'closed'));
  expect((await wave()).filter((key) => key.startsWith('demo orders'))).toEqual(['demo orders history closed ']);
});

test('a list that is being fetched just then is fetched again: the answer may be older than the row', async () => {
  const { cache, wave, client } = await page();
  void client.refetchQueries({ queryKey: [...account, 'orders', 'open'] });
  cache.hear(account, { event: 'order', data: position('2', 'open') });
  expect((await wave()).filter((key) => key === 'demo orders open')).toHaveLength(2);
});

test('a list that has missed something stays out of date: a row that is told later does not make it whole', async () => {
  const { cache, client, items, wave } = await page();
  await client.invalidateQueries({ queryKey: [...account, 'orders', 'open'], refetchType: 'none' });
  cache.hear(account, { event: 'order', data: position('2', 'open') });
  expect(items('orders', 'open')).toEqual(['2 open', '1 open']);
  expect(await wave()).toContain('demo orders open');
});

test('what is no order of this kind makes everything of the account be fetched, and nothing else', async () => {
  const { cache, wave } = await page();
  cache.hear(account, { event: 'order', data: { id: '1', loanNo: 'L1' } });
  const fetched = await wave();
  expect(fetched).toHaveLength(fetchedKeys.length - 1);
  expect(fetched).not.toContain('market');
});

const money = ['demo balance', 'demo pair BTCUSDT', 'demo totals', 'limits'];

test('what the feed tells late of an act that was answered changes nothing and makes nothing be fetched', async () => {
  const { cache, wave, waves, items, answers } = await page();
  cache.learn(account, position('2', 'open'));
  answers.available = '90';
  expect(await wave()).toEqual(money);
  cache.hear(account, { event: 'order', data: position('2', 'open') });
  cache.hear(account, { event: 'balance', data: { asset: 'USDT', available: '90' } });
  expect(waves).toEqual([]);
  expect(items('orders', 'open')).toEqual(['2 open', '1 open']);
});

test('an answer that comes after the feed has told its act, and what followed, brings no old row back', async () => {
  const { cache, wave, waves, items } = await page();
  const [first, second] = [position('2', 'open'), { ...position('2', 'open'), stopLoss: '9' }];
  cache.hear(account, { event: 'order', data: first });
  cache.hear(account, { event: 'order', data: second });
  await wave();
  cache.learn(account, first);
  expect(waves).toEqual([]);
  cache.hear(account, { event: 'order', data: position('3', 'closed') });
  await wave();
  cache.learn(account, position('3', 'open'));
  expect(waves).toEqual([]);
  expect(items('orders', 'open')).toEqual(['2 open', '1 open']);
});

test('an order that is set back to what it was is written each time', async () => {
  const { cache, client } = await page();
  const [low, high] = [
    { ...position('1', 'open'), stopLoss: '8' },
    { ...position('1', 'open'), stopLoss: '9' },
  ];
  const shown = () => client.getQueryData<{ items: unknown[] }>([...account, 'orders', 'open'])?.items;
  for (const row of [low, high, low]) {
    cache.learn(account, row);
    expect(shown()).toEqual([row]);
    cache.hear(account, { event: 'order', data: row });
    expect(shown()).toEqual([row]);
  }
  for (const row of [high, low, high]) {
    cache.hear(account, { event: 'order', data: row });
    expect(shown()).toEqual([row]);
  }
});

test('after a reconnect the same words are news again: what the broken line would have repeated never came', async () => {
  const { cache, wave, waves, client } = await page();
  cache.learn(account, position('2', 'open'));
  await wave();
  cache.hear(account, { event: 'authenticated', data: null });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  cache.hear(account, { event: 'order', data: position('2', 'open') });
  expect(waves).toHaveLength(1);
});

test('a balance that is told while it is being fetched is held against the answer', async () => {
  const { cache, wave, waves, answers, client } = await page();
  const fetching = () => void client.refetchQueries({ queryKey: [...account, 'balance'] });
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0));
  answers.available = '90';
  fetching();
  cache.hear(account, { event: 'balance', data: { asset: 'USDT', available: '95' } });
  cache.hear(account, { event: 'balance', data: { asset: 'USDT', available: '90' } });
  await settled();
  // The look at what has come; it was known.
  expect(await wave()).toEqual(['demo balance']);
  expect(waves).toEqual([]);

  fetching();
  cache.hear(account, { event: 'balance', data: { asset: 'USDT', available: '80' } });
  await settled();
  expect(await wave()).toEqual(['demo balance']);
  // The answer was older than the event: the figures are fetched.
  expect(client.getQueryData([...account, 'balance'])).toEqual({ balances: [{ asset: 'USDT', available: '80' }] });
  answers.available = '80';
  expect(await wave()).toEqual(money);
});

test('what an asset has that the page shows nowhere is always news', async () => {
  const { cache, wave } = await page();
  for (let count = 0; count < 2; count += 1) {
    cache.hear(account, { event: 'balance', data: { asset: 'BTC', available: '1' } });
    expect(await wave()).toEqual(money);
  }
});
