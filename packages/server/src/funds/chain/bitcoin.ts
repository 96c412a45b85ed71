import type { OutputChain } from '@assay/domain/funds/families.ts';
import { fixed, rescale, toFixed } from '@assay/domain/money/fixed.ts';
import { z } from 'zod';
import type { Node } from './json-rpc.ts';
import type { Payment, Sought } from './payment.ts';

const satoshiScale = 8;
/**
 * Of one output, in coins. Of Litecoin there can be more, four times Bitcoin's: beyond 2^26 a number of JSON has no eight exact
 * decimals left, and no output is that large.
 */
const coinsMax: Readonly<Record<OutputChain, number>> = {
  bitcoin: 21_000_000,
  litecoin: 67_108_864,
  bitcoincash: 21_000_000,
  dash: 21_000_000,
};

/** In satoshis. A node writes coins as a number of JSON; all that can exist have eight exact decimals in it. */
export const coinsOf = (chain: OutputChain) =>
  z
    .number()
    .min(0)
    .max(coinsMax[chain])
    .transform((value) => rescale(toFixed(value.toFixed(satoshiScale)), satoshiScale, 'exact').units);

/** Whom an output pays; nodes of before Bitcoin Core 22, and their kin, write a list, which of one key has one address. */
export const receiver = z
  .object({ address: z.string().optional(), addresses: z.array(z.string()).optional() })
  .transform(({ address, addresses = [] }) => address ?? (addresses.length === 1 ? addresses[0] : undefined));

/** Of Litecoin's extension block, which hides amounts and addresses: the receiver of such an output is unknown. */
const hidden = z.object({ ismweb: z.literal(true) }).transform(() => null);
export const outputsOf = <T extends z.ZodType>(output: T) =>
  z.array(z.union([hidden, output])).transform((all) => all.filter((one) => one !== null));

const transactionOf = (chain: OutputChain) =>
  z.object({
    confirmations: z.number().int().min(0).default(0),
    vout: outputsOf(z.object({ value: coinsOf(chain), scriptPubKey: receiver })),
  });

/** What a transaction has paid to these addresses, over all its outputs. Null when the node does not know it. */
export async function outputsPayment(node: Node, chain: OutputChain, { hash, addresses }: Sought): Promise<Payment | null> {
  const found = await node.ask('getrawtransaction', [hash, true], transactionOf(chain));
  if (found === null) return null;
  const own = found.vout.filter(({ scriptPubKey: address }) => address !== undefined && addresses.includes(address));
  const received = own.reduce((total, { value }) => total + value, 0n);
  return { succeeded: true, confirmations: found.confirmations, received: fixed(received, satoshiScale) };
}
