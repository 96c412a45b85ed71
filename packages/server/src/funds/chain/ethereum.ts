import { fixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import type { Node } from './json-rpc.ts';
import type { Payment, Sought } from './payment.ts';
import { transferEvent } from './transfer-event.ts';

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);
const word = z.string().regex(/^0x[0-9a-fA-F]*$/);
const receipt = z.object({
  status: quantity,
  blockNumber: quantity,
  logs: z.array(z.object({ address: word, topics: z.array(word), data: word })),
});
const transaction = z.object({ to: word.nullable(), value: quantity });

const nothing = 0n;

/**
 * What a transaction has paid to these addresses: by the Transfer events of the token's own contract, or the transaction's value
 * where the coin is the chain's own. Null when the chain does not know it, or has not put it into a block.
 */
export async function ethereumPayment(node: Node, sought: Sought): Promise<Payment | null> {
  const { hash, token, decimals } = sought;
  const mined = await node.ask('eth_getTransactionReceipt', [hash], receipt);
  const head = mined && (await node.ask('eth_blockNumber', [], quantity));
  if (mined === null || head === null) return null;
  const succeeded = mined.status === 1n;
  const to = sought.addresses.map((address) => address.toLowerCase());
  const received = !succeeded
    ? nothing
    : token === null
      ? await valueTo(node, hash, to)
      : mined.logs
          .filter(({ address, topics }) => address.toLowerCase() === token.toLowerCase() && isTransferTo(topics, to))
          .reduce((total, { data }) => total + amountOf(data), nothing);
  // A reorganised chain may be shorter for a moment.
  const confirmations = head < mined.blockNumber ? 0 : Number(head - mined.blockNumber) + 1;
  return { succeeded, confirmations, received: fixed(received, decimals) };
}

async function valueTo(node: Node, hash: string, to: readonly string[]): Promise<bigint> {
  const sent = await node.ask('eth_getTransactionByHash', [hash], transaction);
  return sent?.to && to.includes(sent.to.toLowerCase()) ? sent.value : nothing;
}

/** `Transfer(from, to, amount)`: the receiver is the second indexed word, in its last 20 bytes. */
function isTransferTo(topics: readonly string[], to: readonly string[]): boolean {
  return (
    topics[0]?.toLowerCase() === transferEvent && topics.length === 3 && to.includes(`0x${topics[2]?.slice(-40)}`.toLowerCase())
  );
}

/** One word; a contract that says more or less does not follow the standard, and its amount is not believed. */
function amountOf(data: string): bigint {
  return data.length === 66 ? BigInt(data) : nothing;
}
