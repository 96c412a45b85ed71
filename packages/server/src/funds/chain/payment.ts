import type { Fixed } from '@assay/domain/money/fixed.ts';

/** What is looked for on a chain, in the chain's own notation. */
export interface Sought {
  readonly hash: string;
  readonly addresses: readonly string[];
  /** The contract of the coin; null for the chain's own. */
  readonly token: string | null;
  readonly decimals: number;
}

/** What a transaction did, as a node reports it. */
export interface Payment {
  readonly succeeded: boolean;
  readonly confirmations: number;
  /** In coins, to the requested addresses. */
  readonly received: Fixed;
}
