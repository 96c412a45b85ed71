import { repaymentAmount } from '@assay/domain/loans/terms.ts';
import { formatAmount, nothing, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect } from 'vitest';
import { reviewCase } from '../../src/kyc/review.ts';
import { submitIdentification } from '../../src/kyc/submit.ts';
import { cancelLoan } from '../../src/loans/cancel-loan.ts';
import { type LoansContext, offerAll } from '../../src/loans/index.ts';
import { repayLoan } from '../../src/loans/repay-loan.ts';
import { requestLoan } from '../../src/loans/request-loan.ts';
import { approveLoan, payOutLoan, rejectLoan } from '../../src/loans/review-loan.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database, Transaction } from '../../src/platform/database.ts';
import { type Refusal, isRefusal } from '../../src/platform/refusal.ts';
import { keptImage } from '../funding.ts';
import { fundLending, month, week } from '../loans.ts';

interface Simulated {
  readonly db: Database;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
    integer(low: number, high: number): number;
  };
  readonly clock: Clock;
  /** The loans of the process that runs now. */
  readonly loans: () => LoansContext;
}

interface Person {
  readonly userId: string;
}

const ada = {
  firstName: 'Ada',
  lastName: 'Muster',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenallee 4, 10115 Berlin',
  email: 'ada@example.com',
  phone: '+4915112345678',
  documentType: 'passport',
} as const;

const userOf = ({ userId }: Person) => ({
  id: userId,
  userName: 'simulated',
  sessionId: '1',
  frozen: false,
  freezeReason: null,
});

/** The part of the simulation that proves who it is, borrows, repays or does not, with operators who decide and race. */
export function borrowers(simulated: Simulated) {
  const { db, random, loans } = simulated;
  const { kyc, at } = doing(simulated);
  let pictures = 0;

  async function identify(person: Person): Promise<void> {
    const picture = () => ({ ...keptImage, sha256: String((pictures += 1)) });
    const images = { front: picture(), back: undefined, holding: picture(), signature: picture() };
    await at((tx) => submitIdentification(kyc(), tx, userOf(person), ada, images));
  }

  async function borrow(person: Person): Promise<void> {
    const offer = random.pick([month, week, week]);
    const amount = random.pick(['100', '333.333333', '2500', '5000', '99.99', '10000.01', '0', '1e3']);
    const { days, dailyRate, freeDays } = offer;
    const principal = parseAmount(amount, usdt) ?? nothing;
    const seenRepayment = formatAmount(repaymentAmount({ principal, days, dailyRate, freeDays }), usdt);
    const input = { termId: offer.id, amount, language: 'en', agreementVersion: '3', seenRepayment } as const;
    await at((tx) => requestLoan(loans(), tx, { user: userOf(person), input, signature: keptImage }));
  }

  /** One of any customer's newest loans: another customer's is not found. */
  async function someLoan(): Promise<{ id: string; owner: string } | undefined> {
    const rows = await db.query<{ id: string; owner: string }>(
      "select 'l' || id as id, user_id::text as owner from loans order by id desc limit 8",
    );
    return rows.length === 0 ? undefined : random.pick(rows);
  }

  /** Mostly a loan of one's own in that status. */
  async function mostlyOwn({ userId }: Person, status: 'pendingReview' | 'repaying') {
    const [own] = await db.query<{ id: string; owner: string }>(
      "select 'l' || id as id, user_id::text as owner from loans where user_id = $1 and status = $2 order by id limit 1",
      [userId, status],
    );
    return random.chance(0.8) && own !== undefined ? own : someLoan();
  }

  async function repay(person: Person): Promise<void> {
    const loan = await mostlyOwn(person, 'repaying');
    if (loan === undefined) return;
    const amount = random.pick(['', '50', '333.333333', '1000', '0', '-1', '1e309']);
    const answers = await at((tx) => repayLoan(loans(), tx, person.userId, { id: loan.id, ...(amount !== '' && { amount }) }));
    if (loan.owner !== person.userId)
      for (const answer of answers) expect(answer, "somebody else's loan was repaid").toBe('404');
  }

  async function takeBack(person: Person): Promise<void> {
    const loan = await mostlyOwn(person, 'pendingReview');
    if (loan === undefined) return;
    const [answer] = await at((tx) => cancelLoan(loans(), tx, person.userId, loan.id));
    if (loan.owner !== person.userId) expect(answer, "somebody else's loan was cancelled").toBe('404');
  }

  /** An identity, a request, a repayment, or a request that is taken back. */
  const act = (person: Person) => random.pick([identify, borrow, borrow, borrow, repay, repay, takeBack, takeBack])(person);

  return { ...deciding(simulated), act, check: () => check(db), expectEveryEnding: () => expectEveryEnding(db) };
}

/** What both sides work with: the same thing is now and then done several times at once. */
function doing({ db, random, clock, loans }: Simulated) {
  const kyc = () => ({ db, clock, notify: loans().notify, secret: 'a secret of this simulation alone' });
  const attempt = async <T>(work: (tx: Transaction) => Promise<T | Refusal>): Promise<T | string> => {
    const answer = await db.transact(work);
    return isRefusal(answer) ? answer.code : answer;
  };
  const at = <T>(work: (tx: Transaction) => Promise<T | Refusal>) =>
    Promise.all((random.chance(0.2) ? [1, 2, 3] : [1]).map(() => attempt(work)));
  return { kyc, attempt, at };
}

/** Three operators who review, approve, pay out, reject and race. */
function deciding(simulated: Simulated) {
  const { db, random, clock, loans } = simulated;
  const { kyc, attempt, at } = doing(simulated);
  const operators: string[] = [];
  let reviewed = 0;

  async function begin(): Promise<void> {
    // Little enough that it is all lent now and then.
    await fundLending(db, '9000');
    await offerAll(db, [month, week], clock.now());
    for (const name of ['dora', 'emil', 'fatma']) {
      const [row] = await db.query<{ id: number }>(
        "insert into operators (name, roles, created_at) values ($1, '{reviewer,finance}', now()) returning id",
        [name],
      );
      operators.push(String(row?.id));
    }
  }

  /** A request or an identity, decided by one operator or by two at once, whichever way comes to their minds. */
  async function decide(): Promise<void> {
    const [review] = await db.query<{ id: number }>(
      "select id from kyc_cases where status = 'pendingReview' order by id limit 1",
    );
    if (review !== undefined) {
      // There are few people, and each is verified once: the first of them has to try again.
      const status = reviewed === 0 ? 'failed' : random.pick(['verified', 'verified', 'failed'] as const);
      reviewed += 1;
      const rejected = status === 'failed' ? [{ field: 'front' as const, reason: 'cropped' as const }] : [];
      const by = random.pick(operators);
      await at((tx) => reviewCase(kyc(), tx, by, { id: String(review.id), status, rejected }));
    }
    const [loan] = await db.query<{ id: number }>("select id from loans where status = 'pendingReview' order by id limit 1");
    if (loan === undefined) return;
    // Chosen before anything is awaited, so that a seed brings the same choices again.
    const choices = (random.chance(0.4) ? [1, 2] : [1]).map(() => ({
      by: random.pick(operators),
      step: random.pick(['approve', 'approve', 'payOut', 'payOut', 'payOut', 'reject'] as const),
    }));
    await Promise.all(
      choices.map(({ by, step }) =>
        attempt((tx) => {
          if (step === 'approve') return approveLoan(loans(), tx, loan.id, by);
          if (step === 'payOut') return payOutLoan(loans(), tx, loan.id, by);
          return rejectLoan(loans(), tx, loan.id, { operatorId: by, reason: 'amountTooHigh' });
        }),
      ),
    );
  }

  return { begin, decide };
}

/** Every loan has what follows from its status in the books, no more; and two persons where money moved. */
async function check(db: Database): Promise<void> {
  const wrong = await db.query(
    `with moved as (
       select x.reference, coalesce(sum(t.amount) filter (where f.kind = 'lending' and f.owner = 'house'), 0) as lent,
         coalesce(sum(t.amount) filter (where g.kind = 'lending' and g.owner = 'house'), 0) as returned,
         coalesce(sum(t.amount) filter (where g.kind = 'fees'), 0) as interest
       from ledger_transactions x join ledger_transfers t on t.transaction_id = x.id
       join ledger_accounts f on f.id = t.from_account join ledger_accounts g on g.id = t.to_account
       where x.reason like 'loan.%' group by x.reference
     )
     select l.loan_no, l.status from loans l left join moved m on m.reference = l.loan_no
     where case when l.status in ('pendingReview', 'rejected', 'cancelled') then m.reference is not null
         else m.lent <> l.principal or m.returned <> l.principal - l.outstanding or m.interest <> l.interest_paid
           or l.interest_paid > l.total_interest or l.paid_out_by = l.approved_by
           or (l.status = 'repaid') <> (l.outstanding = 0) end`,
  );
  expect(wrong, 'a loan is not booked as its status says').toEqual([]);
  const unverified = await db.query(
    `select l.loan_no from loans l where not exists (
       select from kyc_cases k where k.user_id = l.user_id and k.status = 'verified' and k.decided_at <= l.created_at)`,
  );
  expect(unverified, 'a loan was asked for by nobody who is known').toEqual([]);
}

/** A run in which no loan ended in some way would prove nothing about it. */
async function expectEveryEnding(db: Database): Promise<void> {
  const rows = await db.query<{ ending: string }>(
    `select distinct status as ending from loans union select distinct kind from loan_events
     union select distinct 'kyc/' || status from kyc_cases`,
  );
  const seen = rows.map(({ ending }) => ending);
  for (const ending of ['repaid', 'rejected', 'cancelled', 'repayment', 'collected', 'kyc/verified', 'kyc/failed'])
    expect(seen, 'loans').toContain(ending);
}
