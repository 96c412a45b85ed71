import type { Option } from '@assay/contract/endpoints/order.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';

/** How an option would end at a price: ahead it wins, behind it loses, level it returns the stake. */
export type Standing = 'ahead' | 'behind' | 'level';

/** Null without a price. */
export function standingOf(
  option: Pick<Option, 'direction' | 'strike' | 'priceScale'>,
  price: string | null | undefined,
): Standing | null {
  const strike = readTicks(option.strike, option.priceScale);
  const now = readTicks(price ?? '', option.priceScale);
  if (strike === undefined || now === undefined) return null;
  if (now === strike) return 'level';
  return now > strike === (option.direction === 'up') ? 'ahead' : 'behind';
}
