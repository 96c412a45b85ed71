import { type Move, ceil, floor, least, moves, plain, units } from './money.ts';
import { type Prices, type Quote, day, hour, isTrading, lastAt, minute, staleAfter, tradableAt } from './prices.ts';

export interface Option {
  readonly prices: Prices;
  readonly at: number;
  readonly direction: 'up' | 'down';
  readonly periodId: string;
  readonly stake: string;
}

export interface OptionCourse {
  readonly refused: '10015' | null;
  readonly status: 'open' | 'won' | 'lost' | 'tie' | 'void';
  readonly expiresAt: number;
  readonly strike: bigint;
  readonly settlement: bigint | null;
  readonly quotes: readonly string[];
  readonly moves: readonly Move[];
}

const lengths: Readonly<Record<string, number>> = { min: minute, hour, day };
/** Hundredths of the stake: crypto, shares and futures pay one table, currencies and metals another. */
const payouts = {
  common: { min: 80n, hour: 82n, day: 84n },
  major: { min: 84n, hour: 85n, day: 86n },
};

/** `settles` is when the server next looks at what has expired. */
export function optionCourse(option: Option, until: number, settles: (expiresAt: number) => number): OptionCourse {
  const { prices, at, direction } = option;
  const [, count = '', unit = ''] = /^(\d+)(min|hour|day)$/.exec(option.periodId) ?? [];
  const expiresAt = at + Number(count) * (lengths[unit] ?? 0);
  const seen = tradableAt(prices, at);
  const none = { strike: 0n, settlement: null, quotes: [], moves: [], expiresAt };
  if (seen === undefined || !isTrading(prices.hours, expiresAt)) return { ...none, refused: '10015', status: 'open' };
  const stake = units(option.stake, 6);
  const strike = seen.mid;
  const quotes = [shown('open', seen, prices)];
  const bought = moves(at, 'option.bought', [['available → order', stake]]);
  const settledAt = settles(expiresAt);
  if (settledAt > until) return { ...none, refused: null, status: 'open', strike, quotes, moves: bought };

  const last = lastAt(prices.quotes, expiresAt);
  const age = expiresAt - (last?.time ?? 0);
  // A quote that is too old to settle is evidence for ten minutes.
  if (last !== undefined && age <= 10 * minute) quotes.push(shown('settle', last, prices));
  const fresh = last !== undefined && age <= staleAfter;
  const move = fresh ? (direction === 'up' ? last.mid - strike : strike - last.mid) : 0n;
  const status = !fresh ? 'void' : move > 0n ? 'won' : move < 0n ? 'lost' : 'tie';
  const rates = prices.hours === 'forex' || prices.hours === 'metal' ? payouts.major : payouts.common;
  const rate = unit === 'min' ? rates.min : unit === 'hour' ? rates.hour : rates.day;
  const endings = {
    won: moves(settledAt, 'option.won', [
      ['order → available', stake],
      ['house:trading → available', floor(stake * rate, 100n)],
    ]),
    lost: moves(settledAt, 'option.lost', [['order → house:trading', stake]]),
    tie: moves(settledAt, 'option.tied', [['order → available', stake]]),
    void: moves(settledAt, 'option.voided', [['order → available', stake]]),
  };
  const settlement = fresh ? last.mid : null;
  return { refused: null, status, expiresAt, strike, settlement, quotes, moves: [...bought, ...endings[status]] };
}

/** A plan on the real account; rates in millionths. */
export interface Plan {
  readonly at: number;
  readonly amount: string;
  readonly days: number;
  readonly dailyYield: bigint;
  readonly penalty: bigint;
  readonly leaveAt?: number;
}

/** Income falls due a day after the second of opening and then daily; leaving is paid when the server next looks. */
export function planCourse(plan: Plan, until: number, settles: (time: number) => number): { status: string; moves: Move[] } {
  const principal = units(plan.amount, 6);
  const income = floor(principal * plan.dailyYield, 1_000_000n);
  const opened = Math.floor(plan.at / 1000) * 1000;
  const end = Math.min(until, plan.leaveAt ?? Infinity);
  const paid = Math.min(plan.days, Math.floor((end - opened) / day));
  const all = [
    ...moves(plan.at, 'plan.opened', [
      ['available → plan', principal],
      ['house:treasury → house:committed', income * BigInt(plan.days)],
    ]),
  ];
  for (let each = 1; each <= paid; each += 1) {
    all.push(...moves(opened + each * day, 'plan.income', [['house:committed → available', income]]));
  }
  if (paid === plan.days) {
    all.push(...moves(opened + paid * day, 'plan.matured', [['plan → available', principal]]));
    return { status: 'profitDivided', moves: all };
  }
  if (plan.leaveAt === undefined || plan.leaveAt > until) return { status: 'inIncome', moves: all };
  const forfeited = least(principal, ceil(principal * plan.penalty, 1_000_000n) + income * BigInt(paid));
  all.push(
    ...moves(settles(plan.leaveAt), 'plan.left', [
      ['plan → house:treasury', forfeited],
      ['plan → available', principal - forfeited],
      ['house:committed → house:treasury', income * BigInt(plan.days - paid)],
    ]),
  );
  return { status: 'closedSuccessfully', moves: all };
}

export function shown(moment: string, { time, bid, ask }: Quote, { scale }: Prices): string {
  return `${moment} ${new Date(time).toISOString()} ${plain(bid, scale)} ${plain(ask, scale)}`;
}
