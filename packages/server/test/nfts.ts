import * as recipes from '@assay/domain/ledger/recipes/every.ts';
import { type Amount, parseAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { balances, houseBalance, post } from '../src/ledger/index.ts';
import { AuctionsRound, addPiece, charityNamed } from '../src/nfts/index.ts';
import type { Database } from '../src/platform/database.ts';
import { silent } from './database.ts';
import { hour, type standingClock } from './identity-app.ts';
import { trading } from './trading.ts';

export const childrensFund = "Children's fund";

function money(text: string): Amount {
  const amount = parseAmount(text, usdt);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
}

/** Terms of a piece: from 50, reserve 100, at once for 400; on sale now, for two hours. */
export interface PieceTerms {
  readonly startPrice?: string;
  readonly reserve?: string;
  readonly buyNowPrice?: string | null;
  readonly startsInMs?: number;
  readonly lastsMs?: number;
  readonly charity?: string;
}

/** Writes a piece down. Answers its id on the wire. */
export async function offerPiece(db: Database, now: number, terms: PieceTerms = {}): Promise<string> {
  const {
    startPrice = '50',
    reserve = '100',
    buyNowPrice = '400',
    startsInMs = 0,
    lastsMs = 2 * hour,
    charity = childrensFund,
  } = terms;
  return db.transact(async (tx) => {
    const charityId = await charityNamed(tx, charity);
    const startsAt = now + startsInMs;
    const names = {
      title: 'Kite',
      titles: { de: 'Drachen', en: 'Kite' },
      creator: 'Ada',
      chain: 'Sandbox',
      address: '0x1',
      story: '',
    };
    const drawing = { style: 'flow', seed: 'kite' } as const;
    const prices = {
      startPrice: money(startPrice),
      reserve: money(reserve),
      buyNowPrice: buyNowPrice === null ? null : money(buyNowPrice),
    };
    const piece = { charityId, ...names, ...drawing, ...prices, startsAt, endsAt: startsAt + lastsMs };
    const { id } = await addPiece(tx, piece, now);
    return `n${id}`;
  });
}

/** People with money on their real accounts, and the round of the leader, on a clock that the test moves. */
export async function auctioning(db: Database, options: { clock?: ReturnType<typeof standingClock> } = {}) {
  const server = await trading(db, options);
  const { clock, nfts } = server;
  const round = new AuctionsRound(nfts, silent);

  /** A registered person with so much on the real account. */
  async function bidder(userName: string, deposit = '1000') {
    const person = await server.person(userName);
    const recipe = recipes.depositCompleted({ userId: person.userId, amount: money(deposit) });
    await db.transact((tx) => post(tx, { book: 'real', reference: `deposit:${person.userId}`, at: clock.now(), ...recipe }));
    return person;
  }

  /** What a person has free and has set aside for bids, in USDT. */
  async function has(userId: string): Promise<{ available: number; bid: number }> {
    const [own] = await balances(db, 'real', userId, [usdt]);
    return { available: Number(own?.available ?? 0n) / 1e6, bid: Number(own?.bid ?? 0n) / 1e6 };
  }

  const owedToCharity = async () => Number(await houseBalance(db, 'real', 'charity', usdt)) / 1e6;
  return {
    ...server,
    bidder,
    has,
    owedToCharity,
    offer: (terms?: PieceTerms) => offerPiece(db, clock.now(), terms),
    makeRound: () => round.run(new AbortController().signal),
  };
}
