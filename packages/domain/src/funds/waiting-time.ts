import type { Chain } from '@assay/contract/vocabulary/funds.ts';

/** Seconds from one block to the next, as a rule. */
const blockSeconds: Readonly<Record<Chain, number>> = {
  bitcoin: 600,
  ethereum: 12,
  tron: 3,
  litecoin: 150,
  bitcoincash: 600,
  dash: 150,
  bsc: 0.75,
  avalanche: 2,
};

/** Minutes until so many blocks lie over a payment, rounded up: what a customer has to expect, and no promise. */
export function waitingMinutes(chain: Chain, confirmations: number): number {
  return Math.ceil((confirmations * blockSeconds[chain]) / 60);
}
