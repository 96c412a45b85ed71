import { user } from '@assay/contract/endpoints/user.ts';
import { houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase } from '../../test/database.ts';
import { hour } from '../../test/identity-app.ts';
import { watchingLocks } from '../../test/locks/order.ts';
import { auctioning } from '../../test/nfts.ts';
import { type Finding, audit, post } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { holdings } from './holdings.ts';
import { placeBid } from './place-bid.ts';
import { AuctionsRound } from './round.ts';

// Versions without one guard each. The checks that the other stories make must not let them pass.

async function findings(db: Database): Promise<readonly Finding[]> {
  return (await audit(db, { holdings })).findings;
}

const isLock = (sql: string) => sql.includes('from nfts n') && sql.includes(' for update');
const withoutLock = (sql: string) => (isLock(sql) ? sql.replace(' for update', '') : sql);

it('a version without the row lock takes two bids on the same state, and the table refuses the second', async () => {
  const db = await testDatabase();
  const { nfts, bidder, offer, makeRound } = await auctioning(db);
  const people = [await bidder('first'), await bidder('second')];
  const bidTwice = async (database: Database, id: string, price: string) => {
    const bids = people.map(({ userId }) =>
      database.transact((tx) => placeBid({ ...nfts, db: database }, tx, userId, { id, amount: price })),
    );
    return (await Promise.allSettled(bids)).map(({ status }) => status).toSorted();
  };
  const unlocked = () => rewritten(db, withoutLock, isLock, 2);
  const id = await offer();
  // Equal bids: the key of the amount keeps the second out.
  expect(await bidTwice(unlocked(), id, '100')).toEqual(['fulfilled', 'rejected']);
  expect(await findings(db)).toEqual([]);
  await db.query('alter table nft_bids drop constraint nft_bids_nft_id_amount_key');
  const other = await offer();
  // It is on sale already, or its opening would be one guard more.
  await makeRound();
  expect(await bidTwice(unlocked(), other, '100')).toEqual(['fulfilled', 'fulfilled']);
  // Without either guard a customer's money is held for a bid that is no longer the highest.
  expect(await findings(db)).toMatchObject([{ check: 'held' }]);
});

it('a version that settles whatever the status says would pay the charity twice: the table refuses, then the auditor finds it', async () => {
  const db = await testDatabase();
  const { nfts, clock, bidder, offer, has } = await auctioning(db);
  const { real, userId } = await bidder('winner');
  // A bid that stays held: without it the books themselves would have nothing to give twice.
  const longer = await offer({ lastsMs: 90 * hour, buyNowPrice: null });
  await real(user.buyNft, { id: longer, kind: 'bid', amount: '500' });
  const bare = (sql: string) => withoutLock(sql).replace('and n.status = $2 returning', 'and $2 <> $3 returning');
  const endOfOne = async () => {
    const id = await offer();
    await real(user.buyNft, { id, kind: 'bid', amount: '150' });
    clock.advance(2 * hour);
    const unguarded = { ...nfts, db: rewritten(db, bare, isLock, 2) };
    await Promise.all([1, 2].map(() => new AuctionsRound(unguarded, silent).run(new AbortController().signal)));
  };
  await endOfOne();
  expect(await has(userId)).toEqual({ available: 350, bid: 500 });
  expect(await findings(db)).toEqual([]);
  await db.query('drop trigger nfts_guard on nfts');
  await endOfOne();
  expect(await has(userId)).toEqual({ available: 200, bid: 350 });
  expect((await findings(db)).map(({ check }) => check)).toEqual(['held', 'held']);
});

it('the auditor finds a bid that nobody holds, and money owed to a charity for nothing', async () => {
  const db = await testDatabase();
  const { bidder, offer } = await auctioning(db);
  const { real, userId } = await bidder('short');
  const id = await offer();
  await real(user.buyNft, { id, kind: 'bid', amount: '150' });
  const reference = `nft:${id.slice(1)}`;
  const move = (from: 'bid' | 'available', to: 'bid' | 'available') =>
    db.transact((tx) =>
      post(tx, {
        book: 'real',
        reference,
        at: 0,
        reason: 'bid.placed',
        transfers: [{ from: userAccount(userId, from), to: userAccount(userId, to), asset: usdt, amount: amount(1n) }],
      }),
    );
  await move('bid', 'available');
  expect(await findings(db)).toMatchObject([{ check: 'held', about: `${userId} USDT bid ${reference}` }]);
  await move('available', 'bid');
  expect(await findings(db)).toEqual([]);
  await db.transact((tx) =>
    post(tx, {
      book: 'real',
      reference: 'nothing',
      at: 0,
      reason: 'nft.bought',
      transfers: [{ from: userAccount(userId, 'available'), to: houseAccount('charity'), asset: usdt, amount: amount(1n) }],
    }),
  );
  expect(await findings(db)).toMatchObject([{ check: 'held', about: 'house USDT charity nothing' }]);
});

/** What the tables' own guards say. */
const refused = /frozen|only rise|can't become|kept|check constraint/;

it('the table keeps terms, bids and ends as they are, for every writer', async () => {
  const db = await testDatabase();
  const { bidder, offer } = await auctioning(db);
  const { real } = await bidder('kept');
  const id = await offer();
  await real(user.buyNft, { id, kind: 'bid', amount: '150' });
  for (const change of [
    'reserve = reserve + 10000',
    "title = 'another'",
    "ends_at = ends_at - interval '1 second'",
    'current_bid = 140000000, bids = bids + 1',
    'bids = bids + 2, current_bid = 200000000',
    "status = 'unsold', ended_at = ends_at - interval '1 hour'",
    "status = 'unsold', ended_at = ends_at",
    "status = 'unsold', ended_at = ends_at, withdrawn_at = now()",
    "status = 'sold', ended_at = ends_at, buyer_id = bidder_id, price = current_bid + 10000",
    "status = 'upcoming'",
  ]) {
    await expect(db.query(`update nfts set ${change}`), change).rejects.toThrow(refused);
  }
  for (const statement of [
    'delete from nfts',
    'delete from nft_bids',
    'update nft_bids set amount = amount + 1',
    'truncate nft_bids',
  ]) {
    await expect(db.query(statement), statement).rejects.toThrow(refused);
  }
});

it('a version that does not lock both bidders together locks them in the order of bidding, in which two could wait for each other', async () => {
  const { db, broken } = watchingLocks(await testDatabase());
  const { nfts, bidder, offer } = await auctioning(db);
  const [first, second] = [await bidder('lower'), await bidder('higher')];
  const bid = (database: Database, { userId }: { userId: string }, id: string, price: string) =>
    database.transact((tx) => placeBid({ ...nfts, db: database }, tx, userId, { id, amount: price }));
  const read = `(
    select id, balance::numeric from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      with ordinality n (book, owner, asset, kind, place) left join ledger_accounts a using (book, owner, asset, kind) order by place
  ) accounts`;
  const unlocked = rewritten(
    db,
    (sql) => sql.replace('ledger_lock_many($1, $2, $3, $4)', read),
    () => false,
    1,
  );
  const id = await offer();
  await bid(db, first, id, '100');
  await bid(db, second, id, '110');
  await bid(db, first, id, '120');
  expect(broken).toEqual([]);
  await bid(unlocked, second, id, '130');
  expect(broken.map((each) => each.split(':', 1)[0])).toEqual([
    `real|${first.userId}|USDT|available after real|${second.userId}|USDT|bid`,
    `real|${first.userId}|USDT|bid after real|${second.userId}|USDT|bid`,
  ]);
});
