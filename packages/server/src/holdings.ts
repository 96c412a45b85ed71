import { holdings as fundHoldings } from './funds/holdings.ts';
import type { HoldingsSource } from './ledger/index.ts';
import { holdings as loanHoldings } from './loans/holdings.ts';
import { holdings as nftHoldings } from './nfts/holdings.ts';
import { holdings as optionHoldings } from './options/holdings.ts';
import { holdings as planHoldings } from './plans/holdings.ts';
import { holdings as positionHoldings } from './positions/holdings.ts';
import { holdings as spotHoldings } from './spot/holdings.ts';

/**
 * What every slice holds of its customers' money: the auditor finds each held unit in exactly one of these. Apart from the
 * products, so that the commands which only look at the books load none of them.
 */
export const allHoldings: readonly HoldingsSource[] = [
  ...positionHoldings,
  ...optionHoldings,
  ...spotHoldings,
  ...planHoldings,
  ...loanHoldings,
  ...nftHoldings,
  ...fundHoldings,
];
