import { dashboardCalls } from '@assay/contract/endpoints/console/dashboard.ts';
import type { DeskResult } from '@assay/contract/endpoints/console/desk-call.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { type Amount, amount, formatAmount, minus, nothing } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { type Fixed, formatFixed, rescale, subtract } from '@assay/domain/money/fixed.ts';
import { countCustomers, registeredByDay } from '../identity/index.ts';
import { bookedByDay, houseCourse, houseState } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import { type Desk, serveDesk } from '../operators/index.ts';
import { optionsAtRisk } from '../options/index.ts';
import { openExposure } from '../positions/index.ts';
import { serviceSince } from './service.ts';
import { oversightTerms } from './terms.ts';

const dayMs = 86_400_000;
const daysShown = 30;
const courseDays = 90;
const courseKinds = ['treasury', 'insurance', 'trading', 'fees'] as const;

const money = (value: Amount) => formatAmount(value, usdt);
/** A figure to look at, not to book. */
const figure = (value: Fixed) => formatFixed(rescale(value, usdt.scale, 'down'));

/** GET dashboard/queues, exposure, service, course, coverage, activity: what is going on, over all slices. */
export function serveDashboards(desk: Desk, { market }: { readonly market: Pick<Market, 'quote' | 'instruments'> }): void {
  const { db, clock } = desk;
  serveDesk(desk, dashboardCalls.queues, async () => {
    const hours = new Map<string, number>(Object.entries((await oversightTerms(db)).hours));
    return Promise.all(
      [...desk.queues].map(async ([name, count]) => {
        const { waiting, oldestAt } = await count(db);
        return { desk: name, waiting, oldestAt: oldestAt?.toISOString() ?? null, targetHours: hours.get(name) ?? null };
      }),
    );
  });
  serveDesk(desk, dashboardCalls.exposure, async (_, { book }) => {
    const classes = new Map(market.instruments().map(({ code, assetClass }) => [code, assetClass]));
    const contracts = await openExposure(db, market, book, clock.now());
    const options = await optionsAtRisk(db, book, clock.now());
    return {
      at: new Date(clock.now()).toISOString(),
      contracts: contracts.map(({ code, positions, priced, realised, ...values }) => ({
        code,
        assetClass: classes.get(code) ?? '',
        positions,
        long: figure(values.long),
        short: figure(values.short),
        net: figure(subtract(values.long, values.short)),
        unrealised: figure(values.unrealised),
        realised24h: money(realised.day),
        realised7d: money(realised.week),
        hedge: formatFixed(values.hedge),
        priced,
      })),
      options: options.map(({ code, options: count, stakes, payoutMax, realised }) => ({
        code,
        options: count,
        stakes: money(stakes),
        payoutMax: money(payoutMax),
        realised24h: money(realised.day),
        realised7d: money(realised.week),
      })),
    };
  });
  serveDesk(desk, dashboardCalls.service, () => serviceSince(db, new Date(clock.now() - 7 * dayMs)));
  serveDesk(desk, dashboardCalls.course, (_, { book }) => course(desk, book));
  serveDesk(desk, dashboardCalls.coverage, () => Promise.all((['real', 'demo'] as const).map((book) => coverage(desk, book))));
  serveDesk(desk, dashboardCalls.activity, (_, { book }) => activity(desk, book));
}

async function course({ db, clock }: Desk, book: Book): Promise<DeskResult<typeof dashboardCalls.course>> {
  const rows = await houseCourse(db, book, courseKinds, new Date(clock.now() - courseDays * dayMs));
  const days = new Map<string, Map<string, Amount>>();
  for (const { day, kind, balance } of rows) days.set(day, (days.get(day) ?? new Map<string, Amount>()).set(kind, balance));
  return [...days].map(([day, kinds]) => {
    const of = (kind: (typeof courseKinds)[number]) => money(kinds.get(kind) ?? nothing);
    return { day, treasury: of('treasury'), insurance: of('insurance'), trading: of('trading'), fees: of('fees') };
  });
}

async function coverage({ db }: Desk, book: Book): Promise<DeskResult<typeof dashboardCalls.coverage>[number]> {
  const { kinds, tradingFunded, customers } = await houseState(db, book);
  const of = (kind: string) => kinds.get(kind) ?? nothing;
  const trading = of('trading');
  return {
    book,
    treasuryFree: money(of('treasury')),
    committed: money(of('committed')),
    insurance: money(of('insurance')),
    lendingFree: money(of('lending')),
    lentOut: money(amount(-of('receivable'))),
    trading: money(trading),
    tradingFunded: money(tradingFunded),
    tradingDebt: money(trading < nothing ? amount(-trading) : nothing),
    capital: money(minus(nothing, of('capital'))),
    customers: money(customers),
  };
}

async function activity({ db, clock }: Desk, book: Book): Promise<DeskResult<typeof dashboardCalls.activity>> {
  const now = clock.wall();
  const first = Math.floor(now / dayMs) * dayMs - (daysShown - 1) * dayMs;
  const booked = new Map((await bookedByDay(db, book, new Date(first))).map((row) => [row.day, row]));
  const registered = await registeredByDay(db, new Date(first));
  const days = Array.from({ length: daysShown }, (_, number) => new Date(first + number * dayMs).toISOString().slice(0, 10));
  return {
    ...(await countCustomers(db, now)),
    days: days.map((day) => ({
      day,
      registered: registered.get(day) ?? 0,
      fees: money(booked.get(day)?.fees ?? nothing),
      transactions: booked.get(day)?.transactions ?? 0,
    })),
  };
}
