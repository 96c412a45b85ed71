import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { civilDate } from '@assay/domain/market/calendar/civil-time.ts';
import { zoneOf } from '@assay/domain/market/calendar/zones.ts';
import { type Amount, amount, formatAmount, nothing, sum } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { divideInteger } from '@assay/domain/money/fixed.ts';
import { demoBegan } from '../ledger/index.ts';
import type { Queryable } from '../platform/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Account, PortfolioContext, Product } from './context.ts';

/** Which results are requested; times are business time. */
export interface ResultsWanted extends Account {
  readonly product?: Product | undefined;
  readonly code?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface ResultSums {
  readonly gross: Amount;
  readonly fees: Amount;
  readonly financing: Amount;
  readonly net: Amount;
}

type Ended = PortfolioContext['ended'];

/** Every product's results as one table `r` of the requested ones: $1 to $8 are `wantedOf`. */
const resultsOf = (ended: Ended) => `
  (select *, gross - fees - financing as net from (${ended.join(' union all ')}) all_results
   where user_id = $1::bigint and book = $2 and at > $3 and ($4::text is null or product = $4) and ($5::text is null or code = $5)
     and ($6::text[] is null or status = any ($6)) and ($7::timestamptz is null or at >= $7) and ($8::timestamptz is null or at < $8)) r`;

/** A demo account's results are those since it was last begun afresh. */
async function wantedOf(db: Queryable, wanted: ResultsWanted): Promise<unknown[]> {
  const { userId, book, product, code, statuses, from, to } = wanted;
  const since = book === 'demo' ? await demoBegan(db, userId) : null;
  return [userId, book, since ?? new Date(0), product ?? null, code ?? null, statuses ?? null, from ?? null, to ?? null];
}

/** The sums of each product that has results, and of the day that began at `today`. */
export async function sumsByProduct(
  db: Queryable,
  ended: Ended,
  wanted: ResultsWanted,
  today = new Date(0),
): Promise<(ResultSums & { readonly product: Product; readonly today: Amount; readonly dividends: Amount })[]> {
  const rows = await db.query<Record<keyof ResultSums | 'today' | 'dividends', bigint> & { product: Product }>(
    `select product, coalesce(sum(gross), 0) as gross, coalesce(sum(fees), 0) as fees, coalesce(sum(financing), 0) as financing,
       coalesce(sum(net), 0) as net, coalesce(sum(net) filter (where at >= $9), 0) as today,
       coalesce(-sum(financing) filter (where status = 'dividend'), 0) as dividends
     from ${resultsOf(ended)} group by product order by product`,
    [...(await wantedOf(db, wanted)), today],
  );
  return rows.map((row) => ({
    product: row.product,
    gross: amount(row.gross),
    fees: amount(row.fees),
    financing: amount(row.financing),
    net: amount(row.net),
    today: amount(row.today),
    dividends: amount(row.dividends),
  }));
}

interface Course {
  readonly ended: number;
  readonly won: number;
  readonly wins: bigint;
  readonly losses: bigint;
  readonly fall: bigint;
}

/** Totals of the results of a period: what they cost, how many won, and how far their running sum has fallen at most. */
export async function totalResults(
  { db, ended }: PortfolioContext,
  account: Account,
  input: InputOf<typeof order.results>,
): Promise<ResultOf<typeof order.results>> {
  const wanted = wantedBy(account, input);
  const products = await sumsByProduct(db, ended, wanted);
  const [course] = await db.query<Course>(
    `select count(*) filter (where counts)::int as ended, count(*) filter (where counts and net > 0)::int as won,
       coalesce(sum(net) filter (where counts and net > 0), 0) as wins,
       coalesce(sum(net) filter (where counts and net <= 0), 0) as losses,
       coalesce(max(greatest(highest, 0) - reached), 0) as fall
     from (select *, max(reached) over (order by at, product, number rows unbounded preceding) as highest from (
       select *, sum(net) over (order by at, product, number rows unbounded preceding) as reached from ${resultsOf(ended)}
     ) running) course`,
    await wantedOf(db, wanted),
  );
  const since = account.book === 'demo' ? await demoBegan(db, account.userId) : null;
  const of = (figure: keyof ResultSums | 'dividends') => sum(...products.map((each) => each[figure]));
  return {
    ...shown({ gross: of('gross'), fees: of('fees'), financing: of('financing'), net: of('net') }),
    since: since?.toISOString() ?? null,
    ...(course === undefined ? noCourse : courseShown(course)),
    dividends: money(of('dividends')),
    products: products.map((each) => ({ product: each.product, dividends: money(each.dividends), ...shown(each) })),
  };
}

const noCourse = { ended: 0, won: 0, averageWin: null, averageLoss: null, largestFall: '0' };

/** Averages are rounded down: a win is not shown larger, nor a loss smaller, than it was. */
function courseShown({ ended, won, wins, losses, fall }: Course) {
  const average = (total: bigint, count: number) =>
    count === 0 ? null : money(amount(divideInteger(total, BigInt(count), 'down')));
  const [averageWin, averageLoss] = [average(wins, won), average(losses, ended - won)];
  return { ended, won, averageWin, averageLoss, largestFall: money(amount(fall)) };
}

/** The results of a month by the day on which they ended, in the requested time zone. */
export async function resultDays(
  { db, ended }: PortfolioContext,
  account: Account,
  { month, product, zone }: InputOf<typeof order.resultDays>,
): Promise<ResultOf<typeof order.resultDays>> {
  const begins = midnightsOf(month, zone);
  const rows = await db.query<{ number: number; net: bigint; results: number }>(
    `select width_bucket(at, $9::timestamptz[]) as number, sum(net) as net, count(*)::int as results
     from ${resultsOf(ended)} group by 1 order by 1`,
    [...(await wantedOf(db, { ...account, product, from: begins[0], to: begins.at(-1) })), begins],
  );
  return rows.map(({ number, net, results }) => ({
    day: `${month}-${String(number).padStart(2, '0')}`,
    net: money(amount(net)),
    results,
  }));
}

/** When each day of a month begins, and the first of the next one. Worked out here: the database may know other zones than `Intl`. */
function midnightsOf(month: string, name: string): Date[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = civilDate(year, number, 1);
  const zone = zoneOf(name);
  const days = civilDate(year, number + 1, 1) - first;
  return Array.from({ length: days + 1 }, (_, day) => new Date(zone.midnight(first + day)));
}

type Listed = Record<keyof ResultSums, bigint> & {
  product: Product;
  number: number;
  id: string;
  code: string;
  at: Date;
  status: string;
};

/** Results by their ending, newest first. The cursor is the ending, the product and the number of the last one seen. */
export async function listResults(
  { db, ended }: PortfolioContext,
  account: Account,
  input: InputOf<typeof order.listResults>,
): Promise<ResultOf<typeof order.listResults> | Refusal> {
  const place = input.cursor === undefined ? null : readPlace(input.cursor);
  if (place === undefined) return refuse('400', { cursor: '400' });
  const rows = await db.query<Listed>(
    `select product, number, id, code, at, status, gross, fees, financing, net from ${resultsOf(ended)}
     where $9::timestamptz is null or (at, product, number) < ($9, $10, $11::bigint)
     order by at desc, product desc, number desc limit $12`,
    [...(await wantedOf(db, wantedBy(account, input))), ...(place ?? [null, null, null]), input.limit + 1],
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      product: row.product,
      id: row.id,
      code: row.code,
      endedAt: row.at.toISOString(),
      status: row.status,
      ...shown({
        gross: amount(row.gross),
        fees: amount(row.fees),
        financing: amount(row.financing),
        net: amount(row.net),
      }),
    })),
    nextCursor: rows.length > input.limit && last !== undefined ? `${last.at.getTime()}-${last.product}-${last.number}` : null,
  };
}

function readPlace(cursor: string): [Date, string, number] | undefined {
  const [, at, product, number] = /^(\d{1,15})-(contract|option|spot|plan)-(\d{1,15})$/.exec(cursor) ?? [];
  return product === undefined ? undefined : [new Date(Number(at)), product, Number(number)];
}

function wantedBy(account: Account, input: InputOf<typeof order.results>): ResultsWanted {
  const { product, code, status, from, to } = input;
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const statuses = status === undefined ? undefined : [status].flat();
  return { ...account, product, code, statuses, from: date(from), to: date(to) };
}

const money = (value: Amount) => formatAmount(value, usdt);

function shown({ gross, fees, financing, net }: ResultSums) {
  return { gross: money(gross), fees: money(fees), financing: money(financing), net: money(net) };
}

/** The sums of a product without results. */
export const noResults: ResultSums & { readonly today: Amount } = {
  gross: nothing,
  fees: nothing,
  financing: nothing,
  net: nothing,
  today: nothing,
};
