import { fixed, rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import type { Node } from './json-rpc.ts';
import type { Payment, Sought } from './payment.ts';

const satoshiScale = 8;
const coinsMax = 21_000_000;

/** In satoshis. A node writes coins as a number of JSON; all that can exist have eight exact decimals in it. */
export const coins = z
  .number()
  .min(0)
  .max(coinsMax)
  .transform((value) => rescale(toFixed(value.toFixed(satoshiScale)), satoshiScale, 'exact').units);
const transaction = z.object({
  confirmations: z.number().int().min(0).default(0),
  vout: z.array(z.object({ value: coins, scriptPubKey: z.object({ address: z.string().optional() }) })),
});

/** What a transaction has paid to these addresses, over all its outputs. Null when the node does not know it. */
export async function bitcoinPayment(node: Node, { hash, addresses }: Sought): Promise<Payment | null> {
  const found = await node.ask('getrawtransaction', [hash, true], transaction);
  if (found === null) return null;
  const own = found.vout.filter(({ scriptPubKey: { address } }) => address !== undefined && addresses.includes(address));
  const received = own.reduce((total, { value }) => total + value, 0n);
  return { succeeded: true, confirmations: found.confirmations, received: fixed(received, satoshiScale) };
}
