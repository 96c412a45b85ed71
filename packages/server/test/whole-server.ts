import { type Client, createClient, locate } from '@assay/contract/client.ts';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerCalls } from '@assay/contract/endpoints/registry.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import type { FastifyInstance } from 'fastify';
import { buildConsole } from '../src/console-app.ts';
import { makeSampleKeys } from '../src/funds/index.ts';
import { fundHouse, post } from '../src/ledger/index.ts';
import { offerAll } from '../src/loans/index.ts';
import { putOnSale } from '../src/plans/index.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Database } from '../src/platform/database.ts';
import { createLifecycle } from '../src/platform/lifecycle.ts';
import { outboxMailer } from '../src/platform/mail.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { startServer } from '../src/server.ts';
import { atEnd } from './at-end.ts';
import { silent } from './database.ts';
import { password, payloadOf, standingClock } from './identity-app.ts';
import { testFolder } from './images.ts';
import { month } from './loans.ts';
import { handFeed, steadyPace } from './market.ts';
import { modest, product } from './plans.ts';

type Headers = Record<string, string>;
/** The boundary of a form is set by fetch. */
type Sent = Headers | Buffer | string;

export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
}

/**
 * All slices as production puts them together, site and console, over a market with one coin at 100 that moves only when the
 * test says so. The house has money, and plans, loans and networks are on offer.
 */
export async function wholeServer(db: Database & { url: string }, env: Readonly<Record<string, string>> = {}) {
  const clock = standingClock();
  const lifecycle = createLifecycle(silent);
  const wide = { USER_CALLS_MAX: '1000000', ADDRESS_CALLS_MAX: '1000000' };
  const folder = testFolder();
  const config = await readConfig({ ...wide, DATABASE_URL: db.url, DATA_DIR: folder, ...env }, []);
  const feed = handFeed(clock, [coin], 'simulated');
  const shared = { db, bus: createLocalBus(silent), log: silent, metrics: createMetrics() };
  const server = await startServer({
    ...shared,
    config,
    mailer: outboxMailer(db),
    lifecycle,
    catalogue: [coin],
    prices: { feeds: [feed], clock, pace: steadyPace() },
    origin: 'http://127.0.0.1:8080',
  });
  atEnd(() => lifecycle.stop());
  const secret = 'a secret of this test alone, long enough';
  const site = server.app;
  const desks = await buildConsole({
    ...shared,
    ...server,
    clock,
    mode: 'sandbox',
    trustProxy: undefined,
    secret,
    oversees: true,
  });
  await openHouse(db, clock.now());

  /** A quote of now: a coin is suspended ten seconds after its last. */
  async function quote(price = '100.00'): Promise<void> {
    await feed.quote(coin.code, price, price);
  }

  /** The answer to arbitrary input. */
  async function send(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    input: object,
    headers: Headers,
    payload?: Sent,
  ): Promise<Answer> {
    const { path, rest } = locate(endpoint, { ...input });
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]));
    const answer = await site.inject({
      method: endpoint.method,
      url: endpoint.method === 'GET' ? `${path}?${query.toString()}` : path,
      headers: { 'accept-language': 'en', ...headers },
      ...(endpoint.method === 'POST' && { payload: payload ?? rest }),
    });
    const json = String(answer.headers['content-type']).startsWith('application/json');
    const body: unknown = json ? answer.json() : answer.body.length;
    return { status: answer.statusCode, code: json ? answer.json<{ code: string }>().code : '200', body };
  }

  /** A registered and verified customer, with 10,000 USDT on the real account, 100,000 on the other. */
  async function person(userName: string) {
    const email = `${userName}@example.com`;
    await server.identity.createUser({ userName, email, password, language: 'en' });
    const [row] = await db.query<{ id: number }>('select id from users where user_name = $1', [userName]);
    const userId = String(row?.id);
    await db.query("update users set kyc_status = 'verified' where id = $1", [userId]);
    const recipe = recipes.depositCompleted({ userId, amount: amount(10_000_000_000n) });
    await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: clock.now(), ...recipe }));
    const { token } = await clientOn(site, {})(customerCalls.login.login, { account: userName, password });
    const headersOf = (virtually: 'NO' | 'YES') => ({ authorization: token, virtually });
    return {
      userId,
      email,
      demo: clientOn(site, headersOf('NO')),
      real: clientOn(site, headersOf('YES')),
      demoHeaders: headersOf('NO'),
      realHeaders: headersOf('YES'),
    };
  }

  return { ...server, ...shared, site, desks, clock, secret, folder, quote, send, person };
}

/** Gives the house money in both books, and puts plans, loans and networks on offer. */
async function openHouse(db: Database, now: number): Promise<void> {
  const plenty = amount(1_000_000_000_000n);
  const funds = { treasury: plenty, insurance: plenty, lending: plenty, trading: plenty };
  for (const book of ['demo', 'real'] as const)
    await db.transact((tx) => fundHouse(tx, { book, reference: `house:${book}`, at: 0, funds }));
  await putOnSale(db, [product('gold', null, modest), product('silver', null, modest)], now);
  await offerAll(db, [month], now);
  await makeSampleKeys(db);
}

/** The typed client of a caller who sends these headers. */
function clientOn(site: FastifyInstance, headers: Headers): Client {
  return createClient({
    origin: '',
    headers: () => ({ 'Accept-Language': 'en', ...headers }),
    fetch: async (url, init) => {
      const answer = await site.inject({ method: init.method === 'POST' ? 'POST' : 'GET', url, ...(await payloadOf(init)) });
      return new Response(answer.body, { status: answer.statusCode });
    },
  });
}

/** What changes without an act, or with every call whatever its outcome. */
const passing = [
  'idempotency',
  'sessions',
  'operator_sessions',
  'attempts',
  'market_state',
  'lead_leases',
  'lead_terms',
  'quote_batches',
  'tape_marks',
  'bars',
  'equity_points',
  'nfts',
];

/** Everything that is written down, by table: the same before and after means that nothing was written. */
export async function fingerprint(db: Database): Promise<Record<string, string | null>> {
  const tables = await db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1",
    [passing],
  );
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as sum from "${name}" t`,
  );
  const rows = await db.query<{ name: string; sum: string | null }>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
