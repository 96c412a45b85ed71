import type { NftDetail } from '@assay/contract/endpoints/nfts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, speak } from '../../../test/around.tsx';
import { at, piece } from '../../../test/samples.ts';
import { BidHistory } from './detail/bid-history.tsx';
import { PieceCard } from './gallery/piece-card.tsx';

const sold: NftDetail = {
  ...piece,
  // Drawn here: one that is not there would be shown otherwise.
  image: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
  bids: 1,
  soldFor: '240',
  startsAt: '2025-01-01T00:00:00.000Z',
  endsAt: at,
  status: 'sold',
  history: [{ bidder: 'p***9', kind: 'bid', amount: '240', time: '2025-06-02T11:00:00.000Z', endsAt: at }],
};

/** Where the letters stand, not the box around them. */
function lettersOf(text: string): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(page.getByText(text, { exact: true }).element());
  return range.getBoundingClientRect();
}

test('of a piece that is over the price and the day stand on one line', async () => {
  await draw(
    <ul style={{ width: 320 }}>
      <PieceCard piece={sold} />
    </ul>,
  );
  await expect.element(page.getByText('Ended', { exact: true })).toBeVisible();
  expect(lettersOf('Ended').top).toBeCloseTo(lettersOf('Sold for').top, 0);
  const [price, day] = [...document.querySelectorAll('dd')].map((value) => value.getBoundingClientRect());
  expect(day?.bottom).toBeCloseTo(price?.bottom ?? 0, 0);
});

test('a piece that nobody bought says when its auction was over, and has its status as a badge', async () => {
  await draw(
    <ul style={{ width: 320 }}>
      <PieceCard piece={{ ...sold, status: 'unsold', soldFor: null }} />
    </ul>,
  );
  await expect.element(page.getByText('2 Jun 2025')).toBeVisible();
  await expect.element(page.getByText('Unsold')).toBeVisible();
  expect(page.getByRole('definition').getByText('Unsold').elements()).toEqual([]);
});

test.each(['en', 'ar'] as const)('the name of a bidder stands at the edge where the line begins in %s', async (language) => {
  await speak(language);
  await draw(<BidHistory piece={sold} />);
  const name = page.getByText('p***9');
  await expect.element(name).toBeVisible();
  const line = name.element().closest('li')?.getBoundingClientRect();
  const letters = lettersOf('p***9');
  const fromEdge = language === 'ar' ? (line?.right ?? NaN) - letters.right : letters.left - (line?.left ?? NaN);
  expect(fromEdge).toBeCloseTo(0, 0);
});
