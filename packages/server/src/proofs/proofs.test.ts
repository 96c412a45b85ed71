import { createHash } from 'node:crypto';
import { ownProofCalls, proofCalls } from '@assay/contract/endpoints/proofs.ts';
import { parseAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';
import { type Sums, leafText, rootOf } from '@assay/domain/proofs/sum-tree.ts';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { day, refusalOf, standingClock } from '../../test/identity-app.ts';
import { planning } from '../../test/plans.ts';
import { expectSoundBooks } from '../../test/trading.ts';
import { sealDay, serveProofs, verifySeals } from './index.ts';

const db = await testDatabase();
const clock = standingClock();
const server = await planning(db, { clock });
serveProofs(server.http);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const unitsOf = (sums: Record<string, string>): Sums =>
  Object.fromEntries(
    Object.entries(sums).map(([code, text]): [string, bigint] => {
      const units = parseAmount(text, assetOf(code));
      if (units === undefined) throw new Error(`${text} is no amount`);
      return [code, units];
    }),
  );

const savers = await Promise.all(
  ['120', '80.5', '0.000001', '4000', '7'].map((deposit, place) => server.saver(`saver${place}`, deposit)),
);
const [first, second] = savers;
if (first === undefined || second === undefined) throw new Error('nobody has saved');

describe('a seal', () => {
  test('is made once a day, of all that customers have together', async () => {
    expect(await Promise.all([sealDay(db, clock.wall()), sealDay(db, clock.wall())])).toContain(true);
    expect(await sealDay(db, clock.wall())).toBe(false);
    const [newest, ...older] = await first.real(proofCalls.listProofs, {});
    // 120 + 80.5 + 0.000001 + 4,000 + 7, of the day before 7 January 2030.
    expect(newest).toMatchObject({ day: '2030-01-06', customers: 5, totals: { USDT: '4207.500001' } });
    expect(older).toEqual([]);
  });

  test('shows to everybody that their own balances are in it', async () => {
    for (const { real, userId } of savers) {
      const proof = await real(ownProofCalls.balanceProof, {});
      if (proof === null) throw new Error('not in the seal');
      const sums = unitsOf(proof.sums);
      const leaf = { hash: sha256(leafText(userId, proof.salt, sums)), sums };
      const path = proof.path.map((step) => ({ ...step, sums: unitsOf(step.sums) }));
      const root = await rootOf(leaf, path, async (text) => sha256(text));
      expect(root).toEqual({ hash: proof.liabilitiesRoot, sums: { USDT: 4_207_500_001n } });
    }
  });

  test('has nothing to show to who came later, and nothing on the demo account', async () => {
    const late = await server.saver('latecomer', '10');
    expect(await late.real(ownProofCalls.balanceProof, {})).toBeNull();
    expect(await refusalOf(late.demo(ownProofCalls.balanceProof, {}))).toBe('11002');
  });

  test('follows from the one before it, and stays as it was published', async () => {
    clock.advance(day);
    expect(await sealDay(db, clock.wall())).toBe(true);
    expect(await verifySeals(db)).toEqual({ seals: 2, findings: [] });
    await expect(db.query("update proofs set seal = repeat('0', 64)")).rejects.toThrow('what was published stays');
    await expect(db.query('delete from proofs')).rejects.toThrow('what was published stays');
  });
});

describe('books that were rewritten after they were sealed', () => {
  /** As a superuser can: without triggers. Undone at the end. */
  async function tampered(statements: readonly string[], look: () => Promise<void>): Promise<void> {
    await db.query('create table kept_accounts as select * from ledger_accounts');
    await db.query('create table kept_transfers as select * from ledger_transfers');
    await db.query('create table kept_transactions as select * from ledger_transactions');
    const run = (list: readonly string[]) =>
      db.transact(async (tx) => {
        await tx.query("set local session_replication_role = 'replica'");
        for (const statement of list) await tx.query(statement);
      });
    try {
      await run(statements);
      await look();
    } finally {
      await run([
        'delete from ledger_transfers',
        'delete from ledger_transactions',
        'insert into ledger_transfers select * from kept_transfers',
        'insert into ledger_transactions overriding system value select * from kept_transactions',
        `update ledger_accounts a set balance = k.balance, version = k.version, hash = k.hash from kept_accounts k where k.id = a.id`,
        'drop table kept_accounts, kept_transfers, kept_transactions',
      ]);
    }
  }

  test('are found by the seals where their own chains say nothing', async () => {
    // The last deposit before the seals never happened: rows gone, the account back at its start, the chains whole, and no day closed.
    const account = `(select id from ledger_accounts where owner = '${second.userId}' and book = 'real' and kind = 'available')`;
    const booked = `(select transaction_id from ledger_transfers where to_account = ${account})`;
    await tampered(
      [
        `delete from ledger_transactions where id in ${booked}`,
        `update ledger_accounts set balance = 0, version = 0, hash = ledger_genesis(book, owner, asset, kind) where id = ${account}`,
        `delete from ledger_transfers where to_account = ${account}`,
        ...['closed_holds', 'closings', 'day_fees', 'day_totals', 'closes'].map((table) => `delete from ledger_${table}`),
      ],
      async () => {
        await expectSoundBooks(db);
        const { findings } = await verifySeals(db);
        expect(findings).toEqual([
          { day: '2030-01-06', detail: 'the books up to it are not those that were sealed' },
          { day: '2030-01-07', detail: 'the books up to it are not those that were sealed' },
        ]);
      },
    );
    expect((await verifySeals(db)).findings).toEqual([]);
  });
});
