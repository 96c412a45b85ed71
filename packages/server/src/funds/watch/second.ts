import { NodeError } from '../chain/json-rpc.ts';
import type { ChainReader, Mined, Move } from './reader.ts';

/** What the first node says of a transaction. */
interface Told {
  readonly hash: string;
  readonly mined: Mined;
  /** As many blocks as the network wants. */
  readonly confirmations: number;
  /** The last block that was read of the first node. */
  readonly height: number;
}

/**
 * A second node of a chain, of somebody else's: what the first one says counts once this one says the same. A single node that makes up
 * blocks of its own is consistent with itself, and nothing but another one shows it.
 */
export class SecondNode {
  readonly #reader: ChainReader;

  constructor(reader: ChainReader) {
    this.#reader = reader;
  }

  /** Throws `NodeError` where it is away, or of another chain. */
  async isThere(): Promise<void> {
    await this.#ask((reader) => reader.head());
  }

  /**
   * Whether it says the same of a transaction that lies deep enough for the first; false while it has not come so far. Throws `NodeError`
   * where it has another block there or tells the transaction otherwise, and where it stays as many blocks behind again.
   */
  async bearsOut({ hash, mined, confirmations, height }: Told): Promise<boolean> {
    const head = await this.#ask((reader) => reader.head());
    if (head < mined.height + confirmations - 1) {
      if (height < mined.height + 2 * confirmations) return false;
      throw new NodeError(`second node: it is at block ${head}, and ${height} has been read`);
    }
    if ((await this.#ask((reader) => reader.hashAt(mined.height))) !== mined.block)
      throw new NodeError(`second node: it has another block ${mined.height}`);
    const other = await this.#ask((reader) => reader.mined(hash));
    if (other === null || written(other) !== written(mined))
      throw new NodeError(`second node: it tells ${hash} otherwise, or does not know it`);
    return true;
  }

  /** Whether a block of it has the transaction. */
  async has(hash: string): Promise<boolean> {
    return (await this.#ask((reader) => reader.mined(hash))) !== null;
  }

  /** So that whoever reads of a fault knows which node to look at. */
  async #ask<T>(work: (reader: ChainReader) => Promise<T>): Promise<T> {
    try {
      return await work(this.#reader);
    } catch (error) {
      throw error instanceof NodeError ? new NodeError(`second node: ${error.message}`) : error;
    }
  }
}

/** All that a transaction has done to coins of ours; what else nodes tell of it may differ between their kinds. */
function written({ block, succeeded, moves }: Mined): string {
  const one = ({ network, place, to, units }: Move) => `${network} ${place} ${to} ${units}`;
  return [block, succeeded, ...moves.map(one).toSorted()].join('\n');
}
