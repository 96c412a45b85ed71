import {
  type Receipt,
  type Recomputed,
  type Step,
  decimal,
  least,
  less,
  middle,
  moves,
  must,
  paid,
  plus,
  quoteOf,
  received,
  sign,
  text,
  times,
  zero,
} from './reading.ts';
import { shown, splitSteps, unitsOf } from './splits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A fixed-time option: the mid at purchase against the mid of the last quote at or before its expiry. */
export function recomputeOption(receipt: Receipt): Recomputed {
  const { terms, status } = receipt;
  const { stake: stakeText = '', payoutRate = '', tick = '', expiresAt = '', staleAfterMs = '', direction } = terms;
  must(direction === 'up' || direction === 'down', 'an option goes up or down');
  const expires = expiryOf(String(terms['openedAt']), String(terms['period']));
  must(expires === expiresAt, `it expires at ${expires}, not at ${expiresAt}`);
  const [open, settle] = [quoteOf(receipt, 'open'), quoteOf(receipt, 'settle')];
  if (open === undefined) throw new Error('the quote of the purchase is missing');
  const { scale } = decimal(tick);
  const strike = middle(open, scale);
  must(
    text(strike) === text(decimal(terms['strike'])),
    `strike: ${text(strike)} by the quote, ${terms['strike']} in the terms`,
  );
  const stake = decimal(stakeText);
  const win = received(times(stake, decimal(payoutRate)));
  const steps: Step[] = [
    { name: 'strike', numbers: { bid: open.bid, ask: open.ask, tick }, result: text(strike) },
    { name: 'expectedReturn', numbers: { stake: stakeText, payoutRate }, result: text(plus(stake, win)) },
  ];
  const transfers = moves('option.bought', [['available → order', stake]]);
  steps.push(...splitSteps(receipt));
  if (status === 'open') return { statuses: ['open'], steps, transfers };

  const ageMs = settle === undefined ? Infinity : Date.parse(expiresAt) - Date.parse(settle.time);
  must(ageMs >= 0, 'the quote that settled it is from after its expiry');
  if (settle !== undefined) {
    steps.push({ name: 'ageMs', numbers: { expiresAt, time: settle.time }, result: String(ageMs) });
  }
  let outcome: 'won' | 'lost' | 'tie' | 'void' = 'void';
  if (settle !== undefined && ageMs <= Number(staleAfterMs)) {
    const settlement = middle(settle, scale);
    const units = unitsOf(receipt).ended;
    const move = sign(less(times(settlement, units.to), times(strike, units.from))) * (direction === 'up' ? 1 : -1);
    outcome = move > 0 ? 'won' : move < 0 ? 'lost' : 'tie';
    steps.push(
      { name: 'settlement', numbers: { bid: settle.bid, ask: settle.ask, tick }, result: text(settlement) },
      {
        name: 'outcome',
        numbers: { settlement: text(settlement), ...shown(units), strike: text(strike) },
        result: outcome,
      },
    );
  } else {
    steps.push({ name: 'outcome', numbers: { staleAfterMs }, result: 'void' });
  }
  const profit = outcome === 'won' ? win : outcome === 'lost' ? less(zero, stake) : zero;
  steps.push({ name: 'returned', numbers: { stake: stakeText, profit: text(profit) }, result: text(plus(stake, profit)) });
  const endings = {
    won: moves('option.won', [
      ['order → available', stake],
      ['house:trading → available', win],
    ]),
    lost: moves('option.lost', [['order → house:trading', stake]]),
    tie: moves('option.tied', [['order → available', stake]]),
    void: moves('option.voided', [['order → available', stake]]),
  };
  return { statuses: [outcome], steps, transfers: [...transfers, ...endings[outcome]] };
}

/** Minutes, hours, days and weeks are lengths; a month is one of the UTC calendar, cut to the days that it has. */
function expiryOf(openedAt: string, period: string): string {
  const [count = '', unit = ''] = period.split(' ');
  const start = new Date(openedAt);
  const lengths: Readonly<Record<string, number>> = { min: minuteMs, hour: hourMs, day: dayMs, week: 7 * dayMs };
  const length = lengths[unit];
  if (length !== undefined) return new Date(start.getTime() + Number(count) * length).toISOString();
  must(unit === 'month', `${period} is no period`);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + Number(count));
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), days));
  return end.toISOString();
}

/** A yield plan: the same income every day from a day after opening, to the second. */
export function recomputePlan(receipt: Receipt): Recomputed {
  const { terms, status, transfers: told } = receipt;
  const { amount = '', days = '', dailyYield = '', penaltyRate = '' } = terms;
  const principal = decimal(amount);
  const income = received(times(principal, decimal(dailyYield)));
  const whole = times(income, decimal(days));
  const penalty = paid(times(principal, decimal(penaltyRate)));
  const count = told.filter(({ reason }) => reason === 'plan.income').length;
  const incomeDays = String(count);
  const cumulative = times(income, decimal(incomeDays));
  const opened = Date.parse(String(terms['accruesFrom']));
  const due = (day: number) => new Date(opened + day * dayMs).toISOString();
  const [dailyIncome, cumulativeIncome] = [text(income), text(cumulative)];
  const steps: Step[] = [
    { name: 'dailyIncome', numbers: { amount, dailyYield }, result: dailyIncome },
    { name: 'wholeIncome', numbers: { dailyIncome, days }, result: text(whole) },
    { name: 'penalty', numbers: { amount, penaltyRate }, result: text(penalty) },
  ];
  const transfers: Recomputed['transfers'][number][] = moves('plan.opened', [
    ['available → plan', principal],
    ['house:treasury → house:committed', whole],
  ]);
  for (let day = 1; day <= count; day += 1) {
    transfers.push(...moves('plan.income', [['house:committed → available', income]], due(day)));
  }
  const paidSoFar: Step = { name: 'cumulativeIncome', numbers: { dailyIncome, incomeDays }, result: cumulativeIncome };
  const forfeited = least(principal, plus(penalty, cumulative));
  const returned = less(principal, forfeited);
  const allBack: Step = { name: 'returned', numbers: { amount }, result: text(principal) };
  const matures = incomeDays === days;
  must(count <= Number(days), `${count} incomes in ${days} days`);
  if (status === 'closed' || status === 'closedSuccessfully') {
    const numbers = { amount, penalty: text(penalty), cumulativeIncome };
    steps.push(paidSoFar, { name: 'returned', numbers, result: text(returned) });
  } else if (status === 'profitDivided' || status === 'expired') steps.push(paidSoFar, allBack);
  else if (count > 0) steps.push(paidSoFar);
  if (status === 'closedSuccessfully') {
    transfers.push(
      ...moves('plan.left', [
        ['plan → house:treasury', forfeited],
        ['plan → available', returned],
        ['house:committed → house:treasury', less(whole, cumulative)],
      ]),
    );
  }
  if (matures) transfers.push(...moves('plan.matured', [['plan → available', principal]], due(count)));
  if (status === 'expired') {
    transfers.push(
      ...moves('plan.expired', [
        ['plan → available', principal],
        ['house:committed → house:treasury', whole],
      ]),
    );
  }
  const alive = ['waiting', 'inIncome', 'closed', 'closedSuccessfully', 'expired'];
  const statuses = matures ? ['profitDivided'] : count > 0 ? alive.slice(1, 4) : alive;
  return { statuses, steps, transfers };
}
