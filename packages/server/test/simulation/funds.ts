import { expect } from 'vitest';
import { reportDeposit } from '../../src/funds/deposits/report.ts';
import { decideDeposit } from '../../src/funds/desk/deposits-desk.ts';
import { decideWithdrawal } from '../../src/funds/desk/withdrawals-desk.ts';
import { type FundsContext, makeSampleKeys } from '../../src/funds/index.ts';
import { saveCoinAddress } from '../../src/funds/methods/save.ts';
import { cancelWithdrawal } from '../../src/funds/withdrawals/cancel.ts';
import { requestWithdrawal } from '../../src/funds/withdrawals/request.ts';
import { createNotify } from '../../src/notifications/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database, Transaction } from '../../src/platform/database.ts';
import { type Refusal, isRefusal } from '../../src/platform/refusal.ts';
import { hashOf, keptImage, wallet } from '../funding.ts';

interface Simulated {
  readonly db: Database;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
    integer(low: number, high: number): number;
  };
  readonly clock: Clock;
  /** The process that runs now. */
  readonly server: () => Pick<FundsContext, 'bus' | 'market'>;
}

interface Person {
  readonly userId: string;
}

const callerOf = ({ userId }: Person) =>
  ({ user: { id: userId, userName: 'simulated', sessionId: '1', frozen: false, freezeReason: null }, language: 'en' }) as const;

/** The part of the simulation that brings money in and out, with three operators who decide, race and contradict each other. */
export function fundsPeople({ db, random, clock, server }: Simulated) {
  const methods = new Map<string, string>();
  let hashes = 0;
  const attempt = <T>(work: Work<T>) => attempted(db, work);

  async function report(person: Person): Promise<void> {
    const hash = hashOf(random.chance(0.2) ? random.integer(0, hashes) : (hashes += 1));
    const amount = random.pick(['120', '2500.5', '5000', '5000', '119.999999', '0', '1e3']);
    const input = { coin: 'USDT', network: 'TRC20', amount, hash, lastSix: hash.slice(-6) };
    const call = { ...callerOf(person), images: { proof: keptImage } };
    await Promise.all((random.chance(0.2) ? [1, 2] : [1]).map(() => attempt((tx) => reportDeposit(funds(), tx, call, input))));
  }

  async function withdraw(person: Person): Promise<void> {
    const methodId = methods.get(person.userId) ?? (await saveMethod(person));
    const amount = random.pick(['20', '33.333333', '250', '900', '19.9', '5000']);
    const ask = (tx: Transaction) =>
      requestWithdrawal(funds(), tx, callerOf(person), { methodId, asset: 'USDT', amount }, async () => undefined);
    await Promise.all((random.chance(0.2) ? [1, 2, 3] : [1]).map(() => attempt(ask)));
  }

  async function saveMethod(person: Person): Promise<string> {
    const input = { coin: 'USDT', network: 'TRC20', address: wallet, label: 'Mine' };
    const saved = await attempt((tx) => saveCoinAddress(funds(), tx, person.userId, input));
    if (typeof saved === 'string') throw new Error(`a method was refused with ${saved}`);
    methods.set(person.userId, saved.id);
    return saved.id;
  }

  async function cancel(person: Person): Promise<void> {
    const rows = await db.query<{ no: string; owner: string }>(
      'select withdrawal_no as no, user_id::text as owner from withdrawals order by id desc limit 10',
    );
    if (rows.length === 0) return;
    const { no, owner } = random.pick(rows);
    const answer = await attempt((tx) => cancelWithdrawal(funds(), tx, person.userId, no));
    if (owner !== person.userId) expect(answer, "somebody else's withdrawal was cancelled").toBe('404');
  }

  const funds = (): FundsContext => ({
    db,
    clock,
    bus: server().bus,
    market: server().market,
    notify: createNotify(server().bus),
    waits: { addressCoolDownMs: 0, securityHoldMs: 0 },
    secret: 'a secret of this simulation alone',
    identity: { proofOf: async () => 'mail', proveOwner: async () => async () => undefined },
    checkChain: async () => ({ state: 'off' }),
    origin: 'https://assay.example',
  });

  const deciders = deciding(db, random, funds);

  /** A deposit, a withdrawal, or one that is taken back. */
  const act = (person: Person) => random.pick([report, report, report, withdraw, withdraw, cancel])(person);

  return {
    begin: deciders.begin,
    act,
    decide: deciders.decide,
    check: () => check(db),
    expectEveryEnding: () => expectEveryEnding(db),
  };
}

/** Three operators who decide, race and contradict each other. */
function deciding(db: Database, random: Simulated['random'], funds: () => FundsContext) {
  const operators: string[] = [];

  async function begin(): Promise<void> {
    await makeSampleKeys(db);
    for (const name of ['anna', 'boris', 'chen']) {
      const [row] = await db.query<{ id: number }>(
        `insert into operators (name, roles, created_at) values ($1, '{finance}', now()) returning id`,
        [name],
      );
      operators.push(String(row?.id));
    }
  }

  /** One case, decided by one operator or by two at once, whichever way comes to their minds. */
  async function decide(): Promise<void> {
    const rows = await db.query<{ no: string }>(
      `(select deposit_no as no from deposits where status in ('pendingReview', 'approved') order by id limit 5)
       union all (select withdrawal_no from withdrawals where status in ('pendingReview', 'approved') order by id limit 5)`,
    );
    if (rows.length === 0) return;
    const { no } = random.pick(rows);
    // Chosen before anything is awaited, so that a seed brings the same choices again.
    const choices = (random.chance(0.3) ? [1, 2] : [1]).map(choose);
    await Promise.all(choices.map((choice) => attempted(db, (tx) => decideAs(tx, no, choice))));
  }

  const choose = () => ({
    id: random.pick(operators),
    status: random.pick(['approved', 'approved', 'completed', 'completed', 'completed', 'rejected', 'failed'] as const),
    hash: hashOf(random.integer(0, 999)),
  });

  function decideAs(tx: Transaction, no: string, { id, status, hash }: ReturnType<typeof choose>): Promise<unknown> {
    const call = { operator: { id, name: 'simulated', roles: ['finance'] as const } };
    const by = { call, tx, audit: () => undefined };
    const ends = status === 'rejected' || status === 'failed';
    if (no.startsWith('D')) return decideDeposit(funds(), by, no, { status, reason: ends ? 'notFound' : null });
    const step = { status, reason: ends ? ('networkFailed' as const) : null };
    return decideWithdrawal(funds(), by, no, status === 'completed' ? { ...step, hash } : step);
  }

  return { begin, decide };
}

type Work<T> = (tx: Transaction) => Promise<T | Refusal>;

/** The answer, or the code of a refusal. */
async function attempted<T>(db: Database, work: Work<T>): Promise<T | string> {
  const answer = await db.transact(work);
  return isRefusal(answer) ? answer.code : answer;
}

/** Every case has what follows from its status in the books, no more; and two persons where money moved. */
async function check(db: Database): Promise<void> {
  const wrong = await db.query(
    `with booked as (
       select x.reference, x.reason, sum(t.amount) as amount from ledger_transactions x
       join ledger_transfers t on t.transaction_id = x.id group by x.reference, x.reason, x.id
     )
     (select d.deposit_no from deposits d left join booked b on b.reference = d.deposit_no
      group by d.id having coalesce(sum(b.amount), 0) <> case d.status when 'completed' then d.amount else 0 end)
     union all
     (select w.withdrawal_no from withdrawals w left join booked b on b.reference = w.withdrawal_no
      group by w.id having coalesce(sum(b.amount), 0) <> w.amount * case when w.status in ('pendingReview', 'approved') then 1 else 2 end
        or count(*) filter (where b.reason = 'withdrawal.completed') <> case w.status when 'completed' then 1 else 0 end)
     union all
     (select deposit_no from deposits where status = 'completed' and approved_by = decided_by)
     union all
     (select withdrawal_no from withdrawals where status = 'completed' and approved_by = decided_by)`,
  );
  expect(wrong, 'a case is not booked as its status says').toEqual([]);
}

/** A run in which no case ended in some way would prove nothing about it. */
async function expectEveryEnding(db: Database): Promise<void> {
  const rows = await db.query<{ ending: string }>(
    `select distinct 'deposit/' || status as ending from deposits union select distinct 'withdrawal/' || status from withdrawals`,
  );
  const seen = rows.map(({ ending }) => ending);
  for (const ending of ['completed', 'rejected', 'failed']) expect(seen).toContain(`deposit/${ending}`);
  for (const ending of ['completed', 'rejected', 'failed', 'cancelled']) expect(seen).toContain(`withdrawal/${ending}`);
}
