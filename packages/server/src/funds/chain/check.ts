import type { ChainFacts } from '@assay/contract/endpoints/console/deposits.ts';
import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { hexAddress } from '@assay/domain/funds/address.ts';
import { hasOutputs } from '@assay/domain/funds/families.ts';
import { toDecimal, amount as amountOf } from '@assay/domain/money/amount.ts';
import { compare, formatFixed } from '@assay/domain/money/fixed.ts';
import type { Logger } from '../../platform/log.ts';
import type { DepositRow } from '../deposits/row.ts';
import type { Network } from '../networks.ts';
import { outputsPayment } from './bitcoin.ts';
import { ethereumPayment } from './ethereum.ts';
import { Node, NodeError, type RpcLimits } from './json-rpc.ts';
import type { Payment, Sought } from './payment.ts';

/**
 * Looks a reported deposit up on its chain: what it has paid to these addresses, all of them the customer's. What it finds are
 * facts for a person; they decide nothing.
 */
export type ChainCheck = (network: Network, deposit: DepositRow, addresses: readonly string[]) => Promise<ChainFacts>;

/** The addresses of nodes that are queried by JSON-RPC; a chain without one is looked up by hand. */
export type ChainNodes = Partial<Readonly<Record<Chain, string | undefined>>>;

export function createChainCheck(nodes: ChainNodes, log: Logger, limits?: RpcLimits): ChainCheck {
  return async (network, deposit, addresses) => {
    const address = nodes[network.chain];
    if (address === undefined) return { state: 'off' };
    try {
      const payment = await ask(network.chain, new Node(address, limits), {
        hash: deposit.hash,
        addresses,
        token: network.token,
        decimals: network.tokenDecimals,
      });
      return payment === null ? { state: 'unknown' } : factsOf(payment, network, deposit);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      log.warn({ chain: network.chain, reason: error.message }, 'a node did not answer about a deposit');
      return { state: 'unreachable' };
    }
  };
}

function ask(chain: Chain, node: Node, sought: Sought): Promise<Payment | null> {
  if (hasOutputs(chain)) return outputsPayment(node, chain, sought);
  if (chain !== 'tron') return ethereumPayment(node, sought);
  // TRON's nodes speak Ethereum's JSON-RPC, with addresses and hashes in its notation.
  const { hash, addresses, token, decimals } = sought;
  return ethereumPayment(node, {
    hash: `0x${hash}`,
    addresses: addresses.map(hexAddress),
    token: token === null ? null : hexAddress(token),
    decimals,
  });
}

function factsOf({ succeeded, confirmations, received }: Payment, network: Network, deposit: DepositRow): ChainFacts {
  const difference = compare(received, toDecimal(amountOf(deposit.amount), network.asset));
  return {
    state: 'found',
    succeeded,
    confirmations,
    confirmed: confirmations >= network.confirmations,
    received: formatFixed(received),
    amount: difference === 0 ? 'same' : difference > 0 ? 'more' : 'less',
  };
}
