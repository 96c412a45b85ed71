import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import type { Round } from '../../engine/index.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { NodeError } from '../chain/json-rpc.ts';
import { type Network, listNetworks } from '../networks.ts';
import { inBooks } from '../watch/payments.ts';
import type { ChainReader } from '../watch/reader.ts';
import { listReserves } from './reserves.ts';

/**
 * Addresses of ours that may hold something: what customers were paid at, those of theirs where the house has moved coins to, and what
 * has been declared and counts: a retired wallet no longer counts, whatever has moved there before.
 */
async function addressesOf(db: Queryable, { id, chain }: Network, origin: string): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    `select address from chain_payments where network_id = $1
     union select address from deposits where network_id = $1 and status = 'completed'
     union select to_address from chain_internal_moves where network_id = $1
       and exists (select from receive_addresses r where r.address = to_address)`,
    [id],
  );
  const own = (await listReserves(db, origin)).filter((reserve) => reserve.chain === chain);
  return [...new Set([...rows, ...own].map(({ address }) => address))].toSorted();
}

export interface HoldingsParts {
  /** The leader's. */
  readonly db: Database;
  readonly clock: { wall(): number };
  readonly chain: Chain;
  /** Of the site that addresses of ours have signed for. */
  readonly origin: string;
  /** What it has been asked is given up when the signal aborts. */
  readonly readerFor: (networks: readonly Network[], signal: AbortSignal) => ChainReader;
  /** How long an answer is good enough. */
  readonly restMs: number;
}

/** Asks a chain's node, now and then, what our addresses hold. What it does not say is unknown, and not nothing. */
export class HoldingsRound implements Round {
  readonly name: string;
  readonly #parts: HoldingsParts;

  constructor(parts: HoldingsParts) {
    this.name = `holdings-${parts.chain}`;
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock, chain, readerFor, restMs } = this.#parts;
    const networks = await listNetworks(db);
    const reader = readerFor(networks, signal);
    for (const network of networks.filter((one) => one.chain === chain)) {
      const [last] = await db.query<{ at: Date }>('select asked_at as at from chain_holdings where network_id = $1', [
        network.id,
      ]);
      if (signal.aborted || (last !== undefined && clock.wall() - last.at.getTime() < restMs)) continue;
      await this.#ask(reader, network, signal);
    }
  }

  async #ask(reader: ChainReader, network: Network, signal: AbortSignal): Promise<void> {
    const { db, clock, origin } = this.#parts;
    const addresses = await addressesOf(db, network, origin);
    try {
      // Also says whether it is our chain.
      const head = await reader.head();
      const { units, height } = addresses.length === 0 ? { units: 0n, height: head } : await reader.held(network, addresses);
      await db.transact((tx) =>
        tx.query(
          `insert into chain_holdings (network_id, amount, height, addresses, known_at, asked_at) values ($1, $2, $3, $4, $5, $5)
           on conflict (network_id) do update
           set amount = $2, height = $3, addresses = $4, known_at = $5, asked_at = $5, fault = null`,
          [network.id, inBooks(units, network), height, addresses.length, new Date(clock.wall())],
        ),
      );
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      // It was not given the time to answer.
      if (signal.aborted) return;
      await db.transact((tx) =>
        tx.query(
          `insert into chain_holdings (network_id, asked_at, fault) values ($1, $2, $3)
           on conflict (network_id) do update set asked_at = $2, fault = $3`,
          [network.id, new Date(clock.wall()), error.message.slice(0, 200)],
        ),
      );
    }
  }
}
