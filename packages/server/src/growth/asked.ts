import { agreementOf } from '@assay/domain/loans/agreement.ts';
import { interestToTerm } from '@assay/domain/loans/terms.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { formatFixed, toFixed } from '@assay/domain/money/fixed.ts';
import { agreementText } from '../loans/index.ts';
import type { Database } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { picture, quickly } from './cases.ts';

const hourMs = 3_600_000;

/** Has each of these customers write to the support, three times, and wait for an answer: the first for longest. */
export async function growChats(db: Database, users: readonly string[], now: number): Promise<void> {
  await db.transact(async (tx) => {
    const at = (message: number) => `$2::timestamptz - (4 - ${message}) * interval '1 minute' - place * interval '1 second'`;
    await tx.query(
      `insert into conversations (user_id, language, status, waiting_since, last_seq, created_at, last_at)
       select id, 'en', 'waiting', ${at(1)}, 1, ${at(1)}, ${at(1)} from unnest($1::bigint[]) with ordinality u (id, place)`,
      [users, new Date(now)],
    );
    for (const message of [1, 2, 3]) {
      if (message > 1)
        await tx.query('update conversations set last_seq = $2::integer where user_id = any ($1)', [users, message]);
      await tx.query(
        `insert into conversation_messages (conversation_id, seq, author, kind, client_id, body, at)
         select c.id, $3::integer, 'customer', 'text', 'grown-' || $3::integer || '-' || c.id, 'Where is my deposit? I have sent it in the morning.', ${at(message)}
         from unnest($1::bigint[]) with ordinality u (id, place) join conversations c on c.user_id = u.id`,
        [users, new Date(now), message],
      );
    }
  }, quickly);
}

/** Has each of these customers sign for a loan on the first terms that are offered; answers whether any are. */
export async function growLoans(db: Database, users: readonly string[], now: number): Promise<boolean> {
  const [term] = await db.query<{ id: string; days: number; daily: string; free: number; principal: bigint }>(
    `select id, days, daily_rate::text as daily, free_days as free, amount_min as principal from loan_terms
     where withdrawn_at is null order by id limit 1`,
  );
  if (term === undefined) return false;
  const text = agreementText('en');
  const terms = { principal: amount(term.principal), days: term.days, dailyRate: toFixed(term.daily), freeDays: term.free };
  await db.transact(async (tx) => {
    for (const [place, userId] of users.entries()) {
      const at = new Date(now - hourMs + place);
      const signature = await picture(tx, userId, 'loan', at);
      await tx.query(
        `insert into loans (loan_no, user_id, term_id, principal, days, daily_rate, free_days, total_interest, language,
           agreement_version, agreement, signature_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'en', $9, $10, $11, $12)`,
        [
          newOrderNo('L', now),
          userId,
          term.id,
          terms.principal,
          terms.days,
          formatFixed(terms.dailyRate),
          terms.freeDays,
          interestToTerm(terms),
          text.version,
          JSON.stringify(agreementOf(text, 'en', `grown${userId}`, terms)),
          signature,
          at,
        ],
      );
    }
  }, quickly);
  return true;
}
