// How long the console's pages take where there is much to show: each call that a list or a case makes, as an operator's browser makes it,
// and each page in a browser. The size is `DESK_USERS` and `DESK_TRANSFERS`; with `DESK_DATABASE_URL` the books are those of a database
// that has been grown, which is given what waits besides, and stays so.
import { setTimeout as delay } from 'node:timers/promises';
import { ApiRefusal, type Client } from '@assay/contract/client.ts';
import { consoleCalls as calls } from '@assay/contract/endpoints/console/registry.ts';
import { grow, growCases, growChats, growLoans } from '@assay/server/growth/index.ts';
import { takeCheckpoints } from '@assay/server/ledger/index.ts';
import { type Database, connectDatabase } from '@assay/server/platform/database.ts';
import { createLogger } from '@assay/server/platform/log.ts';
import { openRoot } from '@assay/server/platform/secrets/root.ts';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { signIn } from '../e2e/console-steps.ts';
import { type OwnApp, startApp } from '../e2e/harness.ts';
import { operator } from '../e2e/operators.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, whole } from './measurement.ts';

const serverMsMax = 300;
const browserMsMax = 1000;
/** As often is each asked: the first time nothing of it is at hand. */
const times = 9;
const visits = 3;
const size = { deposits: 5000, identities: 3000, chats: 2000, loans: 1000 };
const secret = 'the same secret whenever these books are opened';

export async function measure(): Promise<Measurement[]> {
  const url = process.env['DESK_DATABASE_URL'];
  if (url === undefined) {
    const [users, transfers] = [Number(process.env['DESK_USERS'] ?? 5000), Number(process.env['DESK_TRANSFERS'] ?? 150_000)];
    return withDurableDatabase(4, async (own) => {
      await grow(own.db, { users, transfers, days: 30, writers: 2 }, Date.now());
      return measureDesk(own.url, own.db);
    });
  }
  const db = connectDatabase({ url, poolSize: 4, log: createLogger('warn') });
  try {
    return await measureDesk(url, db);
  } finally {
    await db.close();
  }
}

async function measureDesk(url: string, db: Database): Promise<Measurement[]> {
  const app = await startApp({ env: { DATABASE_URL: url, SECRET: secret }, movable: false });
  const browser = await launchBrowser();
  try {
    await fill(db);
    // As a job does every hour, and the database's own daemons in time.
    await takeCheckpoints(db);
    await db.query('vacuum (analyze)');
    const [rows] = await db.query<{ transfers: number; customers: number }>(
      'select (select count(*) from ledger_transfers) as transfers, (select count(*) from users) as customers',
    );
    const of = `of ${whole(rows?.customers ?? 0)} customers and ${whole(rows?.transfers ?? 0)} transfers`;
    const asked = await askAll(app, db);
    console.log(tableOf('call', asked.took));
    const seen = await seeAll(app, browser, asked.paths);
    console.log(`\n${tableOf('page', seen)}`);
    const row = (figure: string, limit: number, took: Took): Measurement => {
      const [name = '', all = []] = took.toSorted(([, one], [, other]) => middle(other) - middle(one))[0] ?? [];
      const worst = Math.max(...took.flatMap(([, ms]) => ms));
      return {
        figure,
        ours: `${middle(all).toFixed(0)} ms (${name}); the worst of all once ${worst.toFixed(0)} ms`,
        reference: `limit ${limit} ms`,
        ratio: limit / middle(all),
        aim: 1,
      };
    };
    return [
      row(`desk: slowest of ${asked.took.length} calls of the console by its median, ${of}`, serverMsMax, asked.took),
      row(`desk: slowest of ${seen.length} pages in a browser by its median`, browserMsMax, seen),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Submits cases for customers without pending ones, until there are as many as a busy desk has. */
async function fill(db: Database): Promise<void> {
  const [has] = await db.query<Record<'deposits' | 'identities' | 'chats' | 'loans', number>>(
    `select (select count(*) from deposits) as deposits, (select count(*) from kyc_cases) as identities,
       (select count(*) from conversations) as chats, (select count(*) from loans) as loans`,
  );
  const without = async (table: string, count: number) => {
    const rows = await db.query<{ id: string }>(
      `select id::text from users u where email like '%@grown.invalid' and not exists (select from ${table} t where t.user_id = u.id) order by u.id limit $1`,
      [Math.max(0, count)],
    );
    return rows.map(({ id }) => id);
  };
  const missing = (name: keyof typeof size) => size[name] - (has?.[name] ?? 0);
  const root = await openRoot(db, { secret, previousSecret: undefined });
  const users = await without('kyc_cases', missing('identities'));
  if (users.length > 0) await growCases(db, { users, cases: missing('deposits'), secret: root }, Date.now());
  const chats = await without('conversations', missing('chats'));
  if (chats.length > 0) await growChats(db, chats, Date.now());
  const loans = await without('loans', missing('loans'));
  if (loans.length > 0) await growLoans(db, loans, Date.now());
}

type Took = readonly (readonly [what: string, ms: readonly number[]])[];

/** Sends each call of a list or a case several times, as alice; returns the paths of the cases. */
async function askAll(app: OwnApp, db: Database): Promise<{ took: Took; paths: string[] }> {
  const ask = await operator(app, 'alice');
  const took: [string, number[]][] = [];
  const time: Time = async (what, call) => {
    const all: number[] = [];
    took.push([what, all]);
    for (;;) {
      const began = performance.now();
      try {
        const answer = await call();
        all.push(performance.now() - began);
        if (all.length === times) return answer;
      } catch (error) {
        // No operator reads as fast as this requests: calls refused for that are retried when allowed, and not counted.
        if (!(error instanceof ApiRefusal) || error.retryAfterSeconds === null) throw error;
        await delay(error.retryAfterSeconds * 1000);
      }
    }
  };
  await askOverview(ask, time);
  const { userId, depositId, ...funds } = await askFunds(ask, time);
  const found = [...funds.paths, ...(await askCases(ask, time)), `/users/${userId}`];
  await askPeople(ask, time, userId, depositId);
  const books = await askBooks(ask, time, db, userId);
  await askRest(ask, time);
  return { took, paths: [...lists.split(' ').map((name) => (name === '/' ? name : `/${name}`)), ...found, ...books] };
}

type Time = <T>(what: string, call: () => Promise<T>) => Promise<T>;
const { deposits, withdrawals, kyc, loans, chats, users, ledger, audit, dashboard } = calls;
const lists =
  '/ proposals deposits withdrawals kyc loans chats users invites treasury ledger ledger/transactions ledger/month corrections halts networks instruments actions plans loanTerms nfts contents calendar parameters engine alarms audit operators';

async function askOverview(ask: Client, time: Time): Promise<void> {
  await time('dashboard/queues', () => ask(dashboard.queues, {}));
  await time('dashboard/service', () => ask(dashboard.service, {}));
  await time('dashboard/coverage', () => ask(dashboard.coverage, {}));
  for (const book of ['real', 'demo'] as const) {
    await time(`dashboard/exposure ${book}`, () => ask(dashboard.exposure, { book }));
    await time(`dashboard/course ${book}`, () => ask(dashboard.course, { book }));
    await time(`dashboard/activity ${book}`, () => ask(dashboard.activity, { book }));
  }
}

async function askFunds(ask: Client, time: Time) {
  const newest = await time('deposits/list', () => ask(deposits.list, {}));
  for (const [what, filter] of [
    ['open', { status: 'open' }],
    ['todo', { status: 'open', todo: 'YES', limit: 50 }],
    ['completed', { status: 'completed' }],
    ['coin', { coin: 'BTC' }],
    ['amount', { amountFrom: '499', sort: 'largest' }],
    ['mine', { mine: 'YES' }],
    ['hash', { hash: 'c'.repeat(60) }],
    ['next page', { cursor: newest.nextCursor ?? undefined }],
  ] as const) {
    await time(`deposits/list ${what}`, () => ask(deposits.list, filter as never));
    await time(`withdrawals/list ${what}`, () => ask(withdrawals.list, (what === 'next page' ? {} : filter) as never));
  }
  await time('deposits/waiting', () => ask(deposits.waiting, {}));
  await time('deposits/releases', () => ask(deposits.releases, {}));
  await time('deposits/networks', () => ask(deposits.networks, {}));
  await time('deposits/watches', () => ask(deposits.watches, {}));
  await time('deposits/solvency', () => ask(deposits.solvency, {}));
  await time('deposits/uncredited', () => ask(deposits.uncredited, {}));
  const deposit = newest.items[0];
  const depositId = deposit?.id ?? '';
  await time('deposits/detail', () => ask(deposits.detail, { id: depositId }));
  await time('deposits/chain', () => ask(deposits.chain, { id: depositId }));
  const paid = await time('withdrawals/list', () => ask(withdrawals.list, {}));
  const paidId = paid.items[0]?.id ?? '';
  await time('withdrawals/waiting', () => ask(withdrawals.waiting, {}));
  await time('withdrawals/detail', () => ask(withdrawals.detail, { id: paidId }));
  await time('payouts/batches', () => ask(calls.payouts.batches, {}));
  return { depositId, userId: deposit?.customer.id ?? '', paths: [`/deposits/${depositId}`, `/withdrawals/${paidId}`] };
}

async function askCases(ask: Client, time: Time): Promise<string[]> {
  const cases = await time('kyc/list', () => ask(kyc.list, { status: 'pendingReview' }));
  await time('kyc/list todo', () => ask(kyc.list, { status: 'pendingReview', todo: 'YES', limit: 50 }));
  await time('kyc/list mine', () => ask(kyc.list, { status: 'verified', mine: 'YES' }));
  await time('kyc/list secondLook', () => ask(kyc.list, { status: 'secondLook' }));
  await time('kyc/list verified', () => ask(kyc.list, { status: 'verified' }));
  const caseId = cases.items[0]?.id ?? '';
  await time('kyc/detail', () => ask(kyc.detail, { id: caseId }));
  const lent = await time('loans/list', () => ask(loans.list, {}));
  await time('loans/list todo', () => ask(loans.list, { todo: 'YES', limit: 50 }));
  await time('loans/list mine', () => ask(loans.list, { mine: 'YES' }));
  const loanId = lent.items[0]?.id ?? '';
  await time('loans/detail', () => ask(loans.detail, { id: loanId }));
  await time('loans/terms', () => ask(loans.terms, {}));
  const inbox = await time('chats/list', () => ask(chats.list, {}));
  await time('chats/list waiting', () => ask(chats.list, { status: 'waiting' }));
  const chatId = inbox.items[0]?.id ?? '';
  await time('chats/detail', () => ask(chats.detail, { id: chatId }));
  return [`/kyc/${caseId}`, `/loans/${loanId}`, `/chats/${chatId}`];
}

async function askPeople(ask: Client, time: Time, userId: string, depositId: string): Promise<void> {
  await time('users/list', () => ask(users.list, {}));
  await time('users/list query', () => ask(users.list, { query: 'grown1234' }));
  await time('users/list country', () => ask(users.list, { country: 'DE' }));
  await time('users/list kycStatus', () => ask(users.list, { kycStatus: 'pendingReview' }));
  await time('users/list frozen', () => ask(users.list, { frozen: 'true' }));
  await time('users/detail', () => ask(users.detail, { id: userId }));
  await time('users/timeline', () => ask(users.timeline, { id: userId }));
  await time('users/notes', () => ask(users.notes, { id: userId }));
  await time('users/limits', () => ask(users.limits, { id: userId }));
  for (const query of ['Albaberg', 'grown12345', hexOf(77), '250', depositId])
    await time(`search/find ${query.slice(0, 12)}`, () => ask(calls.search.find, { query }));
  await time('invites/list', () => ask(calls.invites.list, {}));
}

async function askBooks(ask: Client, time: Time, db: Database, userId: string): Promise<string[]> {
  await time('treasury/balances', () => ask(calls.treasury.balances, {}));
  await time('ledger/accounts', () => ask(ledger.accounts, { book: 'real' }));
  await time('ledger/accounts owner', () => ask(ledger.accounts, { book: 'real', owner: userId }));
  const [house] = await db.query<{ id: string }>(
    "select id::text from ledger_accounts where book = 'real' and owner = 'house' and kind = 'trading' and asset = 'USDT'",
  );
  const accountId = house?.id ?? '';
  const entries = await time('ledger/entries of the house', () => ask(ledger.entries, { accountId, limit: 100 }));
  await time('ledger/entries, next page', () =>
    ask(ledger.entries, { accountId, limit: 100, cursor: entries.nextCursor ?? undefined }),
  );
  const booked = await time('ledger/transactions', () => ask(ledger.transactions, { book: 'real' }));
  await time('ledger/transactions reason', () => ask(ledger.transactions, { book: 'real', reason: 'deposit.completed' }));
  const week = {
    from: new Date(Date.now() - 8 * 86_400_000).toISOString(),
    to: new Date(Date.now() - 7 * 86_400_000).toISOString(),
  };
  await time('ledger/transactions of a day', () => ask(ledger.transactions, { book: 'real', ...week }));
  const transaction = booked.items[0]?.id ?? '';
  await time('ledger/transaction', () => ask(ledger.transaction, { id: transaction }));
  await time('ledger/months', () => ask(ledger.months, {}));
  return [`/ledger/accounts/${accountId}`, `/ledger/transactions/${transaction}`];
}

async function askRest(ask: Client, time: Time): Promise<void> {
  await time('proposals/list', () => ask(calls.proposals.list, {}));
  await time('cases/load', () => ask(calls.cases.load, {}));
  await time('parameters/list', () => ask(calls.parameters.list, {}));
  await time('instruments/list', () => ask(calls.instruments.list, {}));
  await time('actions/list', () => ask(calls.actions.list, {}));
  await time('planProducts/list', () => ask(calls.planProducts.list, {}));
  await time('nfts/list', () => ask(calls.nfts.list, {}));
  await time('contents/list', () => ask(calls.contents.list, {}));
  await time('calendar/list', () => ask(calls.calendar.list, {}));
  await time('halts/list', () => ask(calls.halts.list, {}));
  await time('alarms/list', () => ask(calls.alarms.list, {}));
  await time('engine/listParked', () => ask(calls.engine.listParked, {}));
  await time('audit/list', () => ask(audit.list, {}));
  await time('audit/list action', () => ask(audit.list, { action: 'halt.begun' }));
  await time('operators/list', () => ask(calls.operators.list, {}));
}

const hexOf = (number: number) => number.toString(16).padStart(64, 'c');

/** Opens each page afresh several times, until nothing on it waits any more. */
async function seeAll(app: OwnApp, browser: Browser, paths: readonly string[]): Promise<Took> {
  const { page, leave } = await signIn(browser, app, 'bob');
  const took: [string, number[]][] = [];
  for (const path of paths) {
    const all: number[] = [];
    for (let at = 0; at < visits; at += 1) {
      const began = performance.now();
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => {
        const main = document.querySelector('main');
        return main?.querySelector('h1, h2, table') !== null && main !== null && main.querySelector('[aria-busy]') === null;
      });
      all.push(performance.now() - began);
    }
    took.push([path, all]);
  }
  await leave();
  return took;
}

const middle = (ms: readonly number[]) => ms.toSorted((one, other) => one - other)[Math.floor(ms.length / 2)] ?? 0;

function tableOf(what: string, took: Took): string {
  const rows = took
    .map(([name, all]) => [name, middle(all), Math.max(...all)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, median, worst]) => `| ${name} | ${median.toFixed(0)} | ${worst.toFixed(0)} |`);
  return [`| ${what} | median ms | worst ms |`, '| --- | --- | --- |', ...rows].join('\n');
}
