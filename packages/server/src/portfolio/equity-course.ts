import type { InputOf, ResultOf } from '@assay/contract/endpoints/endpoint.ts';
import type { order } from '@assay/contract/endpoints/order.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { newestFlows } from '../ledger/index.ts';
import type { Account, PortfolioContext } from './context.ts';
import { totalsOf } from './profit-total.ts';
import { knownValue } from './value.ts';

type Range = InputOf<typeof order.equityCourse>['range'];

const dayMs = 86_400_000;
/** More than one hour brings. */
const flowsMax = 200;
/** How far a range reaches back, and the last point of which stretch it keeps. */
const ranges: Readonly<Record<Range, { readonly ms: number; readonly step: 'hour' | 'day' }>> = {
  day: { ms: dayMs, step: 'hour' },
  week: { ms: 7 * dayMs, step: 'hour' },
  month: { ms: 30 * dayMs, step: 'hour' },
  year: { ms: 365 * dayMs, step: 'day' },
  all: { ms: 3650 * dayMs, step: 'day' },
};

/**
 * The account's past values: its points of the range, oldest first, then its worth at this moment. An account that stood still
 * has no points; a range that begins in such a stretch begins with the last point before it, and an account of which no hour
 * has been written yet begins with what was brought first.
 */
export async function equityCourse(
  context: PortfolioContext,
  account: Account,
  range: Range,
): Promise<ResultOf<typeof order.equityCourse>> {
  const { db, clock } = context;
  const { ms, step } = ranges[range];
  const now = clock.now();
  const from = new Date(now - ms);
  const points = await db.query<{ at: Date; equity: bigint }>(
    `(select $3::timestamptz as at, equity from equity_points
      where user_id = $1 and book = $2 and at < $3 order by hour desc limit 1)
     union all
     (select distinct on (date_trunc($4, hour, 'UTC')) at, equity from equity_points
      where user_id = $1 and book = $2 and at >= $3 order by date_trunc($4, hour, 'UTC'), hour desc)
     order by at`,
    [account.userId, account.book, from, step],
  );
  const { equity } = await totalsOf(context, account);
  const known = points.length > 0 ? points : await beginning(context, account);
  return [
    ...known.map((point) => ({ time: point.at.getTime(), equity: charted(amount(point.equity)) })),
    { time: now, equity: charted(equity) },
  ];
}

/** Nothing while nothing was ever brought. */
async function beginning({ db, market }: PortfolioContext, account: Account): Promise<{ at: Date; equity: bigint }[]> {
  const flows = await newestFlows(
    db,
    { ...account, reasons: ['demo.opened', 'deposit.completed'], from: new Date(0) },
    flowsMax,
  );
  return flows.slice(0, 1).map(({ at, asset, amount: brought }) => ({ at, equity: knownValue(market, brought, asset) }));
}

/** For a chart; money itself never becomes a floating-point number. */
export function charted(value: Amount): number {
  return Number(value) / 10 ** usdt.scale;
}
