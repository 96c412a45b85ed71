import type { Client } from '@assay/contract/client.ts';
import { type Position, order } from '@assay/contract/endpoints/order.ts';
import { expect } from 'vitest';
import type { Contract, ContractCourse, Sweep } from './contract-course.ts';
import { contractCourse, turnedFrom } from './contracts.ts';
import { plain } from './money.ts';
import type { Prices } from './prices.ts';
import { type Leg, type Run, answered, holdReceipt, iso, key, triggersOf } from './run.ts';

export function followContract(run: Run, contract: Contract, sweeps: readonly Sweep[]): void {
  const { demo, actions, until } = run;
  const { prices, at, side, lots, leverage, limit, trigger, expires, stopLoss, takeProfit, targets, trailing } = contract;
  const course = contractCourse(contract, until, sweeps);
  const price = (ticks: bigint) => plain(ticks, prices.scale);
  const input = {
    code: prices.code,
    side,
    lots,
    leverage,
    type: entryOf(contract),
    ...(limit !== undefined && { price: price(limit) }),
    ...(trigger !== undefined && { trigger: price(trigger) }),
    ...(expires !== undefined && { until: new Date(expires).toISOString() }),
    ...(stopLoss !== undefined && { stopLoss: price(stopLoss) }),
    ...(takeProfit !== undefined && { takeProfit: price(takeProfit) }),
    ...(targets !== undefined && { targets: targets.map((each) => ({ ...each, price: price(each.price) })) }),
  };
  let id = '';
  actions.push({
    at,
    run: async () => {
      const answer = await answered(demo(order.buyU, input, key()));
      expect([input, answer.refused]).toEqual([input, course.refused]);
      id = answer.id;
      if (answer.refused !== null || trailing === undefined) return;
      await demo(order.amendU, { id, trailingStop: price(trailing) }, key());
    },
  });
  run.endings.add(`contract ${course.refused ?? course.closeReason ?? course.status}`);
  if (course.refused !== null) return;
  followDeeds(run, contract, course, () => id);
  followEnd(run, contract, course, { id: () => id, sweeps });
  holdContract(run, prices, { course, id: () => id });
}

/** What its owner does to it on the way. */
function followDeeds(run: Run, { deeds = [], prices }: Contract, { answers }: ContractCourse, id: () => string): void {
  const { demo, actions, endings, until } = run;
  for (const [place, deed] of deeds.entries()) {
    if (deed.at > until) continue;
    const refused = answers[place] ?? null;
    endings.add(`${deed.kind === 'margin' ? `margin ${deed.way}` : deed.kind} ${refused ?? 'done'}`);
    const ask = () => {
      if (deed.kind === 'part') return demo(order.stopU, { id: id(), lots: deed.lots }, key());
      if (deed.kind === 'margin') return demo(order.margin, { id: id(), way: deed.way, amount: deed.amount }, key());
      const { limit, trigger, lots } = deed;
      const price = (ticks: bigint) => plain(ticks, prices.scale);
      const terms = {
        ...(limit !== undefined && { price: price(limit) }),
        ...(trigger !== undefined && { trigger: price(trigger) }),
      };
      return demo(order.amendU, { id: id(), ...terms, ...(lots !== undefined && { lots }) }, key());
    };
    actions.push({ at: deed.at, run: async () => expect([deed, (await answered(ask())).refused]).toEqual([deed, refused]) });
  }
}

/** When its owner is done with it, or turns it around: the other side is a contract like any other. */
function followEnd(
  run: Run,
  contract: Contract,
  course: ContractCourse,
  { id, sweeps }: { readonly id: () => string; readonly sweeps: readonly Sweep[] },
): void {
  const { demo, actions, until } = run;
  const { endBy, turns = false, prices } = contract;
  if (endBy === undefined || endBy > until) return;
  if (!turns) {
    const end = () => answered(demo(order.stopU, { id: id() }, key()));
    actions.push({ at: endBy, run: async () => expect((await end()).refused).toBe(course.endRefused) });
    return;
  }
  let opened = '';
  const turn = async () => {
    const { closed, opened: other, refused } = await demo(order.reverse, { id: id() }, key());
    expect([closed.id, other?.lots, refused]).toEqual([id(), contract.lots, null]);
    opened = other?.id ?? '';
    return { id: opened };
  };
  actions.push({ at: endBy, run: async () => expect((await answered(turn())).refused).toBe(course.endRefused) });
  run.endings.add(`reverse ${course.endRefused ?? 'done'}`);
  const other = turnedFrom(contract, course);
  if (other !== undefined) holdContract(run, prices, { course: contractCourse(other, until, sweeps), id: () => opened });
}

/** What became of a contract is what was computed. */
function holdContract(run: Run, prices: Prices, leg: Leg): void {
  const { course } = leg;
  run.legs.push(leg);
  run.checks.push(async () => {
    const id = leg.id();
    const receipt = await holdReceipt(run, 'demo', id, course);
    expect([receipt.closeReason ?? null, ...triggersOf(receipt)]).toEqual([course.closeReason, ...course.triggers]);
    expect((await run.listed()).get(id)).toEqual(expectedContract(course, prices));
    await holdParts(run, id, course, prices);
  });
}

/** What targets and its owner have taken of a contract: each an order with its own receipt, under the next number. */
async function holdParts(run: Run, id: string, { openTime, openPrice, parts }: ContractCourse, prices: Prices): Promise<void> {
  const listed = [...(await run.listed())]
    .filter(([, { partOf }]) => partOf === id)
    .toSorted(([a], [b]) => Number(a) - Number(b));
  expect(listed.map(([, { lots }]) => lots)).toEqual(parts.map(({ lots }) => lots));
  for (const [place, part] of parts.entries()) {
    const [partId = '', told] = listed[place] ?? [];
    const receipt = await holdReceipt(run, 'demo', partId, part);
    const entry = triggersOf(receipt).filter((each) => !each.startsWith('trigger '));
    expect([receipt.closeReason, ...triggersOf(receipt)]).toEqual([part.closeReason, ...entry, ...part.triggers]);
    const isOwn = part.closeReason === 'manual';
    const whole = { ...part, openTime, openPrice, status: isOwn ? 'closedEarly' : 'closed' } as const;
    expect(told).toEqual({ ...expectedContract(whole, prices), partOf: id, lots: part.lots });
    run.endings.add(isOwn ? 'contract part' : 'contract target');
  }
}

/** All orders of an instrument are ended at once; the others are returned with a reason. */
export function followSweep(run: Run, sweep: Sweep): void {
  const { demo, actions, legs, endings } = run;
  const { kind, at, code } = sweep;
  const done = legs.filter(({ course }) => course.endedBy === sweep);
  const refused = legs.filter(({ course }) => course.withstood.includes(sweep));
  if (done.length > 0) endings.add(`${kind} done`);
  if (refused.length > 0) endings.add(`${kind} 10015`);
  const byNumber = (one: { readonly id: string }, other: { readonly id: string }) => Number(one.id) - Number(other.id);
  const idsOf = (all: readonly Leg[]) => all.map(({ id }) => ({ id: id() })).toSorted(byNumber);
  actions.push({
    at,
    run: async () => {
      const answer = await demo(order[kind], { code }, key());
      expect({ done: answer.done.map(({ id }) => ({ id })), refused: answer.refused }).toEqual({
        done: idsOf(done),
        refused: idsOf(refused).map(({ id }) => ({ id, code: '10015' })),
      });
    },
  });
}

/** All contracts of a customer, by id. */
export async function listedContracts(demo: Client): Promise<Map<string, Partial<Position>>> {
  const found = new Map<string, Partial<Position>>();
  for (let cursor: string | undefined; ;) {
    const page = await demo(order.listUOrder, { limit: 100, ...(cursor !== undefined && { cursor }) });
    for (const position of page.items) {
      const { id, status, closeReason, openTime, openPrice, closeTime, closePrice, financing, profit, partOf, lots } = position;
      const part = partOf === null ? {} : { partOf, lots };
      const whole = { status, closeReason, openTime, openPrice, closeTime, closePrice, financing, ...part };
      found.set(id, { ...whole, profit: closePrice === null ? null : profit } as Partial<Position>);
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

type Ended = Pick<
  ContractCourse,
  'status' | 'closeReason' | 'openTime' | 'openPrice' | 'closeTime' | 'closePrice' | 'financing' | 'profit'
>;

function expectedContract(course: Ended, { scale }: Prices): Record<string, string | null> {
  const price = (ticks: bigint | null) =>
    ticks === null ? null : `${ticks / 10n ** BigInt(scale)}.${(ticks % 10n ** BigInt(scale)).toString().padStart(scale, '0')}`;
  return {
    status: course.status,
    closeReason: course.closeReason,
    openTime: iso(course.openTime),
    openPrice: price(course.openPrice),
    closeTime: iso(course.closeTime),
    closePrice: price(course.closePrice),
    financing: plain(course.financing, 6),
    profit: course.profit === null ? null : plain(course.profit, 6),
  };
}

function entryOf({ limit, trigger }: Contract) {
  if (trigger === undefined) return limit === undefined ? ('market' as const) : ('limit' as const);
  return limit === undefined ? ('stop' as const) : ('stopLimit' as const);
}
