import type { Receipt } from '@assay/contract/endpoints/order-shapes.ts';
import { checkContract } from './check-contract.ts';
import { checkOption } from './check-option.ts';
import { checkPlan } from './check-plan.ts';
import { checkSpot } from './check-spot.ts';
import type { Check } from './compare.ts';

const checks: Readonly<Record<Receipt['kind'], (receipt: Receipt) => Check | null>> = {
  contract: checkContract,
  option: checkOption,
  spot: checkSpot,
  plan: checkPlan,
};

/**
 * Computes a receipt again from its frozen terms and recorded quotes, with the functions that decided it. Null where
 * something is missing that the computation needs.
 */
export function checkReceipt(receipt: Receipt): Check | null {
  try {
    return checks[receipt.kind](receipt);
  } catch {
    // A figure that is no figure cannot be computed with: nothing is claimed about such a receipt.
    return null;
  }
}
