import type { MarketItem } from '@assay/contract/endpoints/index.ts';
import type { FeedQuote } from '@assay/contract/feed.ts';
import { type Draft, firstPageId } from '@assay/contract/first-page.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFormat } from '../shared/words/format.ts';
import { openEarly } from './early-line.ts';
import { fill, textsOf } from './filling.ts';
import { rowsWithGaps } from './looks.ts';
import { drawRow, prepare } from './render.tsx';

const item = (code: string, nowPrice: string): MarketItem => ({
  code,
  type: 2,
  id: code,
  appName: code,
  logo: '',
  price: '95000.5',
  nowPrice,
  zdf: '1.17',
  hundred: [95000.5, 96123],
  open: true,
});
const items = [item('BTCUSDT', '96123.00'), item('ETHUSDT', '3500.10')];
const quote = (code: string, price: string): FeedQuote => ({
  code,
  price,
  zdf: '1.20',
  bid: price,
  ask: price,
  time: '2026-01-05T12:00:00.000Z',
});

let draft: Draft;
beforeAll(async () => {
  await prepare();
  const rows = rowsWithGaps(drawRow);
  const parts: Draft['parts'] = [
    '<div id="root"><table><tbody>',
    `</tbody></table></div><script type="application/json" id="${firstPageId}">`,
    '</script>',
  ];
  draft = { language: 'de', layout: 'mobile', reader: 'visitor', parts, rows, scripts: [], styles: [] };
});

/** The page as the server sends it, and the other end of its line. */
function sent(of: Draft) {
  document.body.innerHTML = fill(of, items);
  const said: unknown[] = [];
  const socket = Object.assign(new EventTarget(), { send: (text: string) => said.push(JSON.parse(text)) });
  vi.stubGlobal('WebSocket', function open() {
    return socket;
  });
  const early = openEarly();
  const hear = (data: string) => socket.dispatchEvent(new MessageEvent('message', { data }));
  return {
    early,
    said,
    open: () => socket.dispatchEvent(new Event('open')),
    hear,
    quoted: (...quotes: FeedQuote[]) => hear(JSON.stringify(quotes)),
    rows: () => document.querySelector('tbody')?.innerHTML,
  };
}

const drawn = (...shown: readonly MarketItem[]) => {
  const body = document.createElement('tbody');
  body.innerHTML = shown.map((one) => drawRow(textsOf(one, createFormat('de')))).join('');
  return body.innerHTML;
};

beforeEach(() => {
  delete document.documentElement.dataset['stale'];
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('the page that was sent asks for what it shows, and shows what it is told, letter for letter as the application would', () => {
  const { early, said, open, quoted, rows } = sent(draft);
  open();
  expect(said).toEqual([{ op: 'subscribe', codes: ['BTCUSDT', 'ETHUSDT'] }]);
  quoted(quote('ETHUSDT', '3501.25'), quote('NOBODYS', '1'));
  const after = [items[0] ?? item('', ''), item('ETHUSDT', '3501.25')];
  expect(rows()).toBe(drawn(...after));
  expect(rows()).not.toBe(drawn(...items));
  expect(early.page?.rows).toEqual(after.map((one) => textsOf(one, createFormat('de'))));
  quoted(quote('BTCUSDT', '96200'));
  expect(rows()).toContain('96.200,00');
});

test('what it is told first and last goes on to the application; what is no quotes changes nothing', () => {
  const { early, hear, quoted, rows } = sent(draft);
  hear('{"event":"pong","data":null}');
  expect(early.heard()).toEqual([]);
  for (const price of ['96124', '96125', '96126']) quoted(quote('BTCUSDT', price));
  hear('[{"code":"BTCUSDT","price":"<b>","zdf":"0"}]');
  expect(early.heard().map((text) => (JSON.parse(text) as FeedQuote[])[0]?.price)).toEqual(['96124', '<b>']);
  expect(rows()).toBe(drawn(item('BTCUSDT', '96126'), items[1] ?? item('', '')));
});

test('what is stopped goes on to the application as it was told last, before any price', () => {
  const { early, hear, quoted } = sent(draft);
  hear('{"event":"halts","data":[]}');
  const told = '{"event":"halts","data":[{"scope":"opening"}]}';
  hear(told);
  quoted(quote('BTCUSDT', '96124'));
  expect(early.heard()[0]).toBe(told);
  expect(early.heard()).toHaveLength(3);
});

test('from the moment at which it is taken over it leaves the page as it is', () => {
  const { early, quoted, rows } = sent(draft);
  quoted(quote('BTCUSDT', '96124'));
  early.stop();
  const stood = [rows(), JSON.stringify(early.page)];
  quoted(quote('BTCUSDT', '96125'));
  expect([rows(), JSON.stringify(early.page)]).toEqual(stood);
});

test('a page that is hidden, or has no rows, only opens the line', () => {
  document.documentElement.dataset['stale'] = '';
  const hidden = sent(draft);
  hidden.open();
  hidden.quoted(quote('BTCUSDT', '96124'));
  expect([hidden.said, hidden.early.page, hidden.early.codes]).toEqual([[], null, []]);
  delete document.documentElement.dataset['stale'];
  const frame = sent({ ...draft, reader: 'demo', rows: {} });
  frame.open();
  expect([frame.said, frame.early.page?.book]).toEqual([[], 'demo']);
});
