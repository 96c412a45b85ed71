import { limitCalls } from '@assay/contract/endpoints/limits.ts';
import { order } from '@assay/contract/endpoints/order.ts';
import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { amount } from '@assay/domain/money/amount.ts';
import { expect, it } from 'vitest';
import { patientlyAside, rewritten } from '../../test/broken-twin.ts';
import { silent, testDatabase, warm } from '../../test/database.ts';
import { funding } from '../../test/funding.ts';
import { expectSoundBooks, fund } from '../../test/trading.ts';
import { post } from '../ledger/index.ts';
import { type Database, unhurried } from '../platform/database.ts';
import { newOrderNo } from '../platform/order-number.ts';
import { isRefusal } from '../platform/refusal.ts';
import { createProducts } from '../products.ts';
import { choose, lockLimits } from './choices.ts';
import { createMayOpen } from './may-open.ts';
import { readLimits } from './read-limits.ts';

const db = patientlyAside(await testDatabase());
const { clock, quote, customer, loans, limits, bus, market } = await funding(db);
// Another process of the same deployment: its own server on the same database.
const other = await funding(db, { clock });
await fund(db, 'real');

const products = (database: Database) =>
  createProducts({ db: database, bus, clock, market, mode: 'sandbox', log: silent, origin: '' });

// Each costs a fee of 1 USDT, and nothing else.
const long = { code: 'COINUSDT', side: 'long', type: 'market', lots: '10', leverage: 10 } as const;

/** The accounts of a lock, read without it. */
const unlockedAccounts = `(
  select id, balance::numeric from unnest($1::text[], $2::text[], $3::text[], $4::text[])
    with ordinality n (book, owner, asset, kind, place) left join ledger_accounts a using (book, owner, asset, kind) order by place
) accounts`;

/** A customer with a limit of a day, who has lost nothing yet. */
async function limited(name: string, limit: string) {
  const { real, userId } = await customer(name, '50000');
  await real(limitCalls.setDailyLoss, { limit });
  await quote(10_000);
  await other.quote(10_000);
  return { real, userId };
}

/** Two fees of 1 USDT at the same time, in independent processes. Returns how many were accepted. */
async function openTwo(userId: string, database: Database): Promise<number> {
  const opening = recipes.contractOpened({ userId, margin: amount(100_000_000n), fee: amount(1_000_000n) });
  const answers = await Promise.all(
    [loans, other.loans].map(({ mayOpen }) =>
      database.transact(async (tx) => {
        const refused = await mayOpen(tx, userId, 'real');
        return refused ?? post(tx, { book: 'real', reference: 'contract', at: clock.now(), ...opening });
      }),
    ),
  );
  return answers.filter((answer) => !isRefusal(answer)).length;
}

it('of a hundred parallel orders as many are opened as one after the other', async () => {
  const { real } = await limited('parallel', '2.5');
  await warm(db);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) =>
      real(order.buyU, long, { idempotencyKey: `order-${number}` }).then(
        () => 'opened',
        (refusal: { code: string }) => refusal.code,
      ),
    ),
  );
  // The third finds 2 of 2.5 lost, and brings it to 3.
  expect(answers.filter((answer) => answer === 'opened')).toHaveLength(3);
  expect(answers.filter((answer) => answer === '11130')).toHaveLength(97);
  expect((await real(limitCalls.limits, {})).dailyLoss.used).toBe('3');
  await expectSoundBooks(db);
});

it('a version that counts without the lock lets both of two orders past a limit that one of them reaches', async () => {
  const guarded = await limited('guarded', '1');
  expect(await openTwo(guarded.userId, db)).toBe(1);
  const unlocked = rewritten(
    db,
    (sql) => sql.replace('ledger_lock_many($1, $2, $3, $4)', unlockedAccounts),
    (sql) => sql.includes('sum(result + sold)'),
    2,
  );
  const unguarded = await limited('unguarded', '1');
  expect(await openTwo(unguarded.userId, unlocked)).toBe(2);
});

/** Asks whether a customer may open while an exclusion is being written, and after it is. Answers the refusal's code. */
async function askedBesideExclusion(userId: string, database: Database, asker = userId): Promise<string | undefined> {
  const own = createMayOpen({ ...limits, db: database });
  const now = clock.wall();
  let asked: Promise<string | undefined> = Promise.resolve(undefined);
  await db.transact(async (tx) => {
    await lockLimits(tx, userId);
    await choose(tx, userId, now, { kind: 'exclusion', until: null, effectiveAt: now });
    let answered = false;
    asked = database
      .transact(async (asking) => {
        const refused = await own(asking, asker, 'real');
        answered = true;
        return refused;
      })
      .then((refused) => refused?.code);
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!answered && (await db.query(waits)).length === 0);
  }, unhurried);
  return asked;
}

it('who may open is judged by the choices as they are under the lock, not by those from before it', async () => {
  const { userId } = await customer('excluding', '100');
  const early = rewritten(
    db,
    (sql) => sql.replace('ledger_lock_many($1, $2, $3, $4)', unlockedAccounts),
    () => false,
    1,
  );
  expect(await askedBesideExclusion(userId, early)).toBeUndefined();
  const judged = await customer('excluded', '100');
  expect(await askedBesideExclusion(judged.userId, db)).toBe('11133');
  // So is what another account of the same person opens at that moment.
  const [one, further] = [await customer('excludes_one', '100'), await customer('opens_other', '100')];
  const [person] = await db.query<{ id: number }>('insert into persons (verified_at) values (now()) returning id');
  await db.query('update users set person_id = $2 where id = any($1)', [[one.userId, further.userId], person?.id]);
  expect(await askedBesideExclusion(one.userId, db, further.userId)).toBe('11265');
});

/** The same in groups, as the two processes book them. Answers what the customer has lost then. */
async function openTwoInGroups(userId: string, database: Database): Promise<string> {
  const command = { product: 'contracts', lane: 'people', call: null, kind: 'open', opens: true, input: long } as const;
  const dealers = [products(database), products(database)];
  await Promise.allSettled(
    dealers.map(({ positions: { dealer } }, place) => {
      const opening = { ...command, owner: { userId, book: 'real' as const }, orderNo: newOrderNo('C', clock.now() + place) };
      return dealer.submit(opening);
    }),
  );
  return (await readLimits(limits, db, userId)).dailyLoss.used;
}

it('groups of two processes count what each other has cost, by the lock of the account alone', async () => {
  const guarded = await limited('grouped', '1');
  expect(await openTwoInGroups(guarded.userId, db)).toBe('1');
  // Balances are believed, so that only the limit could refuse.
  const careless = (sql: string) =>
    sql
      .replace('ledger_lock_many($1, $2, $3, $4)', unlockedAccounts)
      .replace('$7, $8, $9, $10)', '$7, $8, $9, nullif($10::numeric[], $10::numeric[]))');
  const unlocked = rewritten(db, careless, (sql) => sql.includes('sum(result + sold)'), 2);
  const unguarded = await limited('ungrouped', '1');
  expect(await openTwoInGroups(unguarded.userId, unlocked)).toBe('2');
});

/** A demo order that arrives while an exclusion is being written. Answers its status, or the code of its refusal. */
async function orderedBesideExclusion(userId: string, database: Database): Promise<string> {
  const { dealer } = products(database).positions;
  const now = clock.wall();
  const command = { product: 'contracts', lane: 'people', call: null, kind: 'open', opens: true, input: long } as const;
  let ordered: Promise<unknown> = Promise.resolve();
  await db.transact(async (tx) => {
    await lockLimits(tx, userId);
    await choose(tx, userId, now, { kind: 'exclusion', until: null, effectiveAt: now });
    let answered = false;
    const opening = { ...command, owner: { userId, book: 'demo' as const }, orderNo: newOrderNo('C', clock.now()) };
    ordered = dealer.submit(opening).finally(() => (answered = true));
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!answered && (await db.query(waits)).length === 0);
  }, unhurried);
  const { code, status = code } = (await ordered) as { code: string; status?: string };
  return status;
}

it('an exclusion that is being written is waited for on the demo account too', async () => {
  await quote(10_000);
  const { userId } = await customer('demoexcluded', '100');
  expect(await orderedBesideExclusion(userId, db)).toBe('11133');
  // Without the lock the order is decided on what was chosen before, and booked after the exclusion.
  const early = rewritten(
    db,
    (sql) => sql.replace('ledger_lock_many($1, $2, $3, $4)', unlockedAccounts),
    () => false,
    1,
  );
  const unguarded = await customer('demounguarded', '100');
  expect(await orderedBesideExclusion(unguarded.userId, early)).toBe('open');
});

it('an order that waited before an exclusion buys nothing by being amended: its owner’s choices alone say so', async () => {
  const waits = { code: 'COINUSDT', side: 'buy', type: 'limit', price: '95', quantity: '3' } as const;
  /** A coin at 100 of the 285 USDT that the order holds. */
  const amendedAfterExclusion = async (name: string, database: Database): Promise<string> => {
    const { real, userId } = await customer(name, '1000');
    await quote(10_000);
    const { id } = await real(order.submit, waits, { idempotencyKey: 'waits' });
    await real(limitCalls.excludeSelf, { period: 'forGood' });
    const { spot } = products(database);
    const asked = { product: 'spot', lane: 'people', owner: { userId, book: 'real' }, call: null, opens: true } as const;
    const input = { price: '101', quantity: '1' };
    const amending = { ...asked, kind: 'amend', coins: ['COIN'], id: Number(id.slice(1)), input };
    const { code, status = code } = (await spot.dealer.submit(amending)) as { code: string; status?: string };
    return status;
  };
  expect(await amendedAfterExclusion('amendsexcluded', db)).toBe('11133');
  const careless = rewritten(
    db,
    (sql) => sql.replace('from limit_choices c\n     where user_id', 'from limit_choices c\n     where false and user_id'),
    () => false,
    1,
  );
  expect(await amendedAfterExclusion('amendsunasked', careless)).toBe('filled');
});
