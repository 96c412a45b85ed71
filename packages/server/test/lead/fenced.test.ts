import { expect, it } from 'vitest';
import { Faults } from '../../src/corporate/faults.ts';
import { readParked, saveJudged, unpark } from '../../src/engine/parked.ts';
import { Lead, LeadLost, fenced } from '../../src/platform/lead/lead.ts';
import { saveTrailing } from '../../src/positions/resting.ts';
import { testDatabase } from '../database.ts';
import { leaseOf } from '../leading.ts';
import { trading } from '../trading.ts';

const db = await testDatabase();
await trading(db);
await db.query('create table notes (id int primary key, words text)');
// For its terms no time passes: they end by what the tests do, however slow the machine is.
const lead = new Lead(() => 0);
const own = fenced(db, lead);
const { takeLead, loseLead } = await leaseOf(db, lead);

const notes = async () => (await db.query<{ words: string }>('select words from notes order by id')).map(({ words }) => words);

it.each([
  ['an insert', 'insert into notes values ($1, $2) on conflict (id) do nothing', [2, 'new']],
  ['an update', 'update notes set words = $2 where id = $1', [1, 'new']],
  ['a deletion', 'delete from notes where id = $1', [1]],
  [
    'a writing with something before it',
    'with one as (select $1::int as id) delete from notes using one where notes.id = one.id',
    [1],
  ],
  ['a writing behind another', 'with gone as (delete from notes where id = $1 returning id) select id from gone', [1]],
  ['a writing that a remark stands before', '-- away with it\ndelete from notes where id = $1', [1]],
  ['a merging', 'merge into notes using (select $1::int as id) o on o.id = notes.id when matched then delete', [1]],
  ['a script', 'truncate notes', undefined],
])('%s outside of a transaction has no effect in a term that is over', async (_, sql, values) => {
  await db.query('truncate notes');
  await db.query("insert into notes values (1, 'old')");
  await takeLead();
  await loseLead();
  await expect(own.query(sql, values)).rejects.toThrow(LeadLost);
  expect(await notes()).toEqual(['old']);
  // The leader does the same, and it is done.
  await takeLead();
  await own.query(sql, values);
  expect(await notes()).not.toEqual(['old']);
});

it('a reader holds nothing: it may read in any term', async () => {
  await takeLead();
  await loseLead();
  expect(await own.query('select 1 as one where $1', [true])).toEqual([{ one: 1 }]);
  expect(await own.query('with one as (select 1 as one) select one from one where $1', [true])).toEqual([{ one: 1 }]);
});

it('an act stays parked, a fault is not noted and a stop has not followed where the term is over', async () => {
  const quote = { code: 'COINUSDT', bid: 9000, ask: 9000, time: 1, position: 1 };
  const act = { source: 'positions', order: 7, quote, reached: null, tries: 5, lastError: 'away', ageMs: 0 };
  await saveJudged(db, { term: undefined, position: 1, parked: [act] });
  await takeLead();
  await loseLead();
  await expect(unpark(own, act)).rejects.toThrow(LeadLost);
  expect(await readParked(db)).toHaveLength(1);
  await expect(new Faults(own, { elapsed: () => 0 }).pass(1, { product: 'contracts' }).end()).rejects.toThrow(LeadLost);
  await expect(saveTrailing(own, [{ id: 1, version: 1, best: 9000, quotedAt: 1 }])).rejects.toThrow(LeadLost);
  await takeLead();
  await unpark(own, act);
  expect(await readParked(db)).toEqual([]);
});
