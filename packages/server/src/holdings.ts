import type { HoldingsSource } from './ledger/index.ts';
import { holdings as positions } from './positions/index.ts';

/** What every slice holds of its customers' money: the auditor finds each held unit in exactly one of these. */
export const allHoldings: readonly HoldingsSource[] = [...positions];
