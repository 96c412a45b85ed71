import { expect, test } from 'vitest';
import { draw, speak } from '../../../test/around.tsx';
import { position } from '../../../test/samples.ts';
import { signIn } from '../../../test/signed-in.ts';
import { wire } from '../../../test/wire.ts';
import { queryClient } from '../../shared/client/api.ts';
import { useTradeLines } from './use-trade-lines.ts';

/** The chart runs from left to right: a label that is drawn on it is kept in one piece, as `apart` does it. */
function Labels() {
  return useTradeLines({ code: position.code }).map(({ orderId, kind, label }) => (
    <p key={`${orderId} ${kind}`} dir="ltr" data-kind={kind} className="w-fit">
      {`\u2068${label}\u2069`}
    </p>
  ));
}

/** The place of a part of a text on the screen. */
function placeOf(text: Text, part: string): DOMRect {
  const range = new Range();
  const from = text.data.indexOf(part);
  range.setStart(text, from);
  range.setEnd(text, from + part.length);
  return range.getBoundingClientRect();
}

const texts = (): Text[] =>
  [...document.querySelectorAll('[data-kind]')].flatMap(({ firstChild }) => (firstChild instanceof Text ? [firstChild] : []));

test('on a page that runs from right to left a label begins at the right, and its figures read from left to right', async () => {
  queryClient.clear();
  await speak('ar');
  const network = wire();
  signIn();
  await draw(<Labels />);
  const stands = { ...position, lots: '0.02', stopLoss: '90000.00', targets: [{ price: '99000.00', lots: '0.01' }] };
  for (const items of [[stands], []]) (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  await expect.poll(texts).toHaveLength(4);
  for (const text of texts()) {
    const [name = '', size = ''] = text.data.slice(1, -1).split(' · ');
    const lots = /[\d.]+/.exec(size)?.[0] ?? '';
    expect(placeOf(text, name).left).toBeGreaterThanOrEqual(placeOf(text, lots).right);
    expect(placeOf(text, lots.slice(0, 1)).left).toBeLessThan(placeOf(text, lots.slice(-1)).left);
  }
});

test('in other languages it begins at the left', async () => {
  queryClient.clear();
  await speak('de');
  const network = wire();
  signIn();
  await draw(<Labels />);
  for (const items of [[position], []]) (await network.next('/order/listUOrder')).answer({ items, nextCursor: null });
  await expect.poll(texts).not.toHaveLength(0);
  for (const text of texts()) {
    const [name = ''] = text.data.slice(1, -1).split(' · ');
    expect(placeOf(text, name).right).toBeLessThanOrEqual(placeOf(text, '0,02').left);
  }
});
