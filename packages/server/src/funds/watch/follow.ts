import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { NodeError } from '../chain/json-rpc.ts';
import { type Network, listNetworks } from '../networks.ts';
import { type Cursor, beginAt, cursorOf, doubt, heard, keepBlock, keptBlocks, lockCursor, moveTo, rollBack } from './cursor.ts';
import { agreeOnMoved, forgetMoved, houseOf, movedAlone, tellsMoved } from './moved.ts';
import { type Ripe, confirmPayment, forgetPayments, inBooks, keepPayments, reportsWithout, ripePayments } from './payments.ts';
import type { Block, ChainReader, Mined, Move } from './reader.ts';
import type { SecondNode } from './second.ts';

/** What following a chain works with. `db` is the leader's: a term that is over writes nothing. */
export interface Following {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly chain: Chain;
  readonly reader: ChainReader;
  /** Has to say the same before anything counts; undefined where one node is believed as far as it is consistent. */
  readonly second: SecondNode | undefined;
}

/**
 * Reads what the chain has come to since the last time, block by block, each in one transaction with the payments in it; then
 * confirms what enough blocks lie over. Throws `NodeError` where the node contradicts itself or does not answer; false while it lags,
 * which is written down.
 */
export async function follow(parts: Following, signal: AbortSignal): Promise<boolean> {
  const { db, clock, chain, reader } = parts;
  const head = await reader.head();
  const now = new Date(clock.wall());
  const known = await cursorOf(db, chain);
  if (known?.begun !== true) {
    // Below what is still replaced every day: of a tip that is gone nothing would be left to go on from.
    const deep = (await listNetworks(db))
      .filter((network) => network.chain === chain)
      .map(({ confirmations }) => confirmations);
    const height = Math.max(0, head - Math.max(0, ...deep));
    const begin = { height, hash: await reader.hashAt(height) };
    await db.transact((tx) => beginAt(tx, chain, begin, now));
    return true;
  }
  // A node that knows less than we have read lags, or its chain is being replaced: it will know more.
  if (head < known.height) {
    const fault = `the node is at block ${head}, and ${known.height} has been read`;
    await db.transact(async (tx) => {
      await heard(tx, chain, head, now);
      await doubt(tx, chain, fault, now);
    });
    return false;
  }
  const height = await forkOf(parts, known);
  if (height < known.height)
    await db.transact(async (tx) => (await lockCursor(tx, chain, known.height)) && rollBack(tx, chain, height, now));
  const networks = (await listNetworks(db)).filter((network) => network.chain === chain);
  const read = await readOn(parts, networks, { from: height, head }, signal);
  await lookUpReports(parts, networks, read);
  await confirm(parts, networks, read);
  await agree(parts, networks, read);
  await db.transact((tx) => heard(tx, chain, head, now));
  return true;
}

/** The last block that was read and is still there. */
async function forkOf({ db, chain, reader }: Following, { height }: Cursor): Promise<number> {
  const kept = await keptBlocks(db, chain);
  if (kept[0]?.height !== height) throw new Error(`block ${height} of ${chain} was read and is not kept`);
  for (const block of kept) if ((await reader.hashAt(block.height)) === block.hash) return block.height;
  throw new NodeError(`none of the last ${kept.length} blocks is there any more`);
}

/** Answers how far it came: to the head, or to where the chain was replaced while it was read. */
async function readOn(
  parts: Following,
  networks: readonly Network[],
  { from, head }: { readonly from: number; readonly head: number },
  signal: AbortSignal,
): Promise<number> {
  const { db, chain, reader } = parts;
  let height = from;
  while (height < head && !signal.aborted) {
    const block = await reader.blockAt(height + 1);
    const [last] = await keptBlocks(db, chain);
    if (last === undefined || block.parent !== last.hash) return height;
    if (!(await keep(parts, networks, block))) return height;
    height = block.height;
  }
  return height;
}

/** The owner of an address is looked up after the block was mined: customers paid in it were shown their address before. */
async function keep(parts: Following, networks: readonly Network[], block: Block): Promise<boolean> {
  const { db, clock, chain } = parts;
  const house = await houseOf(db, chain, block.recipients);
  const brought = await broughtBy(parts, house.size === 0 ? [] : await block.moves(house));
  const at = new Date(clock.wall());
  return db.transact(async (tx) => {
    if (!(await lockCursor(tx, chain, block.height - 1))) return false;
    await keepPayments(tx, chain, networks, { ...brought, block, at });
    await keepBlock(tx, chain, block);
    await moveTo(tx, chain, block.height);
    return true;
  });
}

/** What is paid to addresses of the house, and what of it the house itself has paid. */
async function broughtBy({ db, chain, reader }: Following, all: readonly Move[]) {
  const ours = (addresses: readonly string[]) => houseOf(db, chain, addresses);
  const house = await ours(all.map(({ to }) => to));
  const moves = all.filter(({ to }) => house.has(to));
  return { moves, sent: await reader.sentByUs(moves, ours) };
}

/**
 * What customers report is a hint where to look: at a transaction of before the watch began, or that was passed over. Only what
 * the chain itself says of it is kept.
 */
async function lookUpReports(parts: Following, networks: readonly Network[], height: number): Promise<void> {
  const { db, chain, reader } = parts;
  for (const hash of await reportsWithout(db, chain, height))
    await keepMined(parts, networks, { mined: await minedAs(reader, hash), height });
}

interface Found {
  readonly mined: Mined | null;
  /** The last block that was read. */
  readonly height: number;
  /** What gives way to it. */
  readonly instead?: (tx: Transaction) => Promise<void>;
}

/** Of what lies in blocks that have been read. */
async function keepMined(parts: Following, networks: readonly Network[], { mined, height, instead }: Found): Promise<void> {
  const { db, clock, chain, reader } = parts;
  const isRead = mined !== null && mined.height <= height && (await reader.hashAt(mined.height)) === mined.block;
  if (!isRead && instead === undefined) return;
  const brought = isRead
    ? { ...(await broughtBy(parts, mined.moves)), block: { height: mined.height, hash: mined.block } }
    : undefined;
  const at = new Date(clock.wall());
  await db.transact(async (tx) => {
    if (!(await lockCursor(tx, chain, height))) return;
    await instead?.(tx);
    if (brought !== undefined) await keepPayments(tx, chain, networks, { ...brought, at });
  });
}

/**
 * A report of a transaction that no reader understands, such as a receipt from before receipts had a status, does not delay the
 * others.
 */
async function minedAs(reader: ChainReader, hash: string): Promise<Mined | null> {
  try {
    return await reader.mined(hash);
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}

/** Each is requested again before it counts: the node must confirm it twice, some blocks apart. */
async function confirm(parts: Following, networks: readonly Network[], height: number): Promise<void> {
  const { db, clock, log, chain, reader, second } = parts;
  for (const ripe of await ripePayments(db, chain, height)) {
    const { hash, address: to, confirmations } = ripe;
    const network = networks.find(({ id }) => id === ripe.networkId);
    const mined = await reader.mined(hash);
    if (mined === null || !tells(mined, ripe, network)) {
      if (!(await isDenied(parts, ripe, network))) throw new NodeError(`${hash} was seen in a block, and is not there now`);
      log.warn({ chain, hash, block: ripe.block }, 'a payment that no node reports any more is deleted');
      await keepMined(parts, networks, { mined, height, instead: (tx) => forgetPayments(tx, chain, ripe) });
      continue;
    }
    if ((await second?.bearsOut({ hash, mined, to, confirmations, height })) === false) continue;
    const at = new Date(clock.wall());
    await db.transact((tx) => confirmPayment(tx, ripe, at));
  }
}

/** An internal move is one node's word, too: a false one would keep a payment from its customer. */
async function agree(parts: Following, networks: readonly Network[], height: number): Promise<void> {
  const { db, clock, log, chain, reader, second } = parts;
  if (second === undefined) return;
  for (const moved of await movedAlone(db, chain, height)) {
    const { hash, block } = moved;
    const there = await second.tellsMoved(moved, height);
    if (there === undefined) continue;
    if ((await tellsMoved(reader, moved)) !== there)
      throw new NodeError(`second node: it tells otherwise who has paid ${hash}`);
    const at = new Date(clock.wall());
    if (there) await db.transact((tx) => agreeOnMoved(tx, moved, at));
    else {
      log.warn({ chain, hash, block }, 'an internal move that no node reports is read again');
      await keepMined(parts, networks, { mined: await reader.mined(hash), height, instead: (tx) => forgetMoved(tx, moved) });
    }
  }
}

/** Whether the transaction makes this payment, in the block that it was seen in. */
function tells(mined: Mined, { block, place, address, amount }: Ripe, network: Network | undefined): boolean {
  return (
    network !== undefined &&
    mined.block === block &&
    mined.moves.some(
      (move) =>
        move.network === network.id && move.place === place && move.to === address && inBooks(move.units, network) === amount,
    )
  );
}

/**
 * A first node that lied may have been replaced since. The payment is invented where the chain still has that block and a second
 * node has the same block without the payment; one node alone can't take its own word back.
 */
async function isDenied({ reader, second }: Following, ripe: Ripe, network: Network | undefined): Promise<boolean> {
  if (second === undefined || (await reader.hashAt(ripe.height)) !== ripe.block) return false;
  return second.denies(ripe, (other) => other !== null && tells(other, ripe, network));
}
