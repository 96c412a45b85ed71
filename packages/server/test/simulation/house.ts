import { expect } from 'vitest';
import { serveLedgerDesk } from '../../src/ledger/index.ts';
import type { OperatorCall } from '../../src/operators/index.ts';
import { decide as decideProposal, propose as proposeAct } from '../../src/operators/proposals.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { isRefusal } from '../../src/platform/refusal.ts';
import { consoleApp } from '../console.ts';

interface Simulated {
  readonly db: Database;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    chance(share: number): boolean;
  };
  readonly clock: Clock;
}

/** The part of the simulation that moves the house's own money and corrects the books: operators who propose, approve, race. */
export async function houseKeepers({ db, random, clock }: Simulated) {
  const { desk } = await consoleApp(db, clock, serveLedgerDesk);
  const operators: string[] = [];
  const audit = () => undefined;

  async function begin(): Promise<void> {
    for (const name of ['grete', 'hugo', 'ines']) {
      const [row] = await db.query<{ id: number }>(
        "insert into operators (name, roles, created_at) values ($1, '{finance}', now()) returning id",
        [name],
      );
      operators.push(String(row?.id));
    }
  }

  const callOf = (id: string): OperatorCall => ({
    operator: { id, name: 'simulated', roles: ['finance'] },
    sessionId: '1',
    sessionExpiresAt: new Date(clock.wall()),
    language: 'en',
    ip: '192.0.2.1',
    token: undefined,
    userAgent: '',
  });

  /** House money in or out, or a correction between a customer and the house; also what no account can bear. */
  async function propose({ userId }: { readonly userId: string }): Promise<void> {
    const by = callOf(random.pick(operators));
    const amount = random.pick(['1', '33.333333', '150', '999999999']);
    const account = random.pick(['treasury', 'insurance', 'lending', 'trading'] as const);
    const direction = random.pick(['fund', 'fund', 'withdraw'] as const);
    const customer = { owner: userId, kind: 'available' };
    const house = { owner: 'house', kind: random.pick(['trading', 'fees', 'insurance', 'treasury', 'outside:deposits']) };
    const [from, to] = random.chance(0.5) ? [customer, house] : [house, customer];
    const reason = 'what the simulation has found';
    const about = random.chance(0.5)
      ? {
          kind: 'treasury.move',
          subject: `house:real:${account}`,
          payload: { direction, book: 'real', account, amount },
          reason,
        }
      : {
          kind: 'ledger.correction',
          subject: 'correction:simulated',
          payload: { book: 'real', transfers: [{ from, to, asset: 'USDT', amount }] },
          reason,
        };
    await db.transact((tx) => proposeAct(desk, by, tx, audit, about));
  }

  /** One proposal, decided by one operator, who may be alone, or by several at once. */
  async function decide(): Promise<void> {
    const rows = await db.query<{ id: number; proposer: string }>(
      "select id, proposed_by::text as proposer from proposals where status = 'waiting' and expires_at > $1 order by id limit 3",
      [new Date(clock.wall())],
    );
    if (rows.length === 0) return;
    const { id, proposer } = random.pick(rows);
    const choices = (random.chance(0.4) ? [1, 2, 3] : [1]).map(() => ({
      by: random.pick(operators),
      outcome: random.pick(['approved', 'approved', 'approved', 'rejected', 'withdrawn'] as const),
    }));
    const answers = await Promise.all(
      choices.map(async ({ by, outcome }) => {
        const decision = { id: String(id), outcome, note: '' };
        const answer = await db.transact((tx) => decideProposal(desk, callOf(by), tx, audit, decision));
        const alone = by === proposer && outcome !== 'withdrawn';
        if (alone) expect(isRefusal(answer), 'somebody approved what he proposed').toBe(true);
        return isRefusal(answer) ? 0 : 1;
      }),
    );
    expect(answers.filter((done) => done === 1).length, 'a proposal was decided twice').toBeLessThanOrEqual(1);
  }

  return { begin, propose, decide, check: () => check(db), expectEveryEnding: () => expectEveryEnding(db) };
}

/** What two persons agreed on is booked once, and nothing else is. */
async function check(db: Database): Promise<void> {
  const wrong = await db.query(
    `with booked as (
       select split_part(reference, ':', 2) as proposal, count(*) as times from ledger_transactions
       where reason = 'correction.booked' or reason in ('house.funded', 'house.withdrawn') and book = 'real' and at > $1
       group by 1
     )
     select p.id from proposals p left join booked b on b.proposal = p.id::text
     where coalesce(b.times, 0) <> case p.status when 'approved' then 1 else 0 end
       or (p.status = 'approved' and p.decided_by = p.proposed_by)`,
    // Before that the test itself has funded the house.
    [new Date(0)],
  );
  expect(wrong, 'a proposal is not booked as its status says').toEqual([]);
}

/** A run in which no proposal ended in some way would prove nothing about it. */
async function expectEveryEnding(db: Database): Promise<void> {
  const rows = await db.query<{ ending: string }>("select distinct kind || '/' || status as ending from proposals");
  const seen = rows.map(({ ending }) => ending);
  for (const kind of ['treasury.move', 'ledger.correction'])
    for (const ending of ['approved', 'rejected', 'withdrawn']) expect(seen, 'proposals').toContain(`${kind}/${ending}`);
}
