import { deepEqual } from 'node:assert/strict';
import type { Client } from '@assay/contract/client.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Book } from '@assay/contract/vocabulary/statuses.ts';
import { hasPassed } from '@assay/domain/market/passed.ts';
import { putOnSale } from '../../src/plans/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { CommitInDoubt, ConnectionLost } from '../../src/platform/statements/lost-connection.ts';
import { hour, type standingClock } from '../identity-app.ts';
import { offerPiece } from '../nfts.ts';
import { fundTreasury, product } from '../plans.ts';
import type { Process } from './deployment.ts';
import { borrowers } from './loans.ts';
import { optionTraders } from './options.ts';
import type { Random } from './random.ts';

interface Simulated<Trader> {
  readonly db: Database;
  readonly clock: ReturnType<typeof standingClock>;
  readonly random: Random;
  readonly codes: readonly string[];
  readonly process: () => Process;
  readonly clientOf: (trader: Trader, book: Book) => Client;
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
  /** False where anything may fail. */
  readonly sure: () => boolean;
}

/** What falls due by the clock, one after the other: the same seed brings the same again. */
const rounds = ['financing', 'expiry', 'settlement', 'plans', 'loans', 'auctions'];

/** Whatever is still to be done of what fell due before this moment; a late answer would hide it. */
const due = `
  select 'order ' || id as late from positions where status = 'awaiting' and expires_at <= $1::timestamptz - interval '1 minute'
  union all select 'plan ' || id from plans where due_at <= $1
  union all select 'auction ' || id from nfts where status in ('upcoming', 'onSale') and ends_at <= $1`;

/** What was paid or taken more than once, or not at all. */
const uneven = `
  select 'incomes of plan ' || p.id as wrong from plans p
  where p.income_days <> (select count(*) from plan_incomes where plan_id = p.id)
  union all
  select 'end of option ' || o.id from options o
  where (select count(*) from ledger_transactions where reference = o.order_no) <> case o.status when 'open' then 1 else 2 end
  union all
  select 'bids for ' || n.id from nfts n
  where n.bids > 0 and n.current_bid <> (select max(amount) from nft_bids where nft_id = n.id)`;

/** Customers with plans and bids, and what of it was acknowledged. */
function saversAndBidders<Trader>({ db, clock, random, clientOf, attempt, key }: Simulated<Trader>) {
  const plans: string[] = [];
  const bids: { readonly id: string; readonly amount: string }[] = [];

  async function save(trader: Trader): Promise<void> {
    const wanted = {
      productId: 'plan-hostile',
      days: random.pick([7, 7, 30]),
      amount: random.pick(['100', '333.333333', '1000']),
    };
    const plan = await attempt(clientOf(trader, 'real')(order.buySmart, wanted, { idempotencyKey: key() }));
    if (typeof plan !== 'string') plans.push(plan.id);
  }

  async function leave(trader: Trader): Promise<void> {
    const idempotencyKey = key();
    const place = random.next();
    const page = await attempt(clientOf(trader, 'real')(order.listSmartOrder, { limit: 100 }));
    const living = typeof page === 'string' ? [] : page.items.filter(({ status }) => status === 'inIncome');
    const plan = living[Math.floor(place * living.length)];
    if (plan === undefined) return;
    const leaving = { id: plan.id, seenReturn: plan.returnedIfExitedNow };
    await attempt(clientOf(trader, 'real')(order.stopSmart, leaving, { idempotencyKey }));
  }

  async function offer(): Promise<void> {
    await offerPiece(db, clock.now(), {
      startPrice: '20',
      reserve: '60',
      buyNowPrice: '240',
      lastsMs: random.pick([hour, 40 * hour]),
    });
  }

  async function bid(trader: Trader): Promise<void> {
    const [idempotencyKey, more, place] = [key(), random.integer(0, 30), random.next()];
    const pieces = await db.query<{ id: string }>("select 'n' || id as id from nfts where ends_at > $1 order by id", [
      new Date(clock.now()),
    ]);
    const piece = pieces[Math.floor(place * pieces.length)];
    if (piece === undefined) return;
    const call = clientOf(trader, 'real');
    const shown = await attempt(call(index.getNft, { id: piece.id }));
    if (typeof shown === 'string') return;
    const amount = (Number(shown.minimumBid) + more).toFixed(2);
    const taken = await attempt(call(user.buyNft, { id: piece.id, kind: 'bid', amount }, { idempotencyKey }));
    if (typeof taken !== 'string') bids.push({ id: piece.id, amount });
  }

  return { save, leave, offer, bid, plans, bids };
}

/** The people of the hostile world who buy options, save, bid and borrow beside those who trade contracts and coins. */
export function otherPeople<Trader extends { readonly userId: string }>(simulated: Simulated<Trader>) {
  const { db, clock, random, codes, process, clientOf, attempt, key, sure } = simulated;
  const options = optionTraders<Trader>({ db, random, code: () => random.pick(codes), clientOf, attempt, key });
  // As the process that leads reaches it.
  const reached: Database = {
    ...db,
    query: (...asked) => process().dealing.database.query(...asked),
    transact: (...asked) => process().dealing.database.transact(...asked),
  };
  const debtors = borrowers({ db: reached, random, clock, loans: () => process().server.loans });
  const { plans, bids, ...savers } = saversAndBidders(simulated);

  async function begin(): Promise<void> {
    await fundTreasury(db, '5000');
    await putOnSale(db, [product('hostile')], clock.now());
    await debtors.begin();
  }

  /** Callers that use no route get failures as they are. */
  async function bearing(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const isTrouble =
        error instanceof ConnectionLost || error instanceof CommitInDoubt || String(error).includes('a statement failed');
      if (sure() || !isTrouble) throw error;
    }
  }

  /** True when nothing failed: what is late then is wrong. */
  async function makeRounds(): Promise<void> {
    const { server } = process();
    for (const name of rounds) {
      const round = server.rounds.find((each) => each.name === name);
      if (round === undefined) throw new Error(`there is no round ${name}`);
      await bearing(round.run(new AbortController().signal));
    }
  }

  async function checkDue(): Promise<void> {
    const now = clock.now();
    deepEqual(await db.query(due, [new Date(now)]), [], 'something fell due and was not done');
    const { market } = process().server;
    const expired = await db.query<{ id: number; code: string; expiresAt: Date }>(
      `select id, code, expires_at as "expiresAt" from options where status = 'open' and expires_at <= $1`,
      [new Date(now)],
    );
    // A quote of before its expiry may still be on its way, or wait to be confirmed.
    const late = expired.filter(({ code, expiresAt }) => {
      const after = { quotedAt: market.quote(code)?.time, heldSince: market.heldSince(code) };
      return hasPassed({ expiresAt: expiresAt.getTime(), now, ...after });
    });
    deepEqual(late, [], 'an option fell due and was not settled');
  }

  async function check(): Promise<void> {
    deepEqual(await db.query(uneven), []);
    await options.check();
    await debtors.check();
    const kept = await db.query<{ plans: number; bids: number }>(
      `select (select count(*) from plans where 'p' || id = any($1::text[])) as plans,
         (select count(*) from nft_bids where ('n' || nft_id || ' ' || amount) = any($2::text[])) as bids`,
      [plans, bids.map(({ id, amount }) => `${id} ${amount.replace('.', '')}0000`)],
    );
    deepEqual(kept, [{ plans: plans.length, bids: bids.length }], 'what was acknowledged is gone');
  }

  return {
    begin,
    makeRounds,
    checkDue,
    check,
    see: options.see,
    checkOptions: options.check,
    option: options.buy,
    ...savers,
    loan: (trader: Trader) => bearing(debtors.act(trader)),
    reviewLoan: () => bearing(debtors.decide()),
  };
}
