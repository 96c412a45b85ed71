import { randomUUID } from 'node:crypto';
import { nftDeskCalls } from '@assay/contract/endpoints/console/nfts.ts';
import { proposalCalls } from '@assay/contract/endpoints/console/proposals.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { describe, expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { hour, refusalOf } from '../../test/identity-app.ts';
import { auctioning, childrensFund } from '../../test/nfts.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { serveNftsDesk } from './console.ts';

const db = await testDatabase();
const { clock, call, from, bidder, offer, owedToCharity, makeRound } = await auctioning(db);
const { operatorWith } = await consoleApp(db, clock, serveNftsDesk);
// Sessions of operators end while the clock runs on: every story signs its own in.
const finance = () => operatorWith(['finance']);

const reason = 'Agreed with the charity';
const once = () => ({ idempotencyKey: randomUUID() });
const draft = (part: object = {}) => ({
  charity: childrensFund,
  title: 'Harbour',
  creator: 'Ada',
  chain: 'Sandbox',
  address: '0x2',
  style: 'tide' as const,
  seed: 'harbour',
  startPrice: '20',
  reserve: '30',
  buyNowPrice: '90',
  startsAt: new Date(clock.now() + hour).toISOString(),
  endsAt: new Date(clock.now() + 5 * hour).toISOString(),
  ...part,
});

describe('a piece', () => {
  it('is written, edited until it starts, and then stays as it is', async () => {
    const ann = await finance();
    const { id } = await ann.call(nftDeskCalls.create, draft(), once());
    expect(await call(index.getNft, { id })).toMatchObject({
      title: 'Harbour',
      creator: 'Ada',
      chain: 'Sandbox',
      address: '0x2',
      status: 'upcoming',
      minimumBid: '20',
    });
    await ann.call(nftDeskCalls.edit, { id, ...draft({ title: 'Harbour at dawn', reserve: '40' }) }, once());
    expect(await ann.call(nftDeskCalls.detail, { id })).toMatchObject({ title: 'Harbour at dawn', reserve: '40', history: [] });
    clock.advance(hour);
    const ben = await finance();
    expect(await refusalOf(ben.call(nftDeskCalls.edit, { id, ...draft() }, once()))).toBe('11089');
    expect(await ben.call(nftDeskCalls.list, { status: 'onSale' })).toMatchObject({
      items: [{ id, title: 'Harbour at dawn' }],
    });
  });

  it('has a title of its maker, and what that means in the language of the reader', async () => {
    const ann = await finance();
    const titles = { de: 'Hafen', en: 'Harbour' };
    const { id } = await ann.call(nftDeskCalls.create, draft({ titles }), once());
    const readIn = (language: string) => from('192.0.2.3', undefined, { 'Accept-Language': language })(index.getNft, { id });
    expect(await readIn('de')).toMatchObject({ title: 'Harbour', meaning: 'Hafen' });
    // It is in that language already, or there is no translation.
    for (const language of ['en', 'ko']) expect(await readIn(language)).toMatchObject({ title: 'Harbour', meaning: null });
    await ann.call(nftDeskCalls.edit, { id, ...draft({ titles: { ko: '항구' } }) }, once());
    expect(await ann.call(nftDeskCalls.detail, { id })).toMatchObject({ titles: { ko: '항구' } });
    for (const wrong of [{ xx: 'Harbour' }, { de: '' }, { de: 'H'.repeat(81) }])
      expect(await refusalOf(ann.call(nftDeskCalls.create, draft({ titles: wrong }), once()))).toBe('400');
    const owner = await bidder('reader');
    clock.advance(hour);
    await owner.real(user.buyNft, { id, kind: 'bid', amount: '20' });
    expect((await owner.real(user.listNft, {})).items[0]).toMatchObject({ title: 'Harbour', meaning: null });
    const inKorean = from('192.0.2.3', owner.token, { virtually: 'YES', 'Accept-Language': 'ko' });
    expect((await inKorean(user.listNft, {})).items[0]).toMatchObject({ title: 'Harbour', meaning: '항구' });
  });

  it('is refused with terms that are no auction, and to those who may only look', async () => {
    const [ann, sue] = [await finance(), await operatorWith(['support'])];
    for (const part of [
      { reserve: '10' },
      { buyNowPrice: '20' },
      { startPrice: '20.001' },
      { startsAt: new Date(0).toISOString() },
    ]) {
      expect(await refusalOf(ann.call(nftDeskCalls.create, draft(part), once()))).toBe('11088');
    }
    expect(await refusalOf(sue.call(nftDeskCalls.create, draft(), once()))).toBe('403');
    expect((await sue.call(nftDeskCalls.list, {})).items.length).toBeGreaterThan(0);
  });

  it('is withdrawn as long as nobody has bid, and gone for customers then', async () => {
    const ann = await finance();
    const [id, other] = [await offer(), await offer()];
    await (await bidder('has_bid')).real(user.buyNft, { id: other, kind: 'bid', amount: '60' });
    expect(await ann.call(nftDeskCalls.withdraw, { id, reason }, once())).toMatchObject({ status: 'unsold', bids: 0 });
    expect(await refusalOf(call(index.getNft, { id }))).toBe('404');
    expect((await call(index.listNft, {})).map((each) => each.id)).not.toContain(id);
    for (const each of [id, other])
      expect(await refusalOf(ann.call(nftDeskCalls.withdraw, { id: each, reason }, once()))).toBe('11089');
    const { history } = await ann.call(nftDeskCalls.detail, { id: other });
    expect(history).toMatchObject([{ userName: 'has_bid', amount: '60', kind: 'bid' }]);
  });
});

describe('a payout', () => {
  it('needs two persons, and is never more than the charity is owed', async () => {
    const id = await offer();
    const elsewhere = await offer({ charity: 'Another fund' });
    const gives = await bidder('gives');
    for (const each of [id, elsewhere]) await gives.real(user.buyNft, { id: each, kind: 'buyNow', amount: '400' });
    clock.advance(2 * hour);
    await makeRound();
    const [ann, ben] = [await finance(), await finance()];
    const [charity] = await ann.call(nftDeskCalls.charities, {});
    // What was sold for the other charity is not this one's.
    expect(charity).toMatchObject({ name: childrensFund, donated: '400', paidOut: '0', owed: '400' });
    const charityId = charity?.id ?? '';
    const pay = (amount: string) => ann.call(nftDeskCalls.proposePayout, { id: charityId, amount, reason }, once());
    expect(await refusalOf(pay('400.000001'))).toBe('11090');
    const { proposalId } = await pay('300');
    expect((await ben.call(proposalCalls.detail, { id: proposalId })).weight).toBe('300');
    expect(await refusalOf(ann.call(proposalCalls.approve, { id: proposalId }, once()))).toBe('11070');
    expect(await owedToCharity()).toBe(800);
    expect(await ben.call(proposalCalls.approve, { id: proposalId }, once())).toMatchObject({ status: 'approved' });
    expect(await owedToCharity()).toBe(500);
    // What it was given in all does not shrink by being paid out.
    expect(await ann.call(nftDeskCalls.charities, {})).toMatchObject([
      { donated: '400', paidOut: '300', owed: '100' },
      { donated: '400', paidOut: '0', owed: '400' },
    ]);
    expect(await call(index.getNft, { id })).toMatchObject({ cumulativeDonation: '400' });
    expect(await refusalOf(pay('100.01'))).toBe('11090');
    await expectSoundBooks(db);
  });
});
