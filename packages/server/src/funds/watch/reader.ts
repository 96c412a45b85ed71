import { z } from 'zod';
import type { Network } from '../networks.ts';

/** The queries of a chain's node about a coin of ours. */
export type Coin = Pick<Network, 'id' | 'token'>;

/** A payment within a transaction, to any receiver. */
export interface Move {
  /** The coin's network here. */
  readonly network: string;
  /** Of the transaction, as deposits write it. */
  readonly hash: string;
  /** Of the output, or of the event within its transaction: stays when the transaction moves to another block. */
  readonly place: number;
  /** As the chain writes it. */
  readonly to: string;
  /** Who has signed it, or whose token it was; left out where a transaction may be of many. */
  readonly from?: string;
  /** Of the whole transaction, in the chain's smallest unit of its own coin; left out where the node does not return it. */
  readonly fee?: bigint;
  /** In the chain's smallest unit of the coin. */
  readonly units: bigint;
}

/** Which of these addresses are the house's own. */
export type Ours = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** A payment that the house itself has made. */
export interface Sent {
  readonly move: Move;
  /** All who have paid it: all of them the house. */
  readonly from: readonly string[];
  readonly fee: bigint | null;
}

/** A block with everything that may pay one of our addresses. Hashes are 64 digits. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Who is paid by it, each once. */
  readonly recipients: readonly string[];
  /** What it pays to those who are meant; throws `NodeError` where the node contradicts itself. */
  readonly moves: (meant: ReadonlySet<string>) => Promise<Move[]>;
}

/** A transaction that is in a block. */
export interface Mined {
  readonly height: number;
  readonly block: string;
  /** False: it has paid nothing, and will not. */
  readonly succeeded: boolean;
  readonly moves: readonly Move[];
}

/** Reads a chain from a node. Everything throws `NodeError` where the node does not answer properly. */
export interface ChainReader {
  /** The last block's height. Fails where the node follows another chain than ours, or is still catching up. */
  readonly head: () => Promise<number>;
  readonly hashAt: (height: number) => Promise<string>;
  readonly blockAt: (height: number) => Promise<Block>;
  /** Null where no block has it. */
  readonly mined: (hash: string) => Promise<Mined | null>;
  /** Those of these payments that only the house has paid. */
  readonly sentByUs: (moves: readonly Move[], ours: Ours) => Promise<readonly Sent[]>;
  /** What these addresses hold of a coin, in the chain's smallest unit, and as of which block. */
  readonly held: (coin: Coin, addresses: readonly string[]) => Promise<{ readonly units: bigint; readonly height: number }>;
}

export const digits64 = z.string().regex(/^[0-9a-f]{64}$/);
