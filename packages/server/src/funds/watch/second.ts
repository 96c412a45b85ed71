import { NodeError } from '../chain/json-rpc.ts';
import { type Alone, tellsMoved } from './moved.ts';
import type { ChainReader, Mined } from './reader.ts';

/** What the first node says of a transaction. */
interface FirstAnswer {
  readonly hash: string;
  readonly mined: Mined;
  /** The recipient. */
  readonly to: string;
  /** As many blocks as the network wants. */
  readonly confirmations: number;
  /** The last block that was read of the first node. */
  readonly height: number;
}

/** Where a transaction was seen. */
interface Kept {
  readonly hash: string;
  readonly height: number;
  readonly block: string;
}

type Deep = Omit<Kept, 'hash'> & Pick<FirstAnswer, 'confirmations'>;

/**
 * A second node of a chain, of another provider: the first node's answer counts once this one agrees. A single node that
 * invents blocks is consistent with itself; only another node reveals it.
 */
export class SecondNode {
  readonly #reader: ChainReader;
  #asked: Promise<number> | undefined;

  constructor(reader: ChainReader) {
    this.#reader = reader;
  }

  /** Its last block, asked for once and not before anything is due. Throws `NodeError` where it is away, or of another chain. */
  #head(): Promise<number> {
    this.#asked ??= this.#ask((reader) => reader.head());
    return this.#asked;
  }

  /**
   * Whether it says the same of a transaction that lies deep enough for the first; false while it has not come so far. Throws `NodeError`
   * where it has another block there or reports another payment to the address, and where it stays as many blocks behind again.
   */
  async bearsOut({ hash, mined, to, confirmations, height }: FirstAnswer): Promise<boolean> {
    if (!(await this.#hasCome({ ...mined, confirmations }, height))) return false;
    const other = await this.#ask((reader) => reader.mined(hash));
    if (other === null || written(other, to) !== written(mined, to))
      throw new NodeError(`second node: it tells ${hash} otherwise, or does not know it`);
    return true;
  }

  /** Whether it confirms an internal move; undefined while it has not read so far. */
  async tellsMoved(moved: Alone, height: number): Promise<boolean | undefined> {
    return (await this.#hasCome(moved, height)) ? this.#ask((reader) => tellsMoved(reader, moved)) : undefined;
  }

  /** Whether this block lies as deep in it. */
  async #hasCome({ height: at, block, confirmations }: Deep, height: number): Promise<boolean> {
    const head = await this.#head();
    if (head < at + confirmations - 1) {
      if (height < at + 2 * confirmations) return false;
      throw new NodeError(`second node: it is at block ${head}, and ${height} has been read`);
    }
    if ((await this.#ask((reader) => reader.hashAt(at))) !== block)
      throw new NodeError(`second node: it has another block ${at}`);
    return true;
  }

  /** Whether a block of it has the transaction. */
  async has(hash: string): Promise<boolean> {
    await this.#head();
    return (await this.#ask((reader) => reader.mined(hash))) !== null;
  }

  /** Whether it has this very block, without such a payment. */
  async denies({ hash, height, block }: Kept, tells: (mined: Mined | null) => boolean): Promise<boolean> {
    await this.#head();
    if ((await this.#ask((reader) => reader.hashAt(height))) !== block) return false;
    return !tells(await this.#ask((reader) => reader.mined(hash)));
  }

  /** Names the second node in its errors: an operator must know which one to look at. */
  async #ask<T>(work: (reader: ChainReader) => Promise<T>): Promise<T> {
    try {
      return await work(this.#reader);
    } catch (error) {
      throw error instanceof NodeError ? new NodeError(`second node: ${error.message}`) : error;
    }
  }
}

/**
 * What a transaction has paid to the address. Its other outputs are not compared: implementations decode rare scripts
 * differently, and a sender may add one to any transaction.
 */
function written({ block, succeeded, moves }: Mined, to: string): string {
  const own = moves.filter((move) => move.to === to);
  return [
    block,
    succeeded,
    ...own.map(({ network, place, from = '', units }) => `${network} ${place} ${from} ${units}`).toSorted(),
  ].join('\n');
}
