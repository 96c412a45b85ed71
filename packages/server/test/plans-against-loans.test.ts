import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { loanOffers } from '@assay/domain/loans/catalogue.ts';
import { readOffer } from '@assay/domain/loans/terms.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { paysBorrowers } from '@assay/domain/plans/against-loans.ts';
import { planListings } from '@assay/domain/plans/catalogue.ts';
import { describe, expect, test } from 'vitest';
import { post } from '../src/ledger/index.ts';
import { offerAll, serveLoansDesk } from '../src/loans/index.ts';
import { planItems } from '../src/plans/index.ts';
import { consoleApp } from './console.ts';
import { testDatabase } from './database.ts';
import { refusalOf } from './identity-app.ts';
import { fundLending } from './loans.ts';
import { fundTreasury, planning } from './plans.ts';
import { expectSoundBooks } from './trading.ts';

const db = await testDatabase();
const server = await planning(db);
const { clock, saver, plans } = server;
const { operatorWith } = await consoleApp(db, clock, (desk) => {
  server.serveDesks(desk);
  serveLoansDesk(desk, server.loans);
});
const [first, second] = await Promise.all([operatorWith(['finance']), operatorWith(['administrator'])]);
await fundTreasury(db, '10000');
await fundLending(db, '10000');
const { planProducts, loans, proposals } = consoleCalls;
const key = () => ({ idempotencyKey: crypto.randomUUID() });
const gold = { productId: 'plan-gold', days: 30, amount: '1000' };
const usd = (text: string) => parseAmount(text, usdt) ?? expect.unreachable(text);
const book = (reference: string, recipe: ReturnType<typeof recipes.loanPaidOut>) =>
  db.transact((tx) => post(tx, { book: 'real', reference, at: clock.now(), ...recipe }));

describe('borrowed money', () => {
  test('buys no plan, wherever it has gone meanwhile; what is beyond it does, and so does all once it is repaid', async () => {
    const { userId, real } = await saver('borrows', '400');
    await book('lent', recipes.loanPaidOut({ userId, principal: usd('1000') }));
    expect(await refusalOf(real(order.buySmart, gold, key()))).toBe('11210');
    // Sent away and come back as a deposit it is borrowed still.
    const sent = { from: { owner: userId, kind: 'available' }, to: { owner: 'house', kind: 'outside:withdrawals' } } as const;
    await book('away', { reason: 'withdrawal.completed', transfers: [{ ...sent, asset: usdt, amount: usd('1000') }] });
    await book('back', recipes.depositCompleted({ userId, amount: usd('1000') }));
    expect(await refusalOf(real(order.buySmart, gold, key()))).toBe('11210');
    const [own] = (await real(order.getAssestInfo, { code: 'USDT' })).balances;
    expect(own).toEqual({ asset: 'USDT', available: '1400', held: '0', owed: '1000' });

    expect(await real(order.buySmart, { ...gold, amount: '400' }, key())).toMatchObject({ status: 'inIncome' });
    await book('lent', recipes.loanRepaid({ userId, interest: usd('0'), principal: usd('1000') }));
    expect(await refusalOf(real(order.buySmart, { ...gold, productId: 'plan-silver' }, key()))).toBe('10011');
    await book('more', recipes.depositCompleted({ userId, amount: usd('1000') }));
    expect(await real(order.buySmart, { ...gold, productId: 'plan-silver' }, key())).toMatchObject({ status: 'inIncome' });
    await expectSoundBooks(db);
  });
});

describe('a plan that would pay borrowers', () => {
  const dear = {
    days: 30,
    dailyRate: '0.01',
    freeDays: 2,
    amountMin: '100',
    amountMax: '1000',
    reason: 'agreed in the meeting',
  };

  test('neither it nor the loan can be put on offer beside the other', async () => {
    // 0.5% a day over 30 days are 15%, and this loan costs 28%; one of 0.5% after two free days costs 14%.
    const { proposalId } = await first.call(loans.offerTerm, dear, key());
    await second.call(proposals.approve, { id: proposalId }, key());
    expect(await refusalOf(first.call(loans.offerTerm, { ...dear, dailyRate: '0.005' }, key()))).toBe('11211');
    const offer = { name: 'Generous', amountMin: '100', amountMax: '1000', penaltyRate: '0.01', startsAt: null };
    const periods = (dailyYield: string) => [{ days: 30, dailyYield }];
    const asked = { ...offer, reason: 'agreed in the meeting' };
    expect(await refusalOf(first.call(planProducts.propose, { ...asked, periods: periods('0.0094') }, key()))).toBe('11211');
    await first.call(planProducts.propose, { ...asked, periods: periods('0.0093') }, key());
  });

  test('is not sold while both are on offer, and those that run keep their terms', async () => {
    const { real } = await saver('waits', '5000');
    const plan = await real(order.buySmart, gold, key());
    const cheap = readOffer({
      id: 'loan-cheap',
      days: 30,
      dailyRate: '0.005',
      freeDays: 2,
      amountMin: '100',
      amountMax: '1000',
    });
    await offerAll(db, [cheap], clock.now());
    // Held for the whole 30 days it costs 14% and the plan pays 15; held for a week 2.5%, and that plan pays 2.8.
    expect(await refusalOf(real(order.buySmart, { ...gold, productId: 'plan-silver' }, key()))).toBe('10010');
    expect(await planItems(plans).info('plan-silver')).toBeUndefined();
    const { items } = await real(order.listSmartOrder, { limit: 5 });
    expect(items).toMatchObject([{ id: plan.id, dailyYield: '0.005', status: 'inIncome' }]);
    await db.query("update loan_terms set withdrawn_at = $1 where id = 'loan-cheap'", [new Date(clock.now())]);
    expect(await real(order.buySmart, { ...gold, productId: 'plan-silver' }, key())).toMatchObject({ status: 'inIncome' });
  });

  test('is the same to the database and to the rules', async () => {
    const periods = planListings.flatMap(({ product }) =>
      product.periods.map(({ days, dailyYield }) => ({ days, dailyYield })),
    );
    const dearer = periods.map(({ days }, place) => ({ days, dailyYield: toFixed(`0.000${80 + place}`) }));
    const pairs = [...periods, ...dearer].flatMap((period) => loanOffers.map((loan) => ({ period, loan })));
    const column = (of: (pair: (typeof pairs)[number]) => unknown) => pairs.map(of);
    const decimal = ({ units, scale }: { units: bigint; scale: number }) => Number(units) / 10 ** scale;
    const rows = await db.query<{ pays: boolean }>(
      `select plan_pays_borrowers(a, b, c, d, e) as pays
       from unnest($1::int[], $2::numeric[], $3::int[], $4::numeric[], $5::int[]) with ordinality x (a, b, c, d, e, n) order by n`,
      [
        column(({ period }) => period.days),
        column(({ period }) => decimal(period.dailyYield)),
        column(({ loan }) => loan.days),
        column(({ loan }) => decimal(loan.dailyRate)),
        column(({ loan }) => loan.freeDays),
      ],
    );
    const ours = pairs.map(({ period, loan }) => paysBorrowers(period, loan));
    expect(rows.map(({ pays }) => pays)).toEqual(ours);
    expect(new Set(ours).size).toBe(2);
  });
});
