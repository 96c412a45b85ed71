import { hexAddress, parseAddress, tronAddress } from '@assay/domain/funds/address.ts';
import type { EvmChain } from '@assay/domain/funds/families.ts';
import { z } from 'zod';
import { type Node, NodeError } from '../chain/json-rpc.ts';
import { transferEvent } from '../chain/transfer-event.ts';
import type { Block, ChainReader, Coin, Mined, Move, Ours, Sent } from './reader.ts';

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.slice(2).toLowerCase());
const word = z.string().regex(/^0x[0-9a-fA-F]*$/);
const transaction = z.object({ hash, from: word.nullish(), to: word.nullish(), value: quantity });
const header = z.object({ number: quantity, hash, parentHash: hash });
const full = header.extend({ transactions: z.array(transaction) });
const event = z.object({ address: word, topics: z.array(word), data: word });
const found = event.extend({ blockHash: hash, transactionHash: hash });
const receipt = z.object({
  status: quantity,
  blockNumber: quantity,
  blockHash: hash,
  logs: z.array(event),
  gasUsed: quantity.nullish(),
  effectiveGasPrice: quantity.nullish(),
});

const hex = (height: number) => `0x${height.toString(16)}`;

type AccountChain = EvmChain | 'tron';

/** How a chain of this kind writes what all of them share. */
const writingOf = (chain: AccountChain) =>
  chain === 'tron'
    ? { address: tronAddress, plain: hexAddress, hash: (digits: string) => digits }
    : {
        address: (bytes: string) => parseAddress(chain, bytes) ?? bytes,
        plain: (address: string) => address.toLowerCase(),
        hash: (digits: string) => `0x${digits}`,
      };

/**
 * Ethereum and its kin, and TRON by its interface of the same shape. Coins of the chain itself are the value of a transaction, tokens the
 * Transfer events of their own contract.
 */
export function evmReader(node: Node, chain: AccountChain, coins: readonly Coin[], chainId: bigint): ChainReader {
  const write = writingOf(chain);
  const by = (from: string | null | undefined) => (from ? { from: write.address(from) } : {});
  const own = coins.find(({ token }) => token === null);
  const tokens = new Map(coins.flatMap(({ id, token }) => (token === null ? [] : [[write.plain(token), id] as const])));

  const mined = async (asked: string): Promise<Mined | null> => {
    const name = `0x${asked.replace(/^0x/, '')}`;
    const seen = await node.ask('eth_getTransactionReceipt', [name], receipt);
    if (seen === null) return null;
    const sent = own && (await node.must('eth_getTransactionByHash', [name], transaction));
    const succeeded = seen.status === 1n;
    // TRON counts energy and bandwidth, and its interface of this shape does not report their cost.
    const base = { hash: write.hash(name.slice(2)), ...(chain === 'tron' ? {} : feeOf(seen)) };
    const value: Move[] =
      own && sent?.to && sent.value > 0n
        ? [{ ...base, ...by(sent.from), network: own.id, place: 0, to: write.address(sent.to), units: sent.value }]
        : [];
    const events = seen.logs.flatMap((one, place): Move[] => {
      const transfer = transferOf(one);
      const network = tokens.get(one.address.toLowerCase());
      return transfer === undefined || network === undefined
        ? []
        : [{ ...base, ...by(transfer.from), network, place, to: write.address(transfer.to), units: transfer.units }];
    });
    const moves = succeeded ? [...value, ...events] : [];
    return { height: Number(seen.blockNumber), block: seen.blockHash, succeeded, moves };
  };

  /** For each transaction of the block that may pay one of our addresses, the receipt is decisive. */
  async function movesOf(block: string, hashes: Iterable<string>, meant: ReadonlySet<string>): Promise<Move[]> {
    const moves: Move[] = [];
    for (const one of new Set(hashes)) {
      const it = await mined(one);
      if (it?.block !== block) throw new NodeError(`${one} is not in the block that it was read in`);
      moves.push(...it.moves.filter(({ to }) => meant.has(to)));
    }
    return moves;
  }

  const blockAt = async (height: number): Promise<Block> => {
    const read = await node.must('eth_getBlockByNumber', [hex(height), own !== undefined], own === undefined ? header : full);
    if (read.number !== BigInt(height)) throw new NodeError(`block ${height} was asked for, and ${read.number} answered`);
    const filter = { fromBlock: hex(height), toBlock: hex(height), address: [...tokens.keys()], topics: [transferEvent] };
    const logs = tokens.size === 0 ? [] : await node.must('eth_getLogs', [filter], z.array(found));
    if (logs.some(({ blockHash }) => blockHash !== read.hash)) throw new NodeError(`events of another block ${height}`);
    const values = 'transactions' in read ? (read as z.infer<typeof full>).transactions : [];
    const paid = [
      ...values.flatMap(({ hash: of, to, value }) => (to && value > 0n ? [{ of, to: write.address(to) }] : [])),
      ...logs.flatMap((log) => {
        const transfer = transferOf(log);
        return transfer === undefined ? [] : [{ of: log.transactionHash, to: write.address(transfer.to) }];
      }),
    ];
    return {
      height,
      hash: read.hash,
      parent: read.parentHash,
      recipients: [...new Set(paid.map(({ to }) => to))],
      moves: (meant) =>
        movesOf(
          read.hash,
          paid.filter(({ to }) => meant.has(to)).map(({ of }) => of),
          meant,
        ),
    };
  };

  return {
    head: async () => {
      const id = await node.must('eth_chainId', [], quantity);
      if (id !== chainId) throw new NodeError(`chain ${id} instead of ${chainId}`);
      return Number(await node.must('eth_blockNumber', [], quantity));
    },
    hashAt: async (height) => (await node.must('eth_getBlockByNumber', [hex(height), false], header)).hash,
    blockAt,
    mined,
    sentByUs: sentBy,
    held: ({ token }, addresses) => heldAt(node, chain, token && write.plain(token), addresses.map(write.plain)),
  };
}

async function sentBy(moves: readonly Move[], ours: Ours): Promise<readonly Sent[]> {
  const own = await ours(moves.flatMap(({ from }) => from ?? []));
  return moves.flatMap((move) =>
    move.from !== undefined && own.has(move.from) ? [{ move, from: [move.from], fee: move.fee ?? null }] : [],
  );
}

function feeOf({ gasUsed, effectiveGasPrice }: z.infer<typeof receipt>): { readonly fee?: bigint } {
  const [gas, price] = [gasUsed ?? undefined, effectiveGasPrice ?? undefined];
  return gas === undefined || price === undefined ? {} : { fee: gas * price };
}

/**
 * At one block; TRON's interface knows the last one alone, and there all are of one moment if no block came meanwhile, or none
 * changed in a second reading.
 */
async function heldAt(node: Node, chain: AccountChain, token: string | null, addresses: readonly string[]) {
  const heightNow = async () => Number(await node.must('eth_blockNumber', [], quantity));
  const height = await heightNow();
  const read = async () => {
    const each: bigint[] = [];
    for (const address of addresses)
      each.push(await balanceOf(node, address, token, chain === 'tron' ? 'latest' : hex(height)));
    return each;
  };
  const each = await read();
  const units = each.reduce((sum, one) => sum + one, 0n);
  if (chain !== 'tron') return { units, height };
  const after = await heightNow();
  if (after !== height && String(await read()) !== String(each))
    throw new NodeError('what addresses hold has moved on while it was read');
  return { units, height: after };
}

/** `balanceOf(address)`. */
const balanceSelector = '0x70a08231';

async function balanceOf(node: Node, address: string, token: string | null, block: string): Promise<bigint> {
  if (token === null) return node.must('eth_getBalance', [address, block], quantity);
  const data = `${balanceSelector}${address.slice(2).padStart(64, '0')}`;
  return BigInt(await node.must('eth_call', [{ to: token, data }, block], word.length(66)));
}

/** `Transfer(from, to, amount)`; a contract that says more or less in it does not follow the standard and is not believed. */
function transferOf({ topics, data }: z.infer<typeof event>): { from: string; to: string; units: bigint } | undefined {
  const [name, from = '', to] = topics;
  if (name?.toLowerCase() !== transferEvent || topics.length !== 3 || to?.length !== 66 || data.length !== 66) return undefined;
  const plain = (topic: string) => `0x${topic.slice(-40)}`.toLowerCase();
  return { from: plain(from), to: plain(to), units: BigInt(data) };
}
