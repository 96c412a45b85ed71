import type { OutputChain } from '@assay/domain/funds/families.ts';
import { z } from 'zod';
import { coinsOf, outputsOf, receiver } from '../chain/bitcoin.ts';
import { type Node, NodeError } from '../chain/json-rpc.ts';
import { type ChainReader, type Coin, type Move, type Ours, type Sent, digits64 } from './reader.ts';

const height = z.number().int().min(0);
const state = z.object({ chain: z.string(), blocks: height, initialblockdownload: z.boolean() });

function shapesOf(chain: OutputChain) {
  const outputs = outputsOf(z.object({ n: z.number().int().min(0), value: coinsOf(chain), scriptPubKey: receiver }));
  const transaction = z.object({ txid: digits64, vout: outputs });
  const block = z.object({ hash: digits64, height, previousblockhash: digits64.optional(), tx: z.array(transaction) });
  const found = transaction.extend({ blockhash: digits64.optional() });
  // Newly made coins, and those of Litecoin's extension block, spend no known output.
  const spent = z
    .object({ txid: digits64, vout: z.number().int().min(0) })
    .nullable()
    .catch(null);
  const spending = transaction.extend({ vin: z.array(spent).default([]) });
  const scanned = z.object({ success: z.literal(true), height, total_amount: coinsOf(chain) });
  return { transaction, block, found, spending, scanned };
}
type Read = z.infer<ReturnType<typeof shapesOf>['transaction']>;

/** A block that identifies a chain: all call themselves `main`, and some share their first blocks. */
export interface Mark {
  readonly height: number;
  readonly hash: string;
}

/** Bitcoin Core or a node of its kind, with its index of transactions. */
export function outputsReader(
  node: Node,
  chain: OutputChain,
  [coin]: readonly Coin[],
  { network, mark }: { readonly network: string; readonly mark: Mark | null },
): ChainReader {
  if (coin === undefined) throw new Error(`${chain} carries no coin of ours`);
  const { block, found, scanned } = shapesOf(chain);

  const movesOf = ({ txid, vout }: Read): Move[] =>
    vout.flatMap(({ n, value, scriptPubKey: address }) =>
      address === undefined ? [] : [{ network: coin.id, hash: txid, place: n, to: address, units: value }],
    );
  const hashAt = (at: number) => node.must('getblockhash', [at], digits64);

  return {
    head: async () => {
      const { chain: name, blocks, initialblockdownload } = await node.must('getblockchaininfo', [], state);
      if (name !== network) throw new NodeError(`chain ${name} instead of ${network}`);
      if (mark !== null && (await hashAt(mark.height)) !== mark.hash)
        throw new NodeError(`block ${mark.height} is not the one of ${chain}`);
      if (initialblockdownload) throw new NodeError('the node is still catching up');
      return blocks;
    },
    hashAt,
    blockAt: async (at) => {
      const hash = await hashAt(at);
      const read = await node.must('getblock', [hash, 2], block);
      if (read.hash !== hash || read.height !== at)
        throw new NodeError(`block ${at} was asked for, and ${read.height} answered`);
      const all = read.tx.flatMap(movesOf);
      return {
        height: at,
        hash,
        parent: read.previousblockhash ?? '',
        recipients: [...new Set(all.map(({ to }) => to))],
        moves: async (meant) => all.filter(({ to, units }) => meant.has(to) && units > 0n),
      };
    },
    mined: async (hash) => {
      const read = await node.ask('getrawtransaction', [hash, true], found);
      if (read?.blockhash === undefined) return null;
      const { height: at } = await node.must('getblockheader', [read.blockhash], z.object({ height }));
      // A block that has been replaced is still known by its hash.
      if ((await hashAt(at)) !== read.blockhash) return null;
      return { height: at, block: read.blockhash, succeeded: true, moves: movesOf(read) };
    },
    sentByUs: async (moves, ours) => {
      const payers = new Map<string, Omit<Sent, 'move'> | undefined>();
      for (const hash of new Set(moves.map((move) => move.hash))) payers.set(hash, await payersOf(node, chain, hash, ours));
      return moves.flatMap((move) => {
        const by = payers.get(move.hash);
        return by === undefined ? [] : [{ move, ...by }];
      });
    },
    held: async (_, addresses) => {
      const read = await node.must('scantxoutset', ['start', addresses.map((address) => `addr(${address})`)], scanned);
      return { units: read.total_amount, height: read.height };
    },
  };
}

/** Who has paid a transaction. Undefined as soon as an input is not of the house: it is then not paid by the house alone. */
async function payersOf(node: Node, chain: OutputChain, hash: string, ours: Ours): Promise<Omit<Sent, 'move'> | undefined> {
  const { transaction, spending } = shapesOf(chain);
  const { vin, vout } = await node.must('getrawtransaction', [hash, true], spending);
  const from = new Set<string>();
  let paid = 0n;
  for (const input of vin) {
    if (input === null) return undefined;
    const spent = await node.must('getrawtransaction', [input.txid, true], transaction);
    const output = spent.vout.find(({ n }) => n === input.vout);
    const payer = output?.scriptPubKey;
    if (output === undefined || payer === undefined) return undefined;
    if (!from.has(payer) && !(await ours([payer])).has(payer)) return undefined;
    from.add(payer);
    paid += output.value;
  }
  return from.size === 0 ? undefined : { from: [...from], fee: vout.reduce((left, { value }) => left - value, paid) };
}
