import { amount, formatAmount } from '@assay/domain/money/amount.ts';
import { assetOf } from '@assay/domain/money/assets.ts';

/** An amount of one asset as a query adds it up. */
export interface Sum {
  readonly asset: string;
  readonly amount: bigint;
}

export function toWire({ asset, amount: units }: Sum): { asset: string; amount: string } {
  return { asset, amount: formatAmount(amount(units), assetOf(asset)) };
}
