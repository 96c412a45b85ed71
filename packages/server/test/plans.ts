import type { Client } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Amount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { PlanListing } from '@assay/domain/plans/catalogue.ts';
import { type PlanOfferText, readOffer } from '@assay/domain/plans/product.ts';
import { fundHouse, post } from '../src/ledger/index.ts';
import { type PlansContext, PlansRound, putOnSale } from '../src/plans/index.ts';
import type { Database } from '../src/platform/database.ts';
import { createProducts } from '../src/products.ts';
import { silent } from './database.ts';
import { password, type standingClock } from './identity-app.ts';
import { trading } from './trading.ts';

type Periods = PlanOfferText['periods'];
const generous: Periods = [
  { days: 7, dailyYield: '0.004' },
  { days: 30, dailyYield: '0.005' },
];
/** What can be sold beside the loans of the tests: none of them costs so little. */
export const modest: Periods = [
  { days: 8, dailyYield: '0.0001' },
  { days: 30, dailyYield: '0.0004' },
];

/** 5% penalty, from 100 to 10,000; 0.4% a day over 7 days or 0.5% over 30 where nothing else is said. */
export function product(name: string, startsAfterDays: number | null = null, periods: Periods = generous): PlanListing {
  const offer = readOffer({
    amountMin: '100',
    amountMax: '10000',
    penaltyRate: '0.05',
    startsAt: null,
    periods,
  });
  const names = { id: `plan-${name}`, code: name.toUpperCase(), name, logo: '/logos/plan.svg' };
  return { product: { ...names, ...offer }, startsAfterDays };
}

function money(text: string): Amount {
  const amount = parseAmount(text, usdt);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
}

/** Puts money of the house into the treasury of the real book. */
export async function fundTreasury(db: Database, text: string): Promise<void> {
  const funds = { treasury: money(text), insurance: nothing, lending: nothing, trading: nothing };
  await db.transact((tx) => fundHouse(tx, { book: 'real', reference: `treasury:${text}`, at: 0, funds }));
}

/** People with money on their real accounts, `gold` and `silver` on sale, and the round of the leader, on a clock that the test moves. */
export async function planning(db: Database, options: { clock?: ReturnType<typeof standingClock> } = {}) {
  const server = await trading(db, options);
  const { call, from, clock, plans } = server;
  await putOnSale(db, [product('gold'), product('silver')], clock.now());
  const round = new PlansRound(plans, silent);

  /** A registered person with so much on the real account. */
  async function saver(userName: string, deposit: string) {
    const { userId, demo, real } = await server.person(userName);
    if (deposit !== '0') {
      const recipe = recipes.depositCompleted({ userId, amount: money(deposit) });
      await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: clock.now(), ...recipe }));
    }
    return { userId, demo, real };
  }

  /** Signs in once more: a session ends after a week without use, and plans run longer. */
  async function signIn(userName: string): Promise<Client> {
    const { token } = await call(login.login, { account: userName, password });
    return from('192.0.2.1', token, { virtually: 'YES' });
  }

  /** Another process of the same deployment: a counter of its own, on a database that may be broken. */
  function process(database: Database): PlansContext {
    const { bus, market } = server;
    return createProducts({ db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' }).plans;
  }

  return { ...server, saver, signIn, process, makeRound: () => round.run(new AbortController().signal) };
}
