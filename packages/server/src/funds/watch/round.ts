import { type Chain, chains } from '@assay/contract/vocabulary/funds.ts';
import { type OutputChain, hasOutputs } from '@assay/domain/funds/families.ts';
import type { Round } from '../../engine/index.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ChainNodes } from '../chain/check.ts';
import { Node, NodeError, type RpcLimits } from '../chain/json-rpc.ts';
import type { FundsContext } from '../context.ts';
import { type Network, listNetworks } from '../networks.ts';
import { confirmPayouts } from '../payouts/confirm.ts';
import { type HoldingsParts, HoldingsRound } from '../solvency/holdings.ts';
import { holdingsRestMs } from '../solvency/solvency.ts';
import { openCases } from './cases.ts';
import { believe, doubt, unwatch } from './cursor.ts';
import { evmReader } from './evm-reader.ts';
import { follow } from './follow.ts';
import { type Mark, outputsReader } from './outputs-reader.ts';
import type { ChainReader } from './reader.ts';
import { SecondNode } from './second.ts';

/** Whole blocks are read, with all their transactions. */
const watchLimits: RpcLimits = { timeoutMs: 30_000, bytesMax: 64 * 1024 * 1024 };

/** The chains themselves, as their nodes name them: a node of a test network would credit coins that are worth nothing. */
export type ChainNames = Readonly<Record<OutputChain, string> & Record<Exclude<Chain, OutputChain>, bigint>>;
const realChains: ChainNames = {
  bitcoin: 'main',
  ethereum: 1n,
  tron: 728_126_428n,
  litecoin: 'main',
  bitcoincash: 'main',
  dash: 'main',
  bsc: 56n,
  avalanche: 43_114n,
};

/**
 * The first block of each; of Bitcoin Cash the first that Bitcoin does not have. Bitcoin needs none: its own addresses are
 * valid on no other chain.
 */
const marks: Readonly<Record<OutputChain, Mark | null>> = {
  bitcoin: null,
  litecoin: { height: 0, hash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
  bitcoincash: { height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d423bd9f15ff20136191a5eec' },
  dash: { height: 0, hash: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6' },
};

export interface WatchParts extends Pick<FundsContext, 'bus' | 'clock' | 'notify' | 'origin'> {
  /** The leader's: who leads no more writes nothing. */
  readonly db: Database;
  readonly log: Logger;
  readonly nodes: ChainNodes;
  /** Nodes that those are compared with, where there are any. */
  readonly seconds?: ChainNodes;
  readonly names?: ChainNames;
  /** How long a node is left alone after an answer. */
  readonly restMs?: number;
}

/** Looking through all that is unspent takes a node of Bitcoin's kind minutes. */
const holdingsLimits: RpcLimits = { timeoutMs: 10 * 60_000, bytesMax: 64 * 1024 * 1024 };

interface Asked {
  readonly chain: Chain;
  readonly address: string;
  readonly names: ChainNames | undefined;
  readonly signal: AbortSignal;
}

function readerOf(
  { chain, address, names = realChains, signal }: Asked,
  networks: readonly Network[],
  limits = watchLimits,
): ChainReader {
  const node = new Node(address, limits, signal);
  const coins = networks.filter((network) => network.chain === chain);
  return hasOutputs(chain)
    ? outputsReader(node, chain, coins, { network: names[chain], mark: marks[chain] })
    : evmReader(node, chain, coins, names[chain]);
}

/** Follows one chain. A node that is away or says what can't be stops nothing but this; nothing is credited meanwhile. */
export class ChainRound implements Round {
  readonly name: string;
  readonly #parts: WatchParts;
  readonly #chain: Chain;
  #restUntil = -Infinity;

  constructor(parts: WatchParts, chain: Chain) {
    this.name = `chain-${chain}`;
    this.#parts = parts;
    this.#chain = chain;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { db, clock, log, nodes, seconds = {}, names, restMs = 5000 } = this.#parts;
    const chain = this.#chain;
    const address = nodes[chain];
    if (address === undefined || clock.wall() < this.#restUntil) return;
    try {
      const networks = await listNetworks(db);
      const at = (node: string) => readerOf({ chain, address: node, names, signal }, networks);
      const [reader, other] = [at(address), seconds[chain]];
      const second = other === undefined ? undefined : new SecondNode(at(other));
      // A fault ends once all of a round has gone through: it would come and go with each one while payouts are disputed.
      if (await follow({ db, clock, log, chain, reader, second }, signal)) {
        await confirmPayouts({ ...this.#parts, chain, reader, second });
        await db.transact((tx) => believe(tx, chain));
      }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      // It was not given the time to answer.
      if (signal.aborted) return;
      log.warn({ chain, reason: error.message }, 'a node is not believed');
      await db.transact((tx) => doubt(tx, chain, error.message, new Date(clock.wall())));
    }
    await openCases({ db, clock }, chain);
    this.#restUntil = clock.wall() + restMs;
  }
}

/** Logs which chains are not watched: there two persons look payments up by hand. */
class Unwatched implements Round {
  readonly name = 'chain-none';
  readonly #parts: WatchParts;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { db, nodes } = this.#parts;
    const watched = chains.filter((chain) => nodes[chain] !== undefined);
    await db.transact((tx) => unwatch(tx, watched));
  }
}

/** What the leader does about chains: one round to follow each that has a node, one to ask what our addresses there hold. */
export function chainRounds(parts: WatchParts): Round[] {
  const { db, clock, nodes, names, origin, restMs: holdingRestMs = holdingsRestMs } = parts;
  const rounds = chains.flatMap((chain): Round[] => {
    const address = nodes[chain];
    if (address === undefined) return [];
    const readerFor: HoldingsParts['readerFor'] = (networks, signal) =>
      readerOf({ chain, address, names, signal }, networks, holdingsLimits);
    return [new ChainRound(parts, chain), new HoldingsRound({ db, clock, chain, origin, readerFor, restMs: holdingRestMs })];
  });
  return [new Unwatched(parts), ...rounds];
}

/** Figures of each chain that has a node, for alarms when one is down, faulty or stuck. */
export function showChains(metrics: Metrics, db: Queryable): void {
  const read = (figure: string) => async () => {
    const rows = await db.query<{ chain: string; figure: number }>(
      `select chain, (${figure})::float8 as figure from chain_watches w where watched`,
    );
    return new Map(rows.map((row) => [row.chain, row.figure]));
  };
  const lost = 'select count(*) from chain_payments p where p.chain = w.chain and lost_at is not null';
  const aside =
    'select count(*) from chain_payments p where p.chain = w.chain and deposit_id is null and confirmed_at is not null';
  const fault = 'case when fault is null then 0 else 1 end';
  metrics.observedBy('chain_fault', '1 while nothing that the node says is believed', 'chain', read(fault));
  metrics.observedBy(
    'chain_blocks_unread',
    'Blocks that the node knows and nobody has read',
    'chain',
    read('greatest(head - height, 0)'),
  );
  metrics.observedBy(
    'chain_heard_seconds',
    'When the node last answered properly, in Unix time',
    'chain',
    read('extract(epoch from heard_at)'),
  );
  metrics.observedBy(
    'chain_head_seconds',
    'When the chain last grew, in Unix time',
    'chain',
    read('extract(epoch from head_at)'),
  );
  metrics.observedBy('chain_payments_lost', 'Confirmed payments whose block was replaced', 'chain', read(lost));
  metrics.observedBy('chain_payments_uncredited', 'Confirmed payments that no case credits', 'chain', read(aside));
}
