import { ApiRefusal, type Client } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import type { Position } from '@assay/contract/endpoints/order.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import { isCode } from '@assay/contract/vocabulary/codes.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import type { Resting } from '../src/engine/index.ts';
import { audit, auditAccounts, post } from '../src/ledger/index.ts';
import { LoansRound } from '../src/loans/index.ts';
import { AuctionsRound } from '../src/nfts/index.ts';
import { SettlementRound } from '../src/options/index.ts';
import { PlansRound } from '../src/plans/index.ts';
import { FinancingRound } from '../src/positions/index.ts';
import { allHoldings as holdings } from '../src/products.ts';
import { ReferralRound } from '../src/referral/index.ts';
import { silent, testDatabase } from './database.ts';
import { day, hour, minute, password, standingClock } from './identity-app.ts';
import { watchingLocks } from './locks/order.ts';
import { fundTreasury } from './plans.ts';
import { fundsPeople } from './simulate-funds.ts';
import { houseKeepers } from './simulate-house.ts';
import { inviter } from './simulate-invites.ts';
import { borrowers } from './simulate-loans.ts';
import { nftBidders } from './simulate-nfts.ts';
import { optionTraders } from './simulate-options.ts';
import { planSavers } from './simulate-plans.ts';
import { spotTraders } from './simulate-spot.ts';
import { cross, fund, trading, yen } from './trading.ts';

// Random people trade on a random market while the clock jumps, requests double and race, and the server restarts. After
// every step the auditor looks at what was touched, every 500 steps at everything. A test run makes 1,000 steps, the drills
// make many more, enough to see every ending. A failing seed replays:
//   SIMULATION_SEED=7 SIMULATION_COMMANDS=100000 npx vitest run packages/server/test/simulation.sim.ts

const seed = Number(process.env['SIMULATION_SEED'] ?? '1');
const commands = Number(process.env['SIMULATION_COMMANDS'] ?? '1000');
const fullAuditEvery = 500;
const peopleCount = 6;

/** Mulberry32: small, seeded, good enough to wander about. */
function randomFrom(start: number) {
  let state = start >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { next, integer, pick, chance: (share: number) => next() < share };
}
const random = randomFrom(seed);

// Every transaction of every product locks in one order, or somebody would sooner or later wait for ever.
const { db, broken, nested, rings, watched } = watchingLocks(await testDatabase(12));
const clock = standingClock(Date.UTC(2030, 0, 7, 12));
const prices = new Map([
  [coin.code, 10_000],
  [cross.code, 16_000],
  [yen.code, 15_000],
]);

const key = () => `key-${random.integer(0, 2 ** 31)}-${random.integer(0, 2 ** 31)}`;
const optionPeople = optionTraders({ db, random, code: () => random.pick([coin, coin, cross]).code, clientOf, attempt, key });
const savers = planSavers({ db, clock, random, clientOf, attempt, key });
const collectors = nftBidders<Trader>({ db, clock, random, clientOf, attempt, key });
const invitations = inviter({ db, clock, register: (userName) => running.server.register(userName) });

const movers = fundsPeople({ db, random, clock, server: () => running.server });
const debtors = borrowers({ db, random, clock, loans: () => running.server.loans });
const keepers = await houseKeepers({ db, random, clock });
const spotPeople = spotTraders({
  db,
  random,
  price: () => prices.get(coin.code) ?? 1,
  moveMarket: (share) => moveMarket(share),
  clientOf,
  attempt,
  key,
});

/** A process of the deployment: market and calls, and an engine that leads. A restart is a new one on the same database. */
async function startProcess() {
  const server = await trading(db, { clock });
  const engine = new Engine({ db, sources: server.sources, log: silent });
  const financing = new FinancingRound(server.context, silent);
  const settlement = new SettlementRound(server.options, silent);
  const incomes = new PlansRound(server.plans, silent);
  const auctions = new AuctionsRound(server.nfts, silent);
  const rewards = new ReferralRound(server.referral, silent);
  const loans = new LoansRound(server.loans, silent);
  server.market.onQuote((quote) => engine.see(quote));
  for (const source of server.sources) {
    server.bus.subscribe<Resting>(source.topic, (resting) => engine.apply(source, resting));
  }
  server.market.onQuote((quote) => optionPeople.see(quote));
  server.market.onQuote((quote) => {
    if (server.market.tradable(quote.code)) spotPeople.see(quote);
  });
  await engine.lead();
  return { server, engine, financing, settlement, incomes, auctions, rewards, loans };
}
let running = await startProcess();

interface Trader {
  readonly userName: string;
  readonly userId: string;
  token: string;
  signedInAt: number;
  /** Every order that was acknowledged, by id: it must never be forgotten, and an ended one never live again. */
  readonly known: Map<string, Position>;
}
const traders: Trader[] = [];

function clientOf(trader: Trader, book: 'demo' | 'real'): Client {
  return running.server.from('192.0.2.1', trader.token, { virtually: book === 'demo' ? 'NO' : 'YES' });
}

/** A refusal with a code of the registry is a fine answer; an unknown error never is. */
async function attempt<T>(call: Promise<T>): Promise<T | string> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || !isCode(error.code) || error.code === '500') throw error;
    return error.code;
  }
}

const cents = (ticks: number) => (Math.max(1, ticks) / 100).toFixed(2);
const someBook = () => (random.chance(0.7) ? ('demo' as const) : ('real' as const));

/** Sessions end after a week without use, and the clock jumps for days. */
async function signInAgain(trader: Trader): Promise<void> {
  if (clock.now() - trader.signedInAt < 3 * day) return;
  trader.token = (await running.server.call(login.login, { account: trader.userName, password })).token;
  trader.signedInAt = clock.now();
}

function remember(trader: Trader, answer: Position | string): void {
  if (typeof answer !== 'string') trader.known.set(answer.id, answer);
}

function randomOrder() {
  const instrument = random.pick([coin, coin, coin, cross]);
  const price = prices.get(instrument.code) ?? 1;
  const side = random.pick(['long', 'short'] as const);
  const near = () => cents(Math.round(price * (0.97 + random.next() * 0.06)));
  return {
    code: instrument.code,
    side,
    type: random.pick(['market', 'market', 'limit'] as const),
    lots: random.pick(['0.01', '0.5', '1', '7.25', '40', '1000', '99999', '0.001']),
    leverage: random.pick([1, 2, 5, 10, 20, 20, 3]),
    ...(random.chance(0.4) && { price: near() }),
    ...(random.chance(0.3) && { stopLoss: near() }),
    ...(random.chance(0.3) && { takeProfit: near() }),
    ...(random.chance(0.2) && { seenPrice: near(), maxSlippageBps: random.integer(0, 500) }),
  };
}

async function open(trader: Trader): Promise<void> {
  const book = someBook();
  remember(trader, await attempt(clientOf(trader, book)(order.buyU, randomOrder(), { idempotencyKey: key() })));
}

/** The same request several times at once: one effect, one answer. */
async function openDoubled(trader: Trader): Promise<void> {
  const call = clientOf(trader, 'demo');
  const wanted = randomOrder();
  const idempotencyKey = key();
  const answers = await Promise.all([1, 2, 3].map(() => attempt(call(order.buyU, wanted, { idempotencyKey }))));
  const told = new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)));
  expect(told.size, 'the same key was answered differently').toBe(1);
  for (const answer of answers) remember(trader, answer);
}

/** Everything at once on one order: two closings, an amendment and a price that may trigger it. */
async function race(trader: Trader): Promise<void> {
  const position = random.pick([...trader.known.values()]);
  const call = clientOf(trader, 'demo');
  const closings = [1, 2].map(() => attempt(call(order.stopU, { id: position.id }, { idempotencyKey: key() })));
  const amendment = attempt(
    call(order.amendU, { id: position.id, stopLoss: cents((prices.get(position.code) ?? 1) - 150) }, { idempotencyKey: key() }),
  );
  await moveMarket(0.03);
  const closed = (await Promise.all(closings)).filter((answer) => typeof answer !== 'string');
  expect(closed.length, 'an order was closed twice').toBeLessThanOrEqual(1);
  for (const answer of [...closed, await amendment]) remember(trader, answer);
}

async function close(trader: Trader): Promise<void> {
  const owner = random.chance(0.9) ? trader : random.pick(traders);
  if (owner.known.size === 0) return;
  const { id } = random.pick([...owner.known.values()]);
  const answer = await attempt(clientOf(trader, someBook())(order.stopU, { id }, { idempotencyKey: key() }));
  if (owner !== trader) expect(typeof answer, "somebody else's order was closed").toBe('string');
  remember(trader, answer);
}

async function amend(trader: Trader): Promise<void> {
  if (trader.known.size === 0) return;
  const { id, code } = random.pick([...trader.known.values()]);
  const price = prices.get(code) ?? 1;
  const near = () => (random.chance(0.2) ? null : cents(Math.round(price * (0.96 + random.next() * 0.08))));
  const change = {
    ...(random.chance(0.6) && { stopLoss: near() }),
    ...(random.chance(0.6) && { takeProfit: near() }),
    ...(random.chance(0.3) && { trailingStop: random.chance(0.2) ? null : cents(random.integer(10, 300)) }),
  };
  remember(trader, await attempt(clientOf(trader, someBook())(order.amendU, { id, ...change }, { idempotencyKey: key() })));
}

async function hostile(trader: Trader): Promise<void> {
  const nonsense = random.pick(['-1', '0', 'NaN', 'Infinity', '1e309', '9007199254740993', '١٢', '0x10', '1,5', '', ' 1']);
  const answer = await attempt(
    clientOf(trader, 'demo')(order.buyU, { ...randomOrder(), lots: nonsense }, { idempotencyKey: key() }),
  );
  expect(typeof answer, `lots of ${nonsense} were accepted`).toBe('string');
}

/** A step of the market, at most `share` up or down; now and then what a broken feed would send. */
async function moveMarket(share: number): Promise<void> {
  const { server } = running;
  const quotes: [bid: number, ask: number, code: string][] = [coin, cross, yen].map(({ code }) => {
    const before = prices.get(code) ?? 1;
    const after = Math.max(100, Math.round(before * (1 + (random.next() * 2 - 1) * share)));
    prices.set(code, after);
    return [after, after + random.integer(0, 20), code];
  });
  const price = prices.get(coin.code) ?? 1;
  if (random.chance(0.02)) quotes.push([random.pick([0, -5, Number.NaN, 1.5]), 100, coin.code]);
  if (random.chance(0.02)) quotes.push([200, 100, coin.code]);
  if (random.chance(0.02)) quotes.push([price * 3, price * 3, coin.code]);
  for (const each of quotes) await server.quote(...each);
}

async function restart(): Promise<void> {
  await running.engine.retire();
  await running.server.market.stop();
  running = await startProcess();
  await moveMarket(0);
}

async function jump(): Promise<void> {
  clock.advance(random.pick([minute, hour, 9 * hour, 26 * hour, 80 * hour]));
  if (random.chance(0.5)) await running.financing.run(AbortSignal.abort());
  await running.financing.run(new AbortController().signal);
  await moveMarket(0.01);
}

/** What the leader does at every poll; now and then an old leader that has not noticed its end does it too. */
async function settle(): Promise<void> {
  const { settlement, incomes, auctions, rewards, loans, server } = running;
  const late = random.chance(0.1)
    ? [
        new SettlementRound(server.options, silent),
        new PlansRound(server.plans, silent),
        new AuctionsRound(server.nfts, silent),
        new ReferralRound(server.referral, silent),
        new LoansRound(server.loans, silent),
      ]
    : [];
  const rounds = [settlement, incomes, auctions, rewards, loans, ...late];
  await Promise.all(rounds.map((round) => round.run(new AbortController().signal)));
}

async function resetDemo(trader: Trader): Promise<void> {
  await attempt(clientOf(trader, 'demo')(userCalls.demoReset, {}, { idempotencyKey: key() }));
}

async function look(trader: Trader): Promise<void> {
  const call = clientOf(trader, someBook());
  await attempt(call(order.getProfitTotal, {}));
  const page = await attempt(call(order.listUOrder, { limit: random.integer(1, 20) }));
  if (typeof page === 'string') throw new Error(`the list was refused with ${page}`);
  const [newest] = page.items;
  if (newest !== undefined) expect(typeof (await attempt(call(order.receipt, { id: newest.id })))).toBe('object');
}

const steps: readonly [weight: number, name: string, step: (trader: Trader) => Promise<void> | void][] = [
  [34, 'market', () => moveMarket(0.004)],
  [5, 'gap', () => moveMarket(0.06)],
  [24, 'open', open],
  [14, 'close', close],
  [9, 'amend', amend],
  [4, 'doubled', openDoubled],
  [3, 'race', (trader) => (trader.known.size > 0 ? race(trader) : undefined)],
  [2, 'hostile', hostile],
  [2, 'look', look],
  [2, 'jump', jump],
  [8, 'option', optionPeople.buy],
  [1, 'option doubled', optionPeople.buyDoubled],
  [1, 'option look', optionPeople.look],
  [12, 'spot', spotPeople.submit],
  [4, 'spot cancel', spotPeople.cancel],
  [1, 'spot doubled', spotPeople.submitDoubled],
  [2, 'spot race', spotPeople.race],
  [1, 'spot look', spotPeople.look],
  [2, 'plan offer', savers.offer],
  [6, 'plan', savers.buy],
  [9, 'plan exit', savers.leave],
  [1, 'plan look', savers.look],
  [1, 'nft offer', collectors.offer],
  [6, 'nft bid', collectors.bid],
  [1.5, 'nft race', () => collectors.race(traders.slice(0, random.integer(1, 4)))],
  [1, 'nft look', collectors.look],
  [4, 'money in or out', movers.act],
  [5, 'operator', movers.decide],
  [4, 'loan', debtors.act],
  [4, 'loan operator', debtors.decide],
  [1, 'house proposal', keepers.propose],
  [2, 'house operator', keepers.decide],
  [0.5, 'inviter frozen', invitations.freeze],
  [0.6, 'reset', resetDemo],
  [0.4, 'restart', restart],
];
const weights = steps.reduce((sum, [weight]) => sum + weight, 0);

function pickStep() {
  let point = random.next() * weights;
  return steps.find(([weight]) => (point -= weight) < 0) ?? random.pick(steps);
}

const ended = new Set(['closed', 'liquidated', 'closedEarly', 'cancelled']);

/** What was acknowledged is there, and what had ended has stayed as it was. */
async function checkAcknowledged(): Promise<void> {
  for (const trader of traders) {
    const ids = [...trader.known.keys()];
    const rows = await db.query<{ id: number; status: string }>(
      'select id, status from positions where id = any($1::bigint[])',
      [ids],
    );
    expect(rows.length, 'an acknowledged order is gone').toBe(ids.length);
    for (const { id, status } of rows) {
      const told = trader.known.get(String(id));
      if (told !== undefined && ended.has(told.status)) expect(status, `order ${id} changed after its end`).toBe(told.status);
    }
  }
}

interface Story {
  steps: number;
  /** What was booked up to here has been looked at. */
  through: number;
}

/** One random command, followed by the auditor. */
async function goOn(story: Story): Promise<void> {
  story.steps += 1;
  const [, name, run] = pickStep();
  try {
    const trader = random.pick(traders);
    await signInAgain(trader);
    await run(trader);
    await running.engine.settled();
    await settle();
    const touched = await auditAccounts(db, { after: story.through, holdings });
    expect(touched.findings).toEqual([]);
    story.through = touched.through;
    if (story.steps % fullAuditEvery === 0 || story.steps === commands) await checkEverything();
  } catch (error) {
    throw new Error(`seed ${seed}, step ${story.steps} (${name})`, { cause: error });
  }
}

async function checkEverything(): Promise<void> {
  expect((await audit(db, { holdings })).findings).toEqual([]);
  await checkAcknowledged();
  await optionPeople.check();
  await spotPeople.check();
  await savers.check();
  await collectors.check();
  await invitations.check();
  await movers.check();
  await debtors.check();
  await keepers.check();
}

/** Why a run proves too little: it never opened, liquidated or was refused something. Undefined when it has seen everything. */
function missingEnding(): Promise<unknown> {
  return expectEveryEnding().then(
    () => undefined,
    (missing: unknown) => missing,
  );
}

async function expectEveryEnding(): Promise<void> {
  const outcomes = await db.query<{ status: string; reason: string | null }>(
    'select distinct status, close_reason as reason from positions',
  );
  const seen = new Set(outcomes.map(({ status, reason }) => `${status}/${reason ?? '-'}`));
  const needed = [
    'closed/stopLoss',
    'closed/takeProfit',
    'closed/trailingStop',
    'closedEarly/manual',
    'liquidated/liquidation',
    'cancelled/cancelled',
  ];
  const options = await optionPeople.outcomes();
  for (const outcome of ['won/-', 'lost/-', 'void/stale', 'void/reset']) expect(options, 'options').toContain(outcome);
  const spot = await spotPeople.outcomes();
  for (const side of ['buy', 'sell'])
    for (const end of ['market/filled', 'limit/filled', 'limit/cancelled']) {
      expect(spot, 'spot').toContain(`${side}/${end}`);
    }
  const plans = await savers.statuses();
  for (const status of ['profitDivided', 'closedSuccessfully', 'expired']) expect(plans, 'plans').toContain(status);
  const auctions = await collectors.endings();
  for (const ending of ['sold', 'sold/bids', 'unsold', 'unsold/bids']) expect(auctions, 'nfts').toContain(ending);
  expect(await invitations.rewarded(), 'rewards').toBeGreaterThan(0);
  await movers.expectEveryEnding();
  await debtors.expectEveryEnding();
  await keepers.expectEveryEnding();
  for (const outcome of needed) expect(seen, `no order ended as ${outcome}`).toContain(outcome);
}

test(
  `${commands} random commands with seed ${seed} leave the books sound after every step`,
  async () => {
    for (const book of ['demo', 'real'] as const) await fund(db, book);
    // Little enough that it is short now and then.
    await fundTreasury(db, '300');
    await savers.offer();
    const inviteCode = await invitations.begin();
    await movers.begin();
    await debtors.begin();
    await keepers.begin();
    for (let number = 0; number < peopleCount; number += 1) {
      const userName = `trader${number}`;
      const { id: userId, token } = await running.server.register(userName, { inviteCode });
      const deposit = recipes.depositCompleted({ userId, amount: amount(20_000_000_000n) });
      await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: 0, ...deposit }));
      traders.push({ userName, userId, token, signedInAt: clock.now(), known: new Map() });
    }
    await moveMarket(0);
    const story: Story = { steps: 0, through: 0 };
    while (story.steps < commands) await goOn(story);
    expect(watched()).toBeGreaterThan(commands / 5);
    expect(broken).toEqual([]);
    expect(rings()).toEqual([]);
    expect(nested).toEqual([]);
    if (commands < 10_000) return;
    // An ending that is rare may not have come up: then the story goes on, for as long again at most.
    for (let missing = await missingEnding(); missing !== undefined; missing = await missingEnding()) {
      if (story.steps >= 2 * commands) throw new Error('an ending never came up', { cause: missing });
      for (let more = 0; more < commands / 10; more += 1) await goOn(story);
    }
  },
  Math.max(120_000, commands * 100),
);
