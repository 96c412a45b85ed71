import { login } from '@assay/contract/endpoints/login.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import { withdrawalMethodsMax } from '@assay/contract/vocabulary/funds.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { testDatabase, warm } from '../../test/database.ts';
import { funding, wallet } from '../../test/funding.ts';
import { day, hour, mailedCode, minute, otherThan, password, refusalOf } from '../../test/identity-app.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { balances } from '../ledger/index.ts';
import { isRefusal } from '../platform/refusal.ts';
import { requestWithdrawal } from './withdrawals/request.ts';

const db = await testDatabase();
const { clock, customer, funds, call, from } = await funding(db);

async function has(userId: string) {
  const [own] = await balances(db, 'real', userId, [usdt]);
  return own && { available: formatAmount(own.available, usdt), withdrawal: formatAmount(own.withdrawal, usdt) };
}

describe('a withdrawal method', () => {
  it('is saved, cannot be used for a day, and says how long', async () => {
    const { real, code } = await customer('new_method', '1000');
    const saved = await real(user.saveCoinAddress, { coin: 'USDT', network: 'TRC20', address: wallet, label: ' My wallet ' });
    expect(saved).toMatchObject({ kind: 'coin', address: wallet, label: 'My wallet', chain: 'tron' });
    expect(Date.parse(saved.usableFrom)).toBe(clock.wall() + day);
    const ask = async () => real(user.withdrawal, { methodId: saved.id, asset: 'USDT', amount: '100', code: await code() });
    await expect(ask()).rejects.toMatchObject({
      code: '11047',
      values: { time: '24 hours' },
      message: 'For your security, a new withdrawal method waits before its first use. You can use this one in 24 hours.',
    });
    clock.advance(day - 4 * minute);
    await expect(ask()).rejects.toMatchObject({ values: { time: '2 minutes' } });
    clock.advance(minute);
    expect(await ask()).toMatchObject({ notice: '20003' });
  });

  it('is refused with a mistyped address, a wrong card number, and a second time', async () => {
    const { real } = await customer('careless');
    const address = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
    const card = { name: 'Ada Lovelace', cardNumber: '4111 1111 1111 1111', bankName: 'First Bank' };
    expect(await refusalOf(real(user.saveCoinAddress, { ...address, address: `${wallet.slice(0, -1)}8` }))).toBe('11045');
    expect(await refusalOf(real(user.saveCoinAddress, { ...address, network: 'BTC' }))).toBe('11041');
    const asked = { code: '10021', httpStatus: 422, message: 'Enter the receive address', fields: { address: '10021' } };
    await expect(real(user.saveCoinAddress, { ...address, address: ' ' })).rejects.toMatchObject(asked);
    expect(await refusalOf(real(user.saveCoinAddress, { ...address, address: 'x'.repeat(129) }))).toBe('11045');
    await expect(real(user.saveBankCard, { ...card, bankName: ' ' })).rejects.toMatchObject({
      code: '11030',
      fields: { bankName: '11030' },
    });
    // The house's own receive address is no customer's wallet, and no typing error either.
    const [tron] = await real(user.depositCoins, {});
    await expect(real(user.saveCoinAddress, { ...address, address: tron?.address ?? '' })).rejects.toMatchObject({
      code: '11151',
      message: 'This is our own receive address, not a wallet of yours. Enter the address of your wallet.',
      fields: { address: '11151' },
    });
    expect(await refusalOf(real(user.saveBankCard, { ...card, cardNumber: '4111111111111112' }))).toBe('11046');
    await real(user.saveCoinAddress, address);
    expect(await real(user.saveBankCard, card)).toMatchObject({ kind: 'card', cardNumber: '•••• 1111' });
    expect(await refusalOf(real(user.saveCoinAddress, address, { idempotencyKey: 'a' }))).toBe('11056');
    expect(await refusalOf(real(user.saveBankCard, { ...card, cardNumber: '4111111111111111' }))).toBe('11056');
  });

  it('keeps the number of a card sealed', async () => {
    const { real } = await customer('carded');
    await real(user.saveBankCard, { name: 'Grace Hopper', cardNumber: '5500005555555559', bankName: 'Second Bank' });
    const [{ row } = { row: '' }] = await db.query<{ row: string }>(
      "select m::text as row from withdrawal_methods m where holder = 'Grace Hopper'",
    );
    expect(row).toContain('5559');
    for (const form of ['5500005555555559', Buffer.from('5500005555555559').toString('hex')]) expect(row).not.toContain(form);
  });

  it('is removed by its owner alone, and one removed waits again when it is saved again', async () => {
    const [owner, stranger] = [await customer('remover', '500'), await customer('remover2')];
    const id = await owner.method();
    expect(await refusalOf(stranger.real(user.deleteWithdrawalMethod, { id }))).toBe('404');
    expect(await owner.real(user.deleteWithdrawalMethod, { id })).toEqual([]);
    expect(await refusalOf(owner.withdraw(id, '100'))).toBe('10025');
    const input = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
    const again = await owner.real(user.saveCoinAddress, input, { idempotencyKey: 'again' });
    expect(await refusalOf(owner.withdraw(again.id, '100'))).toBe('11047');
  });

  it('there are at most twenty of, also when they are saved at once', async () => {
    const { real } = await customer('collector');
    // Card numbers of one bank with a good check digit each.
    const numbers = Array.from({ length: 400 }, (_, place) => `41111111111${String(10_000 + place)}`);
    const saves = await Promise.allSettled(
      numbers.map((cardNumber) => real(user.saveBankCard, { name: 'Many Cards', cardNumber, bankName: 'Bank' })),
    );
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(withdrawalMethodsMax);
    expect(await real(user.withdrawalAddresses, {})).toHaveLength(withdrawalMethodsMax);
  });
});

describe('a withdrawal', () => {
  it('of 200 USDT sets 200 aside, costs 2 and will bring 198', async () => {
    const { real, userId, method, withdraw } = await customer('withdraws', '1000');
    const id = await withdraw(await method(), '200');
    expect(await has(userId)).toEqual({ available: '800', withdrawal: '200' });
    expect((await real(user.listWithdrwal, {})).items).toMatchObject([
      {
        id,
        method: 'coin',
        label: 'Mine',
        network: 'TRC20',
        address: wallet,
        asset: 'USDT',
        amount: '200',
        fee: '2',
        actualAmount: '198',
        hash: null,
        createdAt: new Date(clock.wall()).toISOString(),
        status: 'pendingReview',
        history: [{ status: 'pendingReview', time: new Date(clock.wall()).toISOString(), reason: null }],
      },
    ]);
    await expectSoundBooks(db);
  });

  it('costs no more than its network says, and whatever the network says later', async () => {
    const { userId, method, withdraw } = await customer('pays_most', '5000');
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    const id = await withdraw(await method(), '4000');
    const row = async () => {
      const [found] = await db.query(
        'select fee_rate::text, fee_min, fee_max, fee, actual from withdrawals where withdrawal_no = $1',
        [id],
      );
      return found;
    };
    const agreed = { fee_rate: '0.01', fee_min: 0n, fee_max: 25_000_000n, fee: 25_000_000n, actual: 3_975_000_000n };
    expect(await row()).toEqual(agreed);
    await db.query("update networks set fee_max = null where id = 'TRC20'");
    expect(await row()).toEqual(agreed);
    // The table has the rule, too: another fee can't be written.
    const other = `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee_max, fee, actual, value, created_at)
      select 'W300101-000000000A', user_id, method_id, coin, amount, fee_rate, fee_max, 40000000, amount - 40000000, value, created_at
      from withdrawals where withdrawal_no = $1`;
    await expect(db.query(other, [id])).rejects.toThrow('fee_as_its_terms_say');
    await db.query("update networks set fee_max = 25000000 where id = 'TRC20'");
    await expectSoundBooks(db);
  });

  it('to a card is paid from USDT', async () => {
    const { real, userId, withdraw } = await customer('to_card', '100');
    const card = await real(user.saveBankCard, { name: 'Ada Lovelace', cardNumber: '4111111111111111', bankName: 'Bank' });
    clock.advance(day);
    await withdraw(card.id, '50');
    expect(await has(userId)).toEqual({ available: '50', withdrawal: '50' });
    expect((await real(user.listWithdrwal, {})).items).toMatchObject([{ method: 'card', address: '•••• 1111', network: null }]);
  });

  it('is cancelled while it is pending, once, and everything returns', async () => {
    const { real, userId, method, withdraw } = await customer('cancels', '300');
    const stranger = await customer('not_mine');
    const id = await withdraw(await method(), '300');
    expect(await refusalOf(stranger.real(user.cancelWithdrawal, { id }))).toBe('404');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        real(user.cancelWithdrawal, { id }, { idempotencyKey: `cancel-${number}` }).then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => '11053'), 'cancelled']);
    expect(await has(userId)).toEqual({ available: '300', withdrawal: '0' });
    expect((await real(user.listWithdrwal, { status: 'cancelled' })).items).toMatchObject([
      { history: [{ status: 'pendingReview' }, { status: 'cancelled' }] },
    ]);
    await expectSoundBooks(db);
  });

  it('needs the mailed code, which no other refusal uses up and which is good once', async () => {
    const { real, method, code } = await customer('coded', '1000');
    const methodId = await method();
    const mailed = await code();
    const ask = (amount: string, typed: string, idempotencyKey: string) =>
      real(user.withdrawal, { methodId, asset: 'USDT', amount, code: typed }, { idempotencyKey });
    expect(await refusalOf(ask('200', otherThan(mailed), 'a'))).toBe('10091');
    expect(await refusalOf(ask('2000', mailed, 'b'))).toBe('11049');
    const first = await ask('200', mailed, 'c');
    expect(await ask('200', mailed, 'c')).toEqual(first);
    expect(await refusalOf(ask('201', mailed, 'c'))).toBe('30000');
    expect(await refusalOf(ask('200', mailed, 'd'))).toBe('10091');
    expect((await real(user.listWithdrwal, {})).items).toHaveLength(1);
  });

  it('of somebody with an authenticator needs its code: once, and not one that was mailed', async () => {
    const { real, userId, method, code } = await customer('two_factors', '1000');
    const methodId = await method();
    const { secret } = await real(user.enrolOtp, { password });
    const otp = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.wall() });
    await real(user.confirmOtp, { otp: otp() });
    clock.advance(day);
    expect(await real(user.withdrawalTerms, {})).toMatchObject({ confirmBy: 'authenticator', holdUntil: null });
    const ask = (amount: string, typed: string, idempotencyKey: string) =>
      real(user.withdrawal, { methodId, asset: 'USDT', amount, code: typed }, { idempotencyKey });
    expect(await refusalOf(ask('200', await code(), 'a'))).toBe('11022');
    const good = otp();
    // Refused for another reason, it is not used up.
    expect(await refusalOf(ask('1000.000001', good, 'b'))).toBe('11049');
    const first = await ask('200', good, 'c');
    expect(await ask('200', good, 'c')).toEqual(first);
    expect(await refusalOf(ask('200', good, 'd'))).toBe('11022');
    expect(await has(userId)).toEqual({ available: '800', withdrawal: '200' });
  });

  it('with one code by four callers at once is one', async () => {
    const { real, userId, method, code } = await customer('one_code', '1000');
    const methodId = await method();
    const mailed = await code();
    await warm(db);
    const outcomes = await Promise.allSettled(
      // The keys differ, so these are four withdrawals and no repeats.
      Array.from({ length: 4 }, (_, number) =>
        real(user.withdrawal, { methodId, asset: 'USDT', amount: '100', code: mailed }, { idempotencyKey: `many-${number}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await has(userId)).toEqual({ available: '900', withdrawal: '100' });
  });

  it('gets no code for another address, nor without a session', async () => {
    const [owner, other] = [await customer('own_code'), await customer('other_code')];
    clock.advance(minute);
    expect(await refusalOf(owner.real(login.sendCode, { purpose: 'withdraw', email: other.address }))).toBe('10002');
    expect(await refusalOf(call(login.sendCode, { purpose: 'withdraw' }))).toBe('401');
    await expect(call(login.sendCode, { purpose: 'reset' })).rejects.toMatchObject({
      code: '10002',
      fields: { email: '10002' },
    });
  });

  it('is refused without money, below the minimum, beyond the limits, and when the actual amount has changed', async () => {
    const { real, method, code } = await customer('limited', '900');
    const methodId = await method();
    const mailed = await code();
    const ask = (amount: string, more: object = {}) =>
      real(user.withdrawal, { methodId, asset: 'USDT', amount, code: mailed, ...more });
    expect(await refusalOf(ask('900.000001'))).toBe('10011');
    await expect(ask('19.99')).rejects.toMatchObject({ code: '11051', values: { coin: 'USDT', limit: '20' } });
    expect(await refusalOf(ask('100', { seenActual: '99.5' }))).toBe('11052');
    expect(await refusalOf(ask('100', { asset: 'BTC' }))).toBe('10025');
    await expect(ask('1000.01')).rejects.toMatchObject({ code: '11049', values: { limit: '1000', left: '1000' } });
    // Nothing chosen, nothing entered: the first refusal is for the method, as in the form.
    const nothing = { methodId: '', asset: 'USDT', amount: '', code: '' };
    await expect(real(user.withdrawal, nothing)).rejects.toMatchObject({
      code: '10025',
      httpStatus: 422,
      message: 'Choose a withdrawal method',
      fields: { methodId: '10025', amount: '11058', code: '10091' },
    });
    await ask('100', { seenActual: '99' });
  });

  it('counts against the limits until it is given back, and those who are verified have wider ones', async () => {
    const { real, userId, method, withdraw } = await customer('measured', '5000');
    const methodId = await method();
    const id = await withdraw(methodId, '800');
    await expect(withdraw(methodId, '201')).rejects.toMatchObject({ code: '11049', values: { left: '200', limit: '1000' } });
    await real(user.cancelWithdrawal, { id });
    await withdraw(methodId, '1000');
    expect(await real(user.withdrawalTerms, {})).toMatchObject({
      feeRate: '0.01',
      confirmBy: 'mail',
      holdUntil: null,
      level: 'unverified',
      day: { limit: '1000', used: '1000' },
      month: { limit: '5000', used: '1000' },
    });
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    await withdraw(methodId, '4000');
    expect(await real(user.withdrawalTerms, {})).toMatchObject({ level: 'verified', day: { used: '5000' } });
    clock.advance(day);
    expect(await real(user.withdrawalTerms, {})).toMatchObject({ day: { used: '0' }, month: { used: '5000' } });
  });

  it('is limited for life until somebody knows whose account it is', async () => {
    const { real, userId, method, withdraw } = await customer('unknown_1', '9000');
    const methodId = await method();
    await db.query("update parameters set value = '1500' where key = 'withdrawal_limit_life_unverified'");
    await withdraw(methodId, '1000');
    // On another day it is the same account still.
    clock.advance(day);
    expect(await real(user.withdrawalTerms, {})).toMatchObject({
      day: { used: '0' },
      life: { limit: '1500', used: '1000' },
    });
    await expect(withdraw(methodId, '501')).rejects.toMatchObject({ code: '11217', values: { left: '500', limit: '1500' } });
    await withdraw(methodId, '500');
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    await withdraw(methodId, '2000');
    expect(await real(user.withdrawalTerms, {})).not.toHaveProperty('life');
    await db.query("update parameters set value = '5000' where key = 'withdrawal_limit_life_unverified'");
  });

  it('is held for a day after the password was changed, and the time left is said', async () => {
    const { real, method, address } = await customer('changed', '500');
    const methodId = await method();
    await real(user.repassword, { oldPassword: password, newPassword: 'another horse 2' });
    const { token } = await call(login.login, { account: 'changed', password: 'another horse 2' });
    const again = from('192.0.2.1', token, { virtually: 'YES' });
    const ask = async () => {
      clock.advance(minute);
      await again(login.sendCode, { purpose: 'withdraw' });
      const code = await mailedCode(db, address);
      return again(user.withdrawal, { methodId, asset: 'USDT', amount: '100', code });
    };
    await expect(ask()).rejects.toMatchObject({ code: '11048', values: { time: '24 hours' } });
    expect((await again(user.withdrawalTerms, {})).holdUntil).not.toBeNull();
    clock.advance(day - 3 * hour);
    await expect(ask()).rejects.toMatchObject({ code: '11048', values: { time: '3 hours' } });
    clock.advance(3 * hour);
    await ask();
    expect((await again(user.withdrawalTerms, {})).holdUntil).toBeNull();
  });

  it('is not for demo accounts, nor for those who are frozen, nor to a method of somebody else', async () => {
    const [owner, stranger] = [await customer('guarded', '500'), await customer('intruder', '500')];
    const methodId = await owner.method();
    expect(await refusalOf(stranger.withdraw(methodId, '100'))).toBe('10025');
    const input = { methodId, asset: 'USDT', amount: '100', code: '000000' };
    expect(await refusalOf(owner.demo(user.withdrawal, input))).toBe('11002');
    await db.query('update users set frozen = true where id = $1', [owner.userId]);
    expect(await refusalOf(owner.real(user.withdrawal, input))).toBe('10008');
    expect(await has(stranger.userId)).toEqual({ available: '500', withdrawal: '0' });
  });

  it('two hundred at once of the whole balance: one is taken in', async () => {
    const { userId, method } = await customer('spender', '1000');
    const methodId = await method();
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    await warm(db);
    const caller = {
      user: { id: userId, userName: 'spender', sessionId: '1', frozen: false, freezeReason: null },
      language: 'en',
    } as const;
    // The proof is another guard, with stories of its own: here every caller has one.
    const proven = async () => undefined;
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        db.transact((tx) => requestWithdrawal(funds, tx, caller, { methodId, asset: 'USDT', amount: '1000' }, proven)),
      ),
    );
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(new Set(outcomes.flatMap((outcome) => (isRefusal(outcome) ? [outcome.code] : [])))).toEqual(new Set(['10011']));
    expect(await has(userId)).toEqual({ available: '0', withdrawal: '1000' });
    await expectSoundBooks(db);
  });

  it('a hundred at once within the limit of the day: no more than the limit is taken in', async () => {
    const { userId, method } = await customer('splitter', '5000');
    const methodId = await method();
    const caller = {
      user: { id: userId, userName: 'splitter', sessionId: '1', frozen: false, freezeReason: null },
      language: 'en',
    } as const;
    await warm(db);
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.transact((tx) =>
          requestWithdrawal(funds, tx, caller, { methodId, asset: 'USDT', amount: '300' }, async () => undefined),
        ),
      ),
    );
    expect(await has(userId)).toEqual({ available: '4100', withdrawal: '900' });
  });
});
