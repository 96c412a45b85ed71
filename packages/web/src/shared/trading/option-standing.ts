import type { Option } from '@assay/contract/endpoints/order-shapes.ts';
import { same } from '@assay/domain/money/ratio.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { comparedWithStrike } from '@assay/domain/splits/split.ts';
import { ratioOf } from './units.ts';

/** How an option would end at a price: ahead it wins, behind it loses, level it returns the stake. */
export type Standing = 'ahead' | 'behind' | 'level';

/** Null without a price. */
export function standingOf(
  option: Pick<Option, 'direction' | 'strike' | 'priceScale' | 'split'>,
  price: string | null | undefined,
): Standing | null {
  const strike = readTicks(option.strike, option.priceScale);
  const now = readTicks(price ?? '', option.priceScale);
  if (strike === undefined || now === undefined) return null;
  const order = comparedWithStrike(now, strike, option.split === null ? same : ratioOf(option.split));
  if (order === 0) return 'level';
  return order > 0 === (option.direction === 'up') ? 'ahead' : 'behind';
}
