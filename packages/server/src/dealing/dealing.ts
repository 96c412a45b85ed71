import type { Taking } from '@assay/domain/dealing/house.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { Halts } from '../halts/index.ts';
import type { Brakes } from '../house/index.ts';
import { heldUsers, standingsOf } from '../identity/index.ts';
import {
  type AccountName,
  HouseAccounts,
  heldOwners,
  type LockedAccount,
  isKept,
  lockMany,
  nameOf,
  openAccounts,
} from '../ledger/index.ts';
import { type LimitsContext, protectionsOf } from '../limits/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { type Decision, Unprepared, type Work } from '../platform/counter/command.ts';
import type { Database, Transaction } from '../platform/database.ts';
import type { Lead } from '../platform/lead/lead.ts';
import { holdTerm } from '../platform/lead/lease.ts';
import { tellMissed } from '../platform/private-events.ts';
import { type Deciding, decideGroup } from './decide-group.ts';
import { accountName } from './order-table.ts';
import type { AnyProduct, Order, Plan } from './plan.ts';
import { writePlans } from './write-plans.ts';

export interface DealingParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly limits: LimitsContext;
  /** Whether an engine watches prices; if left out, one always does. */
  readonly lead?: Pick<Lead, 'anywhere'> | undefined;
  /** By what the house holds on to real money; left out where there is none. */
  readonly house?: Brakes | undefined;
  /** What operators have halted; left out where there are no halts. */
  readonly halts?: Halts | undefined;
}

/** What a group has loaded, all of it under its locks. */
export interface Group extends Deciding {
  readonly accounts: Map<string, LockedAccount>;
  readonly houseAccounts: HouseAccounts;
  /** What the house takes on and gives up by each plan that has been decided. */
  readonly taken: WeakMap<Plan, readonly Taking[]>;
}

/**
 * What is common to everything that is dealt in: which locks a group takes and in which order, what it reads under them, and
 * how its plans are written. Products add their own orders, rules and rows.
 */
export class Dealing implements Work<Order, Group, Plan> {
  readonly #parts: DealingParts;
  readonly #products = new Map<string, AnyProduct>();
  readonly #house = new HouseAccounts();

  constructor(parts: DealingParts) {
    this.#parts = parts;
  }

  add(product: AnyProduct): void {
    this.#products.set(product.name, product);
  }

  ownerOf({ owner }: Order): string {
    return accountName(owner);
  }

  async held(commands: readonly Order[]): Promise<ReadonlySet<string>> {
    const { db } = this.#parts;
    const owners = commands.map(({ owner }) => owner);
    const [byAccounts, users] = await Promise.all([
      heldOwners(db, owners),
      heldUsers(
        db,
        owners.map(({ userId }) => userId),
      ),
    ]);
    return byAccounts.union(new Set(owners.filter(({ userId }) => users.has(userId)).map(accountName)));
  }

  /**
   * In this order: the term of the lead where the engine acts, orders by id, customers' accounts by id; then, as statements of
   * their own, whatever is read. A value read before its lock may be stale: another transaction may have changed it while this
   * one waited. Every customer who trades has a USDT account, opened beforehand: its lock represents the person where orders
   * are counted.
   */
  async load(tx: Transaction, commands: readonly Order[]): Promise<Group> {
    const { db, clock, limits, house } = this.#parts;
    const products = [...this.#products.values()].flatMap((product) => {
      const own = commands.filter((command) => command.product === product.name);
      return own.length === 0 ? [] : [{ product, own }];
    });
    const openers = commands.filter(({ opens }) => opens);
    const people = [...new Set(openers.map(({ owner }) => owner.userId))];
    const acts = commands.some(({ term }) => term !== undefined);
    const held = acts ? holdTerm(tx) : Promise.resolve(undefined);
    const locked = products.map(({ product, own }) => product.lock(tx, own));
    const named = products.flatMap(({ product, own }) =>
      own.flatMap((command) => [ownAccount(command), ...product.accounts(command)]),
    );
    // Sent already in this order; waited for together, so that one that fails leaves none of the others unheard.
    const [term, accounts, orders, reads, standings, protections] = await Promise.all([
      held,
      lockMany(tx, named),
      Promise.all(locked),
      Promise.all(products.map(({ product, own }) => product.read(tx, own))),
      standingsOf(tx, clock.wall(), sessionsOf(commands)),
      protectionsOf(limits, tx, people),
      this.#parts.halts?.read(tx),
    ]);
    const benches = products.map(
      ({ product }, place) => [product.name, () => product.begin(orders[place], reads[place])] as const,
    );
    const { lead = { anywhere: true } } = this.#parts;
    const unwatched = lead.anywhere ? [] : products.flatMap(({ product }) => (product.watched ? [product.name] : []));
    const deciding = { now: clock.now(), term, unwatched: new Set(unwatched), people: new Set(people) };
    const group = {
      ...deciding,
      house,
      houseKnown: house && (() => house.known(db)),
      halts: this.#parts.halts,
      benches: new Map(benches),
      accounts,
      houseAccounts: this.#house,
      taken: new WeakMap<Plan, readonly Taking[]>(),
      standings,
      protections,
    };
    this.#mustBeOpen(group, commands.map(ownAccount));
    return group;
  }

  /**
   * Decides all, and again from the beginning once there is what a decision turns out to need: the lock of an account of the
   * house, after those of customers; an account that is not open yet, opened between this transaction and the next; the limits
   * of a customer whose account is locked already; a price of a moment that is no longer in memory. When more turn out to be
   * needed, the locks held are released first and all are taken together, by id: taken in the order in which decisions ask, two
   * groups could wait for each other.
   */
  async decide(tx: Transaction, group: Group, commands: readonly Order[]): Promise<readonly Decision<Plan>[]> {
    const held: AccountName[] = [];
    let { people, protections } = group;
    for (;;) {
      const isOpen = (account: AccountName) => this.#idOf(group, account) !== undefined;
      const decided = decideGroup({ ...group, people, protections }, commands, isOpen);
      const { decisions, taken, toLock, toOpen, toRead, toAsk } = decided;
      if (toAsk.length > 0) {
        await Promise.all(toAsk.map((read) => read(tx)));
        continue;
      }
      if (toRead.length > 0) {
        people = people.union(new Set(toRead));
        protections = await protectionsOf(this.#parts.limits, tx, [...people]);
        continue;
      }
      if (toLock.length + toOpen.length === 0) {
        for (const [plan, taking] of taken) group.taken.set(plan, taking);
        return decisions;
      }
      if (toOpen.length > 0) await group.houseAccounts.read(tx);
      const mark = tx.query(held.length === 0 ? 'savepoint without_house' : 'rollback to savepoint without_house');
      held.push(...[...toLock, ...toOpen].filter(({ kind }) => isKept(kind)));
      const [locked] = await Promise.all([lockMany(tx, held), mark]);
      for (const [name, account] of locked) group.accounts.set(name, account);
      this.#mustBeOpen(group, toOpen);
    }
  }

  write(tx: Transaction, group: Group, plans: readonly Plan[]): void {
    const { bus, house } = this.#parts;
    const idOf = (account: AccountName) => {
      const id = this.#idOf(group, account);
      if (id === undefined) throw new Error(`${nameOf(account)} is not open`);
      return id;
    };
    writePlans({ tx, bus, plans, accounts: group.accounts, idOf });
    const takings = plans.flatMap((plan) => group.taken.get(plan) ?? []);
    if (house !== undefined && takings.length > 0) {
      tx.withCommit<{ id: string }>('select pg_current_xact_id()::text as id', [], ([own]) => {
        if (own !== undefined) house.took(takings, BigInt(own.id));
      });
    }
    for (const [name, product] of this.#products) {
      const rows = plans.flatMap((plan) => (plan.product === name ? plan.rows : []));
      if (rows.length > 0) product.write(tx, rows);
    }
  }

  /** Their notifications after the commit were not sent. */
  doubt(commands: readonly Order[]): void {
    const { bus, house } = this.#parts;
    house?.doubt();
    for (const userId of new Set(commands.map(({ owner }) => owner.userId))) tellMissed(bus, userId);
  }

  /**
   * Decides and writes one command as part of a transaction that does more than that: operators' acts, a demo reset. It takes
   * the same locks in the same order; what is not open yet is opened as part of it. A refusal throws: the rest of the
   * transaction would go on as if the act were booked.
   */
  async within(tx: Transaction, command: Order): Promise<void> {
    for (;;) {
      try {
        return await this.#withinOnce(tx, command);
      } catch (error) {
        if (!(error instanceof Unprepared)) throw error;
        await error.prepare(tx);
      }
    }
  }

  async #withinOnce(tx: Transaction, command: Order): Promise<void> {
    // Other transactions see what this one has opened only once it is committed.
    const group = { ...(await this.load(tx, [command])), houseAccounts: new HouseAccounts() };
    const [decision] = await this.decide(tx, group, [command]);
    if (decision === undefined || 'again' in decision) throw new Error('a command alone waits for no other');
    // What opens something is no part of anything: here what is held would be read by a transaction that has written.
    if ('until' in decision) throw new Error(`${command.product}: nobody knows what customers hold`);
    if ('failed' in decision) throw decision.failed;
    if ('refusal' in decision)
      throw new Error(`${command.product}: refused with ${decision.refusal.code} within a transaction`);
    this.write(tx, group, [decision.plan]);
  }

  #mustBeOpen(group: Group, accounts: readonly AccountName[]): void {
    const missing = accounts.filter((account) => this.#idOf(group, account) === undefined);
    if (missing.length > 0) throw new Unprepared((tx) => openAccounts(tx, missing));
  }

  #idOf(group: Group, account: AccountName): number | undefined {
    return group.accounts.get(nameOf(account))?.id ?? group.houseAccounts.idOf(account);
  }
}

const ownAccount = ({ owner: { userId, book } }: Order): AccountName => ({
  book,
  asset: usdt.code,
  ...userAccount(userId, 'available'),
});

function sessionsOf(commands: readonly Order[]): string[] {
  return [...new Set(commands.flatMap(({ call }) => (call === null ? [] : [call.sessionId])))];
}
