import { limitChoicesMax } from '@assay/contract/vocabulary/protection.ts';
import { books } from '@assay/contract/vocabulary/statuses.ts';
import { userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Protection } from '@assay/domain/limits/protection.ts';
import { type Amount, amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { lockBalances, lockMany } from '../ledger/index.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Refusal, tooMany } from '../platform/refusal.ts';

const dayMs = 86_400_000;

/** What is in force, and what waits to loosen it. */
export interface Choices extends Protection {
  readonly pendingDailyLoss: { readonly limit: Amount | null; readonly effectiveAt: number } | null;
  readonly coolOffEndsEarlyAt: number | null;
}

interface Row {
  readonly user_id: string;
  readonly kind: 'dailyLoss' | 'coolOff' | 'exclusion' | 'elsewhere';
  readonly daily_loss: bigint | null;
  readonly until: Date | null;
  readonly effective_at: Date;
  readonly waits: boolean;
}

/** `choicesOfMany` of one person. */
export async function choicesOf(db: Queryable, userId: string, now: number): Promise<Choices> {
  return (await choicesOfMany(db, [userId], now))(userId);
}

/**
 * The newest choice of each kind that counts at a moment of the wall clock, and the newest that waits. One that still waited
 * when a newer one was made is passed over: the newer has replaced it. And the exclusions that other accounts of the same person
 * have, which are never shortened.
 */
export async function choicesOfMany(
  db: Queryable,
  userIds: readonly string[],
  now: number,
): Promise<(userId: string) => Choices> {
  const rows = await db.query<Row>(
    `(select distinct on (user_id, kind, c.effective_at > $2) user_id::text as user_id, kind, daily_loss, until, effective_at,
       c.effective_at > $2 as waits
     from limit_choices c
     where user_id = any($1::bigint[]) and not exists (
       select from limit_choices n
       where n.user_id = c.user_id and n.kind = c.kind and n.id > c.id and n.chosen_at < c.effective_at)
     order by user_id, kind, c.effective_at > $2, id desc)
     union all
     (select distinct on (u.id) u.id::text, 'elsewhere', null, c.until, c.effective_at, false
     from users u
     join users other on other.person_id = u.person_id and other.id <> u.id
     join limit_choices c on c.user_id = other.id and c.kind = 'exclusion'
     where u.id = any($1::bigint[])
     order by u.id, c.until desc nulls first)`,
    [userIds, new Date(now)],
  );
  return (userId) =>
    choicesIn(
      rows.filter(({ user_id: own }) => own === userId),
      now,
    );
}

function choicesIn(rows: readonly Row[], now: number): Choices {
  const find = (kind: Row['kind'], waits: boolean) => rows.find((row) => row.kind === kind && row.waits === waits);
  const coolOff = find('coolOff', false)?.until?.getTime();
  const exclusion = find('exclusion', false);
  const elsewhere = find('elsewhere', false);
  const looser = find('dailyLoss', true);
  return {
    dailyLoss: amountOf(find('dailyLoss', false)),
    coolsOffUntil: coolOff !== undefined && coolOff > now ? coolOff : null,
    exclusion: exclusion === undefined ? null : running(exclusion.until, now),
    exclusionElsewhere: elsewhere === undefined ? null : running(elsewhere.until, now),
    pendingDailyLoss: looser === undefined ? null : { limit: amountOf(looser), effectiveAt: looser.effective_at.getTime() },
    coolOffEndsEarlyAt: find('coolOff', true)?.effective_at.getTime() ?? null,
  };
}

/** The end of a self-exclusion on this account, null for a permanent one; undefined when there is none. */
export async function exclusionOf(db: Queryable, userId: string, now: number): Promise<Date | null | undefined> {
  const { exclusion } = await choicesOf(db, userId, now);
  if (exclusion === null) return undefined;
  return exclusion.until === null ? null : new Date(exclusion.until);
}

function amountOf(row: Row | undefined): Amount | null {
  return row === undefined || row.daily_loss === null ? null : amount(row.daily_loss);
}

function running(until: Date | null, now: number): Protection['exclusion'] {
  return until !== null && until.getTime() <= now ? null : { until: until?.getTime() ?? null };
}

/**
 * Counting a person's losses waits here for transactions about to add to them: each of those locks the row of this
 * account. A person without one has nothing to lose yet.
 */
export async function lockLosses(tx: Transaction, userId: string): Promise<void> {
  await lockBalances(tx, 'real', usdt, [userAccount(userId, 'available')]);
}

/**
 * One change of a person's limits after the other, and none while something is opened on any account of theirs: an exclusion
 * counts for all.
 */
export async function lockLimits(tx: Transaction, userId: string): Promise<void> {
  const own = await tx.query<{ id: string }>(
    `select id::text as id from users
     where id = $1 or person_id = (select person_id from users where id = $1) order by users.id for no key update`,
    [userId],
  );
  await lockMany(
    tx,
    own.flatMap(({ id }) => books.map((book) => ({ book, asset: usdt.code, ...userAccount(id, 'available') }))),
  );
}

export interface NewChoice {
  readonly kind: Exclude<Row['kind'], 'elsewhere'>;
  readonly dailyLoss?: Amount | null;
  readonly until?: number | null;
  readonly effectiveAt: number;
}

/** Writes a choice down, under the lock of its person's limits. Refused with 429 after 30 within 24 hours. */
export async function choose(
  tx: Transaction,
  userId: string,
  now: number,
  { kind, dailyLoss = null, until = null, effectiveAt }: NewChoice,
): Promise<Refusal | undefined> {
  const written = await tx.query(
    `insert into limit_choices (user_id, kind, daily_loss, until, chosen_at, effective_at)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from limit_choices where user_id = $1 and chosen_at > $7) < $8 returning id`,
    [
      userId,
      kind,
      dailyLoss,
      until === null ? null : new Date(until),
      new Date(now),
      new Date(effectiveAt),
      new Date(now - dayMs),
      limitChoicesMax,
    ],
  );
  return written.length === 0 ? tooMany(dayMs / 1000) : undefined;
}
