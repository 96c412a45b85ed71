import { createHash } from 'node:crypto';
import { type Amount, exact, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { toFixed } from '@assay/domain/money/fixed.ts';
import { suggestedBids } from '@assay/domain/nfts/auction.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { type Refusal, isRefusal } from '../platform/refusal.ts';
import { buyNow } from './buy-now.ts';
import type { NftsContext } from './context.ts';
import { addPiece, charityNamed } from './pieces.ts';
import { placeBid } from './place-bid.ts';
import { auctionOf, lockRow, wireId } from './row.ts';
import { type SamplePiece, sampleCharity, samplePieces } from './sandbox-pieces.ts';
import { sampleTitles } from './sandbox-titles.ts';
import { settlePiece } from './settle-auction.ts';

const hourMs = 3_600_000;
/** The collectors' money is there before the first of their bids. */
export const galleryOpensMsBefore = 240 * hourMs;

interface Event {
  readonly at: number;
  run(context: NftsContext): Promise<unknown>;
}

/**
 * Fills the gallery of a sandbox, once: pieces that are coming, on sale and sold, with bids of sample collectors. Everything
 * happens through the auction's own actions, at its moment of the past, and in one transaction: no round of the leader sees
 * an auction that is over before its bids are there.
 */
export async function openGallery(db: Database, collectors: readonly string[], now: number): Promise<void> {
  await db.transact(async (tx) => {
    if ((await tx.query('select from nfts limit 1')).length > 0) return;
    const ids = await hang(tx, now);
    const events = samplePieces.flatMap((piece, place) => eventsOf(tx, piece, ids[place] ?? 0, place, collectors, now));
    for (const event of events.toSorted((a, b) => a.at - b.at)) await event.run(quietAt(db, event.at));
    for (const id of ids) await settlePiece(quietAt(db, now), tx, id);
  });
}

/** No notifications are sent today for events days ago, to sample collectors. */
function quietAt(db: Database, at: number): NftsContext {
  const quiet: Bus = {
    publish: () => undefined,
    subscribe: () => () => undefined,
    connected: true,
    close: async () => undefined,
  };
  const clock = { now: () => at, wall: () => at, elapsed: () => 0 };
  return { db, bus: quiet, clock, notify: () => undefined, mayOpen: async () => undefined };
}

async function hang(tx: Transaction, now: number): Promise<number[]> {
  const charityId = await charityNamed(tx, sampleCharity);
  const ids: number[] = [];
  for (const { starts, ends, startPrice, reserve, buyNowPrice, bids: _, ...names } of samplePieces) {
    const address = `0x${createHash('sha256').update(`${names.style}/${names.seed}`).digest('hex').slice(0, 40)}`;
    const prices = {
      startPrice: usdtOf(startPrice),
      reserve: usdtOf(reserve),
      buyNowPrice: buyNowPrice === null ? null : usdtOf(buyNowPrice),
    };
    const times = { startsAt: now + starts * hourMs, endsAt: now + ends * hourMs };
    const piece = {
      ...names,
      titles: sampleTitles(names.title),
      ...prices,
      ...times,
      charityId,
      chain: 'Sandbox',
      address,
      story: '',
    };
    const { id } = await addPiece(tx, piece, Math.min(now, times.startsAt));
    ids.push(id);
  }
  return ids;
}

function usdtOf(value: number): Amount {
  return exact(toFixed(String(value)), usdt);
}

/** The bids of a piece, spread over its time so far; each collector outbids the one before. */
function eventsOf(
  tx: Transaction,
  piece: SamplePiece,
  id: number,
  place: number,
  collectors: readonly string[],
  now: number,
): Event[] {
  const who = (turn: number) => collectors[(place + turn) % collectors.length] ?? '';
  const from = now + piece.starts * hourMs;
  const span = Math.min(0, piece.ends) * hourMs - piece.starts * hourMs;
  if (piece.bids === 'bought') {
    const amount = formatAmount(usdtOf(piece.buyNowPrice ?? 0), usdt);
    const run: Event['run'] = async (context) => done(await buyNow(context, tx, who(0), { id: wireId(id), amount }));
    return [{ at: from + Math.round(span * 0.4), run }];
  }
  const { bids } = piece;
  return Array.from({ length: bids }, (_, turn) => ({
    at: from + Math.round((span * (turn + 0.6)) / (bids + 0.7)),
    run: async (context: NftsContext) => {
      const row = await lockRow(tx, id);
      const choices = row === undefined ? [] : suggestedBids(auctionOf(row));
      const amount = formatAmount(choices[(place + turn) % choices.length] ?? usdtOf(0), usdt);
      done(await placeBid(context, tx, who(turn), { id: wireId(id), amount }));
    },
  }));
}

function done(outcome: object | Refusal): void {
  if (isRefusal(outcome)) throw new Error(`a bid of the sample collectors was refused with ${outcome.code}`);
}
