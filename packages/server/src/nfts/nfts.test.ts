import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { hour, minute, refusalOf } from '../../test/identity-app.ts';
import { auctioning, childrensFund } from '../../test/nfts.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { transfersOf } from '../ledger/index.ts';

// The clock begins on Monday, 7 January 2030, 12:00 UTC, and only runs forward from story to story.

const db = await testDatabase();
const { app, clock, call, bidder, has, offer, makeRound, owedToCharity } = await auctioning(db);
const bid = (id: string, amount: string) => ({ id, kind: 'bid', amount }) as const;
const at = (ms: number) => new Date(ms).toISOString();

async function told(person: Awaited<ReturnType<typeof bidder>>) {
  const rows = await db.query<{ kind: string; facts: object }>(
    'select kind, facts from notifications where user_id = $1 order by id desc',
    [person.userId],
  );
  return rows.map(({ kind, facts }) => [kind, facts]);
}

describe('an auction', () => {
  it('holds the highest bid and gives the outbid one back at once: 50, then 52.50, and 60 for the first again', async () => {
    const [ada, ben] = [await bidder('ada_first'), await bidder('ben_second')];
    const id = await offer();
    expect(await call(index.getNft, { id })).toMatchObject({
      currentBid: null,
      minimumBid: '50',
      buyNowPrice: '400',
      bids: 0,
      reserveMet: false,
      status: 'onSale',
      history: [],
    });
    expect(await ada.real(user.buyNft, bid(id, '50'))).toMatchObject({ notice: null, id, status: 'onSale' });
    expect(await has(ada.userId)).toEqual({ available: 950, bid: 50 });
    // 50 and 5% are 52.50.
    expect(await refusalOf(ben.real(user.buyNft, bid(id, '52.49')))).toBe('11085');
    await ben.real(user.buyNft, bid(id, '52.5'));
    expect(await has(ada.userId)).toEqual({ available: 1000, bid: 0 });
    expect(await has(ben.userId)).toEqual({ available: 947.5, bid: 52.5 });
    await ada.real(user.buyNft, bid(id, '60'));
    const piece = await call(index.getNft, { id });
    expect(piece).toMatchObject({ currentBid: '60', minimumBid: '63', buyNowPrice: null, bids: 3, reserveMet: false });
    expect(piece.history.map(({ bidder: who, amount }) => [who, amount])).toEqual([
      ['a***t', '60'],
      ['b***d', '52.5'],
      ['a***t', '50'],
    ]);
    expect(await told(ada)).toEqual([['outbid', { nftId: id, title: 'Kite', released: '50', currentBid: '52.5' }]]);
    await expectSoundBooks(db);
  });

  it('ends with the highest bid, whole for the charity, once', async () => {
    const before = await owedToCharity();
    const [cid, dot] = [await bidder('cid_wins'), await bidder('dot_loses')];
    const id = await offer();
    await dot.real(user.buyNft, bid(id, '100'));
    await cid.real(user.buyNft, bid(id, '120'));
    clock.advance(2 * hour);
    await Promise.all([makeRound(), makeRound()]);
    await makeRound();
    expect(await has(cid.userId)).toEqual({ available: 880, bid: 0 });
    expect(await has(dot.userId)).toEqual({ available: 1000, bid: 0 });
    expect((await owedToCharity()) - before).toBe(120);
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'sold', soldFor: '120', charity: childrensFund });
    expect(await told(cid)).toEqual([['nftWon', { nftId: id, title: 'Kite', donation: '120', charity: childrensFund }]]);
    const own = async (person: typeof cid) => (await person.real(user.listNft, {})).items[0];
    expect(await own(cid)).toMatchObject({ id, amount: '120', held: '0', standing: 'won', status: 'sold' });
    expect(await own(dot)).toMatchObject({ id, amount: '100', held: '0', standing: 'lost', currentBid: '120' });
    await expectSoundBooks(db);
  });

  it('gives the highest bid back when it stayed below the reserve', async () => {
    const eve = await bidder('eve_below');
    const id = await offer();
    await eve.real(user.buyNft, bid(id, '99.99'));
    clock.advance(2 * hour);
    await makeRound();
    expect(await has(eve.userId)).toEqual({ available: 1000, bid: 0 });
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'unsold', soldFor: null });
    expect((await eve.real(user.listNft, {})).items[0]).toMatchObject({ standing: 'released', held: '0' });
    expect(await told(eve)).toEqual([['reserveMissed', { nftId: id, title: 'Kite', released: '99.99' }]]);
    await expectSoundBooks(db);
  });

  it('stays unsold without bids', async () => {
    const id = await offer();
    clock.advance(2 * hour);
    await makeRound();
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'unsold', bids: 0 });
  });

  it('sets only the difference aside when its leader raises: 800 of 1,000, then 1,000', async () => {
    const fay = await bidder('fay_raises');
    const id = await offer({ buyNowPrice: null });
    await fay.real(user.buyNft, bid(id, '800'));
    await fay.real(user.buyNft, bid(id, '1000'));
    expect(await has(fay.userId)).toEqual({ available: 0, bid: 1000 });
    expect(await refusalOf(fay.real(user.buyNft, bid(id, '1050')))).toBe('10011');
    expect(await has(fay.userId)).toEqual({ available: 0, bid: 1000 });
    await expectSoundBooks(db);
  });

  it('moves its end by a bid in the last 15 minutes, to 15 minutes left, again and again', async () => {
    const [gus, hal] = [await bidder('gus_late'), await bidder('hal_later')];
    const id = await offer();
    const end = clock.now() + 2 * hour;
    clock.advance(2 * hour - 15 * minute);
    expect(await gus.real(user.buyNft, bid(id, '100'))).toMatchObject({ endsAt: at(end) });
    clock.advance(15 * minute - 1);
    expect(await hal.real(user.buyNft, bid(id, '110'))).toMatchObject({ endsAt: at(end - 1 + 15 * minute) });
    clock.advance(1);
    await makeRound();
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'onSale' });
    clock.advance(15 * minute - 1);
    // The end itself is too late.
    expect(await refusalOf(gus.real(user.buyNft, bid(id, '200')))).toBe('10020');
    await makeRound();
    expect(await call(index.getNft, { id })).toMatchObject({
      status: 'sold',
      soldFor: '110',
      endsAt: at(end - 1 + 15 * minute),
    });
    await expectSoundBooks(db);
  });

  it('opens by the clock, for the first bidder too when no round has been there', async () => {
    const ida = await bidder('ida_early');
    const id = await offer({ startsInMs: hour });
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'upcoming' });
    for (const kind of ['bid', 'buyNow'] as const) {
      expect(await refusalOf(ida.real(user.buyNft, { id, kind, amount: '400' }))).toBe('10020');
    }
    clock.advance(hour);
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'onSale' });
    await ida.real(user.buyNft, bid(id, '60'));
    expect(await has(ida.userId)).toEqual({ available: 940, bid: 60 });
  });

  it('is settled as of its end, however late a leader comes', async () => {
    const jan = await bidder('jan_waits');
    const id = await offer();
    await jan.real(user.buyNft, bid(id, '150'));
    const end = clock.now() + 2 * hour;
    clock.advance(40 * hour);
    await makeRound();
    const transfers = await transfersOf(db, `nft:${id.slice(1)}`);
    expect(transfers.map(({ reason, amount, at: time }) => [reason, amount, time.getTime()])).toEqual([
      ['bid.placed', 150_000_000n, end - 2 * hour],
      ['nft.won', 150_000_000n, end],
    ]);
  });
});

describe('buying now', () => {
  it('takes the price from free money, whole for the charity, and ends the auction', async () => {
    const before = await owedToCharity();
    const [kim, lea] = [await bidder('kim_buys'), await bidder('lea_late')];
    const id = await offer();
    expect(await kim.real(user.buyNft, { id, kind: 'buyNow', amount: '400' })).toMatchObject({
      notice: '20004',
      status: 'sold',
    });
    expect(await has(kim.userId)).toEqual({ available: 600, bid: 0 });
    expect((await owedToCharity()) - before).toBe(400);
    for (const kind of ['bid', 'buyNow'] as const) {
      expect(await refusalOf(lea.real(user.buyNft, { id, kind, amount: '400' }))).toBe('10020');
    }
    expect((await call(index.getNft, { id })).history).toMatchObject([{ bidder: 'k***s', kind: 'buyNow', amount: '400' }]);
    expect((await kim.real(user.listNft, {})).items[0]).toMatchObject({ standing: 'won', amount: '400' });
    await expectSoundBooks(db);
  });

  it('is over with the first bid, wants the exact price, and is not offered everywhere', async () => {
    const [max, nia] = [await bidder('max_bids'), await bidder('nia_wants')];
    const [id, other] = [await offer(), await offer({ buyNowPrice: null })];
    const buy = (piece: string, amount: string) => refusalOf(nia.real(user.buyNft, { id: piece, kind: 'buyNow', amount }));
    expect(await buy(id, '399.99')).toBe('10016');
    expect(await refusalOf(max.real(user.buyNft, bid(id, '400')))).toBe('11087');
    await max.real(user.buyNft, bid(id, '399.99'));
    expect(await buy(id, '400')).toBe('11086');
    expect(await buy(other, '400')).toBe('11086');
  });

  it('is refused without the money, and then nothing has happened', async () => {
    const ola = await bidder('ola_poor', '399.99');
    const id = await offer();
    expect(await refusalOf(ola.real(user.buyNft, { id, kind: 'buyNow', amount: '400' }))).toBe('10011');
    expect(await call(index.getNft, { id })).toMatchObject({ status: 'onSale', bids: 0, history: [] });
    expect(await has(ola.userId)).toEqual({ available: 399.99, bid: 0 });
  });
});

describe('the donation', () => {
  it('is the sum of everything sold, and of the credits of the charity account in the books', async () => {
    const [piece] = await call(index.listNft, {});
    const [credits] = await db.query<{ sum: bigint }>(
      `select sum(t.amount) as sum from ledger_transfers t join ledger_accounts a on a.id = t.to_account where a.kind = 'charity'`,
    );
    const [sold] = await db.query<{ sum: bigint }>(`select sum(price) as sum from nfts where status = 'sold'`);
    expect(piece?.cumulativeDonation).toBe(String(Number(credits?.sum) / 1e6));
    expect(credits).toEqual(sold);
  });
});

describe('what is refused', () => {
  it('refuses amounts finer than a cent, and what is no amount', async () => {
    const pia = await bidder('pia_odd');
    const id = await offer();
    for (const amount of ['60.001', '60.000001', '0', ''])
      expect(await refusalOf(pia.real(user.buyNft, bid(id, amount)))).toBe('10016');
    for (const amount of ['-60', '1e3', 'NaN', '٦٠', '60.0000000000000000001']) {
      expect(await refusalOf(pia.real(user.buyNft, bid(id, amount)))).toBe('400');
    }
    expect(await refusalOf(pia.real(user.buyNft, bid(id, '1000.01')))).toBe('11087');
  });

  it('refuses pieces that are not there, on the demo account all of them, and shows nobody the bids of another', async () => {
    const [quin, ria] = [await bidder('quin_asks'), await bidder('ria_other')];
    const id = await offer();
    for (const unknown of ['n999999', '1', 'p1', 'n0', 'n99999999999999999']) {
      expect(await refusalOf(quin.real(user.buyNft, bid(unknown, '60')))).toBe('404');
      expect(await refusalOf(call(index.getNft, { id: unknown }))).toBe('404');
    }
    expect(await refusalOf(quin.demo(user.buyNft, bid(id, '60')))).toBe('11002');
    await quin.real(user.buyNft, bid(id, '60'));
    expect((await ria.real(user.listNft, {})).items).toEqual([]);
    expect(await refusalOf(ria.real(user.listNft, { cursor: 'n1' }))).toBe('400');
  });

  it('lists own pieces a page at a time, each once, by the latest own bid', async () => {
    const [sam, tea] = [await bidder('sam_lists'), await bidder('tea_lists')];
    const ids = [await offer(), await offer(), await offer()];
    for (const id of ids) await sam.real(user.buyNft, bid(id, '60'));
    await tea.real(user.buyNft, bid(ids[0] ?? '', '70'));
    await sam.real(user.buyNft, bid(ids[0] ?? '', '80'));
    const first = await sam.real(user.listNft, { limit: 2 });
    expect(first.items.map(({ id, amount }) => [id, amount])).toEqual([
      [ids[0], '80'],
      [ids[2], '60'],
    ]);
    const rest = await sam.real(user.listNft, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest.items.map(({ id }) => id)).toEqual([ids[1]]);
    expect(rest.nextCursor).toBeNull();
  });
});

describe('the artwork', () => {
  it('is drawn by the piece, the same each time, and can neither load nor run anything', async () => {
    const id = await offer();
    const { image } = await call(index.getNft, { id });
    const [first, second] = [await app.inject({ url: image }), await app.inject({ url: image })];
    expect(first.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(first.body).toBe(second.body);
    expect(first.body).toMatch(/^<svg /);
    expect(first.body).not.toMatch(/<script|javascript:|href|url\(http/i);
    for (const file of ['n999999.svg', 'x.svg', 'n1', '..%2Fn1.svg']) {
      expect((await app.inject({ url: `/nfts/art/${file}` })).statusCode).toBe(404);
    }
  });
});
