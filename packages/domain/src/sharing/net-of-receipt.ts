import { type Amount, amount, formatAmount, nothing, parseAmount, sum } from '../money/amount.ts';
import { usdt } from '../money/assets.ts';
import { parseFixed } from '../money/fixed.ts';
import { resultOf } from '../positions/costs.ts';
import { type Stake, sharesOf } from '../positions/parts/shares.ts';

/** What of a contract's receipt is looked at. */
interface Told {
  readonly terms: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly name: string;
    readonly numbers: Readonly<Record<string, string>>;
    readonly result: string;
  }[];
}

/**
 * What a contract, or the part that the receipt is of, has left after both fees and its nights: its shares of what the order
 * has paid go by lots, as the books have them. Null where its steps contain no ending.
 */
export function netOfReceipt({ terms, steps }: Told): string | null {
  const resultIn = (name: string) => money(steps.find((step) => step.name === name)?.result);
  const [profit, openFee, closeFee] = [resultIn('profit'), resultIn('openFee'), resultIn('closeFee')];
  if (profit === undefined || openFee === undefined || closeFee === undefined) return null;
  let stake: Stake = { lots: terms['lots'] ?? '', margin: 0n, marginTaken: 0n, maintenance: 0n, openFee, financing: 0n };
  let parts = 0;
  for (const { name, numbers, result } of steps) {
    if (name === 'financing') stake = { ...stake, financing: sum(amount(stake.financing), money(result) ?? nothing) };
    const lots = name === 'part' ? parseFixed(numbers['lots'] ?? '') : undefined;
    if (lots === undefined) continue;
    const { part, rest } = sharesOf(stake, lots);
    parts += 1;
    stake = terms['part'] === String(parts) ? part : rest;
  }
  const paid = { openFee: amount(stake.openFee), financing: amount(stake.financing) };
  return formatAmount(resultOf(profit, closeFee, paid).net, usdt);
}

const money = (text: string | undefined): Amount | undefined => parseAmount(text ?? '', usdt);
