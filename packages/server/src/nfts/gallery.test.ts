import { index } from '@assay/contract/endpoints/index.ts';
import { languages } from '@assay/contract/vocabulary/languages.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { auctioning } from '../../test/nfts.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { openGallery } from './open-gallery.ts';

it('a sandbox opens with 25 pieces in every state, and starting twice hangs nothing twice', async () => {
  const db = await testDatabase();
  const { call, from, clock, bidder, makeRound } = await auctioning(db);
  const collectors: string[] = [];
  for (const name of ['mei_lin', 'omar_k', 'ines_v', 'tariq88']) collectors.push((await bidder(name, '20000')).userId);
  await openGallery(db, collectors, clock.now());
  await openGallery(db, collectors, clock.now());
  await makeRound();
  const pieces = await call(index.listNft, {});
  const counts = Object.fromEntries([...Map.groupBy(pieces, ({ status }) => status)].map(([name, all]) => [name, all.length]));
  expect(counts).toEqual({ onSale: 13, upcoming: 4, sold: 7, unsold: 1 });
  const sold = pieces.filter(({ soldFor }) => soldFor !== null);
  const total = sold.reduce((sum, { soldFor }) => sum + Number(soldFor), 0);
  expect(Number(pieces[0]?.cumulativeDonation)).toBeCloseTo(total, 6);
  // What ends next comes first.
  const ends = pieces.filter(({ status }) => status === 'onSale').map(({ endsAt }) => endsAt);
  expect(ends).toEqual(ends.toSorted());
  // Every title reads in nine languages besides the one that it has, and as its maker gave it in that one.
  const perTitle = new Map<string, (string | null)[]>();
  for (const language of languages)
    for (const { title, meaning } of await from('192.0.2.2', undefined, { 'Accept-Language': language })(index.listNft, {}))
      perTitle.set(title, [...(perTitle.get(title) ?? []), meaning]);
  expect(perTitle.size).toBe(25);
  for (const [title, meanings] of perTitle) {
    expect(meanings, title).toHaveLength(languages.length);
    expect(meanings.filter((meaning) => meaning === null).length, title).toBe(1);
  }
  await expectSoundBooks(db);
});
