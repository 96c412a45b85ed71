import { houseAccount } from '@assay/domain/ledger/accounts.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { settledTransaction } from './jobs.ts';
import { post } from './post.ts';

const waits = 7;

/** Between accounts that are never locked, so that nothing else gives its transaction an id. */
const posting = (reference: string) => ({
  book: 'real' as const,
  reason: 'house.funded' as const,
  reference,
  at: 0,
  transfers: [{ from: houseAccount('capital'), to: houseAccount('trading'), asset: usdt, amount: amount(1n) }],
});

/**
 * A posting that has drawn its number and is held up then, beside one that draws the next and commits. Answers what is held to
 * be settled meanwhile, and what is booked in the end.
 */
async function heldUp(rewrite: (definition: string) => string) {
  const db = await testDatabase();
  await db.query(`create function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${waits}); return new; end $$;
    create trigger hold_up before insert on ledger_transactions for each row when (new.reference = 'held')
      execute function hold_up()`);
  const [{ definition } = { definition: '' }] = await db.query<{ definition: string }>(
    "select pg_get_functiondef('ledger_post_many'::regproc) as definition",
  );
  const rewritten = rewrite(definition);
  await db.query(rewritten);
  // A sequence that writes itself down, once in 32 numbers, gives its transaction an id as well.
  await db.transact((tx) => post(tx, posting('first')));
  const holder = await db.connect();
  await holder.query(`select pg_advisory_lock(${waits})`);
  const held = db.transact((tx) => post(tx, posting('held')));
  try {
    let waiting: unknown[] = [];
    while (waiting.length === 0) waiting = await db.query("select from pg_locks where locktype = 'advisory' and not granted");
    await db.transact((tx) => post(tx, posting('later')));
    return { changed: rewritten !== definition, settled: await settledTransaction(db) };
  } finally {
    await holder.query(`select pg_advisory_unlock(${waits})`);
    holder.release();
    await held;
  }
}

it('a number that was drawn and not booked yet is not behind what is settled', async () => {
  expect(await heldUp((definition) => definition)).toEqual({ changed: false, settled: undefined });
});

it('would be, were it drawn before its transaction has an id', async () => {
  const careless = (definition: string) => definition.replace('perform pg_current_xact_id();', '');
  expect(await heldUp(careless)).toEqual({ changed: true, settled: 3 });
});
