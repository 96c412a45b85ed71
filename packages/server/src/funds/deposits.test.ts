import { user } from '@assay/contract/endpoints/user.ts';
import { depositsWaitingMax } from '@assay/contract/vocabulary/funds.ts';
import { parseAddress } from '@assay/domain/funds/address.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { funding, hashOf, report } from '../../test/funding.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { picture } from '../../test/images.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';

const db = await testDatabase();
const { customer, from, clock } = await funding(db);

describe('the networks', () => {
  it('are shown with minimum and an address, which in a sandbox is a sample that passes its checksum', async () => {
    const { real } = await customer('looks');
    const coins = await real(user.depositCoins, {});
    // The specification's own come first; all others depend on the list.
    const own = coins.filter(({ coin }) => ['USDT', 'BTC', 'ETH'].includes(coin));
    expect(coins.slice(0, own.length)).toEqual(own);
    expect(own.map(({ coin, network, minimum }) => [coin, network, minimum])).toEqual([
      ['USDT', 'TRC20', '120'],
      ['USDT', 'ERC20', '120'],
      ['BTC', 'BTC', '0.015'],
      ['ETH', 'ETH', '0.2'],
    ]);
    for (const { chain, address, qrText, sample } of coins) {
      expect([parseAddress(chain, address), qrText, sample]).toEqual([address, address, true]);
    }
  });

  it('are not shown, and take nothing, while they are closed', async () => {
    const { real } = await customer('early');
    await db.query("update networks set deposits = false where id = 'BTC'");
    expect((await real(user.depositCoins, {})).map(({ network }) => network)).not.toContain('BTC');
    const input = { coin: 'BTC', network: 'BTC', amount: '1', hash: hashOf(1), lastSix: hashOf(1).slice(-6) };
    expect(await refusalOf(real(user.recharge, input, { images: { proof: await picture() } }))).toBe('11041');
    await db.query("update networks set deposits = true where id = 'BTC'");
  });
});

describe('a report of a deposit', () => {
  it('waits for its review, with its proof, and credits nothing', async () => {
    const { real, userId } = await customer('reports');
    const [shown] = await real(user.depositCoins, {});
    const id = await report(real, '120', hashOf(0x100).toUpperCase());
    const { items } = await real(user.listRecharge, {});
    expect(items).toMatchObject([
      {
        id,
        coin: 'USDT',
        network: 'TRC20',
        networkName: 'TRON (TRC20)',
        amount: '120',
        hash: hashOf(0x100),
        lastSix: 'aaa100',
        address: shown?.address,
        createdAt: new Date(clock.wall()).toISOString(),
        status: 'pendingReview',
        history: [{ status: 'pendingReview', reason: null }],
      },
    ]);
    expect(items[0]?.proofId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await balances(db, 'real', userId)).toEqual([]);
    await expectSoundBooks(db);
  });

  it('below the minimum is refused with coin and limit in the words of the language', async () => {
    const { real } = await customer('poor');
    const answer = report(real, '119.99', hashOf(0x200));
    await expect(answer).rejects.toMatchObject({
      code: '11040',
      message: 'The minimum deposit of USDT is 120',
      fields: { amount: '11040' },
      values: { coin: 'USDT', limit: '120' },
    });
  });

  it('of a transaction that its owner has reported is refused, in whichever case its hash is written', async () => {
    const [first, second] = [await customer('first'), await customer('second')];
    const hash = hashOf(0xabc);
    await report(first.real, '500', hash);
    expect(await refusalOf(report(first.real, '500', hash, 'again'))).toBe('11044');
    expect(await refusalOf(report(first.real, '500', hash.toUpperCase()))).toBe('11044');
    // The same digits on another chain are another transaction.
    const input = { coin: 'ETH', network: 'ETH', amount: '1', hash: `0x${hash}`, lastSix: hash.slice(-6) };
    await second.real(user.recharge, input, { images: { proof: await picture() } });
  });

  it('is refused by the table itself when its hash is in again, or is not written as its chain does', async () => {
    const { real } = await customer('table');
    const id = await report(real, '500', hashOf(0xdef));
    const copy = (hash: string) =>
      db.query(
        `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at)
         select 'D300101-0000000000', user_id, coin, network_id, chain, address, amount, $2, gen_random_uuid(), created_at
         from deposits where deposit_no = $1`,
        [id, hash],
      );
    await expect(copy(hashOf(0xdef))).rejects.toThrow('one_deposit_per_transaction');
    await expect(copy(hashOf(0xdef).toUpperCase())).rejects.toThrow('hashes_as_the_chain_writes_them');
  });

  it('needs a proof, the last six digits, and a network that the coin travels on', async () => {
    const { real } = await customer('sloppy');
    const proof = await picture();
    const input = { coin: 'USDT', network: 'TRC20', amount: '120', hash: hashOf(0x300), lastSix: 'aaa300' };
    const send = (more: object, images: { proof: Blob }) => real(user.recharge, { ...input, ...more }, { images });
    expect(await refusalOf(send({ lastSix: 'aaa301' }, { proof }))).toBe('11043');
    expect(await refusalOf(send({ network: 'BTC' }, { proof }))).toBe('11041');
    for (const amount of ['120.0000001', '0']) expect(await refusalOf(send({ amount }, { proof })), amount).toBe('11058');
    expect(await refusalOf(send({ hash: `0x${hashOf(0x300)}` }, { proof }))).toBe('11042');
    expect(await refusalOf(send({}, { proof: new Blob(['no picture']) }))).toBe('11025');
    await send({}, { proof });
  });

  it('sent twice with one key is one, and too many that wait are refused', async () => {
    const { real } = await customer('busy');
    const answers = await Promise.all([1, 2, 3].map(() => report(real, '120', hashOf(0x400), 'once')));
    expect(new Set(answers).size).toBe(1);
    for (let number = 1; number < depositsWaitingMax; number += 1) await report(real, '120', hashOf(0x400 + number));
    expect(await refusalOf(report(real, '120', hashOf(0x4ff)))).toBe('11055');
  });

  it('is not for demo accounts, and its list is the owner’s alone', async () => {
    const [owner, stranger] = [await customer('owner'), await customer('stranger')];
    expect(await refusalOf(report(owner.demo, '120', hashOf(0x500)))).toBe('11002');
    const id = await report(owner.real, '120', hashOf(0x500));
    expect(await stranger.real(user.listRecharge, { cursor: id })).toEqual({ items: [], nextCursor: null });
    expect((await stranger.real(user.listRecharge, {})).items).toEqual([]);
    const [shown] = (await owner.real(user.listRecharge, {})).items;
    const image = stranger.real({ method: 'GET', path: '/user/image/{id}' }, { id: shown?.proofId });
    expect(await refusalOf(image)).toBe('404');
    expect(await refusalOf(from('192.0.2.1')(user.listRecharge, {}))).toBe('401');
  });

  it('of somebody who is frozen is refused', async () => {
    const { real, userId } = await customer('frozen');
    await db.query('update users set frozen = true where id = $1', [userId]);
    expect(await refusalOf(report(real, '120', hashOf(0x600)))).toBe('10008');
    expect((await real(user.listRecharge, {})).items).toEqual([]);
  });
});
