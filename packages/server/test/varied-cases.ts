import type { Database } from '../src/platform/database.ts';

type Say = (sql: string, ...values: unknown[]) => Promise<object[]>;

interface Concerned {
  /** Customers. */
  readonly ada: string;
  readonly bob: string;
  readonly cy: string;
  /** Operators. */
  readonly ann: string;
  readonly ben: string;
  /** One that is approved. */
  readonly proposalId: string;
  /** So many hours ago. */
  readonly at: (hours: number) => string;
}

/**
 * Cases of every desk that differ in all that they are narrowed by. Rows as months would leave them, without the persons and pictures that
 * each would have needed.
 */
export async function variedCases(db: Database, concerned: Concerned): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const say: Say = (sql, ...values) => tx.query(sql, values);
    await moneyCases(say, concerned);
    await identityCases(say, concerned);
    await otherCases(say, concerned);
  });
}

async function moneyCases(say: Say, { ada, bob, ann, ben, at }: Concerned): Promise<void> {
  await say("update users set frozen = true, freeze_reason = 'ownerRequest', country = 'DE' where id = $1", ada);
  await say("update users set kyc_status = 'notVerified', country = 'FR' where id = $1", bob);
  await say(
    `insert into deposits (deposit_no, user_id, coin, network_id, chain, address, amount, hash, proof_id, created_at, status, approved_by,
       decided_by, ended_at)
     select 'D300101-' || lpad(n::text, 10, '0'), u, coin, network, chain, 'an address', units,
       case chain when 'ethereum' then '0x' else '' end || lpad(to_hex(n * 4096), 64, to_hex(n)), gen_random_uuid(),
       $3::timestamptz - n * interval '1 hour', status, case when status in ('approved', 'completed', 'failed') then first end,
       case when status in ('completed', 'rejected', 'failed') then last end,
       case when status in ('completed', 'rejected', 'failed') then $3::timestamptz end
     from (values
       (1, $1::bigint, 'USDT', 'TRC20', 'tron', 130000000::numeric, 'pendingReview', $4::bigint, $5::bigint),
       (2, $2::bigint, 'BTC', 'BTC', 'bitcoin', 250000000, 'approved', $4, $5),
       (3, $1::bigint, 'USDT', 'ERC20', 'ethereum', 900000000, 'completed', $4, $5),
       (4, $2::bigint, 'ETH', 'ETH', 'ethereum', 90000000, 'rejected', $4, $5),
       (5, $2::bigint, 'USDT', 'TRC20', 'tron', 130000001, 'failed', $5, $4),
       (6, $1::bigint, 'USDT', 'TRC20', 'tron', 40000000, 'rejected', $4, $4)
     ) c (n, u, coin, network, chain, units, status, first, last) order by n`,
    ada,
    bob,
    at(0),
    ann,
    ben,
  );
  await say(
    `insert into withdrawal_methods (user_id, kind, coin, network_id, address, label, created_at, usable_from)
     select $1::bigint, 'coin', coin, id, 'an address of ' || id, 'wallet', '2020-01-01', '2020-01-01' from networks
     where id in ('TRC20', 'ERC20', 'BTC', 'ETH')`,
    ada,
  );
  await say(
    `insert into withdrawals (withdrawal_no, user_id, method_id, coin, amount, fee_rate, fee, actual, value, created_at, status, approved_by,
       decided_by, hash, ended_at)
     select 'W300101-' || lpad(n::text, 10, '0'), u, m.id, m.coin, units, 0, 0, units, units, $3::timestamptz - n * interval '1 hour', status,
       case when status in ('approved', 'completed', 'failed') then first end,
       case when status in ('completed', 'rejected', 'failed') then last end,
       case when status = 'completed' then repeat(to_hex(n), 64) end,
       case when status not in ('pendingReview', 'approved') then $3::timestamptz end
     from (values
       (1, $1::bigint, 'TRC20', 130000000::numeric, 'pendingReview', $4::bigint, $5::bigint),
       (2, $2::bigint, 'BTC', 250000000, 'approved', $4, $5),
       (3, $1::bigint, 'ERC20', 900000000, 'completed', $4, $5),
       (4, $2::bigint, 'ETH', 90000000, 'rejected', $4, $5),
       (5, $2::bigint, 'TRC20', 130000001, 'failed', $5, $4),
       (6, $1::bigint, 'TRC20', 40000000, 'cancelled', $4, $4),
       (7, $1::bigint, 'TRC20', 41000000, 'completed', $5, $4)
     ) c (n, u, network, units, status, first, last) join withdrawal_methods m on m.network_id = c.network order by n`,
    ada,
    bob,
    at(0),
    ann,
    ben,
  );
}

async function identityCases(say: Say, { ada, bob, cy, ann, at }: Concerned): Promise<void> {
  for (const [n, user, status] of [
    [1, ada, 'pendingReview'],
    [2, bob, 'verified'],
    [3, cy, 'failed'],
  ] as const)
    await say(
      `insert into kyc_cases (case_no, user_id, document_type, sealed_person, front_id, holding_id, signature_id, kept, submitted_at, due_at,
         status, rejected, decided_at, decided_by)
       values ('K300101-' || lpad($1::text, 10, '0'), $2, 'passport', '', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}',
         $3, $3::timestamptz + interval '1 day', $4::text, case when $4::text = 'failed' then '[{"field": "address", "reason": "mismatch"}]' else '[]' end::jsonb,
         case when $4::text <> 'pendingReview' then $3::timestamptz end, case when $4::text <> 'pendingReview' then $5::bigint end)`,
      n,
      user,
      at(n),
      status,
      ann,
    );
  await say(
    `insert into identity_second_looks (case_id, counts_from)
     select id, $1::timestamptz + interval '1 day' from kyc_cases where status = 'verified' on conflict do nothing`,
    at(0),
  );
}

async function otherCases(say: Say, { ada, bob, cy, ann, ben, proposalId, at }: Concerned): Promise<void> {
  for (const [user, status, operator] of [
    [ada, 'waiting', null],
    [bob, 'assigned', ann],
    [cy, 'assigned', ben],
  ] as const)
    await say(
      `insert into conversations (user_id, language, status, assigned_to, active_at, waiting_since, last_seq, created_at, last_at)
       values ($1, 'en', $2, $3::bigint, case when $3::bigint is not null then $4::timestamptz end, $4, 1, $4, $4)`,
      user,
      status,
      operator,
      at(1),
    );
  await say(
    `insert into conversation_messages (conversation_id, seq, author, kind, client_id, body, at)
     select id, 1, 'customer', 'text', 'message-' || id, 'Where is it?', last_at from conversations`,
  );
  await say(
    `insert into alarms (rule, subject, detail, raised_at, ended_at) values
       ('queueLate', 'desk:deposits', 'late', $1, null), ('queueLate', 'desk:kyc', 'late', $1, $2)`,
    at(3),
    at(1),
  );
  await say(
    `insert into halts (scope, reason, begun_by, begun_at, ended_at, proposal_id) values
       ('registrations', 'a storm of bots came in', $1, $2, null, null), ('openings', 'prices that nobody believes', $1, $2, $2, $3)`,
    ann,
    at(2),
    proposalId,
  );
  await say(
    `insert into loans (loan_no, user_id, term_id, principal, days, daily_rate, free_days, total_interest, language, agreement_version,
       agreement, signature_id, created_at, status, rejected_by, rejection, ended_at)
     select 'L300101-' || lpad(n::text, 10, '0'), u, (select id from loan_terms limit 1), 99000000 + n * 1000000, 30, 0, 0, 0, 'en', '1', '{}',
       gen_random_uuid(), $3, status, case when status = 'rejected' then $4::bigint end,
       case when status = 'rejected' then 'incomeUnclear' end, case when status <> 'pendingReview' then $3::timestamptz end
     from (values (1, $1::bigint, 'pendingReview'), (2, $2::bigint, 'rejected'), (3, $2, 'pendingReview')) c (n, u, status)`,
    ada,
    bob,
    at(4),
    ann,
  );
  await say("insert into charities (name) values ('Clean water') on conflict do nothing");
  await say(
    `insert into nfts (charity_id, title, creator, chain, address, story, style, seed, start_price, reserve, starts_at, created_at, ends_at,
       status, ended_at)
     select (select id from charities limit 1), 'Piece ' || n, 'Somebody', 'ethereum', '0x1', '', 'waves', 'seed-' || n, 1000000, 1000000,
       $1::timestamptz + (n * 3 - 5) * interval '1 day', $1, $1::timestamptz + (n * 3 - 4) * interval '1 day', case n when 1 then 'unsold' else 'upcoming' end, case n when 1 then $1::timestamptz end
       from generate_series(1, 2) n`,
    at(0),
  );
}
