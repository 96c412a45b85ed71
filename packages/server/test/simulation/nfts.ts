import type { Client } from '@assay/contract/client.ts';
import { index } from '@assay/contract/endpoints/index.ts';
import { user } from '@assay/contract/endpoints/user.ts';
import type { Book, NftStatus } from '@assay/contract/vocabulary/statuses.ts';
import { expect } from 'vitest';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { hour } from '../identity-app.ts';
import { offerPiece } from '../nfts.ts';

interface Simulated<Trader> {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: {
    pick<T>(items: readonly T[]): T;
    integer(low: number, high: number): number;
    chance(share: number): boolean;
  };
  readonly clientOf: (trader: Trader, book: Book) => Client;
  /** The answer, or the code of a refusal. */
  readonly attempt: <T>(call: Promise<T>) => Promise<T | string>;
  readonly key: () => string;
}

/** Pieces that the simulation offers at most. */
const piecesMax = 150;
const extensionMs = 15 * 60_000;

/** What was acknowledged for one piece, in the order in which it was. */
interface Known {
  readonly reserve: bigint;
  endsAt: number;
  best: { readonly amount: bigint; readonly owner: string } | null;
  bought: boolean;
}

/** What was acknowledged about every piece, and whether the tables agree. */
function remembered(db: Database, clock: Clock) {
  const pieces = new Map<string, Known>();

  function taken(id: string, best: NonNullable<Known['best']>): void {
    const known = pieces.get(id);
    if (known === undefined) throw new Error(`nobody has offered ${id}`);
    known.best = best;
    known.endsAt = Math.max(known.endsAt, clock.now() + extensionMs);
  }

  function bought(id: string, best: NonNullable<Known['best']>): void {
    const known = pieces.get(id);
    if (known === undefined) throw new Error(`nobody has offered ${id}`);
    known.best = best;
    known.bought = true;
  }

  /** Every piece is in the acknowledged state, to the bidder and the cent. */
  async function check(): Promise<void> {
    const rows = await db.query<{ id: string; status: NftStatus; best: bigint | null; owner: string | null }>(
      `select 'n' || id as id, status, coalesce(price, current_bid) as best, coalesce(buyer_id, bidder_id)::text as owner from nfts`,
    );
    expect(rows.length).toBe(pieces.size);
    for (const { id, status, best, owner } of rows) {
      const known = pieces.get(id);
      if (known === undefined) throw new Error(`nobody has offered ${id}`);
      expect({ id, best, owner }).toEqual({ id, best: known.best?.amount ?? null, owner: known.best?.owner ?? null });
      const over = known.bought || known.endsAt <= clock.now();
      const sells = known.bought || (known.best !== null && known.best.amount >= known.reserve);
      expect(over ? status : 'open', `the end of ${id}`).toBe(over ? (sells ? 'sold' : 'unsold') : 'open');
    }
  }

  /** How pieces have ended so far. */
  async function endings(): Promise<string[]> {
    const rows = await db.query<{ ending: string }>(
      `select distinct status || case when bids > 0 then '/bids' else '' end as ending from nfts where ended_at is not null`,
    );
    return rows.map(({ ending }) => ending);
  }

  return { pieces, taken, bought, check, endings };
}

/** The part of the simulation that auctions charity NFTs, and that computes by itself the state that each must have. */
export function nftBidders<Trader extends { readonly userId: string }>(simulated: Simulated<Trader>) {
  const { db, clock, random, clientOf, attempt, key } = simulated;
  const { pieces, taken, bought, check, endings } = remembered(db, clock);

  async function offer(): Promise<void> {
    if (pieces.size === piecesMax) return;
    const reserve = random.pick(['20', '60', '150']);
    const startsInMs = random.pick([0, 0, hour]);
    const lastsMs = random.pick([hour, 10 * hour, 40 * hour]);
    const id = await offerPiece(db, clock.now(), { startPrice: '20', reserve, buyNowPrice: '240', startsInMs, lastsMs });
    pieces.set(id, { reserve: units(reserve), endsAt: clock.now() + startsInMs + lastsMs, best: null, bought: false });
  }

  /** The smallest bid, one that is too small or odd, a high one; now and then the same twice at once, or on demo. */
  async function bid(trader: Trader): Promise<void> {
    const id = pick();
    if (id === undefined) return;
    const { minimumBid } = await clientOf(trader, 'real')(index.getNft, { id });
    const amount = someAmount(random, minimumBid);
    if (random.chance(0.05)) {
      expect(
        await attempt(clientOf(trader, 'demo')(user.buyNft, { id, kind: 'bid', amount }, { idempotencyKey: key() })),
      ).toMatch(/^(11002|400)$/);
    }
    const idempotencyKey = key();
    const times = random.chance(0.2) ? [1, 2, 3] : [1];
    const answers = await Promise.all(
      times.map(() => attempt(clientOf(trader, 'real')(user.buyNft, { id, kind: 'bid', amount }, { idempotencyKey }))),
    );
    for (const answer of answers) expect(answer, 'the same key was answered differently').toEqual(answers[0]);
    if (typeof answers[0] !== 'string') taken(id, { amount: units(amount), owner: trader.userId });
  }

  /** Several people at once on one piece, one of them to buy it: whatever comes first, one thing is true afterwards. */
  async function race(traders: readonly Trader[]): Promise<void> {
    const id = pick();
    if (id === undefined) return;
    const [first] = traders;
    if (first === undefined) return;
    const { minimumBid, buyNowPrice } = await clientOf(first, 'real')(index.getNft, { id });
    const bids = traders.map((trader, place) => {
      const amount = (Number(minimumBid) + place).toFixed(2);
      return { trader, kind: 'bid' as const, amount };
    });
    const purchase = buyNowPrice === null ? [] : [{ trader: first, kind: 'buyNow' as const, amount: buyNowPrice }];
    // Whose call is sent first mostly has its way: now one, now the others.
    const wishes = random.chance(0.5) ? [...purchase, ...bids] : [...bids, ...purchase];
    const answers = await Promise.all(
      wishes.map(({ trader, ...wish }) =>
        attempt(clientOf(trader, 'real')(user.buyNft, { id, ...wish }, { idempotencyKey: key() })),
      ),
    );
    const accepted = wishes.filter((_, place) => typeof answers[place] !== 'string');
    // Bids only rise: the highest accepted bid came last.
    for (const { trader, kind, amount } of accepted.toSorted((a, b) => Number(a.amount) - Number(b.amount))) {
      if (kind === 'bid') taken(id, { amount: units(amount), owner: trader.userId });
      else bought(id, { amount: units(amount), owner: trader.userId });
    }
    expect(accepted.filter(({ kind }) => kind === 'buyNow').length === 0 || accepted.length === 1).toBe(true);
  }

  async function look(trader: Trader): Promise<void> {
    await clientOf(trader, 'real')(index.listNft, {});
    for (const own of (await clientOf(trader, 'real')(user.listNft, {})).items) {
      const known = pieces.get(own.id);
      const best = known?.best?.owner === trader.userId;
      expect(best, `how ${own.id} stands for its bidder`).toBe(own.standing !== 'outbid' && own.standing !== 'lost');
    }
  }

  /** One of the latest pieces: older ones are over. */
  function pick(): string | undefined {
    const ids = [...pieces.keys()].slice(-6);
    return ids.length === 0 ? undefined : random.pick(ids);
  }

  return { offer, bid, race, look, check, endings };
}

/** The smallest bid, somewhat more, too little, too fine, no number at all, and more than any customer has. */
function someAmount(random: Simulated<never>['random'], minimumBid: string): string {
  const cents = Math.round(Number(minimumBid) * 100);
  return random.pick([
    minimumBid,
    minimumBid,
    ((cents + random.integer(0, 3000)) / 100).toFixed(2),
    ((cents - 1) / 100).toFixed(2),
    `${minimumBid}${minimumBid.includes('.') ? '' : '.00'}001`,
    '1e3',
    '30000',
  ]);
}

/** A decimal as micro-USDT. */
function units(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(6, '0'));
}
