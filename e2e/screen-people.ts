// People with something to show: empty screens are shown by a new user.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@assay/contract/client.ts';
import { consoleCalls } from '@assay/contract/endpoints/console/registry.ts';
import { identityCalls } from '@assay/contract/endpoints/identity.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import type { Browser } from 'playwright-core';
import { address } from './funds-steps.ts';
import { type App, type Person, clientOf, mailedCode, registered } from './harness.ts';
import { lookAtCase, operator } from './operators.ts';

const { index, login, order, user } = customerCalls;
const { deposits, kyc, loans, withdrawals } = consoleCalls;

const key = () => ({ idempotencyKey: randomUUID() });
const real = (app: App, person: Person) => clientOf(app, person.token, 'real');

/** The viewers of the screens, by the outcome of their submissions. */
export type Viewer = 'customer' | 'newcomer' | 'pending' | 'failed';

/** Lets time pass: by waiting, or by moving the clock of a product that has one. */
type Pass = (ms: number) => Promise<unknown>;

interface Office {
  readonly first: Client;
  readonly second: Client;
}

async function picturesOf(browser: Browser): Promise<readonly Blob[]> {
  const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
  const taken = [];
  for (const color of ['#b9c7d6', '#d6c7b9', '#c7d6b9', '#ffffff']) {
    await page.setContent(`<body style="background:${color}">`);
    taken.push(new Blob([Uint8Array.from(await page.screenshot())], { type: 'image/png' }));
  }
  await page.close();
  return taken;
}

async function handIn(person: Person, pictures: readonly Blob[]): Promise<void> {
  const [front, back, holding, signature] = pictures;
  if (!front || !back || !holding || !signature) throw new Error('four pictures are needed');
  await person.call(
    identityCalls.identification,
    {
      firstName: 'Ada',
      lastName: 'Muster',
      sex: 'female',
      birthdate: '1990-05-17',
      country: 'DE',
      address: 'Lindenallee 4, 10115 Berlin',
      email: person.email,
      phone: '+4915112345678',
      documentType: 'idCard',
    },
    { ...key(), images: { front, back, holding, signature } },
  );
}

async function decideKyc({ first }: Office, status: 'verified' | 'failed'): Promise<void> {
  const { items } = await first(kyc.list, {});
  const id = items.at(-1)?.id ?? '';
  await lookAtCase(first, id);
  const rejected = [
    { field: 'front', reason: 'unreadable' },
    { field: 'address', reason: 'incomplete' },
  ] as const;
  await first(kyc.decide, { id, status, rejected: status === 'failed' ? [...rejected] : [] }, key());
}

/** Positions on the demo account: an open one, one that waits, one that is closed. */
async function trade(person: Person): Promise<void> {
  const items = await person.call(index.listMarketAll, { type: 2 });
  const bitcoin = items.find(({ code }) => code === 'BTCUSDT');
  if (bitcoin === undefined) throw new Error('the market has no BTCUSDT');
  const half = String(Math.floor(Number(bitcoin.nowPrice) / 2));
  const common = { code: bitcoin.code, side: 'long', leverage: 10, lots: '1' } as const;
  const first = await person.call(order.buyU, { ...common, type: 'market' }, key());
  await person.call(order.stopU, { id: first.id }, key());
  await person.call(order.buyU, { ...common, type: 'market' }, key());
  await person.call(order.buyU, { ...common, type: 'limit', price: half }, key());
}

/** Deposits of every status; the first brings 20,000 USDT. */
async function deposit(call: Client, { first, second }: Office, proof: Blob): Promise<void> {
  const report = async (amount: string): Promise<string> => {
    const hash = randomUUID().replaceAll('-', '').repeat(2);
    const of = { coin: 'USDT', network: 'TRC20', amount, hash, lastSix: hash.slice(-6) };
    return (await call(user.recharge, of, { ...key(), images: { proof } })).id;
  };
  const completed = await report('20000');
  await first(deposits.approve, { id: completed }, key());
  await second(deposits.complete, { id: completed }, key());
  await first(deposits.reject, { id: await report('640'), reason: 'notFound' }, key());
  const failed = await report('150.5');
  await first(deposits.approve, { id: failed }, key());
  await second(deposits.fail, { id: failed, reason: 'notConfirmed' }, key());
  await first(deposits.approve, { id: await report('1250') }, key());
  await report('300');
}

/** Loans of every status that a day can bring. */
async function borrow(call: Client, { first, second }: Office, signature: Blob): Promise<void> {
  const { terms } = await call(user.loanTerms, {});
  const ask = async (days: number, amount: string): Promise<string> => {
    const term = terms.find((one) => one.days === days);
    if (term === undefined) throw new Error(`there is no loan of ${days} days`);
    const of = { termId: term.id, amount, language: 'en', agreementVersion: '3' } as const;
    const charged = BigInt(term.days - term.freeDays);
    // Whole amounts and rates of at most six places: what the agreement shows, by hand.
    const interest = (BigInt(amount) * BigInt(Math.round(Number(term.dailyRate) * 1e6)) * charged) / 10_000n;
    const seenRepayment = `${BigInt(amount) + interest / 100n}.${String(interest % 100n).padStart(2, '0')}`;
    return (await call(user.loan, { ...of, seenRepayment }, { ...key(), images: { signature } })).id;
  };
  const paidOut = async (days: number, amount: string): Promise<string> => {
    const id = await ask(days, amount);
    await first(loans.approve, { id }, key());
    await second(loans.payOut, { id }, key());
    return id;
  };
  const repaid = await paidOut(7, '1000');
  await call(user.repayLoan, { id: repaid, amount: '400' }, key());
  await call(user.repayLoan, { id: repaid }, key());
  await paidOut(30, '5000');
  await first(loans.reject, { id: await ask(30, '2000'), reason: 'amountTooHigh' }, key());
  await ask(7, '600');
}

async function bid(call: Client): Promise<void> {
  const pieces = await call(index.listNft, {});
  const onSale = pieces.filter(({ status }) => status === 'onSale').slice(0, 2);
  for (const { id, minimumBid } of onSale) await call(user.buyNft, { id, kind: 'bid', amount: minimumBid }, key());
}

/** Withdrawals of three statuses, once the new address may be used. */
async function withdraw(app: App, person: Person, { first, second }: Office, pass: Pass): Promise<void> {
  const call = real(app, person);
  await call(user.saveBankCard, { name: 'Ada Muster', cardNumber: '4111 1111 1111 1111', bankName: 'Sparkasse Berlin' }, key());
  const saved = await call(user.saveCoinAddress, { coin: 'USDT', network: 'TRC20', address, label: 'Cold wallet' }, key());
  await pass(Math.max(0, Date.parse(saved.usableFrom) - Date.now()) + 1000);
  const ask = async (amount: string): Promise<string> => {
    await call(login.sendCode, { purpose: 'withdraw' });
    const code = await mailedCode(app, person.email);
    return (await call(user.withdrawal, { methodId: saved.id, asset: 'USDT', amount, code }, key())).id;
  };
  const paid = await ask('200');
  await first(withdrawals.approve, { id: paid }, key());
  await second(withdrawals.complete, { id: paid, hash: 'b'.repeat(64) }, key());
}

async function invite(app: App, person: Person): Promise<void> {
  const { code: inviteCode } = await person.call(user.invite, {});
  const visitor = clientOf(app);
  const userName = `friend_${randomUUID().slice(0, 8)}`;
  const email = `${userName}@example.com`;
  await visitor(login.sendCode, { email, purpose: 'register' });
  const code = await mailedCode(app, email);
  await visitor(login.register, { userName, email, password: randomUUID(), code, inviteCode }, key());
}

/** A user who has done everything that the site offers, one who has done nothing, and two unverified identities. */
export async function viewers(app: App, browser: Browser, pass: Pass = delay): Promise<Readonly<Record<Viewer, Person>>> {
  const [first, second] = await Promise.all([operator(app, 'alice'), operator(app, 'bob')]);
  const office = { first, second };
  const [customer, newcomer, pending, failed] = await Promise.all([
    registered(app),
    registered(app),
    registered(app),
    registered(app),
  ]);
  const pictures = await picturesOf(browser);
  const [proof] = pictures;
  if (proof === undefined) throw new Error('a proof is needed');
  await handIn(customer, pictures);
  await decideKyc(office, 'verified');
  await handIn(failed, pictures);
  await decideKyc(office, 'failed');
  await handIn(pending, pictures);
  const call = real(app, customer);
  await deposit(call, office, proof);
  await Promise.all([trade(customer), borrow(call, office, pictures.at(-1) ?? proof), bid(call), invite(app, customer)]);
  await withdraw(app, customer, office, pass);
  return { customer, newcomer, pending, failed };
}

/**
 * On a user's demo account: a second position with stops and targets, a stop-limit order, coins, a pair and a limit for coins;
 * an event of the calendar to come.
 */
export async function withMuchStanding(app: App, { call }: Person, bitcoinPrice: number): Promise<void> {
  const at = (factor: number) => (bitcoinPrice * factor).toFixed(2);
  const common = { code: 'BTCUSDT', side: 'long', leverage: 10, lots: '0.5' } as const;
  const targets = [
    { price: at(1.04), lots: '0.1' },
    { price: at(1.08), lots: '0.2' },
  ];
  // Near enough to be seen on the chart, and to be dragged there.
  await call(order.buyU, { ...common, type: 'limit', price: at(0.985), stopLoss: at(0.95), takeProfit: at(1.02) }, key());
  await call(order.buyU, { ...common, type: 'stopLimit', trigger: at(1.05), price: at(1.06), stopLoss: at(1.01) }, key());
  await call(order.buyU, { ...common, type: 'market', stopLoss: at(0.97), takeProfit: at(1.12), targets }, key());
  await call(order.submit, { code: 'BTCUSDT', side: 'buy', type: 'market', turnover: '2000' }, key());
  const coins = { code: 'BTCUSDT', quantity: '0.005' } as const;
  await call(order.submit, { ...coins, side: 'sell', type: 'oco', price: at(1.06), trigger: at(0.94) }, key());
  await call(order.submit, { ...coins, side: 'buy', type: 'limit', price: at(0.97), until: 'day' }, key());
  const alice = await operator(app, 'alice');
  const event = {
    currency: 'USD',
    kind: 'inflation',
    title: 'CPI',
    importance: 3,
    forecast: '2.4%',
    source: 'BLS',
  } as const;
  await alice(consoleCalls.calendar.add, { ...event, at: new Date(Date.now() + 50 * 3_600_000).toISOString() }, key());
}

/** Shows the receipt of an order that has ended to others; answers by which code. */
export async function shareFirst({ call }: Person): Promise<string> {
  const { items } = await call(order.listUOrder, { status: ['closed', 'closedEarly'] });
  const [first] = items;
  if (first === undefined) throw new Error('no order has ended');
  return (await call(user.shareReceipt, { id: first.id, hidesAmounts: false })).code;
}
