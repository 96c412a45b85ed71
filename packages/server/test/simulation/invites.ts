import { expect } from 'vitest';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { hour } from '../identity-app.ts';

interface Simulated {
  readonly db: Database;
  readonly clock: Clock;
  /** Registers a user. */
  readonly register: (userName: string) => Promise<{ id: string; inviteCode: string }>;
}

/** The part of the simulation that has invited all traders, and that computes by itself what each day must have earned. */
export function inviter({ db, clock, register }: Simulated) {
  let host = { id: '', inviteCode: '' };

  async function begin(): Promise<string> {
    host = await register('host');
    await db.query("update users set kyc_status = 'verified' where id = $1", [host.id]);
    return host.inviteCode;
  }

  /** Operators freeze the inviter, and free him again: his rewards wait meanwhile. */
  async function freeze(): Promise<void> {
    await db.query('update users set frozen = not frozen where id = $1', [host.id]);
  }

  /** Every day that is over an hour ago has earned, for each friend whose identity was verified when it was reckoned, and each asset, a fifth of the fees of its trades, and no other. */
  async function check(): Promise<void> {
    const until = new Date(clock.now() - hour);
    until.setUTCHours(0, 0, 0, 0);
    const due = await db.query(
      `select to_char(x.at at time zone 'UTC', 'YYYY-MM-DD') as day, payer.owner, payer.asset::text as asset, floor(sum(t.amount) / 5) as amount
       from ledger_transfers t
       join ledger_transactions x on x.id = t.transaction_id
       join ledger_accounts fees on fees.id = t.to_account and fees.kind = 'fees' and fees.book = 'real'
       join ledger_accounts payer on payer.id = t.from_account and payer.owner <> 'house'
       left join invite_days reckoned on reckoned.day = (x.at at time zone 'UTC')::date
       where x.at < $1 and exists (
         select from kyc_cases k
         where k.user_id::text = payer.owner and k.status = 'verified' and k.decided_at <= reckoned.reckoned_at
       ) and (x.reason like 'contract.%' or x.reason like 'spot.%')
       group by 1, 2, 3 having sum(t.amount) >= 5 order by 1, 2, 3`,
      [until],
    );
    const written = await db.query(
      `select to_char(day, 'YYYY-MM-DD') as day, invitee_id::text as owner, asset, amount from invite_rewards order by 1, 2, 3`,
    );
    expect(written, 'what days have earned').toEqual(due);
    const [paid] = await db.query<{ wrong: number; open: number }>(
      `with rewarded as (
         select asset, sum(amount) as amount from invite_rewards where paid_at is not null group by asset
       ), has as (
         select asset::text, balance from ledger_accounts where owner = $1 and book = 'real' and kind = 'available'
       )
       select (select count(*) from rewarded full join has using (asset) where balance is distinct from amount) as wrong,
         (select count(*) from invite_rewards where paid_at is null) as open`,
      [host.id],
    );
    expect(paid?.wrong, 'assets of which the inviter has something else than his rewards').toBe(0);
    const [user] = await db.query<{ frozen: boolean }>('select frozen from users where id = $1', [host.id]);
    if (user?.frozen === false) expect(paid?.open, 'rewards that nobody has paid').toBe(0);
  }

  /** How many rewards there were: a run without any would prove nothing. */
  async function rewarded(): Promise<number> {
    const [row] = await db.query<{ count: number }>('select count(*) as count from invite_rewards');
    return row?.count ?? 0;
  }

  return { begin, freeze, check, rewarded };
}
