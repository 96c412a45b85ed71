import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { stateSolvency } from './solvency.ts';

const minute = 60_000;
const now = Date.UTC(2030, 0, 2);

test('what a node has said counts only while it is believed, was said lately, and its chain has been read as far', async () => {
  const db = await testDatabase();
  await db.query(`insert into chain_watches (chain, height, head, head_at, heard_at) values ('ethereum', 100, 100, $1, $1)`, [
    new Date(now),
  ]);
  await db.query(
    `insert into chain_holdings (network_id, amount, height, addresses, known_at, asked_at) values ('ETH', 700, 100, 1, $1, $1)`,
    [new Date(now)],
  );
  const ether = async (at = now) => {
    const { networks, assets } = await stateSolvency(db, at);
    const { state, held } = networks.find(({ network }) => network.id === 'ETH') ?? {};
    return [state, held, assets.find(({ asset }) => asset.code === 'ETH')?.held];
  };
  const silent = ['silent', null, null];
  expect(await ether()).toEqual(['told', 700n, 700n]);

  // Of another chain, or not itself: what it says of our addresses is said by the same node.
  await db.query(`update chain_watches set fault = 'another chain'`);
  expect(await ether()).toEqual(silent);
  // A deposit in a block not read yet is held, and not owed yet.
  await db.query(`update chain_watches set fault = null, height = 99`);
  expect(await ether()).toEqual(silent);
  await db.query(`update chain_watches set height = 100`);
  // No request is made any more, and what is owed continues to change.
  expect(await ether(now + 30 * minute)).toEqual(['told', 700n, 700n]);
  expect(await ether(now + 30 * minute + 1)).toEqual(silent);
  await db.query(`update chain_watches set watched = false`);
  expect(await ether()).toEqual(['none', null, null]);
});
