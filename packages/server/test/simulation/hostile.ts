import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { ApiRefusal } from '@assay/contract/client.ts';
import { login } from '@assay/contract/endpoints/login.ts';
import { user as userCalls } from '@assay/contract/endpoints/user.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { coin } from '@assay/domain/test/coin.ts';
import { allHoldings as holdings } from '../../src/holdings.ts';
import { audit, post } from '../../src/ledger/index.ts';
import { day, hour, minute, password, standingClock } from '../identity-app.ts';
import { fund } from '../trading.ts';
import { auditTouched, chargedAfterwards } from './audit-touched.ts';
import { type ContractTrader, checkAcknowledged, contractTraders } from './contracts.ts';
import { type DeploymentParts, type Process, beginProcess, gem, lastQuoted, mustBeLost, untilDone } from './deployment.ts';
import { HostileMarket } from './hostile-market.ts';
import { otherPeople } from './hostile-products.ts';
import { type Weighted, pickWeighted, randomFrom } from './random.ts';
import { spotTraders } from './spot.ts';
import { TapeOracle } from './tape-oracle.ts';
import { troubles } from './troubles.ts';

/** All of history is looked at after so many steps, or after that share of them: to look is not to take longer than to live. */
const [peopleCount, wholeEvery, wholeShare] = [5, 250, 1 / 40];
/** Steps after which a leader that meets nothing does what it does every second, and after which all that was touched is audited. */
const [keepsUpEvery, auditEvery] = [3, 5];
/** A leader that is cut off has stopped by then, by its own clock. */
const lapsedMs = 4_500;
/** Of a clock that is set back further, what was kept last is held to be of another run. */
const behindMsMax = 40_000;
/** As the tape gives a quote up. */
const givenUpMs = 1_000;

type Steps = readonly Weighted<(trader: Trader) => Promise<void>>[];

interface Trader extends ContractTrader {
  readonly userName: string;
  readonly userId: string;
  token: string;
  signedInAt: number;
}

export interface HostileParts extends Pick<DeploymentParts, 'db' | 'direct' | 'engineOn' | 'pass'> {
  readonly seed: number;
  /** After every step all is looked at, to find the one after which something was wrong. */
  readonly fine?: boolean;
}

/**
 * People who trade contracts and coins in a world in which everything fails that can: statements, connections, commits,
 * messages, clocks, and the leader. The same seed brings the same again.
 */
export class HostileWorld {
  readonly #parts: DeploymentParts;
  readonly #random;
  readonly #clock = standingClock();
  readonly #market;
  readonly #traders: Trader[] = [];
  readonly #oracle: TapeOracle;
  readonly #steps: Steps;
  readonly #others: ReturnType<typeof otherPeople<Trader>>;
  readonly #happened = new Map<string, number>();
  #leader: Process | undefined;
  /** Steps for which nothing that it needs reaches the leader. */
  #awayFor = 0;
  #isTroubled = false;
  /** Whether anything of this step may have failed. */
  #meets = false;
  readonly #isFine: boolean;
  #isRaced = false;
  #audited = 0;
  /** The step after which everything was looked at. */
  #checked = 0;
  /** The latest that the clock had shown when it was set. */
  #newest = 0;
  #done = 0;
  readonly #untilDone = (work: Promise<void>) => untilDone(work, () => this.#process, this.#parts.pass);

  constructor({ seed, fine = false, ...parts }: HostileParts) {
    this.#isFine = fine;
    this.#random = randomFrom(seed);
    this.#market = new HostileMarket(this.#random, () => this.#process);
    this.#parts = { ...parts, clock: this.#clock };
    this.#oracle = new TapeOracle(parts.db, (quote) => this.#others.see(quote));
    const parted = { db: parts.db, clock: this.#clock, process: () => this.#process };
    this.#others = otherPeople<Trader>({ ...this.#commons(), ...parted });
    this.#steps = this.#stepsOf();
  }

  get steps(): number {
    return this.#done;
  }

  /** What has come up, and how often. */
  get happened(): ReadonlyMap<string, number> {
    const { foreseen, taken } = this.#oracle;
    return new Map([...this.#happened, ['orders that ended as foreseen', foreseen], ['shares that targets took', taken]]);
  }

  async begin(): Promise<void> {
    const { db } = this.#parts;
    for (const book of ['demo', 'real'] as const) await fund(db, book);
    this.#leader = await beginProcess(this.#parts);
    for (let number = 0; number < peopleCount; number += 1) {
      const userName = `hostile${number}`;
      const { id: userId, token } = await this.#process.server.register(userName);
      const deposit = recipes.depositCompleted({ userId, amount: amount(20_000_000_000n) });
      await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${userId}`, at: 0, ...deposit }));
      this.#traders.push({ userName, userId, token, signedInAt: this.#clock.now(), known: new Map() });
    }
    await this.#others.begin();
    await this.#market.move(0);
  }

  /** One act or event; then all invariants hold, or this throws. */
  async step(): Promise<void> {
    this.#done += 1;
    const [, name, run] = pickWeighted(this.#random, this.#steps);
    try {
      await this.#prepare(name);
      const trader = this.#random.pick(this.#traders);
      await this.#untilDone(run(trader));
      this.#count(name);
      await this.#settle();
    } catch (error) {
      throw new Error(`step ${this.#done} (${name})`, { cause: error });
    }
  }

  async end(): Promise<void> {
    this.#awayFor = 0;
    this.#process.dealing.away = false;
    this.#meets = true;
    await this.#settle();
    await this.#checkWhole();
    await this.#process.retire();
  }

  get #process(): Process {
    if (this.#leader === undefined) throw new Error('nobody leads');
    return this.#leader;
  }

  /** What all participants share. */
  #commons() {
    const random = this.#random;
    return {
      random,
      codes: [coin.code, coin.code, gem.code],
      clientOf: ({ token }: Trader, book: Book) =>
        this.#process.server.from('192.0.2.1', token, { virtually: book === 'demo' ? 'NO' : 'YES' }),
      key: () => `key-${random.integer(0, 2 ** 31)}-${random.integer(0, 2 ** 31)}`,
      attempt: <T>(call: Promise<T>) => this.#attempt(call),
      moveMarket: (share: number) => this.#market.move(share),
      now: () => this.#clock.now(),
      sure: () => !this.#isTroubled,
    };
  }

  #stepsOf(): Steps {
    const common = this.#commons();
    const { random, clientOf, attempt, key, moveMarket } = common;
    const others = this.#others;
    const priceOf = (code: string) => this.#market.priceOf(code);
    const people = contractTraders<Trader>({ ...common, traders: this.#traders, priceOf, fitting: true });
    const spot = spotTraders<Trader>({ ...common, plain: true, db: this.#parts.db, price: () => priceOf(coin.code) });
    const reset = async (trader: Trader) =>
      void (await attempt(clientOf(trader, 'demo')(userCalls.demoReset, {}, { idempotencyKey: key() })));
    const raced = (race: (trader: Trader) => Promise<void>) => (trader: Trader) => {
      this.#isRaced = true;
      return race(trader);
    };
    return [
      [30, 'market', () => moveMarket(0.012)],
      [10, 'gap', () => moveMarket(0.06)],
      [3, 'late quote', (trader) => this.#quoteLate(() => people.open(trader))],
      [2, 'two at once', (trader) => this.#quoteTwice(() => people.open(trader))],
      [1, 'all in', people.openWithAll],
      [26, 'open', people.open],
      [8, 'close', people.close],
      [12, 'amend', people.amend],
      [5, 'margin', people.moveMargin],
      [2, 'doubled', people.openDoubled],
      [3, 'turn', people.turn],
      [0.7, 'sweep', people.sweep],
      [3, 'race', raced(people.race)],
      [10, 'spot', spot.submit],
      [3, 'spot cancel', spot.cancel],
      [1, 'spot doubled', spot.submitDoubled],
      [2, 'spot amend', spot.amend],
      [1, 'spot cancel all', spot.cancelAll],
      [1, 'spot dust', spot.convert],
      [2, 'spot race', raced(spot.race)],
      [6, 'option', others.option],
      [3, 'plan', others.save],
      [2, 'plan exit', others.leave],
      [0.7, 'nft offer', others.offer],
      [3, 'nft bid', others.bid],
      [2, 'loan', others.loan],
      [2, 'loan operator', others.reviewLoan],
      [0.5, 'reset', reset],
      [1.5, 'jump', () => this.#jump()],
      [1, 'clock set', () => this.#setClock()],
      [2, 'away', async () => void (this.#awayFor = random.integer(1, 4))],
      [0.8, 'quotes given up', () => this.#giveUp()],
      [0.8, 'stopped', () => this.#takeOver((old) => old.retire())],
      [0.8, 'killed', () => this.#takeOver((old) => old.die())],
      [0.8, 'cut off', () => this.#cutOff()],
      [0.8, 'two leaders', () => this.#twoLeaders()],
    ];
  }

  /** What this step is to meet, chosen before anything is done. */
  async #prepare(name: string): Promise<void> {
    const random = this.#random;
    const { dealing, tape } = this.#process;
    this.#isRaced = false;
    dealing.away = this.#awayFor > 0;
    this.#awayFor = Math.max(0, this.#awayFor - 1);
    // What a step without a database has left unmet is met by the next one.
    this.#isTroubled = dealing.away || dealing.hasPlanned;
    this.#meets = this.#isTroubled;
    if (random.chance(0.2)) {
      this.#isTroubled = true;
      this.#meets = true;
      // A call is answered after as many pauses as failures; the engine retries without any.
      const times = random.pick(name === 'market' || name === 'gap' ? [1, 1, 2, 3, 8] : [1, 1, 1, 2]);
      const meets = Array.from({ length: times }, () => random.pick(troubles));
      for (const each of meets) this.#count(each);
      dealing.plan(meets);
    }
    if (random.chance(0.03)) {
      this.#count('tape');
      this.#meets = true;
      tape.plan([random.pick(['refused', 'failed', 'lostBefore', 'lostAfter'] as const)]);
    }
    this.#process.renew();
    for (const trader of this.#traders) await this.#signInAgain(trader);
  }

  /** Sessions end after a week without use, and the clock jumps. */
  async #signInAgain(trader: Trader): Promise<void> {
    if (this.#isTroubled || this.#clock.now() - trader.signedInAt < 2 * day) return;
    const { call } = this.#process.server;
    trader.token = (await call(login.login, { account: trader.userName, password })).token;
    trader.signedInAt = this.#clock.now();
  }

  /** The leader does what it does every second, with what this step has left for it to meet; then all orders and the books are looked at. */
  async #settle(): Promise<void> {
    const leader = this.#process;
    leader.renew();
    await leader.drain();
    if (this.#meets) await this.#untilDone(leader.keepUp().then(() => undefined));
    const keepsUp = this.#isFine || this.#meets || this.#done % keepsUpEvery === 0;
    if (keepsUp && !leader.dealing.away) await this.#heal(leader);
    const healed = keepsUp && !leader.dealing.away;
    await this.#oracle.check({ healed, raced: this.#isRaced });
    if (this.#isFine || this.#done % auditEvery === 0) this.#audited = await auditTouched(this.#parts.db, this.#audited);
    if (healed && (this.#isFine || this.#done - this.#checked >= Math.max(wholeEvery, this.#done * wholeShare)))
      await this.#checkWhole();
  }

  /** Nothing fails any more: everything that is to be done is done. */
  async #heal(leader: Process): Promise<void> {
    leader.dealing.mend();
    leader.tape.mend();
    leader.renew();
    for (let tries = 0; ; tries += 1) {
      await leader.drain({ succeeds: true });
      if (await leader.keepUp()) break;
      if (tries > 20) throw new Error('what a leader does every second fails without a reason');
    }
    await leader.drain({ succeeds: true });
  }

  async #checkWhole(): Promise<void> {
    const { db } = this.#parts;
    deepEqual((await audit(db, { holdings })).findings, []);
    await checkAcknowledged(db, this.#traders);
    await this.#oracle.checkBars();
    deepEqual(await db.query('select from parked_acts'), []);
    deepEqual(await db.query(chargedAfterwards), [], 'something was charged after its end');
    await this.#others.makeRounds();
    await this.#others.checkDue();
    await this.#others.check();
    this.#audited = await auditTouched(this.#parts.db, this.#audited);
    this.#checked = this.#done;
  }

  /** A refusal with a code is an answer; that something went wrong, or is not known, only where something does. */
  async #attempt<T>(call: Promise<T>): Promise<T | string> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!this.#isTroubled && ['500', '503', '11150'].includes(error.code)) throw error;
      return error.code;
    }
  }

  /** A quote that was made before an act arrives after it. */
  async #quoteLate(act: () => Promise<void>): Promise<void> {
    this.#clock.advance(2_000);
    await act();
    // What has been opened is known of before that quote can end it.
    await this.#oracle.check({ healed: false, raced: false });
    await this.#market.quote(0.03, this.#clock.now() - 1_500);
  }

  /** Two quotes of one millisecond, which a feed sent one after the other, and an act between them. */
  async #quoteTwice(act: () => Promise<void>): Promise<void> {
    this.#clock.advance(1_000);
    await this.#market.quote(0.03, this.#clock.now());
    await act();
    await this.#oracle.check({ healed: false, raced: false });
    await this.#market.quote(0.03, this.#clock.now());
  }

  async #jump(): Promise<void> {
    this.#clock.advance(this.#random.pick([minute, hour, 9 * hour, 26 * hour]));
    this.#process.renew();
    await this.#others.makeRounds();
  }

  /** The clock of the machine is set, back or forth. */
  async #setClock(): Promise<void> {
    const now = this.#clock.now();
    this.#newest = Math.max(this.#newest, now);
    await this.#oracle.clockSet(now);
    await this.#others.checkOptions();
    const wanted = this.#random.pick([-40_000, -5_000, 7_000, 60_000]);
    this.#clock.advance(Math.max(wanted, this.#newest - behindMsMax - now));
  }

  /** The tape can't be written for longer than a quote may wait, and what hung there comes late or never. */
  async #giveUp(): Promise<void> {
    const random = this.#random;
    const { tape, server } = this.#process;
    const isLate = random.chance(0.3);
    tape.plan(isLate ? ['late'] : ['failed', random.pick(['failed', 'lostAfter'] as const)]);
    const price = this.#market.leap();
    const comesBefore = random.chance(0.5);
    const quoted = server.quote(price, price, coin.code);
    this.#clock.advance(givenUpMs - 20);
    if (isLate) await setTimeout(40);
    this.#clock.advance(20);
    if (comesBefore) tape.release();
    await quoted;
    tape.release();
  }

  async #takeOver(end: (old: Process) => Promise<void>): Promise<void> {
    const old = this.#process;
    await end(old);
    await this.#succeed();
  }

  async #succeed(): Promise<void> {
    this.#leader = await beginProcess(this.#parts);
    await this.#market.move(0.01);
  }

  /** The old one still gets prices, and knows nothing of another; what it does after it recovers has no effect. */
  async #cutOff(): Promise<void> {
    const old = this.#process;
    for (const each of [old.tape, old.dealing]) each.away = true;
    const price = Math.round(this.#market.priceOf(coin.code) * 0.98);
    const before = lastQuoted(old);
    const time = this.#clock.now() + 500;
    const lost = old.server.feed.emit({ code: coin.code, bid: price, ask: price, time, volume: 0 });
    this.#clock.advance(lapsedMs);
    equal(old.lead.here, false, 'a leader that is cut off goes on');
    await this.#succeed();
    for (const each of [old.tape, old.dealing]) each.away = false;
    await old.drain();
    await old.retire();
    await lost;
    mustBeLost(old, { before, time }, 'a price counts that was kept nowhere');
  }

  /** A new one leads while the old one is well and knows nothing of it: it has the same prices, and acts on them. */
  async #twoLeaders(): Promise<void> {
    const old = this.#process;
    const price = this.#market.priceOf(coin.code);
    this.#leader = await beginProcess(this.#parts);
    const before = lastQuoted(old);
    const time = this.#clock.now() + 500;
    const emitted = old.server.feed.emit({ code: coin.code, bid: price, ask: price, time, volume: 0 });
    await this.#market.move(0.03);
    await old.retire();
    await emitted;
    mustBeLost(old, { before, time }, 'two leaders write on the tape');
  }

  #count(what: string): void {
    this.#happened.set(what, (this.#happened.get(what) ?? 0) + 1);
  }
}
