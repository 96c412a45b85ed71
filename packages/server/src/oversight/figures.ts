import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed } from '@assay/domain/money/fixed.ts';
import { houseState } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Desk } from '../operators/index.ts';
import { optionsAtRisk } from '../options/index.ts';
import type { Figure, Metrics } from '../platform/metrics.ts';
import { remembered } from '../platform/statements/remembered.ts';
import { openExposure } from '../positions/index.ts';

/** Monitoring asks every few seconds, sometimes in pairs: answers of the database are cached for so long. */
const rememberedMs = 10_000;

const books = ['real', 'demo'] as const satisfies readonly Book[];

/**
 * The console's figures of the house, for external monitoring: the queues of its desks and their age, what the house
 * has and owes, what customers hold open. Sums in USDT for display, without personal data.
 */
export function showOversight(metrics: Metrics, desk: Desk, market: Pick<Market, 'quote'>): void {
  const { clock, db, queues } = desk;
  const briefly = <T>(read: () => Promise<T>) => remembered(read, rememberedMs, () => clock.elapsed());
  const waiting = briefly(() =>
    Promise.all([...queues].map(async ([name, count]) => ({ labels: { desk: name }, ...(await count(db)) }))),
  );
  metrics.looked('desk_waiting', 'Cases that wait at a desk of the console', ['desk'], async () =>
    (await waiting()).map(({ labels, waiting: value }) => ({ labels, value })),
  );
  metrics.looked('desk_oldest_seconds', 'For how long the oldest of them has waited; 0 where none does', ['desk'], async () =>
    (await waiting()).map(({ labels, oldestAt }) => ({
      labels,
      value: oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt.getTime()) / 1000,
    })),
  );
  const mails = briefly(() => oldestMail(desk));
  metrics.looked(
    'mail_oldest_seconds',
    'For how long the oldest mail that is to be sent has been due; 0 where none is',
    [],
    mails,
  );
  const house = briefly(async () => (await Promise.all(books.map((book) => houseOf(desk, book)))).flat());
  metrics.looked(
    'house_usdt',
    'What an account of the house has, and what customers have together',
    ['book', 'account'],
    house,
  );
  const exposure = briefly(async () => (await Promise.all(books.map((book) => exposureOf(desk, market, book)))).flat());
  metrics.looked('exposure_usdt', 'What customers hold open together, at the prices of now', ['book', 'figure'], exposure);
}

async function oldestMail({ db }: Desk): Promise<Figure[]> {
  const [row] = await db.query<{ seconds: number }>(
    `select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(next_try_at))), 0)::float8 as seconds from notification_mails`,
  );
  return [{ labels: {}, value: row?.seconds ?? 0 }];
}

/** For display: digits beyond sixteen do not matter there. */
const usdtOf = (value: Amount) => Number(value) / 10 ** usdt.scale;

async function houseOf({ db }: Desk, book: Book): Promise<Figure[]> {
  const { kinds, customers } = await houseState(db, book);
  const figure = (account: string, value: Amount) => ({ labels: { book, account }, value: usdtOf(value) });
  return [...[...kinds].map(([kind, value]) => figure(kind, value)), figure('customers', customers)];
}

async function exposureOf({ db, clock }: Desk, market: Pick<Market, 'quote'>, book: Book): Promise<Figure[]> {
  const sums = { long: 0, short: 0, net: 0, unrealised: 0, stakes: 0, payout: 0 };
  const of = (value: Fixed) => Number(formatFixed(value));
  for (const { long, short, unrealised } of await openExposure(db, market, book, clock.now())) {
    sums.long += of(long);
    sums.short += of(short);
    // Of each instrument for itself: what is long in one is not set off against what is short in another.
    sums.net += Math.abs(of(long) - of(short));
    sums.unrealised += of(unrealised);
  }
  for (const { stakes, payoutMax } of await optionsAtRisk(db, book, clock.now())) {
    sums.stakes += usdtOf(stakes);
    sums.payout += usdtOf(payoutMax);
  }
  return Object.entries(sums).map(([figure, value]) => ({ labels: { book, figure }, value }));
}
