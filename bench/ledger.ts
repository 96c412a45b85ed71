import { userAccount } from '@assay/domain/ledger/accounts.ts';
import type { Posting } from '@assay/domain/ledger/recipes/recipe.ts';
// Transfers that the ledger books in a second, beside the same two rows written by statements in a transaction.
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { lockMany, nameOf, openDemo, post, postMany } from '@assay/server/ledger/index.ts';
import type { Database } from '@assay/server/platform/database.ts';
import { isRefusal } from '@assay/server/platform/refusal.ts';
import { withDurableDatabase } from './durable-database.ts';
import { type Measurement, inTurns, ratePerSecond, seeded, whole } from './measurement.ts';

const clients = 16;
const users = 1000;
const rounds = 3;
const seconds = 3;
/** Transfers that are booked together by the counter, and by how many processes. */
const groupSize = 32;
const writers = 2;
const at = Date.UTC(2026, 0, 1);

/** The least that double entry by statements takes: two balances, a transaction, its two entries. */
const referenceTables = `
  create table reference_accounts (id bigint primary key, balance numeric(38, 0) not null check (balance >= 0), version bigint not null);
  create table reference_transactions (
    id bigint generated always as identity primary key,
    reason text not null, reference text not null, at timestamptz not null
  );
  create table reference_entries (
    id bigint generated always as identity primary key,
    transaction_id bigint not null references reference_transactions,
    account_id bigint not null references reference_accounts,
    amount numeric(38, 0) not null, balance_after numeric(38, 0) not null, version bigint not null
  );
  create index on reference_entries (account_id, version);
  insert into reference_accounts select id, 100000000000, 0 from generate_series(1, ${users}) id`;

/** Two users who are never the same. */
function pairs(seed: number): () => readonly [from: number, to: number] {
  const random = seeded(seed);
  return () => {
    const from = 1 + Math.floor(random() * users);
    return [from, 1 + ((from + Math.floor(random() * (users - 1))) % users)];
  };
}

function transferOf(from: number, to: number): Posting {
  const transfer = {
    from: userAccount(`u${from}`, 'available'),
    to: userAccount(`u${to}`, 'available'),
    asset: usdt,
    amount: amount(1000n),
  };
  return { book: 'demo', reason: 'demo.reset', reference: `bench:${from}`, at, transfers: [transfer] };
}

/** A group as the counter books it: locked, looked at, posted by one statement, committed. */
async function bookGroup(db: Database, next: () => readonly [number, number]): Promise<void> {
  const postings = Array.from({ length: groupSize }, () => transferOf(...next()));
  await db.transact(async (tx) => {
    const named = postings.flatMap(({ transfers }) => transfers.flatMap(({ from, to }) => [from, to]));
    const locked = await lockMany(
      tx,
      named.map((account) => ({ book: 'demo', asset: usdt.code, ...account })),
    );
    postMany(
      tx,
      postings,
      (account) => locked.get(nameOf(account))?.id ?? 0,
      () => null,
    );
  });
}

async function bookTransfer(db: Database, from: number, to: number): Promise<void> {
  const posted = await db.transact((tx) => post(tx, transferOf(from, to)));
  if (isRefusal(posted)) throw new Error(`a transfer was refused with ${posted.code}`);
}

interface ReferenceAccount {
  readonly id: number;
  readonly balance: bigint;
  readonly version: number;
}

async function writeTransfer(db: Database, from: number, to: number): Promise<void> {
  await db.transact(async (tx) => {
    const rows = await tx.query<ReferenceAccount>(
      'select id, balance, version from reference_accounts where id in ($1, $2) order by id for update',
      [from, to],
    );
    const [transaction] = await tx.query<{ id: number }>(
      'insert into reference_transactions (reason, reference, at) values ($1, $2, $3) returning id',
      ['bench', `bench:${from}`, new Date(at)],
    );
    for (const { id, balance, version } of rows) {
      const change = id === from ? -1000n : 1000n;
      await tx.query('update reference_accounts set balance = $2, version = $3 where id = $1', [
        id,
        balance + change,
        version + 1,
      ]);
      await tx.query(
        'insert into reference_entries (transaction_id, account_id, amount, balance_after, version) values ($1, $2, $3, $4, $5)',
        [transaction?.id, id, change, balance + change, version + 1],
      );
    }
  });
}

export async function measure(): Promise<Measurement[]> {
  return withDurableDatabase(clients, async ({ db }) => {
    for (let user = 1; user <= users; user += 1) {
      await db.transact((tx) => openDemo(tx, { userId: `u${user}`, amount: amount(100_000_000_000n), at }));
    }
    await db.query(referenceTables);
    const nextOurs = pairs(1);
    const nextReference = pairs(1);
    const byStatements = () => ratePerSecond(clients, seconds, () => writeTransfer(db, ...nextReference()));
    const [alone, besideAlone] = await inTurns(
      rounds,
      () => ratePerSecond(clients, seconds, () => bookTransfer(db, ...nextOurs())),
      byStatements,
    );
    const [groups, besideGroups] = await inTurns(
      rounds,
      () => ratePerSecond(writers, seconds, () => bookGroup(db, nextOurs)),
      byStatements,
    );
    const measurement = (how: string, ours: number, reference: number, aim: number): Measurement => ({
      figure: `ledger: durable transfers a second${how}`,
      ours: `${whole(ours)} /s`,
      reference: `${whole(reference)} /s by statements in a transaction`,
      ratio: ours / reference,
      aim,
    });
    return [
      measurement(`, ${clients} clients`, alone, besideAlone, 2),
      measurement(` in groups of ${groupSize}, ${writers} writers`, groups * groupSize, besideGroups, 4),
    ];
  });
}
