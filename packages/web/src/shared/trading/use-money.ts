import { type Amount, formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useFormat } from '../words/format.ts';

/** USDT to the last unit: what is shown here is what is agreed to and booked. Deductions are negative. */
export function useMoney(): (value: Amount) => string {
  const format = useFormat();
  return (value) => `${format.exactAmount(formatAmount(value, usdt))} USDT`;
}
