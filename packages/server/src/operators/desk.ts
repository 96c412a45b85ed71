import type { DeskCall } from '@assay/contract/endpoints/console/desk-call.ts';
import type { BookChange } from '@assay/contract/endpoints/console/proposals.ts';
import type { CaseDesk, OperatorRole } from '@assay/contract/vocabulary/operators.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import type { Amount, Asset } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import type { PublicCall } from '../platform/http.ts';
import type { Limit, RateLimiter } from '../platform/limits/rate-limit.ts';
import { type Refusal, tooMany } from '../platform/refusal.ts';
import type { Audit } from './audit-entry.ts';
import { Looks } from './looks.ts';
import type { Weight } from './tiers.ts';

export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

/** What every handler of the console may know of its caller. */
export interface OperatorCall extends PublicCall {
  readonly operator: Operator;
  readonly sessionId: string;
  readonly sessionExpiresAt: Date;
}

/** Who answers for an approved act, and when (business time, epoch ms). */
export interface Decision {
  readonly proposalId: string;
  readonly proposerId: string;
  readonly approverId: string;
  readonly at: number;
  /** The approver; what is done in their name is recorded beside the approval. */
  readonly approver: Operator;
  readonly audit: Audit;
}

/** An act that needs a second person: checked when it is proposed and again when it is approved, then done. */
export interface Act<P> {
  /** `<desk>.<verb>`, such as `treasury.move`. */
  readonly kind: string;
  /** Who may approve or reject it. */
  readonly roles: readonly OperatorRole[];
  readonly schema: z.ZodType<P>;
  /** True when no second proposal about the same subject may wait: it would not know what the first one leaves behind. */
  readonly exclusive?: boolean;
  check(tx: Transaction, payload: P): Promise<Refusal | undefined>;
  /** What it moves, by which it may need a third person, or wait; left out of what moves no money. */
  weigh?(tx: Transaction, payload: P): Promise<Weight>;
  /** What the books have now and would have behind it; null where that cannot be done now. Left out of what books nothing itself. */
  books?(tx: Transaction, payload: P): Promise<BookChange[] | null>;
  /** Runs in the approving transaction. After a refusal everything that it wrote is undone. */
  apply(tx: Transaction, payload: P, decision: Decision): Promise<Refusal | undefined>;
}

/** An act whose payload comes from the database and is read by its schema. */
export interface KnownAct {
  readonly roles: readonly OperatorRole[];
  readonly exclusive: boolean;
  check(tx: Transaction, payload: unknown): Promise<Refusal | undefined>;
  weigh(tx: Transaction, payload: unknown): Promise<Weight>;
  books(tx: Transaction, payload: unknown): Promise<BookChange[] | null>;
  apply(tx: Transaction, payload: unknown, decision: Decision): Promise<Refusal | undefined>;
}

/** What waits at a desk, and since when. */
export interface Queue {
  readonly waiting: number;
  readonly oldestAt: Date | null;
}
/** The part of a balance of the house that is owed already and no owner may take; read, and locked, before the balance is. */
type Earmark = (tx: Transaction, book: Book, asset: Asset) => Promise<Amount>;

/** A case that may be claimed, as long as it is open, by operators who haven't acted on it. */
export interface KnownCase {
  readonly open: boolean;
  readonly said?: readonly string[];
}
/** Undefined where there is no such case. */
type FindCase = (db: Queryable, id: string) => Promise<KnownCase | undefined>;
type CountQueue = (db: Queryable) => Promise<Queue>;

/**
 * A list that can be taken away; it is read with the input that its call has parsed, in the name of an operator who
 * may.
 */
interface TakenList {
  readonly call: DeskCall;
  readonly read: (caller: OperatorCall, input: object) => Promise<unknown>;
}

/** A call while a verification runs may be repeated then. */
const verifyingSeconds = 10;

export interface DeskParts {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: Clock;
  readonly limit: RateLimiter;
  /** How much one operator and one address may call. */
  readonly limits: { readonly perOperator: Limit; readonly perAddress: Limit };
  /** Seals the secrets of operators' authenticators. */
  readonly secret: string;
  readonly mode: 'sandbox' | 'live';
  /** What so much of a coin is worth in USDT now; undefined where no price is known. */
  readonly worth?: (units: Amount, asset: Asset) => Amount | undefined;
}

/** What follows a correction of a customer's free balance of an asset, which is locked. */
export type Corrected = (
  tx: Transaction,
  account: { readonly userId: string; readonly book: Book },
  asset: Asset,
) => Promise<void>;

/** What a slice needs to offer its calls on the console. */
export class Desk {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: Clock;
  readonly parts: DeskParts;
  /** Calls that slices have opened; the rest of the registry answers "not yet open". */
  readonly opened = new Set<string>();
  readonly acts = new Map<string, KnownAct>();
  readonly queues = new Map<string, CountQueue>();
  readonly cases = new Map<CaseDesk, FindCase>();
  readonly earmarks = new Map<string, Earmark>();
  readonly corrected: Corrected[] = [];
  /** Lists that can be taken away, by their path. */
  readonly lists = new Map<string, TakenList>();
  readonly looks = new Looks();
  #verifying = false;

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.app = parts.app;
    this.db = parts.db;
    this.clock = parts.clock;
  }

  /** Makes an act known, so that it can be proposed and decided. */
  act<P>(act: Act<P>): void {
    if (this.acts.has(act.kind)) throw new Error(`${act.kind} is known already`);
    this.acts.set(act.kind, {
      roles: act.roles,
      exclusive: act.exclusive ?? false,
      check: (tx, payload) => act.check(tx, act.schema.parse(payload)),
      weigh: async (tx, payload) => (await act.weigh?.(tx, act.schema.parse(payload))) ?? null,
      books: async (tx, payload) => (await act.books?.(tx, act.schema.parse(payload))) ?? null,
      apply: (tx, payload, decision) => act.apply(tx, act.schema.parse(payload), decision),
    });
  }

  /** Shows on the first page of the console what waits at a desk. */
  queue(desk: string, count: CountQueue): void {
    this.queues.set(desk, count);
  }

  /** Lets cases of a desk be assigned to an operator. */
  casesOf(desk: CaseDesk, find: FindCase): void {
    this.cases.set(desk, find);
  }

  /** Keeps from the owners what an account of the house owes. */
  earmark(account: string, owed: Earmark): void {
    this.earmarks.set(account, owed);
  }

  /** Lets values derived from a customer's balance follow a correction of it, in its transaction. */
  followCorrections(follow: Corrected): void {
    this.corrected.push(follow);
  }

  /** What so much of an asset weighs. */
  weightOf(units: Amount, asset: Asset): Amount | 'unknown' {
    return asset.code === usdt.code ? units : (this.parts.worth?.(units, asset) ?? 'unknown');
  }

  /** A chain worked out anew: one at a time in this process, however many ask. Refused with 429 meanwhile. */
  async verify<T>(work: () => Promise<T>): Promise<T | Refusal> {
    if (this.#verifying) return tooMany(verifyingSeconds);
    this.#verifying = true;
    try {
      return await work();
    } finally {
      this.#verifying = false;
    }
  }
}
