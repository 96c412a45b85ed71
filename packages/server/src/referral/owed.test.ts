import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { type Amount, formatAmount, minus, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { consoleApp } from '../../test/console.ts';
import { testDatabase } from '../../test/database.ts';
import { refusalOf } from '../../test/identity-app.ts';
import { inviting } from '../../test/inviting.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances, houseBalance, serveLedgerDesk } from '../ledger/index.ts';
import { serveReferralDesk } from './console.ts';

const db = await testDatabase(12);
const { clock, person, trade, signIn, nextMorning, makeRound } = await inviting(db);
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  serveLedgerDesk(desk);
  serveReferralDesk(desk);
});
const { treasury, proposals } = consoleCalls;
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const of = (text: string) => parseAmount(text, usdt) ?? (0n as Amount);
const earned = () => houseBalance(db, 'real', 'fees', usdt);

/** Takes so much of the fees out; the refusal where it is not let. */
async function takeOut(amount: Amount): Promise<string> {
  const [first, second] = [await operatorWith(['finance']), await operatorWith(['administrator'])];
  const out = {
    direction: 'withdraw',
    book: 'real',
    account: 'fees',
    asset: 'USDT',
    reason: 'the fees of the quarter',
  } as const;
  const asked = first.call(treasury.propose, { ...out, amount: formatAmount(amount, usdt) }, key());
  const refused = await asked.then(() => undefined).catch(() => refusalOf(asked));
  if (refused !== undefined) return refused;
  const { proposalId } = await asked;
  return (await second.call(proposals.approve, { id: proposalId })).status;
}

const rewarded = async (userId: string) => {
  const own = await balances(db, 'real', userId);
  return own.filter(({ asset }) => asset.code === 'USDT').map(({ available }) => formatAmount(available, usdt));
};
const tick = of('0.000001');

it('of the fees of a day that nobody has reckoned, what they may earn inviters stays, and is paid', async () => {
  const inviter = await person('alice');
  const friend = await person('bobby', { inviteCode: inviter.inviteCode, deposit: '1000' });
  await trade(friend.real);
  // 20% of 10 USDT.
  const beyond = minus(await earned(), of('2'));
  expect(beyond).toBeGreaterThan(0n);
  expect(await takeOut((beyond + tick) as Amount)).toBe('11075');
  expect(await takeOut(beyond)).toBe('approved');
  expect(formatAmount(await earned(), usdt)).toBe('2');
  nextMorning();
  await makeRound();
  expect(await rewarded(inviter.userId)).toEqual(['2']);
  expect(await earned()).toBe(0n);
  await expectSoundBooks(db);
});

it('no correction gives away what of the fees inviters are owed', async () => {
  const inviter = await person('erika');
  const friend = await person('fabian', { inviteCode: inviter.inviteCode, deposit: '1000' });
  await trade(friend.real);
  const [first, second] = [await operatorWith(['finance']), await operatorWith(['administrator'])];
  const beyond = minus(await earned(), of('2'));
  const give = (amount: Amount) => {
    const from = { owner: 'house', kind: 'fees' } as const;
    const to = { owner: friend.userId, kind: 'available' } as const;
    return first.call(
      consoleCalls.ledger.proposeCorrection,
      {
        book: 'real',
        subject: 'of the fees',
        reason: 'a fee that was taken twice',
        transfers: [{ from, to, asset: 'USDT', amount: formatAmount(amount, usdt) }],
      },
      key(),
    );
  };
  expect(await refusalOf(give((beyond + tick) as Amount))).toBe('11075');
  const { proposalId } = await give(beyond);
  expect(await second.call(proposals.approve, { id: proposalId }, key())).toMatchObject({ status: 'approved' });
  expect(formatAmount(await earned(), usdt)).toBe('2');
  nextMorning();
  await makeRound();
  expect(await rewarded(inviter.userId)).toEqual(['2']);
  await expectSoundBooks(db);
});

it('of the fees of a reckoned day, what a frozen inviter waits for stays, and is paid once the account is free', async () => {
  const inviter = await person('carol');
  await person('daniel', { inviteCode: inviter.inviteCode, deposit: '1000' });
  await trade(await signIn('daniel'));
  await db.query('update users set frozen = true where id = $1', [inviter.userId]);
  nextMorning();
  await makeRound();
  const beyond = minus(await earned(), of('2'));
  expect(await takeOut((beyond + tick) as Amount)).toBe('11075');
  expect(await takeOut(beyond)).toBe('approved');
  await db.query('update users set frozen = false where id = $1', [inviter.userId]);
  await makeRound();
  expect(await rewarded(inviter.userId)).toEqual(['2']);
  expect(await earned()).toBe(0n);
  await expectSoundBooks(db);
});
