import { type Act, type Contract, type ContractCourse, type Sweep, nothingYet } from './contract-course.ts';
import { Life } from './contract-life.ts';
import { after, tradableAt } from './prices.ts';

/** Follows a contract quote by quote until it ends, or until the replay does. */
export function contractCourse(order: Contract, until: number, sweeps: readonly Sweep[] = []): ContractCourse {
  const { prices, at, endBy, turns = false, deeds = [] } = order;
  const seen = tradableAt(prices, at);
  if (seen === undefined) return { ...nothingYet, refused: '10015' };
  const life = new Life(order);
  life.begin(seen);
  const later = after(prices.quotes, at).filter(({ trades, time }) => trades && time <= until);
  const own: Act[] = endBy === undefined ? [] : [{ kind: turns ? 'turn' : 'end', at: endBy }];
  const others = sweeps.filter((sweep) => sweep.code === prices.code && sweep.at > at);
  const acts = [...deeds, ...own, ...others].filter((act) => act.at <= until).toSorted((one, other) => one.at - other.at);
  let from = at;
  for (const act of acts) {
    life.live(later, from, act.at);
    life.act(act);
    from = act.at;
  }
  life.live(later, from, until);
  life.last(until);
  return life.told();
}

/** The other side of one that was turned around; undefined of any other. */
export function turnedFrom(order: Contract, course: ContractCourse): Contract | undefined {
  const { prices, endBy, side, lots, leverage } = order;
  const isTurned = order.turns === true && course.endedBy === null && course.closeReason === 'manual';
  if (!isTurned || endBy === undefined) return undefined;
  return { prices, at: endBy, side: side === 'long' ? 'short' : 'long', lots, leverage };
}
