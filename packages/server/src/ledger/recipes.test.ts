import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type HouseKind, accountName, houseAccount, userAccount } from '@assay/domain/ledger/accounts.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import type { Recipe } from '@assay/domain/ledger/recipes/recipe.ts';
import { type Amount, amount, formatAmount, minus, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf, usdt } from '@assay/domain/money/assets.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { audit, balances, fundHouse, held, houseBalance, openDemo, post, resetDemo, transfersOf } from './index.ts';

const db = await testDatabase();
const noon = Date.UTC(2026, 0, 5, 12);

function money(text: string): Amount {
  const value = parseAmount(text, usdt);
  if (value === undefined) throw new Error(`${text} is not an amount of USDT`);
  return value;
}

let users = 0;
/** A customer with a demo account of 1,000 USDT. */
async function customer(): Promise<string> {
  const userId = String(++users);
  await db.transact((tx) => openDemo(tx, { userId, amount: money('1000'), at: noon }));
  return userId;
}

async function book(reference: string, recipe: Recipe, where: Book = 'demo'): Promise<string> {
  const posted = await db.transact((tx) => post(tx, { book: where, reference, at: noon, ...recipe }));
  return isRefusal(posted) ? posted.code : 'posted';
}

/** What a customer has, as a bookkeeper reads it: every kind that is not nothing. */
async function has(userId: string): Promise<Record<string, string>> {
  const [own] = await balances(db, 'demo', userId, [usdt]);
  if (own === undefined) return {};
  const kinds = ['available', 'margin', 'order'] as const;
  return Object.fromEntries(kinds.filter((kind) => own[kind] !== nothing).map((kind) => [kind, formatAmount(own[kind], usdt)]));
}

async function houseHas(kind: HouseKind): Promise<bigint> {
  return houseBalance(db, 'demo', kind, usdt);
}

/** How much a house account gains by what is done. */
async function gainOf(kinds: readonly HouseKind[], work: () => Promise<unknown>): Promise<string[]> {
  const before = await Promise.all(kinds.map(houseHas));
  await work();
  const after = await Promise.all(kinds.map(houseHas));
  return kinds.map((kind, place) => `${kind} ${Number((after[place] ?? 0n) - (before[place] ?? 0n)) / 1_000_000}`);
}

/** The transfers of a thing, one line each. */
async function journal(reference: string): Promise<string[]> {
  const transfers = await transfersOf(db, reference);
  return transfers.map(
    (line) => `${accountName(line.from)} → ${accountName(line.to)} ${formatAmount(line.amount, line.asset)}`,
  );
}

describe('a contract at the market', () => {
  test('sets the margin aside and pays the fee: 1,000 = 899.95 + 100 + 0.05', async () => {
    const userId = await customer();
    const gain = await gainOf(['fees'], () =>
      book('open-1', recipes.contractOpened({ userId, margin: money('100'), fee: money('0.05') })),
    );
    expect(await has(userId)).toEqual({ available: '899.95', margin: '100' });
    expect(gain).toEqual(['fees 0.05']);
    expect(await journal('open-1')).toEqual(['available → margin 100', 'available → house:fees 0.05']);
  });

  test('is refused with 10011 when margin and fee are more than there is, and leaves no trace', async () => {
    const userId = await customer();
    expect(await book('open-2', recipes.contractOpened({ userId, margin: money('1000'), fee: money('0.000001') }))).toBe(
      '10011',
    );
    expect(await has(userId)).toEqual({ available: '1000' });
    expect(await journal('open-2')).toEqual([]);
    const [accounts] = await db.query<{ count: number }>('select count(*) from ledger_accounts where owner = $1', [userId]);
    expect(accounts?.count).toBe(1);
  });

  test('takes the whole balance to the last millionth', async () => {
    const userId = await customer();
    expect(await book('open-3', recipes.contractOpened({ userId, margin: money('999.999999'), fee: money('0.000001') }))).toBe(
      'posted',
    );
    expect(await has(userId)).toEqual({ margin: '999.999999' });
  });
});

describe('a limit order', () => {
  test('holds margin and fee at the limit until it is filled better: the rest of 0.2 returns', async () => {
    const userId = await customer();
    await book('limit-1', recipes.limitPlaced({ userId, margin: money('50'), fee: money('0.5') }));
    expect(await has(userId)).toEqual({ available: '949.5', order: '50.5' });
    await book('limit-1', recipes.limitFilled({ userId, held: money('50.5'), margin: money('49.8'), fee: money('0.5') }));
    expect(await has(userId)).toEqual({ available: '949.7', margin: '49.8' });
    expect(await journal('limit-1')).toEqual([
      'available → order 50.5',
      'order → margin 49.8',
      'order → house:fees 0.5',
      'order → available 0.2',
    ]);
  });

  test('gives all back when it is withdrawn', async () => {
    const userId = await customer();
    await book('limit-2', recipes.limitPlaced({ userId, margin: money('50'), fee: money('0.5') }));
    await book('limit-2', recipes.limitCancelled({ userId, held: money('50.5') }));
    expect(await has(userId)).toEqual({ available: '1000' });
  });

  test('can never be filled for more than it holds: that is our own mistake, and it throws', () => {
    const fill = { userId: '1', held: money('50.5'), margin: money('50.2'), fee: money('0.5') };
    expect(() => recipes.limitFilled(fill)).toThrow('negative');
  });
});

describe('closing a contract of margin 100', () => {
  async function opened(): Promise<string> {
    const userId = await customer();
    await book(`close-${userId}`, recipes.contractOpened({ userId, margin: money('100'), fee: nothing }));
    return userId;
  }
  const closing = (userId: string, profit: string, insurance?: Amount) =>
    recipes.contractClosed({
      userId,
      margin: money('100'),
      profit: profit.startsWith('-') ? minus(nothing, money(profit.slice(1))) : money(profit),
      fee: money('0.5'),
      liquidated: false,
      ...(insurance === undefined ? {} : { insurance }),
    });

  test('with a profit of 30 and a fee of 0.5 leaves 1,029.5', async () => {
    const userId = await opened();
    const gain = await gainOf(['trading', 'fees'], () => book('x', closing(userId, '30')));
    expect(await has(userId)).toEqual({ available: '1029.5' });
    expect(gain).toEqual(['trading -30', 'fees 0.5']);
  });

  test('with a loss of 30 and a fee of 0.5 leaves 969.5', async () => {
    const userId = await opened();
    const gain = await gainOf(['trading', 'fees'], () => book('x', closing(userId, '-30')));
    expect(await has(userId)).toEqual({ available: '969.5' });
    expect(gain).toEqual(['trading 30', 'fees 0.5']);
  });

  test('with a loss of 99.8 takes only the 0.2 that are left as fee', async () => {
    const userId = await opened();
    const gain = await gainOf(['trading', 'fees'], () => book('x', closing(userId, '-99.8')));
    expect(await has(userId)).toEqual({ available: '900' });
    expect(gain).toEqual(['trading 99.8', 'fees 0.2']);
  });

  test('with a loss of 100 takes no fee', async () => {
    const userId = await opened();
    const gain = await gainOf(['trading', 'fees'], () => book('x', closing(userId, '-100')));
    expect(await has(userId)).toEqual({ available: '900' });
    expect(gain).toEqual(['trading 100', 'fees 0']);
  });

  /** The insurance fund has exactly this much. */
  async function insured(text: string): Promise<Amount> {
    const [fund, trading] = [houseAccount('insurance'), houseAccount('trading')];
    const now = await houseBalance(db, 'demo', 'insurance', usdt);
    const transfers = [
      { from: fund, to: trading, asset: usdt, amount: now },
      { from: trading, to: fund, asset: usdt, amount: money(text) },
    ];
    await book('insurance', { reason: 'house.funded', transfers: transfers.filter((transfer) => transfer.amount > 0n) });
    return money(text);
  }

  test('with a loss of 130 asks the insurance fund for the gap of 30', async () => {
    const userId = await opened();
    const insurance = await insured('100');
    const gain = await gainOf(['trading', 'insurance'], () => book('x', closing(userId, '-130', insurance)));
    expect(await has(userId)).toEqual({ available: '900' });
    expect(gain).toEqual(['trading 130', 'insurance -30']);
  });

  test('with a gap of 150 and 70 in the fund empties the fund; the house bears the other 80, not the customer', async () => {
    const userId = await opened();
    const insurance = await insured('70');
    const gain = await gainOf(['trading', 'insurance'], () => book('x', closing(userId, '-250', insurance)));
    expect(await has(userId)).toEqual({ available: '900' });
    expect(gain).toEqual(['trading 170', 'insurance -70']);
  });

  test('with a gap but without a look at the fund is our own mistake', () => {
    expect(() => closing('1', '-130')).toThrow('insurance');
  });

  test('by the operators gives margin and fees back', async () => {
    const userId = await customer();
    await book('void-1', recipes.contractOpened({ userId, margin: money('100'), fee: money('0.5') }));
    await book('void-1', recipes.contractVoided({ userId, margin: money('100'), fees: money('0.5') }));
    expect(await has(userId)).toEqual({ available: '1000' });
  });
});

describe('overnight financing', () => {
  test('of 2 is taken from free money', async () => {
    const userId = await customer();
    await book('fin-1', recipes.contractOpened({ userId, margin: money('100'), fee: nothing }));
    await book('fin-1', recipes.financingCharged({ userId, available: money('2'), margin: nothing }));
    expect(await has(userId)).toEqual({ available: '898', margin: '100' });
  });

  test('of 2 with 0.5 free takes the other 1.5 from the margin', async () => {
    const userId = await customer();
    await book('fin-2', recipes.contractOpened({ userId, margin: money('999.5'), fee: nothing }));
    await book('fin-2', recipes.financingCharged({ userId, available: money('0.5'), margin: money('1.5') }));
    expect(await has(userId)).toEqual({ margin: '998' });
  });

  test('can be received too', async () => {
    const userId = await customer();
    await book('fin-3', recipes.financingReceived({ userId, amount: money('0.25') }));
    expect(await has(userId)).toEqual({ available: '1000.25' });
  });
});

describe('a demo account', () => {
  test('starts with play money that the issuance account counts', async () => {
    const gain = await gainOf(['issuance'], customer);
    expect(gain).toEqual(['issuance -1000']);
  });

  test('starts afresh: what is held is released, all is taken back, and the first balance returns', async () => {
    const userId = await customer();
    await book('reset-1', recipes.contractOpened({ userId, margin: money('100'), fee: money('1') }));
    await book('reset-2', recipes.limitPlaced({ userId, margin: money('50'), fee: money('0.5') }));
    const gain = await gainOf(['issuance'], () =>
      db.transact((tx) => resetDemo(tx, { userId, amount: money('1000'), at: noon })),
    );
    expect(await has(userId)).toEqual({ available: '1000' });
    // 999 came back, 1,000 went out again: the fee of 1 stays where it was paid.
    expect(gain).toEqual(['issuance -1']);
    expect((await journal(`demo:${userId}`)).slice(1)).toEqual([
      'margin → available 100',
      'order → available 50.5',
      'available → house:issuance 999',
      'house:issuance → available 1000',
    ]);
  });

  test('that gained another coin gives that back too', async () => {
    const userId = await customer();
    const bitcoin = assetOf('BTC');
    const coin = { from: houseAccount('trading'), to: userAccount(userId, 'available'), asset: bitcoin, amount: money('1') };
    await book('coin-1', { reason: 'contract.closed', transfers: [coin] });
    await db.transact((tx) => resetDemo(tx, { userId, amount: money('1000'), at: noon }));
    const own = await balances(db, 'demo', userId);
    expect(own.map((one) => [one.asset.code, one.available, held(one)])).toEqual([
      ['BTC', 0n, 0n],
      ['USDT', money('1000'), 0n],
    ]);
  });
});

test('a deposit of 120 comes from outside', async () => {
  const recipe = recipes.depositCompleted({ userId: 'depositor', amount: money('120') });
  expect(await book('deposit-1', recipe, 'real')).toBe('posted');
  const [own] = await balances(db, 'real', 'depositor');
  expect(own?.available).toBe(money('120'));
  expect(await houseBalance(db, 'real', 'outside:deposits', usdt)).toBe(minus(nothing, money('120')));
  // There is no outside of the demo account.
  await expect(book('deposit-2', recipe, 'demo')).rejects.toThrow('ledger_accounts_book_kind_house_fkey');
});

describe('the house', () => {
  test('puts its money in once for each reference, and owes it to its owners', async () => {
    const funding = {
      book: 'real' as const,
      reference: 'house:first',
      at: noon,
      funds: { treasury: money('500'), insurance: money('200'), lending: money('300'), trading: money('1000') },
    };
    await db.transact((tx) => fundHouse(tx, funding));
    expect(await db.transact((tx) => fundHouse(tx, funding))).toBeUndefined();
    const kinds = ['capital', 'treasury', 'insurance', 'lending', 'trading'] as const;
    const amounts = await Promise.all(kinds.map((kind) => houseBalance(db, 'real', kind, usdt)));
    expect(amounts.map((one) => formatAmount(one, usdt))).toEqual(['-2000', '500', '200', '300', '1000']);
  });

  test('cannot take from a protected account what it does not have: that is our own mistake, and it throws', async () => {
    const transfers = [
      { from: houseAccount('treasury'), to: houseAccount('committed'), asset: usdt, amount: money('500.000001') },
    ];
    await expect(book('too-much', { reason: 'house.funded', transfers }, 'real')).rejects.toThrow(
      'treasury of house has too little',
    );
  });
});

test('nothing is booked for nothing, and nothing negative at all', () => {
  expect(recipes.contractOpened({ userId: '1', margin: money('1'), fee: nothing }).transfers).toHaveLength(1);
  expect(() => recipes.contractOpened({ userId: '1', margin: money('1'), fee: minus(nothing, money('1')) })).toThrow(
    'negative',
  );
});

test('a refusal in another coin has its own code', async () => {
  const userId = await customer();
  const transfer = {
    from: userAccount(userId, 'available'),
    to: userAccount(userId, 'order'),
    asset: assetOf('BTC'),
    amount: money('1'),
  };
  expect(await book('coin-2', { reason: 'contract.placed', transfers: [transfer] })).toBe('11013');
});

describe('spot', () => {
  const btc = assetOf('BTC');
  const coins = (text: string) => parseAmount(text, btc) ?? nothing;
  const hasCoins = async (userId: string) => {
    const [own] = await balances(db, 'demo', userId, [btc]);
    return own && [formatAmount(own.available, btc), formatAmount(own.order, btc)];
  };

  test('at the market takes the price from available and the fee from what is received: 0.01 BTC at 64,000', async () => {
    const userId = await customer();
    const deal = { paid: { asset: usdt, amount: money('640') }, received: { asset: btc, amount: coins('0.01') } };
    const gain = await gainOf(['trading'], () =>
      book('spot-1', recipes.spotFilled({ userId, ...deal, fee: coins('0.00001'), held: null })),
    );
    expect(gain).toEqual(['trading 640']);
    expect(await has(userId)).toEqual({ available: '360' });
    expect(await hasCoins(userId)).toEqual(['0.00999', '0']);
    expect(await journal('spot-1')).toEqual([
      'available → house:trading 640',
      'house:trading → available 0.01',
      'available → house:fees 0.00001',
    ]);
  });

  test('by limit holds what the limit costs, and gives back what a better price leaves: 650 held, 640 paid', async () => {
    const userId = await customer();
    const deal = { paid: { asset: usdt, amount: money('640') }, received: { asset: btc, amount: coins('0.01') } };
    await book('spot-2', recipes.spotPlaced({ userId, asset: usdt, held: money('650') }));
    expect(await has(userId)).toEqual({ available: '350', order: '650' });
    await book('spot-2', recipes.spotFilled({ userId, ...deal, fee: coins('0.00001'), held: money('650') }));
    expect(await has(userId)).toEqual({ available: '360' });
    // 0.01 BTC is not there: the fee has been taken from it.
    expect(await book('spot-3', recipes.spotPlaced({ userId, asset: btc, held: coins('0.01') }))).toBe('11013');
    await book('spot-3', recipes.spotPlaced({ userId, asset: btc, held: coins('0.00999') }));
    expect(await hasCoins(userId)).toEqual(['0', '0.00999']);
    await book('spot-3', recipes.spotCancelled({ userId, asset: btc, held: coins('0.00999') }));
    expect(await hasCoins(userId)).toEqual(['0.00999', '0']);
    const beyond = { paid: { asset: usdt, amount: money('651') }, received: { asset: btc, amount: coins('0.01') } };
    expect(() => recipes.spotFilled({ userId, ...beyond, fee: nothing, held: money('650') })).toThrow('negative');
  });
});

describe('a reward for inviting', () => {
  test('is paid from the fees, in the assets of the fees, and leaves nothing on the way', async () => {
    const userId = String(++users);
    const friend = String(++users);
    const btc = assetOf('BTC');
    const paid = [
      { from: userAccount(friend, 'available'), to: houseAccount('fees'), asset: usdt, amount: money('10') },
      { from: userAccount(friend, 'available'), to: houseAccount('fees'), asset: btc, amount: amount(1000n) },
    ];
    const deposit = paid.map((fee) => ({ ...fee, from: houseAccount('outside:deposits'), to: fee.from }));
    await db.transact((tx) =>
      post(tx, { book: 'real', reason: 'deposit.completed', reference: 'd', at: noon, transfers: [...deposit, ...paid] }),
    );
    const rewards = [
      { asset: usdt, amount: money('2') },
      { asset: btc, amount: amount(200n) },
    ];
    const recipe = recipes.referralRewarded({ userId, rewards });
    await db.transact((tx) => post(tx, { book: 'real', reference: `invite:${userId}`, at: noon, ...recipe }));
    expect(await houseBalance(db, 'real', 'fees', usdt)).toBe(money('8'));
    expect(await houseBalance(db, 'real', 'fees', btc)).toBe(800n);
    expect(await houseBalance(db, 'real', 'referral', usdt)).toBe(nothing);
    expect((await balances(db, 'real', userId)).map(({ available }) => available)).toEqual([200n, money('2')]);
  });

  test('of more than the fees is our own mistake', async () => {
    const recipe = recipes.referralRewarded({ userId: '1', rewards: [{ asset: usdt, amount: money('1000000') }] });
    const tooMuch = db.transact((tx) => post(tx, { book: 'real', reference: 'invite:1', at: noon, ...recipe }));
    await expect(tooMuch).rejects.toThrow('fees of house has too little');
  });
});

describe('a yield plan of 1,000 that pays 5 a day for 30 days', () => {
  const plan = { principal: money('1000'), wholeIncome: money('150') };
  const inPlan = async (userId: string) => formatAmount((await balances(db, 'demo', userId, [usdt]))[0]?.plan ?? nothing, usdt);

  test('sets principal and whole income aside, pays from what is set aside, and returns the principal', async () => {
    const funds = { treasury: money('500'), insurance: nothing, lending: nothing, trading: nothing };
    await db.transact((tx) => fundHouse(tx, { book: 'demo', reference: 'plans', at: noon, funds }));
    const userId = await customer();
    const bought = await gainOf(['treasury', 'committed'], () => book('plan-1', recipes.planOpened({ userId, ...plan })));
    expect(bought).toEqual(['treasury -150', 'committed 150']);
    expect([await has(userId), await inPlan(userId)]).toEqual([{}, '1000']);
    const paid = await gainOf(['treasury', 'committed'], async () => {
      for (let day = 1; day <= 30; day += 1) await book('plan-1', recipes.planIncome({ userId, income: money('5') }));
      await book('plan-1', recipes.planMatured({ userId, ...plan }));
    });
    expect(paid).toEqual(['treasury 0', 'committed -150']);
    expect([await has(userId), await inPlan(userId)]).toEqual([{ available: '1150' }, '0']);
  });

  test('left after ten days gives 100 of it and 100 of income to the treasury, and 900 back', async () => {
    const userId = await customer();
    const gain = await gainOf(['treasury', 'committed'], async () => {
      await book('plan-2', recipes.planOpened({ userId, ...plan }));
      for (let day = 1; day <= 10; day += 1) await book('plan-2', recipes.planIncome({ userId, income: money('5') }));
      const left = { principal: plan.principal, forfeited: money('100'), incomeNotPaid: money('100') };
      await book('plan-2', recipes.planLeft({ userId, ...left }));
    });
    // The treasury has paid 50 and received 100.
    expect(gain).toEqual(['treasury 50', 'committed 0']);
    expect([await has(userId), await inPlan(userId)]).toEqual([{ available: '950' }, '0']);
    expect((await journal('plan-2')).slice(-3)).toEqual([
      'plan → house:treasury 100',
      'plan → available 900',
      'house:committed → house:treasury 100',
    ]);
  });

  test('that never opened goes back to where it came from', async () => {
    const userId = await customer();
    const gain = await gainOf(['treasury', 'committed'], async () => {
      await book('plan-3', recipes.planOpened({ userId, ...plan }));
      await book('plan-3', recipes.planExpired({ userId, ...plan }));
    });
    expect(gain).toEqual(['treasury 0', 'committed 0']);
    expect([await has(userId), await inPlan(userId)]).toEqual([{ available: '1000' }, '0']);
  });
});

test('after all these stories the books balance', async () => {
  expect((await audit(db, {})).findings).toEqual([]);
});
