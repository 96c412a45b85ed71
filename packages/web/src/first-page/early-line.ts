// A script of its own within the page that the server sends: it opens the live feed while the application is still on its way,
// and keeps the prices shown there up to date. The application takes both over.
import type { FeedQuote } from '@assay/contract/feed.ts';
import { type FirstPage, firstPageId, type FirstRow } from '@assay/contract/first-page.ts';
import { feedPath, feedProtocol } from '@assay/contract/paths.ts';
import type { EarlyLine } from '../shared/first-page.ts';
import { figuresOf } from '../shared/trading/market/figures.ts';
import { isDecimal, priceText } from '../shared/words/format.ts';

export function openEarly(): EarlyLine {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${feedPath}`, feedProtocol);
  const sent = pageThatStands();
  const rows = [...(sent?.rows ?? [])];
  const codes = rows.map(({ item }) => item.code);
  let [halts, first, last]: (string | undefined)[] = [];
  let isShown = true;

  socket.addEventListener('open', () => {
    if (codes.length > 0) socket.send(JSON.stringify({ op: 'subscribe', codes }));
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return;
    if (!data.startsWith('[')) {
      // A halt is announced once, to a new visitor.
      if (data.startsWith('{"event":"halts"')) halts = data;
      return;
    }
    first ??= data;
    last = data;
    // Our own server has written it.
    if (sent !== null && isShown) show(JSON.parse(data) as readonly FeedQuote[], sent, rows);
  });
  return {
    socket,
    codes,
    heard: () => [halts, first, last].filter((text) => text !== undefined),
    page: sent && { ...sent, rows },
    stop: () => {
      isShown = false;
    },
  };
}

/** Null where this browser's is another one, which hides what was sent. */
function pageThatStands(): FirstPage | null {
  if (document.documentElement.dataset['stale'] !== undefined) return null;
  return JSON.parse(document.getElementById(firstPageId)?.textContent ?? 'null') as FirstPage | null;
}

/** Writes these prices where the page has its own, and into what its first draw goes by: the two stay the same, letter for letter. */
function show(quotes: readonly FeedQuote[], { language }: FirstPage, rows: FirstRow[]): void {
  const cells = document.querySelectorAll('#root tbody td:last-child bdi:first-child');
  for (const quote of quotes) {
    const place = rows.findIndex(({ item }) => item.code === quote.code);
    const [row, cell] = [rows[place], cells[place]];
    if (row === undefined || cell === undefined) continue;
    const { price, scale } = figuresOf(row.item, quote);
    if (price === row.item.nowPrice || !isDecimal(price)) continue;
    const text = priceText(language, scale, price);
    rows[place] = { ...row, item: { ...row.item, nowPrice: price }, price: text };
    cell.textContent = text;
  }
}
