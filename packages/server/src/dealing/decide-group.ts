import type { View } from '@assay/domain/dealing/desk.ts';
import type { Owner } from '@assay/domain/dealing/draft.ts';
import type { House, Taking } from '@assay/domain/dealing/house.ts';
import type { Halts } from '../halts/index.ts';
import type { Brakes } from '../house/index.ts';
import { type AccountName, type LockedAccount, nameOf } from '../ledger/index.ts';
import type { Protections } from '../limits/index.ts';
import type { Decision } from '../platform/counter/command.ts';
import { LeadLost } from '../platform/lead/lead.ts';
import { type Refusal, isRefusal, refuse, refuseFrozen } from '../platform/refusal.ts';
import type { SignedInUser } from '../platform/signed-in-user.ts';
import { Balances, NotLocked } from './balances.ts';
import { type Bench, DecideLater, type Order, type Plan, ReadFirst } from './plan.ts';

/** The state that decisions are based on: read once, and never changed by them. */
export interface Deciding {
  readonly now: number;
  /** The term of the lead that runs; undefined where the engine does not act. */
  readonly term: bigint | undefined;
  /** Products in which nothing may open now, since no engine watches prices. */
  readonly unwatched: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, LockedAccount>;
  /** By product, each time as its orders were loaded. */
  readonly benches: ReadonlyMap<string, () => Bench<Order, unknown>>;
  readonly standings: ReadonlyMap<string, Pick<SignedInUser, 'frozen' | 'freezeReason'>>;
  readonly protections: Protections;
  /** Whose limits have been read. */
  readonly people: ReadonlySet<string>;
  readonly house?: Brakes | undefined;
  /** Over when it is known again what customers hold. */
  readonly houseKnown?: (() => Promise<void>) | undefined;
  readonly halts?: Pick<Halts, 'stops'> | undefined;
}

/** What must be locked, opened or read before it can be said what is decided. */
export interface Needed {
  readonly toLock: readonly AccountName[];
  readonly toOpen: readonly AccountName[];
  /** People whose own limits are to be known: the tape turns out to open something for who only wanted to withdraw. */
  readonly toRead: readonly string[];
  /** What products turn out to need: prices of a moment that they remember no more. */
  readonly toAsk: readonly ReadFirst['read'][];
}

/** Thrown where a decision depends on limits that have not been read. */
class NotRead extends Error {
  readonly userId: string;

  constructor(userId: string) {
    super(`the limits of ${userId} were not read`);
    this.userId = userId;
  }
}

/** Thrown where a decision depends on what customers hold, and that is unknown. */
class HouseUnknown extends Error {}

function mustBeKnown(brakes: Brakes): Brakes {
  if (brakes.isUnknown) throw new HouseUnknown();
  return brakes;
}

/**
 * Decides commands in the order in which they came, each on what the plans before it leave. No I/O: the same commands on the
 * same state have the same plans. Answers also what is needed before it can be said, if anything.
 */
export function decideGroup(
  deciding: Deciding,
  commands: readonly Order[],
  isOpen: (account: AccountName) => boolean,
): { decisions: Decision<Plan>[]; taken: ReadonlyMap<Plan, readonly Taking[]> } & Needed {
  const balances = new Balances(deciding.accounts);
  const benches = new Map([...deciding.benches].map(([name, begin]) => [name, begin()]));
  const toLock = new Map<string, AccountName>();
  const toOpen = new Map<string, AccountName>();
  const toRead = new Set<string>();
  const toAsk: ReadFirst['read'][] = [];
  const booked = new Set<string>();
  const postponed = new Set<string>();
  const { now, people, protections, house: brakes } = deciding;
  const taken = new Map<Plan, readonly Taking[]>();
  /** What the command that is being decided has the house take on, and what it gives up for that. */
  let taking: readonly Taking[] = [];
  /** A sale needs its size limit, and must stay possible when reading fails: it uses the values read last. */
  let opens = false;
  const house: House | undefined = brakes && {
    limitsOf: (instrument) => (opens || !brakes.wasRead ? mustBeKnown(brakes) : brakes).limitsOf(instrument),
    refuses: (asked, given = []) => {
      const refused = mustBeKnown(brakes).refuses(asked, [...[...taken.values()].flat(), ...given]);
      taking = refused === undefined ? [...given, asked] : [];
      return refused;
    },
  };
  const view: View = {
    now,
    house,
    halted: (code) => deciding.halts?.stops(code) === true,
    balanceOf: (book, { owner, kind }, asset) => balances.of({ book, owner, kind, asset: asset.code }),
    mayOpen: ({ userId, book }, before = []) => {
      if (!people.has(userId)) throw new NotRead(userId);
      if (booked.has(ownerName({ userId, book })) && protections.counts(userId, book)) throw new DecideLater();
      return protections.mayOpen(userId, book, before);
    },
  };

  function decideOne(command: Order): Decision<Plan> {
    if (command.term !== undefined && command.term !== deciding.term) return { failed: new LeadLost() };
    const refused = standingOf(command, deciding);
    if (refused !== undefined) return { refusal: refused };
    const bench = benches.get(command.product);
    if (bench === undefined) throw new Error(`nobody decides ${command.product}`);
    taking = [];
    opens = command.opens;
    const plan = bench.decide(command, view);
    if (isRefusal(plan)) return { refusal: plan };
    const lacking = balances.book(plan.postings);
    if (lacking !== undefined) return { refusal: lacking };
    for (const account of accountsOf(plan)) if (!isOpen(account)) toOpen.set(nameOf(account), account);
    bench.accept(plan);
    taken.set(plan, taking);
    booked.add(ownerName(plan.owner));
    return { plan };
  }

  const decisions = commands.map((command): Decision<Plan> => {
    const owner = ownerName(command.owner);
    // One owner's commands stay in the order in which they came.
    if (postponed.has(owner)) return { again: true };
    try {
      return decideOne(command);
    } catch (error) {
      if (error instanceof HouseUnknown && deciding.houseKnown !== undefined) return { until: deciding.houseKnown };
      if (error instanceof NotLocked) toLock.set(nameOf(error.account), error.account);
      else if (error instanceof NotRead) toRead.add(error.userId);
      else if (error instanceof ReadFirst) toAsk.push(error.read);
      else if (!(error instanceof DecideLater)) return { failed: error };
      postponed.add(owner);
      return { again: true };
    }
  });
  return { decisions, taken, toLock: [...toLock.values()], toOpen: [...toOpen.values()], toRead: [...toRead], toAsk };
}

const ownerName = ({ userId, book }: Owner) => `${book}|${userId}`;

/** Every account that a plan's postings name, each once. */
function accountsOf({ postings }: Pick<Plan, 'postings'>): AccountName[] {
  const accounts = postings.flatMap(({ book, transfers }) =>
    transfers.flatMap(({ from, to, asset }) => [
      { book, asset: asset.code, ...from },
      { book, asset: asset.code, ...to },
    ]),
  );
  return [...new Map(accounts.map((account) => [nameOf(account), account])).values()];
}

/** Since the request arrived: a session has ended, an account was frozen, or no engine watches prices any more. */
function standingOf({ call, opens, product }: Order, { standings, unwatched }: Deciding): Refusal | undefined {
  if (call === null) return undefined;
  const standing = standings.get(call.sessionId);
  if (standing === undefined) return refuse('401');
  if (standing.frozen) return refuseFrozen('10008', standing.freezeReason);
  return opens && unwatched.has(product) ? refuse('10015') : undefined;
}
