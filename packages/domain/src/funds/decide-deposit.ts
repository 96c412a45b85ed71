import type { Chain } from '@assay/contract/vocabulary/funds.ts';
import { type Amount, type Asset, formatAmount, parseAmount } from '../money/amount.ts';
import { type Refused, refused } from '../positions/refused.ts';
import { endsWith, parseHash } from './hash.ts';

/** The customer's report, as on the wire. */
export interface DepositRequest {
  readonly amount: string;
  readonly hash: string;
  readonly lastSix: string;
}

/** The network that was chosen. */
export interface DepositNetwork {
  readonly chain: Chain;
  readonly asset: Asset;
  readonly minimum: Amount;
}

/**
 * Decides whether a report of a deposit can be looked at: the form shows what the server will say.
 *
 * Refusals, in this order: 11058 no amount of the coin, 11040 below the minimum (with coin and limit), 11042 no hash of the
 * network, 11043 not its last six digits.
 */
export function decideDeposit(request: DepositRequest, network: DepositNetwork): { amount: Amount; hash: string } | Refused {
  const { asset, minimum } = network;
  const amount = parseAmount(request.amount, asset);
  if (amount === undefined || amount <= 0n) return refused('11058', 'amount');
  if (amount < minimum) {
    return refused('11040', 'amount', { coin: asset.code, limit: formatAmount(minimum, asset) });
  }
  const hash = parseHash(network.chain, request.hash);
  if (hash === undefined) return refused('11042', 'hash');
  if (!endsWith(hash, request.lastSix)) return refused('11043', 'lastSix');
  return { amount, hash };
}
