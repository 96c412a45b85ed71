import { index } from '@assay/contract/endpoints/index.ts';
import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { hour } from '../../test/identity-app.ts';
import { auctioning } from '../../test/nfts.ts';
import { expectSoundBooks } from '../../test/trading.ts';

const db = await testDatabase();
const { clock, call, bidder, has, offer, owedToCharity, makeRound } = await auctioning(db);
// Another process of the same deployment: its own server on the same database.
const other = await auctioning(db, { clock });

const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  );

/** How often each answer came. */
function counted(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));
}

describe('races', () => {
  it('two hundred parallel purchases with the whole balance, of two hundred pieces: one is bought', async () => {
    const { real, userId } = await bidder('spender', '400');
    const ids: string[] = [];
    for (let number = 0; number < 200; number += 1) ids.push(await offer());
    await warm(db);
    const outcomes = await Promise.all(
      ids.map((id) => outcome(real(user.buyNft, { id, kind: 'buyNow', amount: '400' }, { idempotencyKey: `buy-${id}` }))),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '10011': 199 });
    expect(await has(userId)).toEqual({ available: 0, bid: 0 });
    await expectSoundBooks(db);
  });

  it('two hundred parallel bids with the whole balance, for two hundred pieces: one is held', async () => {
    const { real, userId } = await bidder('bidder_all', '300');
    const ids: string[] = [];
    for (let number = 0; number < 200; number += 1) ids.push(await offer());
    const outcomes = await Promise.all(
      ids.map((id) => outcome(real(user.buyNft, { id, kind: 'bid', amount: '300' }, { idempotencyKey: `bid-${id}` }))),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '10011': 199 });
    expect(await has(userId)).toEqual({ available: 0, bid: 300 });
    await expectSoundBooks(db);
  });

  it('twenty people bid the same at once: one has it, nobody else is held for', async () => {
    const id = await offer();
    const people = [];
    for (let number = 0; number < 20; number += 1) people.push(await bidder(`equal${number}`));
    await warm(db);
    const outcomes = await Promise.all(
      people.map(({ real }) => outcome(real(user.buyNft, { id, kind: 'bid', amount: '100' }))),
    );
    expect(counted(outcomes)).toEqual({ done: 1, '11085': 19 });
    const held = await Promise.all(people.map(({ userId }) => has(userId)));
    expect(held.filter(({ bid }) => bid === 100)).toHaveLength(1);
    expect(held.filter(({ available }) => available === 1000)).toHaveLength(19);
    await expectSoundBooks(db);
  });

  it.each([
    ['twenty people', undefined],
    ['twenty people with a daily limit', '100000'],
  ])('%s outbid each other at once, for two pieces crosswise: nobody waits for ever, the highest stand', async (_, limit) => {
    const [one, two] = [await offer({ buyNowPrice: null }), await offer({ buyNowPrice: null })];
    const people = [];
    for (let number = 0; number < 10; number += 1) people.push(await bidder(`cross${limit ?? ''}_${number}`));
    if (limit !== undefined) for (const { real } of people) await real(limitCalls.setDailyLoss, { limit });
    await Promise.all(
      people.flatMap(({ real }, place) =>
        [
          [one, 100 + place * 20],
          [two, 280 - place * 20],
        ].map(([id, amount]) => outcome(real(user.buyNft, { id: String(id), kind: 'bid', amount: String(amount) }))),
      ),
    );
    for (const id of [one, two]) expect(await call(index.getNft, { id })).toMatchObject({ currentBid: '280' });
    const held = await Promise.all(people.map(({ userId }) => has(userId)));
    expect(held.reduce((sum, { bid }) => sum + bid, 0)).toBe(560);
    expect(held.every(({ available, bid }) => available + bid === 1000)).toBe(true);
    await expectSoundBooks(db);
  });

  it('a purchase and a bid at the same moment: one of the two has the piece', async () => {
    const [buyer, rival] = [await bidder('race_buyer', '100000'), await bidder('race_rival', '100000')];
    for (let turn = 0; turn < 8; turn += 1) {
      const id = await offer();
      const answers = await Promise.all([
        outcome(buyer.real(user.buyNft, { id, kind: 'buyNow', amount: '400' })),
        outcome(rival.real(user.buyNft, { id, kind: 'bid', amount: '60' })),
      ]);
      expect([
        ['done', '10020'],
        ['11086', 'done'],
      ]).toContainEqual(answers);
    }
    await expectSoundBooks(db);
  });

  it('the last bid and the rounds of two processes at the end: it is sold once, and paid once', async () => {
    clock.advance(2 * hour);
    await makeRound();
    const [leader, late] = [await bidder('race_leader', '100000'), await bidder('race_late', '100000')];
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await offer();
      await leader.real(user.buyNft, { id, kind: 'bid', amount: '100' });
      clock.advance(2 * hour);
      const before = await owedToCharity();
      const [bid] = await Promise.all([
        outcome(late.real(user.buyNft, { id, kind: 'bid', amount: '200' })),
        makeRound(),
        other.makeRound(),
        makeRound(),
      ]);
      expect(bid).toBe('10020');
      expect((await owedToCharity()) - before).toBe(100);
      expect(await call(index.getNft, { id })).toMatchObject({ status: 'sold', soldFor: '100' });
    }
    await expectSoundBooks(db);
  });

  it('the same key again answers the first bid and places no second, a minute later too', async () => {
    const { real, userId } = await bidder('repeats');
    const id = await offer();
    const wish = { id, kind: 'bid', amount: '60' } as const;
    await Promise.all(Array.from({ length: 20 }, () => real(user.buyNft, wish, { idempotencyKey: 'once' })));
    clock.advance(60_000);
    await real(user.buyNft, wish, { idempotencyKey: 'once' });
    expect((await call(index.getNft, { id })).bids).toBe(1);
    expect(await has(userId)).toEqual({ available: 940, bid: 60 });
  });
});
